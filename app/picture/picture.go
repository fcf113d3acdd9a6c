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
	AnswerT  int       // the T that Result answers
	Width    float64   // in pixels; 0 for the default
	Last     float64   // where the T axis ends; 0 for the curve's end
}

// Chart is ε against T.
func (s Scene) Chart() plot.Chart {
	at, upper, lower := s.envelopes()
	last := 1.0
	if len(s.At) > 0 {
		last = s.At[len(s.At)-1]
	}
	if s.Last > 0 {
		last = s.Last
	}
	c := plot.Chart{
		ID:    "curve",
		Title: s.title(at, upper),
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
		x, y := s.along(row)
		if !drawable(s.Result, row.ID) {
			continue // a drawable row without a curve is in the legend all the same
		}
		c.Series = append(c.Series, plot.Series{
			ID: row.ID, Name: row.Name, Label: s.label(row), Kind: s.kind(row), Colour: i, X: x, Y: y,
			Hidden: !slices.Contains(drawn, row.ID),
		})
	}
	if highest(lower) > 0 && hasNumber(upper) {
		c.Band = plot.Band{Name: "the true loss lies in here", X: at, Lower: lower, Upper: upper}
	}
	if c.Y.Scale == plot.Linear {
		c.Y.To = s.ceiling(c.Series, upper)
	}
	c.Markers = s.markers(at, upper)
	c.Desc = s.describe(at, upper)
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

// along is a row's curve: the values of T at which the engine gave one, and
// the T of the answer with the answer's own value. Rows that take their time
// are computed at fewer values than others.
func (s Scene) along(row protocol.Row) (x, y []float64) {
	i := slices.IndexFunc(s.Curve.Series, func(c protocol.Series) bool { return c.Row == row.ID })
	if i < 0 || len(s.Curve.Series[i].Epsilon) != len(s.At) {
		return nil, nil
	}
	for j, e := range s.Curve.Series[i].Epsilon {
		if e != nil {
			x, y = append(x, s.At[j]), append(y, float64(*e))
		}
	}
	if t := float64(s.AnswerT); row.Epsilon != nil && len(s.At) > 0 && t >= 1 && t <= s.At[len(s.At)-1] {
		if j, found := slices.BinarySearch(x, t); !found {
			x, y = slices.Insert(x, j, t), slices.Insert(y, j, float64(*row.Epsilon))
		}
	}
	return x, y
}

// envelopes are the smallest proved upper bound and the largest proved lower
// bound, at the values of T at which the answer's row has one: between them the
// other rows alone would say too much.
func (s Scene) envelopes() (at, upper, lower []float64) {
	if s.Result.Answer == nil {
		return nil, nil, nil
	}
	best, ok := find(s.Result, s.Result.Answer.Row)
	if !ok {
		return nil, nil, nil
	}
	at, upper = s.along(best)
	upper = slices.Clone(upper)
	lower = make([]float64, len(at))
	for j := range lower {
		lower[j] = math.NaN()
	}
	for _, row := range s.Result.Rows {
		if row.Status != "proved" || !drawable(s.Result, row.ID) {
			continue
		}
		x, y := s.along(row)
		for j, t := range at {
			i, found := slices.BinarySearch(x, t)
			switch {
			case !found:
			case row.Side == "lower" && !(y[i] <= lower[j]):
				lower[j] = y[i]
			case row.Side == "upper":
				upper[j] = math.Min(upper[j], y[i])
			}
		}
	}
	return at, upper, lower
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
func (s Scene) markers(at, upper []float64) []plot.Marker {
	markers := []plot.Marker{{ID: "T", At: float64(s.T), Label: "your T = " + number.Plain(float64(s.T)), Yours: true, Dot: s.here(at, upper)}}
	if v := s.Result.Verdict; v.Helps && v.BurnIn > 1 {
		markers = append(markers, plot.Marker{ID: "burn-in", At: float64(v.BurnIn), Label: "hidden state starts to help"})
	}
	return markers
}

// here is the best bound at the person's T, from the nearest value at or above
// it: a place on the screen, not a claim.
func (s Scene) here(at, upper []float64) float64 {
	i, _ := slices.BinarySearch(at, float64(s.T))
	if i >= len(upper) || math.IsInf(upper[i], 0) {
		return 0
	}
	return upper[i]
}

// title says what is seen.
func (s Scene) title(at, best []float64) string {
	if !hasNumber(best) {
		return "No bound of the calculator applies to this run"
	}
	if after, ok := levels(at, best); ok {
		return fmt.Sprintf("Privacy loss levels off after %s steps", number.Plain(after))
	}
	if s.Result.Verdict.Helps {
		return "Privacy loss grows more slowly than if every iterate were published"
	}
	return "Privacy loss grows with every step, as if every iterate were published"
}

// levels finds where the best bound comes within a hundredth of where it ends,
// if that is in the first two thirds of the picture.
func levels(at, best []float64) (after float64, ok bool) {
	end := best[len(best)-1]
	if math.IsInf(end, 0) || end <= 0 {
		return 0, false
	}
	for j, e := range best {
		if e >= 0.99*end {
			after = at[j]
			break
		}
	}
	// Two digits: the place is soft.
	if scale := math.Pow(10, math.Floor(math.Log10(after))-1); scale > 1 {
		after = math.Ceil(after/scale) * scale
	}
	return after, after > 1 && after <= at[len(at)-1]*2/3
}

// describe tells those who do not see the picture what it shows.
func (s Scene) describe(at, best []float64) string {
	if !hasNumber(best) {
		return "Nothing is drawn."
	}
	text := fmt.Sprintf("ε against the number of iterations, from %s to %s.", number.Plain(s.At[0]), number.Plain(s.At[len(s.At)-1]))
	if here := s.here(at, best); here > 0 {
		text += fmt.Sprintf(" At T = %d the best bound is %s.", s.T, number.Up(here, 3))
	}
	if s.Result.Verdict.Helps && s.Result.Published != nil {
		text += fmt.Sprintf(" If every iterate were published it would be %s.", number.Up(float64(s.Result.Published.Epsilon), 3))
	}
	return text
}
