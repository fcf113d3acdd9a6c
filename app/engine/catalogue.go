package engine

import "lastiterate/wasm/protocol"

// catalogue is what rows say whatever the run is, by their ids. It is half of an
// answer, so the engine is asked for it once.
type catalogue map[string]texts

type texts struct {
	source                   *protocol.Source
	formula, symbols, errata string
}

// learn notes the texts of a complete answer.
func (c catalogue) learn(rows []protocol.Row) {
	for _, row := range rows {
		c[row.ID] = texts{row.Source, row.Formula, row.Symbols, row.Errata}
	}
}

// complete puts the texts into the rows of a brief answer.
func (c catalogue) complete(rows []protocol.Row) {
	for i := range rows {
		row := &rows[i]
		known := c[row.ID]
		row.Source, row.Formula, row.Symbols, row.Errata = known.source, known.formula, known.symbols, known.errata
	}
}
