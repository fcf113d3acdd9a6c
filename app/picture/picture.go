package picture

import (
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Scene is everything that the picture shows.
type Scene struct {
	View     link.View
	Tab      Tab            // what is drawn, which may lag behind the view
	Run      run.Run        // that Result answers
	Question claim.Question // likewise
	Result   protocol.Result

	// Of the tabs that are curves:
	Parameter string // what varies; "" is T
	At        []float64
	Curve     protocol.CurveResult
	Here      float64 // the person's value, which may be on the move; 0 for none

	Beside []Beside // pinned runs drawn with it, of the tabs that are curves
	Own    string   // what the scene's own line is called beside them; empty: "this run"

	Plan *protocol.ScheduleResult // of the other tabs

	Width    float64 // in pixels; 0 for the default
	Height   float64 // the most that the screen leaves for a chart; 0 for any
	Terse    bool    // there is room for the lines alone
	From, To float64 // where the horizontal axis is held; To = 0 follows the view
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
	c := plot.Chart{
		ID:    "curve",
		Title: s.title(at, upper),
		X:     s.axis(),
		Y:     plot.Axis{Name: "privacy loss", Symbol: "ε", Note: s.note(), Scale: plot.Linear},
		Width: s.Width,
		Terse: s.Terse,
	}
	if s.View.YScale == "log" {
		c.Y.Scale = plot.Log
	}
	drawn, best := Drawn(s.View, s.Result), s.best()
	for i, row := range s.Result.Rows {
		x, y := s.along(row)
		if !drawable(s.Result, row.ID) {
			continue // a drawable row without a curve is in the legend all the same
		}
		name := row.Name
		if row.ID == best && len(s.Beside) > 0 {
			name = s.label(row) + ": " + name
		}
		dot := 0.0
		if len(x) == 1 {
			dot = x[0] // where its line will pass
		}
		c.Series = append(c.Series, plot.Series{
			Own: dot, ID: row.ID, Name: name, Label: s.label(row), Kind: s.kind(row, best), Colour: i, X: x, Y: y,
			Hidden: !slices.Contains(drawn, row.ID),
		})
	}
	if beside := s.besides(); len(beside) > 0 {
		// Whose band it is could not be seen.
		c.Series = append(c.Series, beside...)
	} else if hasNumber(upper) {
		c.Band = s.saved(c.Series, at, upper)
	}
	if c.Y.Scale == plot.Linear {
		c.Y.To = s.ceiling(c.X, c.Series, at, upper)
	}
	c.Markers = s.markers(at, upper)
	c.Desc = s.describe(at, upper)
	if s.Width > 0 && s.Width < narrow {
		c.Height = c.FitHeight(s.Width) + headroom
	}
	if s.Height > 0 {
		c.Height = math.Min(math.Max(c.FitHeight(s.Width), c.Height), s.Height)
	}
	return c
}

// On a screen of fewer than narrow pixels the title and the markers' words take
// several lines; headroom gives their height back to the lines.
const (
	narrow   = 480
	headroom = 96
)

// parameter is what the curve varies.
func (s Scene) parameter() string {
	if s.Parameter == "" {
		return "T"
	}
	return s.Parameter
}

// axis is the horizontal axis of a curve.
func (s Scene) axis() plot.Axis {
	parameter := s.parameter()
	l := form.LabelOf(s.Run, Field(parameter))
	a := plot.Axis{Name: l.Name, Symbol: PlainSymbol(l.Symbol), Scale: plot.Linear, Whole: whole(parameter)}
	if len(s.At) > 0 {
		a.From, a.To = s.At[0], s.At[len(s.At)-1]
	} else {
		a.To = 1
	}
	if s.View.To > 0 {
		span := SpanOf(s.View, parameter, s.Run, s.Question, s.Result)
		a.From, a.To = span.From, span.To
	}
	if s.To > 0 {
		a.From, a.To = s.From, s.To
	}
	if LogX(s.View, parameter) {
		a.Scale = plot.Log
		if i := slices.IndexFunc(s.At, func(v float64) bool { return v > 0 }); a.From <= 0 && i >= 0 {
			a.From = s.At[i]
		}
	} else if parameter == "T" && a.From == 1 {
		a.From = 0 // a linear axis begins where nothing is lost
	}
	return a
}

// PlainSymbol writes a symbol without the mark of its subscript.
func PlainSymbol(symbol string) string {
	out := make([]rune, 0, len(symbol))
	for _, r := range symbol {
		if r != '_' {
			out = append(out, r)
		}
	}
	return string(out)
}

func (s Scene) note() string {
	switch {
	case s.Parameter == "delta":
		return "of (ε, δ)"
	case s.Parameter == "alpha":
		return "of Rényi DP"
	case s.Question.Renyi():
		return "of Rényi DP at α = " + number.Plain(s.Question.Alpha)
	}
	return "at δ = " + number.Plain(s.Question.Delta)
}

// matches reports whether the curve's values answer the question asked: those
// along α are Rényi divergences, those along δ are not.
func (s Scene) matches() bool {
	switch s.Parameter {
	case "alpha":
		return s.Question.Renyi()
	case "delta":
		return !s.Question.Renyi()
	}
	return true
}

// along is a row's curve: the values at which the engine gave one, and the value
// of the run answered with the answer's own ε. Rows that take their time are
// computed at fewer values than others.
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
	own, ok := Here(s.parameter(), s.Run, s.Question)
	if ok && s.matches() && row.Epsilon != nil && len(s.At) > 0 && own >= s.At[0] && own <= s.At[len(s.At)-1] {
		if j, found := slices.BinarySearch(x, own); !found {
			x, y = slices.Insert(x, j, own), slices.Insert(y, j, float64(*row.Epsilon))
		}
	}
	return x, y
}

