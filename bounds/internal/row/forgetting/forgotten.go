package forgetting

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A walk is a run in a secret order that forgets everything before its last steps, the window (firstepoch.md, section 2).
// Shifts are in units of σ.
type walk struct {
	run       run.Run
	far, near float64 // shifts of one example in place of another, and s
	simple    float64 // the run is at least as private as a Gaussian mechanism of this shift
	linear    bool    // the modulus of a step is linear, c·z
	excess    float64 // c − 1, if linear
	// idle is 1 if a batch with a zeroed example contracts less than others: one step of each epoch is then left out of those
	// that contract.
	idle    int
	kernels *contraction.Kernels // nil without a domain
	work    *work.Budget
}

// lastSteps is the last steps of a walk, its window.
type lastSteps struct {
	walk
	steps int
	parts []part // each of one epoch, in the order of time
	// tables makes the tables of the parts if they are not made yet; nil if the means are evaluated without tables.
	tables func()
	// start is at least the total variation of the two runs before the window; kernel, of the window's steps, contracts it.
	// slide is the shift of two Gaussians that bound the difference of the runs after the window.
	start, slide float64
	kernel       *contraction.Kernel // nil if no step contracts
}

// A part is some steps of one epoch in the window.
type part struct {
	// p is at least the probability that one of the steps uses the example; rate is the same given that no other part of the
	// epoch does (p_i and π_i in Theorem 4).
	p, rate float64
	swapped bool // the example used here instead may have changed places with one before the window
	places  []placeOfUse
	table   *meansTable // nil: the means are evaluated each time
}

// placeOfUse is a group of places of the example in the order, each with as many steps after it as the last of them.
type placeOfUse struct {
	weight, left float64             // the share of the part's places; the factor of a shift over the steps after them
	kernel       *contraction.Kernel // of these steps, nil for none
}

// newWalk returns the walk of r; kernels is nil without a domain.
func newWalk(w *work.Budget, r run.Run, kernels *contraction.Kernels) walk {
	step := r.Step()
	sigma := step.Noise
	o := walk{run: r, far: step.Exchange() / sigma * (1 + proof.UpperMargin), near: step.Sensitivity / sigma * (1 + proof.UpperMargin),
		kernels: kernels, work: w}
	uses := math.Ceil(float64(r.T) / float64(r.StepsPerEpoch()))
	o.simple = o.near * math.Sqrt(uses) * (1 + proof.UpperMargin)
	if r.Bounded() {
		// The last step alone.
		o.simple = min(o.simple, (modulus.Of(r.Step()).Eval(r.Diameter)/sigma+o.near)*(1+proof.UpperMargin))
	}
	var plain modulus.Modulus
	plain, o.linear = modulus.Of(r.Step()).Linear()
	o.excess = plain.Excess
	if r.Adjacency == run.ZeroOut && o.linear && o.excess < 0 {
		o.idle = 1
	}
	return o
}

// windows returns the numbers of steps of the windows that are tried, in ascending order.
func (o walk) windows() (out []int) {
	period := o.run.StepsPerEpoch()
	most := min(o.run.T, period-1)
	if last := o.unfinished(); o.run.Order() == run.FreshOrder && last < period && last < o.run.T {
		most = min(o.run.T, last+period-1)
		out = append(out, last)
	}
	for m := 1; m <= most; m += max(1, m/3) {
		out = append(out, m)
	}
	out = append(out, most)
	slices.Sort(out)
	out = slices.Compact(out)
	if out[0] < 1 {
		out = out[1:]
	}
	return out
}

// unfinished returns the number of steps of the last epoch, which may be whole.
func (o walk) unfinished() int { return (o.run.T-1)%o.run.StepsPerEpoch() + 1 }

// window returns the window of the given steps: fewer than an epoch or, if the order is fresh every epoch, fewer than an
// epoch and the last one together. ends, ascending, divide it into parts: each is the number of steps after a part.
func (o walk) window(steps int, ends ...int) lastSteps {
	w := lastSteps{walk: o, steps: steps, start: 1, slide: math.Inf(1)}
	last := o.unfinished()
	switch {
	case o.run.Order() == run.FreshOrder && steps > last:
		w.parts = append(o.partsOf(last, steps, true, ends), o.partsOf(0, last, false, ends)...)
	default:
		w.parts = o.partsOf(0, steps, steps < o.run.T && !(o.run.Order() == run.FreshOrder && steps == last), ends)
	}
	if steps == o.run.T || mutants.ForgottenStart.On() {
		w.start, w.slide = 0, 0
		return w
	}
	w.forget()
	return w
}

