package picture

import (
	"fmt"
	"math"
	"slices"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Scene is everything that the picture of ε against T shows.
type Scene struct {
	View     link.View
	Question claim.Question
	Result   protocol.Result
	Curve    protocol.CurveResult
	At       []float64 // the values of T of the curve
	T        int       // the person's, which may be on the move
	Width    float64   // in pixels; 0 for the default
	Last     float64   // where the T axis ends; 0 for the curve's end
}

// Chart is ε against T.
func (s Scene) Chart() plot.Chart {
	upper, lower := s.envelopes()
	last := 1.0
	if len(s.At) > 0 {
		last = s.At[len(s.At)-1]
	}
	if s.Last > 0 {
		last = s.Last
	}
	c := plot.Chart{
		ID:    "curve",
		Title: s.title(upper),
		X:     plot.Axis{Name: "iterations", Symbol: "T", Scale: plot.Linear, From: 0, To: last, Whole: true},
		Y:     plot.Axis{Name: "privacy loss", Symbol: "ε", Note: s.note(), Scale: plot.Linear},
		Width: s.Width,
	}
	if s.View.XScale == "log" {
		c.X.Scale, c.X.From = plot.Log, 1
	}
	if s.View.YScale == "log" {
		c.Y.Scale = plot.Log
	}
	drawn := Drawn(s.View, s.Result)
	for i, row := range s.Result.Rows {
		y, ok := s.along(row.ID)
		if !ok || !drawable(s.Result, row.ID) {
			continue
		}
		c.Series = append(c.Series, plot.Series{
			ID: row.ID, Name: row.Name, Label: s.label(row), Kind: s.kind(row), Colour: i, X: s.At, Y: y,
			Hidden: !slices.Contains(drawn, row.ID),
		})
	}
	if highest(lower) > 0 && hasNumber(upper) {
		c.Band = plot.Band{Name: "the true loss lies in here", X: s.At, Lower: lower, Upper: upper}
	}
	if c.Y.Scale == plot.Linear {
		c.Y.To = s.ceiling(c.Series, upper)
	}
	c.Markers = s.markers(upper)
	c.Desc = s.describe(upper)
	if s.Width > 0 && s.Width < narrow {
		c.Height = c.FitHeight(s.Width) + headroom
	}
	return c
}

// On a screen of fewer than narrow pixels the title and the markers' words take
// several lines; headroom gives their height back to the lines.
const (
	narrow   = 480
	headroom = 96
)

func (s Scene) note() string {
	if s.Question.Renyi() {
		return "of Rényi DP at α = " + number.Plain(s.Question.Alpha)
	}
	return "at δ = " + number.Plain(s.Question.Delta)
}

// along is a row's ε at every value of T; NaN where it does not apply.
func (s Scene) along(id string) ([]float64, bool) {
	i := slices.IndexFunc(s.Curve.Series, func(c protocol.Series) bool { return c.Row == id })
	if i < 0 || len(s.Curve.Series[i].Epsilon) != len(s.At) {
		return nil, false
	}
	y := make([]float64, len(s.At))
	for j, e := range s.Curve.Series[i].Epsilon {
		y[j] = math.NaN()
		if e != nil {
			y[j] = float64(*e)
		}
	}
	return y, true
}

// envelopes are the smallest proved upper bound and the largest proved lower
// bound at every T.
func (s Scene) envelopes() (upper, lower []float64) {
	upper, lower = make([]float64, len(s.At)), make([]float64, len(s.At))
	for j := range s.At {
		upper[j], lower[j] = math.NaN(), math.NaN()
	}
	for _, row := range s.Result.Rows {
		y, ok := s.along(row.ID)
		if !ok || row.Status != "proved" || !drawable(s.Result, row.ID) {
			continue
		}
		for j, e := range y {
			switch {
			case math.IsNaN(e):
			case row.Side == "lower" && !(e <= lower[j]):
				lower[j] = e
			case row.Side == "upper" && !(e >= upper[j]):
				upper[j] = e
			}
		}
	}
	return upper, lower
}

func (s Scene) kind(row protocol.Row) plot.Kind {
	switch {
	case s.Result.Answer != nil && row.ID == s.Result.Answer.Row:
		return plot.Best
	case row.Status == "not-valid":
		return plot.NotValid
	case row.Status == "estimate":
		return plot.Estimate
	case row.Side == "lower":
		return plot.Lower
	case row.Status == "reference":
		return plot.Reference
	}
	return plot.Other
}

// label names a line where it ends.
func (s Scene) label(row protocol.Row) string {
	if s.Result.Published != nil && row.ID == s.Result.Published.Row {
		return row.Name + ", every iterate published"
	}
	return row.Name
}

// tooHigh is how many times the best bound's height a line may reach before
// the axis is cut below it; a line that leaves points to where it went.
const tooHigh = 5

// ceiling is the end of a linear vertical axis; 0 fits it to what is drawn.
func (s Scene) ceiling(series []plot.Series, best []float64) float64 {
	top, own := 0.0, 0.0
	for _, line := range series {
		if line.Hidden {
			continue
		}
		top = math.Max(top, highest(line.Y))
	}
	own = highest(best)
	if own == 0 || top <= tooHigh*own {
		return 0
	}
	return tooHigh * own
}

func highest(y []float64) float64 {
	top := 0.0
	for _, v := range y {
		if v > top && !math.IsInf(v, 1) {
			top = v
		}
	}
	return top
}

func hasNumber(y []float64) bool {
	return slices.ContainsFunc(y, func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) })
}