// best is the row that gives the answer, or, where the curve is about another
// question, the one that is the smallest at most of its values.
func (s Scene) best() string {
	if s.Result.Answer == nil {
		return ""
	}
	if s.matches() {
		return s.Result.Answer.Row
	}
	var rivals []rival
	for _, row := range s.Result.Rows {
		if row.Side != "upper" || row.Status != "proved" {
			continue
		}
		if x, y := s.along(row); len(x) > 0 {
			rivals = append(rivals, rival{row.ID, x, y})
		}
	}
	if len(rivals) == 0 {
		return s.Result.Answer.Row
	}
	return winner(rivals)
}

// rival is a row that may be the best.
type rival struct {
	row  string
	x, y []float64
}

// winner is the rival that is the smallest most often, where the one with the
// fewest values has them: elsewhere a slow row has no say.
func winner(rivals []rival) string {
	fewest := slices.MinFunc(rivals, func(a, b rival) int { return len(a.x) - len(b.x) })
	wins := make([]int, len(rivals))
	for _, at := range fewest.x {
		best, least := -1, math.Inf(1)
		for i, r := range rivals {
			if j, found := slices.BinarySearch(r.x, at); found && r.y[j] < least*(1-1e-9) {
				best, least = i, r.y[j]
			}
		}
		if best >= 0 {
			wins[best]++
		}
	}
	return rivals[slices.Index(wins, slices.Max(wins))].row
}

