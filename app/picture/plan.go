package picture

import (
	"fmt"
	"math"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// timeAxis is the horizontal axis of a schedule: t steps are done, and the step that ends there is step t, the t-th of the run. A
// distance or a cost at t is the one after step t, and what a step adds or pays stands at its own t.
func (s Scene) timeAxis(from, to float64) plot.Axis {
	a := plot.Axis{Name: "step", Symbol: "t", From: from, To: to, Whole: true}
	if n := s.lastEpochs(); n > 0 && s.View.To == 0 {
		a.Name = fmt.Sprintf("last %d of %s epochs, step", shownEpochs, number.Plain(math.Ceil(float64(s.Plan.T)/(n/shownEpochs))))
	} else if s.skips() {
		a.Name = lastOf(s.Plan.T-int(from), s.Plan.T) + "; step"
	} else if at := s.Plan.At; !s.Plan.Complete && len(at) > 1 && at[1]-at[0] > 1 { // the last steps are all listed
		a.Name += fmt.Sprintf(", one in %d drawn at first", at[1]-at[0])
	}
	if s.View.To > 0 && s.View.From < to {
		a.From, a.To = s.View.From, min(s.View.To, to)
	}
	if s.To > 0 {
		a.From, a.To = s.From, s.To
	}
	return a
}

// steps numbers the listed steps from 1, as people count them: the last step of the run is step T.
func (s Scene) steps() []float64 {
	out := floats(s.Plan.At)
	for i := range out {
		out[i]++
	}
	return out
}

// fromFirst makes an axis of time begin at the first value of its chart, unless the visitor has chosen a range.
func (s Scene) fromFirst(a plot.Axis, at, y []float64) plot.Axis {
	for i, v := range y {
		if !math.IsNaN(v) && s.View.To == 0 && s.To == 0 {
			a.From = max(a.From, min(at[i], a.To-1))
			break
		}
	}
	return a
}

const (
	// mostEpochs is the largest number of epochs that can be told apart in a schedule; of more, the last shownEpochs are drawn.
	mostEpochs, shownEpochs = 30, 5
)

// lastEpochs is the number of the last steps that a schedule's charts show if the steps of an epoch repeat so often that they would draw
// a comb; 0 if all steps are shown.
func (s Scene) lastEpochs() float64 {
	p, e := s.Plan, epochOf("T", s.Run)
	n := shownEpochs * e
	if e == 0 || p.T-p.Tau <= mostEpochs*e || len(p.At) < n || p.At[len(p.At)-n] != p.T-n {
		return 0
	}
	return float64(n)
}

// PlanSpan is the range of time that a schedule's charts show by default.
func (s Scene) PlanSpan() (from, to float64) {
	if s.Plan == nil {
		return 0, 1
	}
	tau, end := float64(s.Plan.Tau), float64(s.Plan.T)
	if n := s.lastEpochs(); n > 0 {
		return end - n, end
	}
	if s.Tab == Parts && s.Plan.Tau == 0 {
		return s.firstCost(), end
	}
	if s.Tab == Parts {
		// In a long run the distance before τ is constant for most of the time: the runs are D apart.
		return max(0, min(end-lookBack*(end-tau), tau-0.2*(end-tau))), end
	}
	return tau, end
}

// skips reports whether the breakdown leaves out the first steps, before which hardly anything is paid.
func (s Scene) skips() bool {
	return s.Tab == Parts && s.Plan.Tau == 0 && s.View.To == 0 && s.lastEpochs() == 0 && s.firstCost() > 0
}

// firstCost is the last listed step before which less than 1 % of the bound is paid. Of a schedule from the first step on, the
// breakdown begins there if that is beyond the middle: in a long run the costs before are not visible. Otherwise it is 0.
func (s Scene) firstCost() float64 {
	p, from := s.Plan, 0.0
	if len(p.Paid) == 0 {
		return from
	}
	for i, t := range p.At {
		if float64(p.Paid[i]) < 0.01*float64(p.Paid[len(p.Paid)-1]) {
			from = float64(t)
		}
	}
	if from < float64(p.T)/2 {
		return 0
	}
	return from
}

// Begins is where charts are read before the visitor points at them: the run's own value or, for a schedule without a chosen
// range, its end, after the last step, where the parts add up to the bound. Along an order or a δ that the run's
// question lacks it is the axis's end, where the lines have their names, and for an attacker the rate of the title. It is 0 if there is
// no such value.
func (s Scene) Begins() float64 {
	ofQuestion := s.Tab.Curved() && s.Tab != Attack && (s.Parameter == "alpha" || s.Parameter == "delta")
	switch {
	case s.Tab == Attack && s.Result.Answer != nil && (s.View.To == 0 || s.View.From <= titleRate && titleRate <= s.View.To):
		return titleRate
	case ofQuestion && s.Here == 0 && !s.Terse && len(s.At) > 0:
		return s.At[len(s.At)-1]
	case s.Plan == nil || s.View.To > 0 || len(s.Plan.At) == 0:
		return s.Here
	}
	return float64(s.Plan.T)
}

// lookBack is the number of windows of time in the picture of the parts.
const lookBack = 4

// schedule draws the optimum: the distance that is still hidden, the payments of every step for this distance and for its own
// sensitivity, and the share β of its noise that hides its own sensitivity.
func (s Scene) schedule() []plot.Chart {
	p := s.Plan
	at, end := s.steps(), append(floats(p.At), float64(p.T))
	from, to := s.PlanSpan()
	series, adds := []plot.Series{
		{ID: "z", Name: s.brief("distance still hidden, z", "hidden, z"), Kind: plot.Best, X: end, Y: append(values(p.Z), 0)},
		{ID: "a", Name: s.brief("paid by the step, a", "paid, a"), Kind: plot.Other, Colour: 3, X: at, Y: values(p.A), Lasts: true},
	}, ""
	if p.Alpha == nil {
		series, adds = append(series, plot.Series{ID: "s", Name: s.brief("added by the step, s", "added, s"),
			Kind: plot.Reference, X: at, Y: values(p.S), Lasts: true}),
			" what the step adds to it, s,"
	}
	lengths := plot.Chart{
		ID: "lengths", Title: s.of(s.scheduleTitle()), Width: s.Width,
		X: s.timeAxis(from, to), Y: s.lengthAxis(),
		Series:  series,
		Markers: s.start(),
		Desc: fmt.Sprintf("The distance z between the two runs that is still hidden after each step from τ = %s to T = %s,%s and what "+
			"the step’s noise pays, a. All are distances between weights. At T none is left.",
			number.Plain(float64(p.Tau)), number.Plain(float64(p.T)), adds),
	}
	lengths.Y.To = s.headroom(lengths)
	beta := shares(p.Beta)
	if !s.Run.Steady() {
		return plot.Aligned([]plot.Chart{s.short(lengths), s.short(s.rates(at, from, to))})
	}
	if !s.divides() || numbers(beta) < 2 { // of fewer there is no share to follow
		return []plot.Chart{s.short(lengths)}
	}
	hides, symbol := "the step itself", "β = s/a"
	if p.Alpha != nil {
		hides, symbol = "whether the batch holds the example", "β"
	}
	title := shareTitle(at, beta, hides)
	if least, most := ends(beta); most-least < level {
		if least < 1 { // otherwise no distance is hidden, as the title says
			lengths.Title += "; " + title // words say it if the line is constant
		}
		return []plot.Chart{s.short(lengths)}
	}
	title = upper(title)
	share := plot.Chart{
		ID: "shares", Title: title, Width: s.Width,
		X: s.fromFirst(s.timeAxis(from, to), end, beta), Y: plot.Axis{Name: "share of the step’s noise", Symbol: "β", From: 0, To: 1},
		Series: []plot.Series{{ID: "beta", Name: "share that hides " + hides + ", " + symbol, Label: "β", Kind: plot.Best, X: at, Y: beta,
			Lasts: true}},
		Desc: "Of each step’s noise the share β hides " + hides + "; the rest hides the distance.",
	}
	return plot.Aligned([]plot.Chart{s.short(lengths), s.short(share)})
}

// divides reports whether the row's proof divides the noise of each step: one share hides the step, the rest the distance. Chien and
// Li's bounds do, and those of batches sampled afresh. A shifted process divides nothing: its step may pay less than it adds, and
// s/a is no share (shift.md in bounds/internal/shift, section 1).
func (s Scene) divides() bool {
	return s.Plan.Alpha != nil || strings.HasPrefix(s.Plan.Row, "chien-li-")
}

// of adds to a title the name of the row whose schedule is shown, with its bound if that is not the answer.
func (s Scene) of(title string) string {
	row, ok := find(s.Result, s.Plan.Row)
	if !ok {
		return title
	}
	name := row.Name
	if row.ID != answerRow(s.Result) && row.Epsilon != nil {
		name += ", " + words.About(s.Query, s.Result, nil).EpsilonName() + " ≤ " + number.Up(float64(*row.Epsilon), words.SentenceDigits)
	}
	return name + ": " + strings.ToLower(title[:1]) + title[1:]
}

// short reduces the height of a chart that stands above or below another.
func (s Scene) short(c plot.Chart) plot.Chart {
	c.Height = math.Round(0.68 * c.FitHeight(c.Width))
	if s.Width == 0 || s.Width >= narrow {
		return c
	}
	c.Height = c.FitHeight(c.Width)
	return c
}

// brief returns the shorter of two names in a terse chart, whose strip would cut the longer one.
func (s Scene) brief(long, short string) string {
	if s.Terse {
		return short
	}
	return long
}

func (s Scene) lengthAxis() plot.Axis {
	a := plot.Axis{Name: "distance between weights", Scale: plot.Linear}
	if s.View.YScale == "log" {
		a.Scale = plot.Log
	}
	return a
}

// headroom is an end of a linear vertical axis above the visible values, so that spikes that all end at the same height do not hide
// each other's ends behind the edge of the plot.
func (s Scene) headroom(c plot.Chart) float64 {
	if c.Y.Scale != plot.Linear {
		return 0
	}
	top := 0.0
	for _, line := range c.Series {
		top = max(top, within(c.X, line.X, line.Y))
	}
	if best := within(c.X, c.Series[0].X, c.Series[0].Y); best > 0 && top > tooHigh*best {
		return 0 // the others leave the picture
	}
	return 1.1 * top
}

// start marks τ, unless it is the first step.
func (s Scene) start() []plot.Marker {
	if s.Plan.Tau == 0 {
		return nil
	}
	return []plot.Marker{{ID: "tau", At: float64(s.Plan.Tau), Label: "τ = " + number.Plain(float64(s.Plan.Tau))}}
}

func (s Scene) scheduleTitle() string {
	p := s.Plan
	hidden := 0.0
	for _, z := range p.Z {
		hidden = max(hidden, float64(z))
	}
	switch {
	case hidden == 0:
		return "Every step’s noise pays for that step alone: no distance is hidden"
	case p.T-p.Tau == 1:
		return "All of the bound is spent in the " + lastOf(1, p.T)
	}
	return "Half of the bound is spent in the " + lastOf(p.T-s.half(), p.T)
}

// Payments says which visible step’s noise pays the most, and which the least; empty if one step pays everything.
func (s Scene) Payments() string {
	if s.Plan == nil || len(s.Plan.A) < 2 {
		return ""
	}
	p, least, most, among := s.Plan, -1, -1, ""
	shown := s.timeAxis(s.PlanSpan())
	for i, a := range p.A {
		if t := float64(p.At[i] + 1); t <= shown.From || t > shown.To {
			continue
		}
		if most < 0 || a >= p.A[most] {
			most = i
		}
		if least < 0 || a < p.A[least] {
			least = i
		}
	}
	switch {
	case most < 0:
		return ""
	case shown.From > float64(p.Tau) || shown.To < float64(p.T):
		among = "Of the steps shown, "
	case !p.Complete:
		among = "Of the steps drawn, "
	}
	step := func(i int) string {
		switch p.At[i] {
		case 0:
			return "the first step"
		case p.T - 1:
			return "the last step"
		}
		return "step " + number.Plain(float64(p.At[i]+1))
	}
	paid := func(i int) string { return number.Up(float64(p.A[i]), 3) }
	switch {
	case p.A[most] == 0:
		return ""
	case paid(least) == paid(most):
		return upper(among + "every step pays the same: a = " + paid(most) + ".")
	case p.A[least] == 0:
		return upper(among + step(most) + " pays most, a = " + paid(most) + ", and some pay nothing.")
	}
	return upper(among + step(most) + " pays most, a = " + paid(most) + ", and " + step(least) + " least, a = " + paid(least) + ".")
}

// upper begins a sentence with a capital.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// lastOf names the last n of some steps.
func lastOf(n, steps int) string {
	if n == 1 {
		return "last of " + number.Plain(float64(steps)) + " steps"
	}
	return "last " + number.Plain(float64(n)) + " of " + number.Plain(float64(steps)) + " steps"
}

// half is the last of the listed steps from which on at least half of the cost is paid.
func (s Scene) half() int {
	p := s.Plan
	total := float64(p.Paid[len(p.Paid)-1])
	for i, t := range p.At {
		if float64(p.Paid[i+1]) > total/2*(1+1e-12) {
			return t
		}
	}
	return p.T
}

// shareTitle describes how the share changes, in a sentence that may follow another.
func shareTitle(at, beta []float64, hides string) string {
	first, last, since := math.NaN(), math.NaN(), 0
	for i, b := range beta {
		if !math.IsNaN(b) {
			if math.IsNaN(first) {
				first, since = b, i
			}
			last = b
		}
	}
	percent := func(x float64) string { return number.Plain(math.Round(100*x)) + " %" }
	text := "the share of the noise that hides " + hides + " goes from " + percent(first) + " to " + percent(last)
	switch least, most := ends(beta); {
	case most-least < level && numbers(beta) < len(beta)-since:
		text = "where a step hides itself, " + percent(last) + " of its noise does so, and the rest hides the distance"
	case most-least < level:
		text = percent(last) + " of each step’s noise hides " + hides + ", the rest the distance"
	case percent(first) == percent(last):
		text = "the share of the noise that hides " + hides + " lies between " + percent(least) + " and " + percent(most)
	}
	if since > 0 && since+1 < len(at) && !math.IsNaN(beta[since+1]) {
		return "from step " + number.Plain(at[since]) + " on, " + text
	}
	return text
}

// level is the largest difference of shares that are described as equal.
const level = 0.01

// ends returns the least and the greatest of some numbers; least is above most if there are none.
func ends(list []float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, x := range list {
		if !math.IsNaN(x) {
			least, most = min(least, x), max(most, x)
		}
	}
	return least, most
}

func numbers(list []float64) int {
	n := 0
	for _, x := range list {
		if !math.IsNaN(x) {
			n++
		}
	}
	return n
}

func floats(list []int) []float64 {
	out := make([]float64, len(list))
	for i, t := range list {
		out[i] = float64(t)
	}
	return out
}

func values(list []protocol.Number) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = float64(x)
	}
	return out
}

func shares(list []*protocol.Number) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = math.NaN()
		if x != nil {
			out[i] = float64(*x)
		}
	}
	return out
}
