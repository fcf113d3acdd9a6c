package engine

import "lastiterate/wasm/protocol"

// catalogue holds, by row id, the texts that do not depend on the run. They are about half of
// an answer, so the engine sends them once.
type catalogue struct {
	texts map[string]texts
	whole bool // the texts of every row are known
}

type texts struct {
	source                   *protocol.Source
	formula, symbols, errata string
}

// learn notes the texts of an answer that has them; all says that the answer had every row.
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
