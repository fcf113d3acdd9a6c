package protocol

import (
	"encoding/json"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
)

// FigureResult answers "figure": the lines of a paper's figure, ours among
// them, and what was compared with numbers in print.
type FigureResult struct {
	Figure   string          `json:"figure"`
	Paper    string          `json:"paper"`
	Number   string          `json:"number"` // "Figure 1 (a)"
	Title    string          `json:"title"`
	Epochs   bool            `json:"epochs,omitempty"` // values of "at" and "T" are epochs
	Run      json.RawMessage `json:"run"`
	Question json.RawMessage `json:"question"`
	Lines    []FigureLine    `json:"lines"`
	Checks   []FigureCheck   `json:"checks"`
}

// FigureLine is one line: ε at values of T or of epochs, null where the row does not apply.
type FigureLine struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Row     string          `json:"row,omitempty"` // absent where the paper draws a formula, or what an attack showed
	Ours    bool            `json:"ours"`          // added here, not in the paper
	Side    string          `json:"side"`
	Status  string          `json:"status"`
	Run     json.RawMessage `json:"run"` // of this line
	At      []Number        `json:"at"`
	Epsilon []*Number       `json:"epsilon"`
}

// Kind says what the line's values are.
func (l FigureLine) Kind() claim.Kind {
	return claim.KindOf(claim.Side(l.Side), claim.Status(l.Status))
}

// FigureCheck is a number that a line must have, and what it has.
type FigureCheck struct {
	Line   string  `json:"line"`
	T      Number  `json:"T"`
	Want   Number  `json:"want"`
	Digits int     `json:"digits"` // significant digits that must agree
	Source string  `json:"source"`
	Got    *Number `json:"got"`
	Agrees bool    `json:"agrees"`
}

// FromFigure writes a figure's lines as the result of "figure".
func FromFigure(f figure.Figure, lines []bounds.DrawnLine) FigureResult {
	out := FigureResult{Figure: f.ID, Paper: f.Paper, Number: f.Number, Title: f.Title, Epochs: f.Epochs,
		Run: EncodeRun(f.Run), Question: EncodeQuestion(f.Question),
		Lines: make([]FigureLine, len(lines)), Checks: make([]FigureCheck, len(f.Checks))}
	for i, l := range lines {
		line := FigureLine{ID: l.ID, Name: l.Name, Row: l.Row, Ours: l.Ours, Side: string(l.Side), Status: string(l.Status),
			Run: EncodeRun(f.RunOf(l.Line)), At: numbers(l.At), Epsilon: make([]*Number, len(l.Epsilon))}
		for j, e := range l.Epsilon {
			line.Epsilon[j] = optional(e)
		}
		out.Lines[i] = line
	}
	for i, c := range f.Checks {
		check := FigureCheck{Line: c.Line, T: Number(c.T), Want: Number(c.Want), Digits: c.Digits, Source: c.Source}
		got := bounds.ValueOf(lines, c.Line, c.T)
		check.Got, check.Agrees = optional(got), c.Agrees(got)
		if math.IsNaN(got) {
			check.Agrees = false
		}
		out.Checks[i] = check
	}
	return out
}
