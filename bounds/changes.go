package bounds

import (
	"math"
	"sort"
	"strconv"

	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// changes finds single changes of the run that would make hidden state help: more iterations, a smaller domain, a strongly convex
// loss. In sampled runs a sketch finds the changes, and each is then confirmed exactly. If composition uses loss distributions,
// composing millions of steps would take too long. Then only practical numbers of iterations are tried, and the number found may be
// 1 % above the fewest. Under random allocation only whole epochs are tried: they share one loss distribution, while every part of
// an epoch has its own.
func changes(c comparison, r run.Run, found func(Change)) {
	look, longest, near := c, int(maxAdvisedT), 0.0
	if r.Scheme.Sampled() {
		look = c.sketched()
	}
	if r.Scheme.ByLossDistributions() {
		longest, near = min(longest, practicalTimes*r.T), 0.01
	}
	add := func(field string, changed run.Run) {
		found(Change{Field: field, Value: changed.Get(field), Impractical: impractical(r, changed)})
	}
	try := func(field string, f family, more func(*run.Run)) {
		i, ok := look.earliest(f)
		if !ok {
			return
		}
		if changed := f.run(i); c.confirm(&changed, more) {
			add(field, changed)
		}
	}
	// Only lengths with a constant learning rate: otherwise a longer run has another schedule.
	longest = sort.Search(longest, func(steps int) bool {
		r := r
		r.T = steps + 1
		return !r.Steady()
	})
	longer := byLength(r, r.T, longest)
	if epoch := r.StepsPerEpoch(); r.Scheme == run.Allocation {
		longer = byEpochs(r, (r.T-r.After)/epoch, (longest-r.After)/epoch)
	}
	longer.near = near
	try("T", longer, func(r *run.Run) { r.T = min(2*r.T, longest) })
	try("diameter", byDiameter(r), func(r *run.Run) { r.Diameter = twoDigits(index(r.Diameter / 2)) })
	if r.Loss != run.StronglyConvex && r.Clipping != run.ClippingActive {
		curved := r
		curved.Loss = run.StronglyConvex
		if curved.Validate() == nil && c.helps(curved) {
			add("loss", curved)
		}
	}
}

// practicalTimes is the largest practical factor by which a run may be lengthened.
const practicalTimes = 100

// impractical reports whether a change makes the run a different training: more than a hundred times as long, or
// on a domain of less than a hundredth of the diameter. If the run had no projection, a domain is impractical if fewer
// than ten clipped steps cross it.
func impractical(r, changed run.Run) bool {
	switch {
	case changed.T > practicalTimes*r.T:
		return true
	case changed.Diameter == r.Diameter:
		return false
	case r.Bounded():
		return changed.Diameter < r.Diameter/100
	}
	return changed.Diameter < 10*r.Steps().Peak().Reach()
}

// coveringChanges lists, for a run that has no bound, the other adjacencies and batch schemes that have one, smallest answers
// first.
func (c comparison) coveringChanges(r run.Run) []Change {
	var out []Change
	for _, name := range []string{"adjacency", "scheme"} {
		f, _ := run.FieldByName(name)
		for _, choice := range f.Choices {
			changed := r
			if name == "scheme" {
				changed.Position = 0
			}
			if choice == r.Get(name) || changed.Set(name, choice) != nil || changed.Validate() != nil {
				continue
			}
			if a, ok := c.answer(changed); ok {
				out = append(out, Change{Field: name, Value: choice, Epsilon: a.Epsilon})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Epsilon < out[j].Epsilon })
	return out
}

// inKnownOrder returns the answer that a Poisson run would have if its batches came in a known order. An example that is
// added or removed is then zeroed out. The result is nil for other schemes, and if there is no answer.
func (c comparison) inKnownOrder(r run.Run) *Answer {
	if r.Scheme != run.Poisson {
		return nil
	}
	r.Scheme, r.Position = run.Cyclic, 0
	if r.Adjacency == run.AddRemove {
		r.Adjacency = run.ZeroOut
	}
	if a, ok := c.answer(r); ok {
		return &a
	}
	return nil
}

// answer returns Evaluate's answer for a run, and false if no bound applies or the budget of work ran out first.
func (c comparison) answer(r run.Run) (Answer, bool) {
	c.alive()
	a := answerOf(c.ctx, c.theorems, c.below, r, c.question)
	return a, a.Row != "" && !math.IsInf(a.Epsilon, 1) && !work.From(c.ctx).Ended()
}

// maxAdvisedT is the longest run that is worth advising.
const maxAdvisedT = 1e9

// adjustments is the number of times that a change found by a sketch is tried exactly; after each failure it is made larger.
const adjustments = 4

// confirm tries a change exactly, and then larger ones until one helps. It reports whether one does.
func (c comparison) confirm(changed *run.Run, more func(*run.Run)) bool {
	for range adjustments {
		if c.helps(*changed) {
			return true
		}
		more(changed)
	}
	return false
}

// byDiameter is the family of the runs with a smaller domain, whose diameter is a number of two significant
// digits, down to 10⁻⁴ of the sensitivity.
func byDiameter(r run.Run) family {
	widest := index(min(r.Diameter, run.MaxMagnitude))
	for !(twoDigits(widest) < r.Diameter) {
		widest--
	}
	narrowest := index(max(r.Steps().Last().Sensitivity*1e-4, run.MinMagnitude))
	return family{
		run: func(i int) run.Run {
			smaller := r
			smaller.Diameter = twoDigits(widest + 1 - i)
			return smaller
		},
		last:  widest + 1 - narrowest,
		scale: func(i int) float64 { return float64(i) },
	}
}

// twoDigits is the i-th number of two significant digits, (10 + i mod 90)·10^⌊i/90⌋; i may be negative.
func twoDigits(i int) float64 {
	decade := int(math.Floor(float64(i) / 90))
	// Parsing gives the same float64 as typing the two digits, which arithmetic might not.
	x, err := strconv.ParseFloat(strconv.Itoa(10+i-90*decade)+"e"+strconv.Itoa(decade), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// index is the i for which twoDigits(i) is the largest such number that is at most x, within
// rounding.
func index(x float64) int {
	decade := int(math.Floor(math.Log10(x))) - 1
	leading := int(math.Floor(x / math.Pow(10, float64(decade)) * (1 + 1e-12)))
	return 90*decade + min(max(leading, 10), 99) - 10
}
