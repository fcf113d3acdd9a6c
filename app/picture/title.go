package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// title is the picture's title, which states its result as far as it is visible: up to top, the end of the vertical axis, if this is
// not 0. It tells of the bound: the privacy loss itself may lie anywhere from the floor up to it.
func (s Scene) title(at, bound []float64, top float64, lowest lowest) string {
	if s.Unfinished {
		return s.subject()
	}
	best := bound
	if top > 0 {
		best = upTo(bound, top)
	}
	if !hasNumber(best) {
		if s.Unseen() {
			return unseen
		}
		if s.Parameter == "alpha" && s.Result.Answer != nil {
			return "The rows drawn prove no Rényi bound for this run"
		}
		return "No bound here applies to this run"
	}
	switch s.parameter() {
	case "T":
		return s.overT(at, best, func() string { return s.overField(at, bound, lowest) })
	case "alpha":
		return s.overAlpha(at, best)
	case "delta":
		return s.overDelta(at, best)
	case "every":
		if lowest, most := slices.Min(best), highest(best); s.Run.Release == run.EveryKth && lowest < 0.99*most {
			return "What a checkpoint costs: from composition to the last iterate"
		}
	}
	return s.overField(at, bound, lowest)
}

// Empty says why nothing can be drawn along a parameter. It is empty if a line has a finite value, if pinned runs are drawn, if
// no line is computed yet, or if the visitor chose the range, which can be changed at the axes.
func (s Scene) Empty() string {
	if s.View.To > 0 || len(s.Beside) > 0 || slices.ContainsFunc(s.Curve.Series, func(line protocol.Series) bool {
		return slices.ContainsFunc(line.Epsilon, func(e *protocol.Number) bool { return e != nil && !math.IsInf(float64(*e), 0) })
	}) || len(s.Curve.Series) == 0 {
		return ""
	}
	if s.Parameter == "alpha" {
		return "the rows drawn prove no Rényi bound for this run, so there is nothing to draw. Draw another row of the table, or look " +
			"along δ"
	}
	return "no row that is drawn has a finite bound for any value shown of the " + axisWords(s.axis().Name) + ", so there is nothing to " +
		"draw. Draw another row of the table"
}

// subject names the picture without describing its course: while lines are incomplete, a description may turn out wrong.
func (s Scene) subject() string {
	what := "Privacy loss"
	if s.Parameter == "alpha" {
		what = "Rényi divergence"
	}
	return what + " against the " + axisWords(s.axis().Name)
}

const unseen = "The answer’s line is not drawn"

// Unseen reports whether there is an answer, but its row has no line.
func (s Scene) Unseen() bool {
	return s.matches() && s.Result.Answer != nil && !slices.ContainsFunc(s.Curve.Series,
		func(c protocol.Series) bool { return c.Row == s.Result.Answer.Row })
}

func (s Scene) overT(at, best []float64, course func() string) string {
	if end := best[len(best)-1]; !s.Run.Steady() && end < levelled*highest(best) {
		return course() // with more steps, a falling rate forgets more
	}
	if after, ok := s.levels(at, best); ok {
		return fmt.Sprintf("The bound levels off after %s steps", number.Plain(after))
	}
	switch {
	case highest(best) == 0 && !s.Question.Renyi():
		return "At this δ, ε is 0 for any number of steps shown"
	case highest(best) == 0:
		return "Nothing is lost, after any number of steps shown"
	case s.Result.Verdict.Helps || s.helpsLater(at, best):
		return "The bound grows more slowly than if every iterate were public"
	}
	each := "step"
	if s.Run.Scheme.InPasses() {
		each = "epoch" // every epoch uses an example once
	}
	return "The bound grows with every " + each + ", as if every iterate were public"
}