// markers are the person's T, and where hidden state starts to help.
func (s Scene) markers(upper []float64) []plot.Marker {
	markers := []plot.Marker{{ID: "T", At: float64(s.T), Label: "your T = " + number.Plain(float64(s.T)), Yours: true, Dot: s.at(upper)}}
	if v := s.Result.Verdict; v.Helps && v.BurnIn > 1 {
		markers = append(markers, plot.Marker{ID: "burn-in", At: float64(v.BurnIn), Label: "hidden state starts to help"})
	}
	return markers
}

// at is the best bound at the person's T, from the nearest value at or above
// it: a place on the screen, not a claim.
func (s Scene) at(upper []float64) float64 {
	i, _ := slices.BinarySearch(s.At, float64(s.T))
	if i >= len(upper) || math.IsNaN(upper[i]) || math.IsInf(upper[i], 0) {
		return 0
	}
	return upper[i]
}

// title says what is seen.
func (s Scene) title(best []float64) string {
	if !hasNumber(best) {
		return "No bound of the calculator applies to this run"
	}
	if at, ok := s.levels(best); ok {
		return fmt.Sprintf("Privacy loss levels off after %s steps", number.Plain(at))
	}
	if s.Result.Verdict.Helps {
		return "Privacy loss grows more slowly than if every iterate were published"
	}
	return "Privacy loss grows with every step, as if every iterate were published"
}

// levels finds where the best bound comes within a hundredth of where it ends,
// if that is in the first two thirds of the picture.
func (s Scene) levels(best []float64) (at float64, ok bool) {
	end := best[len(best)-1]
	if math.IsNaN(end) || math.IsInf(end, 0) || end <= 0 {
		return 0, false
	}
	for j, e := range best {
		if e >= 0.99*end {
			at = s.At[j]
			break
		}
	}
	// Two digits: the place is soft.
	if scale := math.Pow(10, math.Floor(math.Log10(at))-1); scale > 1 {
		at = math.Ceil(at/scale) * scale
	}
	return at, at > 1 && at <= s.At[len(s.At)-1]*2/3
}

// describe tells those who do not see the picture what it shows.
func (s Scene) describe(best []float64) string {
	if !hasNumber(best) {
		return "Nothing is drawn."
	}
	text := fmt.Sprintf("ε against the number of iterations, from %s to %s.", number.Plain(s.At[0]), number.Plain(s.At[len(s.At)-1]))
	if here := s.at(best); here > 0 {
		text += fmt.Sprintf(" At T = %d the best bound is %s.", s.T, number.Up(here, 3))
	}
	if s.Result.Verdict.Helps && s.Result.Published != nil {
		text += fmt.Sprintf(" If every iterate were published it would be %s.", number.Up(float64(s.Result.Published.Epsilon), 3))
	}
	return text
}
