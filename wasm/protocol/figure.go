package protocol

import (
	"encoding/json"

	"lastiterate/bounds/claim"
)

// FigureResult answers "figure": the lines of a paper's figure, with lines of ours, and the comparisons with printed numbers.
type FigureResult struct {
	Figure   string          `json:"figure"`
	Paper    string          `json:"paper"`
	Number   string          `json:"number"` // "Figure 1 (a)"
	Title    string          `json:"title"`
	Epochs   bool            `json:"epochs,omitempty"`   // values of "at" and "T" are epochs
	Quantity string          `json:"quantity,omitempty"` // the quantity of "epsilon", "low" and "high" if it is not ε: "training loss"
	Ends     []string        `json:"ends,omitempty"`     // the percentiles of "low" and "high": "2.5 %", "97.5 %"; absent without intervals
	Run      json.RawMessage `json:"run"`
	Question json.RawMessage `json:"question"`
	Lines    []FigureLine    `json:"lines"`
	Checks   []FigureCheck   `json:"checks"`
}

// FigureLine is one line: ε, or the figure's quantity, at values of T or of epochs; null if the row does not apply there.
type FigureLine struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Row     string          `json:"row,omitempty"` // absent for a formula of the paper, and for results of an attack
	Ours    bool            `json:"ours"`          // added here, not in the paper
	Side    string          `json:"side"`
	Status  string          `json:"status"`
	Run     json.RawMessage `json:"run"` // the run of this line
	At      []Number        `json:"at"`
	Epsilon []*Number       `json:"epsilon"`
	Low     []Number        `json:"low,omitempty"`  // the lower ends of the values' intervals; absent if the line has none
	High    []Number        `json:"high,omitempty"` // their upper ends
}

// Kind returns the kind of the line's values.
func (l FigureLine) Kind() claim.BoundKind {
	return claim.KindOf(claim.Side(l.Side), claim.Status(l.Status))
}

// FigureCheck is a number that a line must have, and the line's number.
type FigureCheck struct {
	Line   string  `json:"line"`
	T      Number  `json:"T"`
	Want   Number  `json:"want"`
	Digits int     `json:"digits"` // significant digits; got agrees if it rounds to want at so many
	Source string  `json:"source"`
	Got    *Number `json:"got"`
	Agrees bool    `json:"agrees"`
}