// helpsLater reports whether hidden state helps at the end of the picture, as it may even if it does not at the run's own
// number of steps.
func (s Scene) helpsLater(at, best []float64) bool {
	if s.Result.Published == nil {
		return false
	}
	row, ok := find(s.Result, s.Result.Published.Row)
	if !ok {
		return false
	}
	x, y := s.along(row)
	last := len(at) - 1
	i, found := slices.BinarySearch(x, at[last])
	return found && best[last] < 0.999*y[i]
}

// levels returns the number of steps after which the best bound is within 1 % of its last value: the engine's number if it fits
// this line, otherwise read from the curve and rounded up to two digits. ok is false if it is not in the first two thirds of
// the picture.
func (s Scene) levels(at, best []float64) (after float64, ok bool) {
	end := best[len(best)-1]
	if math.IsInf(end, 0) || end <= 0 || at[0] > 1 {
		return 0, false
	}
	if n := float64(s.Curve.LevelsOff); n > 0 && levelsAt(n, at, best) {
		return n, n > 1 && n <= at[len(at)-1]*2/3
	}
	for j, e := range best {
		if e >= levelled*end {
			after = at[j]
			break
		}
	}
	// The value is approximate, so it is rounded to two digits.
	if scale := math.Pow(10, math.Floor(math.Log10(after))-1); scale > 1 {
		after = math.Ceil(after/scale) * scale
	}
	return after, after > 1 && after <= at[len(at)-1]*2/3
}

// levelsAt reports whether a line may level off after n steps. The engine's n is for all lines computed together, and the best
// of these may not be drawn.
func levelsAt(n float64, at, best []float64) bool {
	const slack = 0.005 // relative error of searches that stop early
	end, before := best[len(best)-1], 0.0
	for j, t := range at {
		if t < n {
			before = best[j]
		} else if best[j] < (levelled-slack)*end {
			return false
		}
	}
	return before < (levelled+slack)*end
}

// levelled is the share of a curve's last value from which on the curve has levelled off.
const levelled = 0.99

// clearly is the relative distance from a straight line at which a line is visibly not straight.
const clearly = 0.2

// overAlpha compares the divergence with its order: for a Gaussian guarantee it is a straight line through 0.
func (s Scene) overAlpha(at, best []float64) string {
	first, last := math.NaN(), math.NaN()
	for j, e := range best {
		if ratio := e / at[j]; !math.IsInf(e, 0) && !math.IsNaN(e) {
			if math.IsNaN(first) {
				first = ratio
			}
			last = ratio
		}
	}
	if math.Abs(last-first) <= 1e-6*first {
		return "The Rényi bound grows in proportion to its order: " + number.Up(first, 3) + " for each unit of α"
	}
	switch {
	case last < first*(1-clearly):
		return "The Rényi bound grows more slowly than its order"
	case last > first*(1+clearly):
		return "The Rényi bound grows faster than its order"
	}
	return "The Rényi bound grows nearly in proportion to its order"
}

// overDelta states how much a smaller δ costs.
func (s Scene) overDelta(at, best []float64) string {
	here := s.Here
	if here == 0 {
		here = 1e-5
	}
	e, from := nearest(at, best, here)
	safer, to := nearest(at, best, here/10)
	off := max(math.Abs(math.Log10(here/from)), math.Abs(math.Log10(here/10/to))) // in powers of ten
	if !(e > 0) || !(safer > 0) || math.IsInf(safer, 0) || off > 0.1 {
		return "A smaller failure probability costs a larger ε"
	}
	return fmt.Sprintf("A δ ten times smaller than %s takes ε from %s to %s", number.Plain(here), number.Up(e, 3), number.Up(safer, 3))
}

// nearest is the value at the point nearest to x on a logarithmic scale.
func nearest(at, y []float64, x float64) (value, where float64) {
	value, where = math.NaN(), math.NaN()
	for j, v := range at {
		if math.IsNaN(where) || math.Abs(math.Log(v/x)) < math.Abs(math.Log(where/x)) {
			value, where = y[j], v
		}
	}
	return value, where
}

