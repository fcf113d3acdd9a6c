package engine

import "lastiterate/wasm/protocol"

// textCache holds those texts of the rows that are the same for every run. They are about half of an answer;
// once the client has all of them, it asks for answers without them.
type textCache struct {
	texts    map[string]texts // by row id
	complete bool             // whether it has the texts of every row
}

type texts struct {
	source                   *protocol.Source
	formula, symbols, errata string
}

// store keeps the texts of an answer; all reports whether the answer had every row.
func (c *textCache) store(rows []protocol.Row, all bool) {
	if c.texts == nil {
		c.texts = map[string]texts{}
	}
	for _, row := range rows {
		c.texts[row.ID] = texts{row.Source, row.Formula, row.Symbols, row.Errata}
	}
	c.complete = c.complete || all
}

// fill adds the texts to the rows of an answer that came without them.
func (c textCache) fill(rows []protocol.Row) {
	for i := range rows {
		row := &rows[i]
		known := c.texts[row.ID]
		row.Source, row.Formula, row.Symbols, row.Errata = known.source, known.formula, known.symbols, known.errata
	}
}
