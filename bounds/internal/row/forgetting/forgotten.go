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

// A walk is a run in a secret order, of which what came before its last steps, a
// window, is forgotten (firstepoch.md, section 2). Shifts are over σ.
type walk struct {
	run       run.Run
	far, near float64 // 2ηC/b, and s
	simple    float64 // the run is at least as private as a Gaussian of this shift
	linear    bool
	excess    float64 // c − 1, where linear
	// idle is 1 where a zeroed example's share of a step does not contract as the others' do,
	// so that such a step is not counted.
	idle    int
	kernels *contraction.Kernels // nil without a domain
	work    *work.Budget
}

// lastSteps, a window, are the last steps of a run.
type lastSteps struct {
	walk
	steps int
	parts []part // of an epoch each, the last of them last
	// kernel is that of all steps, nil for none; it takes up to laws whose total
	// variation is at most start, and slide is the shift that takes them together.
	start, slide float64
	kernel       *contraction.Kernel
}

// A part is some steps of one epoch in the window.
type part struct {
	// p is at least the probability that one of them uses the example, and rate where no
	// other part of the epoch does.
	p, rate float64
	swapped bool // whether another example is used before the window instead
	places  []placeOfUse
	table   *tabled // nil: evaluated anew each time
}

// placeOfUse is a group of places in the order, as many steps before the end as the last of
// them: its weight, the share of a shift that those leave, and their kernel, nil for none.
type placeOfUse struct {
	weight, left float64
	kernel       *contraction.Kernel
}

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

// windows are those to choose from.
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

// unfinished are those of the last epoch.
func (o walk) unfinished() int { return (o.run.T-1)%o.run.StepsPerEpoch() + 1 }

// window is that of so many steps, fewer than an epoch, or in orders that are fresh every
// epoch than one and the last. Its parts end where so many steps follow.
func (o walk) window(steps int, ends ...int) lastSteps {
	period, before := o.run.StepsPerEpoch(), o.run.T-steps
	w := lastSteps{walk: o, steps: steps, start: 1, slide: math.Inf(1)}
	// put are the parts of an epoch.
	put := func(from, all int, swapped bool) {
		share := func(from, to int) float64 {
			p := float64(to-from) / float64(period) * (1 + proof.UpperMargin)
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
				w.parts = append(w.parts, part{p: p, rate: p / (1 - share(from, at) - share(to, all)) * (1 + proof.UpperMargin),
					swapped: swapped,
					places:  o.places(at, to, from > 0)})
				to = at
			}
		}
	}
	last := o.unfinished()
	switch {
	case o.run.Order() == run.FreshOrder && steps > last:
		put(last, steps, true)
		put(0, last, false)
	default:
		put(0, steps, before > 0 && !(o.run.Order() == run.FreshOrder && steps == last))
	}
	if before == 0 || mutants.ForgottenStart.On() {
		w.start, w.slide = 0, 0
		return w
	}
	// Of both laws from which it starts, uses of two examples an epoch differ.
	epochs, idle := math.Ceil(float64(before)/float64(period)), o.idle
	if len(w.parts) > 0 && steps > last && o.run.Order() == run.FreshOrder {
		idle *= 2
	}
	counted, whole := steps-idle, max(0, period-2*o.idle) // of the window, of an epoch
	apart := math.Inf(1)
	if o.linear && o.excess <= 0 {
		apart = 2 * o.far * o.slowed(epochs, -math.Expm1(float64(whole)*math.Log1p(o.excess)))
	}
	if o.run.Bounded() {
		apart = min(apart, o.run.Diameter/o.run.IterateNoise())
		one, _ := errfloat.Normal(o.far / 2)
		left := 1.0
		if n := min(counted, whole); n > 0 {
			left = o.kernels.Of(n).Left(1, 0)
		}
		w.start = min(1, 2*one*o.slowed(epochs, 1-left))
		if counted > 0 {
			w.kernel = o.kernels.Of(counted)
		}
	}
	if o.linear && counted > 0 {
		log := math.Log1p(o.excess)
		w.slide = apart * math.Exp(log-logRootSum(-log, counted)) * (1 + 1e-12)
	}
	return w
}

// slowed is Σ_{i<n}(1 − lost)^i, from above.
func (o walk) slowed(n, lost float64) float64 {
	lost -= 1e-14 // more than its rounding
	if lost*n > 1 {
		n = 1 / lost
	}
	return n * (1 + 1e-12)
}

// places are those of uses after which there are from and more, fewer than to, steps, among
// them one that uses the example again, if any.
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

// after is what is left of a shift whose profile is whole.
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
