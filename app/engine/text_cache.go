package engine

import "lastiterate/wasm/protocol"

// textCache holds the texts of rows that do not depend on the run. They are about half of
// an answer, so the engine sends them once.
type textCache struct {
	texts    map[string]texts // by row id
	complete bool             // whether it has the texts of every row
}

type texts struct {
	source                   *protocol.Source
	formula, symbols, errata string
}

// store keeps the texts of an answer that has them; all says that the answer had every row.
func (c *textCache) store(rows []protocol.Row, all bool) {
	if c.texts == nil {
		c.texts = map[string]texts{}
	}
	for _, row := range rows {
		c.texts[row.ID] = texts{row.Source, row.Formula, row.Symbols, row.Errata}
	}
	c.complete = c.complete || all
}

// fill puts the texts into the rows of a brief answer.
func (c textCache) fill(rows []protocol.Row) {
	for i := range rows {
		row := &rows[i]
		known := c.texts[row.ID]
		row.Source, row.Formula, row.Symbols, row.Errata = known.source, known.formula, known.symbols, known.errata
	}
}
