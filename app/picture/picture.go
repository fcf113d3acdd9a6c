package picture

import (
	"cmp"
	"math"
	"slices"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Scene holds everything that the picture shows.
type Scene struct {
	View        link.View
	Tab         Tab // the tab that is drawn, which may lag behind the view
	claim.Query     // the query that Result answers
	Result      protocol.Result

	// For the tabs that are curves:
	Parameter string // the parameter that varies; "" is T
	Epochs    bool   // while n or b varies, the number of epochs stays the same instead of T
	At        []float64
	Curve     protocol.CurveResult
	Here      float64 // the visitor's value, which a handle may be moving; 0 for none
	// Unfinished says that lines are missing or coarse, so the title states no result.
	Unfinished bool
	// Waits is the progress of the lines, for a picture without any; empty if it is unknown.
	Waits string

	Beside []Beside // pinned runs drawn beside this one, for the tabs that are curves
	Own    string   // the name of the scene's own line beside them; empty for "this run"

	Plan *protocol.ScheduleResult // for the other tabs

	Width    float64 // in pixels; 0 for the default
	Height   float64 // the largest height for which the screen has room; 0 for any
	Terse    bool    // there is room only for the lines
	From, To float64 // a fixed range of the horizontal axis; To = 0 means that the axis follows the view
}

// Charts draws the scene: one chart, or two that share their horizontal axis.
func (s Scene) Charts() []plot.Chart {
	switch {
	case s.Tab == Attack:
		return []plot.Chart{s.attack()}
	case s.Tab.Curved():
		return []plot.Chart{s.Chart()}
	case s.Plan == nil:
		return nil
	case s.Tab == Parts:
		return s.parts()
	}
	return s.schedule()
}

// Chart is ε along a parameter.
func (s Scene) Chart() plot.Chart {
	at, upper, _ := s.envelopes()
	lowest := s.lowest()
	c := plot.Chart{
		ID:    "curve",
		X:     s.axis(),
		Y:     plot.Axis{Name: "privacy loss", Symbol: "ε", Note: s.note(), Scale: plot.Linear},
		Width: s.Width,
		Terse: s.Terse,
	}
	if s.logY() {
		c.Y.Scale = plot.Log
	}
	drawn, best, ends := s.DrawnRows(), s.best(), s.takeovers(lowest)
	for i, row := range s.Result.Rows {
		x, y := s.along(row)
		if !drawable(s.Result, row.ID) {
			continue // a drawable row without a curve is still in the legend
		}
		name, label := row.Name, s.label(row)
		if label == row.Name && !s.Terse {
			label = words.Marked(row)
		}
		switch {
		case row.ID == best && len(s.Beside) > 0:
			name = label + ": " + name
		case row.ID == best && s.Terse && words.Ours(row):
			// No sentence beside a small chart says whose bound it is.
			name, label = name+", "+words.OwnProof, words.OwnProof
		case s.Terse && row.ID == bestPublished(s.Result):
			name, label = name+", "+words.Literature, words.Literature
		case s.Terse && s.Result.Lower != nil && row.ID == s.Result.Lower.Row: // other floors that the visitor draws keep their names
			label = "floor"
		}
		dot := 0.0
		if len(x) == 1 {
			dot = x[0] // the place of the line that will replace the dot
		}
		c.Series = append(c.Series, plot.Series{
			Own: dot, ID: row.ID, Name: name, Label: label, Valued: len(s.Beside) == 0 || row.ID == best,
			Kind: s.kind(row, best), Colour: i, X: x, Y: y, Between: s.knownBetween(row),
			Hidden: !slices.Contains(drawn, row.ID),
		})
		if row.ID == best {
			c.Series[len(c.Series)-1].Breaks = breaks(ends)
		}
	}
	if beside := s.besides(); len(beside) > 0 {
		// There is no band, since it would not be clear to which run it belongs.
		own, _ := Here(s.parameter(), s.Query)
		c.Series = together(append(c.Series, beside...), own)
	} else if hasNumber(upper) && (len(at) > 1 || !s.Unfinished) { // a dot alone has no band
		c.Band = s.savedBand(c.Series, lowest)
	}
	if c.Y.Scale == plot.Linear {
		c.Y.To = s.ceiling(c.X, c.Series, at, upper)
	}
	c.Title = s.title(at, upper, c.Y.To, lowest)
	c.Markers = append(s.markers(at, upper), s.named(ends)...)
	if s.Unfinished && !slices.ContainsFunc(c.Series, func(l plot.Series) bool { return len(l.X) > 1 }) {
		c.Waits = cmp.Or(s.Waits, Waiting(0, 0))
	}
	c.Desc = s.describe(at, upper)
	if s.Width > 0 && s.Width < narrow {
		c.Height = steadyHeight(c)
	}
	if s.Height > 0 {
		c.Height = min(max(c.FitHeight(s.Width), c.Height), s.Height)
	}
	return c
}

// On a screen narrower than narrow pixels the title and the markers' words take several lines; headroom returns that height to
// the lines.
const (
	narrow   = 480
	headroom = 96
	moreRoom = 60 // of the title's second line and the markers' words, which take it as they come
)

// steadyHeight is the height of a narrow chart. It is the same before the values come, with which the title and the markers change
// and the key gets its lines, so that what stands below does not move.
func steadyHeight(c plot.Chart) float64 {
	c.Title, c.Markers, c.Waits = "", nil, ""
	c.Series = slices.Clone(c.Series)
	for i := range c.Series {
		if line := &c.Series[i]; len(line.X) == 0 {
			line.X, line.Y = []float64{c.X.To}, []float64{math.NaN()}
		}
	}
	return c.FitHeight(c.Width) + headroom + moreRoom
}

// kind determines the look of a row's line. Bounds that the visitor has not chosen stay in the background.
func (s Scene) kind(row protocol.Row, best string) plot.Kind {
	switch kind := row.Kind(); {
	case row.ID == best:
		return plot.Best
	case kind == claim.AsPrinted:
		return plot.NotValid
	case kind == claim.EstimatedFloor:
		return plot.Estimate
	case kind == claim.Floor:
		return plot.Lower
	case kind == claim.ReferenceLine:
		return plot.Reference
	case s.Result.Published != nil && row.ID == s.Result.Published.Row:
		return plot.Published
	case row.ID == bestPublished(s.Result) && (s.Terse || s.View.Rows == nil):
		return plot.Rival
	case s.View.Rows != nil:
		return plot.Other
	}
	return plot.Quiet
}

// bestPublished is the row of the best published bound, if the answer is a result of ours.
func bestPublished(r protocol.Result) string {
	row, _ := (words.Subject{Result: r}).Rival()
	return row.ID
}

// label is the name at a line's end. Beside other runs the best line stands for the whole run.
func (s Scene) label(row protocol.Row) string {
	if len(s.Beside) > 0 && row.ID == s.best() {
		var others []claim.Query
		for _, b := range s.Beside {
			others = append(others, b.Query)
		}
		return s.labelApart(cmp.Or(s.Own, ownLabel), s.Query, others...)
	}
	return row.Name
}
