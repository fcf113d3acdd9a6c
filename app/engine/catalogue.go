package engine

import "lastiterate/wasm/protocol"

// catalogue is what rows say whatever the run is, by their ids. It is half of an
// answer, so the engine is asked for it once.
type catalogue struct {
	texts map[string]texts
	whole bool // every row's are known
}

type texts struct {
	source                   *protocol.Source
	formula, symbols, errata string
}

// learn notes the texts of an answer that has them: of all rows, or of those asked for.
func (c *catalogue) learn(rows []protocol.Row, all bool) {
	if c.texts == nil {
		c.texts = map[string]texts{}
	}
	for _, row := range rows {
		c.texts[row.ID] = texts{row.Source, row.Formula, row.Symbols, row.Errata}
	}
	c.whole = c.whole || all
}

// complete puts the texts into the rows of a brief answer.
func (c catalogue) complete(rows []protocol.Row) {
	for i := range rows {
		row := &rows[i]
		known := c.texts[row.ID]
		row.Source, row.Formula, row.Symbols, row.Errata = known.source, known.formula, known.symbols, known.errata
	}
}