// envelopes are the smallest proved upper bound and the largest proved lower
// bound, at the values at which the best row has one: between them the other
// rows alone would say too much.
func (s Scene) envelopes() (at, upper, lower []float64) {
	best, ok := find(s.Result, s.best())
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

// saved is the area between the best bound and what is lost if every iterate is
// published; there is none where that line is not drawn or no higher anywhere.
func (s Scene) saved(lines []plot.Series, at, best []float64) plot.Band {
	i := slices.IndexFunc(lines, func(l plot.Series) bool { return l.Kind == plot.Published && !l.Hidden })
	if i < 0 {
		return plot.Band{}
	}
	band := plot.Band{Name: "what hiding the iterates saves", X: at, Lower: best, Upper: make([]float64, len(at))}
	gains := false
	for j, x := range at {
		band.Upper[j] = between(lines[i].X, lines[i].Y, x)
		gains = gains || band.Upper[j] > 1.001*best[j]
	}
	if !gains {
		return plot.Band{}
	}
	return band
}

// between is the value of a line at x, on the straight way from point to point; NaN
// where it does not reach so far.
func between(x, y []float64, at float64) float64 {
	i, found := slices.BinarySearch(x, at)
	switch {
	case found:
		return y[i]
	case i == 0 || i == len(x):
		return math.NaN()
	}
	return y[i-1] + (y[i]-y[i-1])*(at-x[i-1])/(x[i]-x[i-1])
}

// kind is how a row's line looks. Bounds that nobody asked for stay in the background.
func (s Scene) kind(row protocol.Row, best string) plot.Kind {
	switch {
	case row.ID == best:
		return plot.Best
	case row.Status == "not-valid":
		return plot.NotValid
	case row.Status == "estimate":
		return plot.Estimate
	case row.Side == "lower":
		return plot.Lower
	case row.Status == "reference":
		return plot.Reference
	case s.Result.Published != nil && row.ID == s.Result.Published.Row:
		return plot.Published
	case s.View.Rows != nil:
		return plot.Other
	case row.ID == s.rival():
		return plot.Rival
	}
	return plot.Quiet
}

// rival is the row of the best published bound, where the answer is a result of ours.
func (s Scene) rival() string {
	row, _ := words.About(s.Run, s.Question, s.Result, nil).Rival()
	return row.ID
}

// label names a line where it ends, with its value at the person's own. Beside other runs the best line stands for
// the whole run.
func (s Scene) label(row protocol.Row) string {
	if len(s.Beside) > 0 && row.ID == s.best() {
		if s.Own != "" {
			return s.Own
		}
		return "this run"
	}
	if row.Epsilon == nil || !s.matches() || math.IsInf(float64(*row.Epsilon), 1) {
		return row.Name
	}
	if row.Side == "lower" {
		return row.Name + " " + number.Down(float64(*row.Epsilon), words.SentenceDigits)
	}
	return row.Name + " " + number.Up(float64(*row.Epsilon), words.SentenceDigits)
}

// tooHigh is how many times the best bound's height a line may reach before
// the axis is cut below it; a line that leaves points to where it went.
const tooHigh = 5

// ceiling is the end of a linear vertical axis; 0 fits it to what is drawn.
func (s Scene) ceiling(x plot.Axis, series []plot.Series, at, best []float64) float64 {
	top, own := 0.0, within(x, at, best)
	for _, line := range series {
		if !line.Hidden {
			top = math.Max(top, within(x, line.X, line.Y))
		}
	}
	beside := 0.0
	for _, line := range series {
		if !line.Hidden && line.Kind == plot.Beside {
			beside = math.Max(beside, within(x, line.X, line.Y))
		}
	}
	// A bound that itself runs over decades would lie on the floor but for its
	// steepest end: what is near the person's value is what to look at.
	if here := s.here(at, best); s.parameter() != "T" && here > 0 && own > tooHigh*here {
		own = here
	}
	own = math.Max(own, beside)
	if own == 0 || top <= tooHigh*own {
		return 0
	}
	return tooHigh * own
}

// within is the highest value of a line on the axis.
func within(x plot.Axis, at, y []float64) float64 {
	top := 0.0
	for i, v := range y {
		if v > top && !math.IsInf(v, 1) && at[i] >= x.From && at[i] <= x.To {
			top = v
		}
	}
	return top
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

// markers are the person's value, and where hidden state starts to help or the
// order that gave the answer.
func (s Scene) markers(at, upper []float64) []plot.Marker {
	var markers []plot.Marker
	symbol := PlainSymbol(form.LabelOf(s.Run, Field(s.parameter())).Symbol)
	if s.Here > 0 {
		markers = append(markers, plot.Marker{ID: "here", At: s.Here, Label: "your " + symbol + " = " + number.Plain(s.Here), Yours: true, Dot: s.here(at, upper)})
	}
	if v := s.Result.Verdict; s.parameter() == "T" && v.Helps && v.BurnIn > 1 {
		markers = append(markers, plot.Marker{ID: "burn-in", At: float64(v.BurnIn), Label: "hidden state starts to help"})
	}
	if order := bestOrder(s.Result); s.Parameter == "alpha" && !s.Question.Renyi() && order > 0 {
		markers = append(markers, plot.Marker{ID: "order", At: order, Label: "the best order for your δ, α = " + number.Plain(threeDigits(order))})
	}
	return markers
}

// here is the best bound at the person's value, from the nearest at or above
// it: a place on the screen, not a claim.
func (s Scene) here(at, upper []float64) float64 {
	i, _ := slices.BinarySearch(at, s.Here)
	if s.Here == 0 || i >= len(upper) || math.IsInf(upper[i], 0) {
		return 0
	}
	return upper[i]
}