// overField states how the best bound changes along a field of the run, also where it is above the end of the vertical axis: a title has
// values of the bound, not of the frame.
func (s Scene) overField(at, best []float64, lowest lowest) string {
	label := form.LabelOf(s.Run, Field(s.parameter()))
	name, symbol := label.Name, cmp.Or(PlainSymbol(label.Symbol), label.Name)
	var x, y []float64
	for j, e := range best {
		// Where a row that has no value passes below, the smallest bound is not known.
		if _, least := lowest.at(at[j]); !math.IsNaN(e) && !math.IsInf(e, 0) && !(least < e*(1-1e-9)) {
			x, y = append(x, at[j]), append(y, e)
		}
	}
	if len(x) == 0 || s.held().vary != "" && lowest.known == plot.Unknown {
		return s.subject()
	}
	if len(x) == 1 && len(s.At) > 1 {
		return fmt.Sprintf("In this range there is a bound only at %s = %s", symbol, number.Plain(threeDigits(x[0])))
	}
	first, last := y[0], y[len(y)-1]
	low, high := slices.Min(y), slices.Max(y)
	place := func(x float64) string {
		if s.held().vary != "" { // the next whole number may have a far smaller bound
			return number.Plain(x)
		}
		return number.Plain(threeDigits(x))
	}
	from, to := place(x[0]), place(x[len(x)-1])
	span := fmt.Sprintf("as the %s %s from %s to %s", name, goes(name), from, to)
	const same = 1e-3
	switch {
	case high-low <= same*high:
		return fmt.Sprintf("The bound does not depend on the %s from %s = %s to %s", name, symbol, from, to)
	case first-low <= same*high && high-last <= same*high:
		return fmt.Sprintf("The bound grows from %s to %s %s", number.Up(first, 3), number.Up(last, 3), span)
	case high-first <= same*high && last-low <= same*high:
		return fmt.Sprintf("The bound falls from %s to %s %s", number.Up(first, 3), number.Up(last, 3), span)
	case first-low > same*high && last-low > same*high:
		return fmt.Sprintf("The bound is lowest, %s, near %s = %s", number.Up(low, 3), symbol, place(x[slices.Index(y, low)]))
	}
	return fmt.Sprintf("The bound is highest, %s, near %s = %s", number.Up(high, 3), symbol, place(x[slices.Index(y, high)]))
}

// goes is the verb form for a field's name, which may be a plural: "examples of one person".
func goes(name string) string {
	noun, _, _ := strings.Cut(name, " of ")
	noun, _, _ = strings.Cut(noun, " on ")
	noun, _, _ = strings.Cut(noun, " after ")
	if strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") {
		return "go"
	}
	return "goes"
}

func threeDigits(x float64) float64 { return run.Digits(x, 3) }

// describe describes the picture for readers who do not see it.
func (s Scene) describe(at, best []float64) string {
	if !hasNumber(best) && !s.Unfinished {
		if s.Unseen() {
			return unseen
		}
		return "Nothing is drawn."
	}
	axis := s.axis()
	text := fmt.Sprintf("ε against the %s, from %s to %s.", axisWords(axis.Name), number.Plain(threeDigits(s.At[0])),
		number.Plain(threeDigits(s.At[len(s.At)-1])))
	if here := s.here(at, best); here > 0 && s.Here >= at[0] {
		text += fmt.Sprintf(" At %s = %s the best bound is %s.", axis.Symbol, number.Plain(s.Here), number.Up(here, 3))
	}
	if s.Result.Verdict.Helps && s.Result.Published != nil && s.matches() {
		text += fmt.Sprintf(" If every iterate were public it would be %s.", number.Up(float64(s.Result.Published.Epsilon), 3))
	}
	return text
}

func axisWords(name string) string {
	if name == "iterations" {
		return "number of iterations"
	}
	return name
}