// partsOf returns the parts of one epoch: of those of its steps that are followed by `from` to `all` − 1 steps of the run.
func (o walk) partsOf(from, all int, swapped bool, ends []int) (parts []part) {
	share := func(from, to int) float64 {
		p := float64(to-from) / float64(o.run.StepsPerEpoch()) * (1 + proof.UpperMargin)
		if mutants.EarlyRate.On() {
			p /= 2
		}
		return p
	}
	to := all
	for i := len(ends); i >= 0; i-- {
		at := from
		if i > 0 {
			at = max(from, ends[i-1])
		}
		if at < to {
			p := share(at, to)
			parts = append(parts, part{p: p, rate: p / (1 - share(from, at) - share(to, all)) * (1 + proof.UpperMargin),
				swapped: swapped,
				places:  o.places(at, to, from > 0)})
			to = at
		}
	}
	return parts
}

// forget computes start, slide and kernel of a window that some steps precede (Lemmas 2 and 3).
func (w *lastSteps) forget() {
	o, steps, period, last := w.walk, w.steps, w.run.StepsPerEpoch(), w.unfinished()
	before := o.run.T - steps
	// Before the window the two runs may differ in the uses of two examples an epoch.
	epochs, idle := math.Ceil(float64(before)/float64(period)), o.idle
	if len(w.parts) > 0 && steps > last && o.run.Order() == run.FreshOrder {
		idle *= 2
	}
	counted, whole := steps-idle, max(0, period-2*o.idle) // steps that contract in the window, and in an epoch
	apart := math.Inf(1)
	if o.linear && o.excess <= 0 {
		apart = 2 * o.far * geometricSum(epochs, -math.Expm1(float64(whole)*math.Log1p(o.excess)))
	}
	if o.run.Bounded() {
		apart = min(apart, o.run.Diameter/o.run.IterateNoise())
		one, _ := errfloat.Normal(o.far / 2)
		left := 1.0
		if n := min(counted, whole); n > 0 {
			left = o.kernels.Of(n).Left(1, 0)
		}
		w.start = min(1, 2*one*geometricSum(epochs, 1-left))
		if counted > 0 {
			w.kernel = o.kernels.Of(counted)
		}
	}
	if o.linear && counted > 0 {
		log := math.Log1p(o.excess)
		w.slide = apart * math.Exp(log-logRootSum(-log, counted)) * (1 + 1e-12)
	}
}

// geometricSum returns Σ_{i<n}(1 − lost)^i, from above: n, or 1/lost if that is less.
func geometricSum(n, lost float64) float64 {
	lost -= 1e-14 // more than its rounding
	if lost*n > 1 {
		n = 1 / lost
	}
	return n * (1 + 1e-12)
}

// places returns the places of uses after which there are at least `from` and fewer than `to` steps. again says that a later
// epoch may use the example, or its zeroed self, once more.
func (o walk) places(from, to int, again bool) (out []placeOfUse) {
	count := float64(to - from)
	for r := from; r < to; {
		n := min(max(1, r/8), to-r)
		p := placeOfUse{weight: float64(n) / count * (1 + proof.UpperMargin), left: 1}
		counted := r
		if again {
			counted -= o.idle
		}
		if o.linear {
			p.left = math.Exp(-logRootSum(-math.Log1p(o.excess), counted+1)) * (1 + 1e-12)
		}
		if o.kernels != nil && counted > 0 {
			p.kernel = o.kernels.Of(counted)
		}
		out = append(out, p)
		r += n
	}
	return out
}

// after returns E_e of a use after the steps that follow it, at ln e = logE, e = 1 + excess; whole is the profile of the
// shift itself.
func (p placeOfUse) after(shift, whole, logE, excess float64) float64 {
	least := whole
	if p.left < 1 {
		least = min(whole, errfloat.Profile(shift*p.left, logE))
	}
	if p.kernel != nil && whole > 0 {
		least = min(least, p.kernel.Left(whole, excess))
	}
	return least
}
