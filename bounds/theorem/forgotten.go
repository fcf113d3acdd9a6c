package theorem

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
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
	sigma := r.IterateNoise()
	o := walk{run: r, far: 2 * r.Eta * r.Clip / float64(r.B) / sigma * (1 + upperMargin), near: r.Sensitivity() / sigma * (1 + upperMargin), kernels: kernels, work: w}
	uses := math.Ceil(float64(r.T) / float64(r.StepsPerEpoch()))
	o.simple = o.near * math.Sqrt(uses) * (1 + upperMargin)
	if r.Bounded() {
		// The last step alone.
		o.simple = math.Min(o.simple, (modulus.Of(r).Eval(r.Diameter)/sigma+o.near)*(1+upperMargin))
	}
	var plain modulus.Modulus
	plain, o.linear = modulus.Of(r).Linear()
	o.excess = plain.Excess
	if r.Adjacency == run.ZeroOut && o.linear && o.excess < 0 {
		o.idle = 1
	}
	return o
}

// whole is the window of all steps of an order that has not come round.
func (o walk) whole() (lastSteps, bool) {
	if o.run.T >= o.run.StepsPerEpoch() {
		return lastSteps{}, false
	}
	return o.window(o.run.T), true
}

// windows are those to choose from.
func (o walk) windows() (out []int) {
	period := o.run.StepsPerEpoch()
	most := min(o.run.T, period-1)
	if last := o.unfinished(); o.run.Scheme == run.Reshuffle && last < period && last < o.run.T {
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
			p := float64(to-from) / float64(period) * (1 + upperMargin)
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
				w.parts = append(w.parts, part{p: p, rate: p / (1 - share(from, at) - share(to, all)) * (1 + upperMargin), swapped: swapped, places: o.places(at, to, from > 0)})
				to = at
			}
		}
	}
	last := o.unfinished()
	switch {
	case o.run.Scheme == run.Reshuffle && steps > last:
		put(last, steps, true)
		put(0, last, false)
	default:
		put(0, steps, before > 0 && !(o.run.Scheme == run.Reshuffle && steps == last))
	}
	if before == 0 || mutants.ForgottenStart.On() {
		w.start, w.slide = 0, 0
		return w
	}
	// Of both laws from which it starts, uses of two examples an epoch differ.
	epochs, idle := math.Ceil(float64(before)/float64(period)), o.idle
	if len(w.parts) > 0 && steps > last && o.run.Scheme == run.Reshuffle {
		idle *= 2
	}
	counted, whole := steps-idle, max(0, period-2*o.idle) // of the window, of an epoch
	apart := math.Inf(1)
	if o.linear && o.excess <= 0 {
		apart = 2 * o.far * o.slowed(epochs, -math.Expm1(float64(whole)*math.Log1p(o.excess)))
	}
	if o.run.Bounded() {
		apart = math.Min(apart, o.run.Diameter/o.run.IterateNoise())
		one, _ := errfloat.Normal(o.far / 2)
		left := 1.0
		if n := min(counted, whole); n > 0 {
			left = o.kernels.Of(n).Left(1, 0)
		}
		w.start = math.Min(1, 2*one*o.slowed(epochs, 1-left))
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
		p := placeOfUse{weight: float64(n) / count * (1 + upperMargin), left: 1}
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
		least = math.Min(whole, errfloat.Profile(shift*p.left, logE))
	}
	if p.kernel != nil && whole > 0 {
		least = math.Min(least, p.kernel.Left(whole, excess))
	}
	return least
}

// means are E_e over the places, after shifts of both lengths.
func (w lastSteps) means(p part, logE float64) (far, near float64) {
	const profile = 20 // units of work
	w.work.Spend(4 * profile * len(p.places))
	excess := math.Expm1(logE)
	wholeFar, wholeNear := errfloat.Profile(w.far, logE), errfloat.Profile(w.near, logE)
	for _, place := range p.places {
		f := place.after(w.far, wholeFar, logE, excess)
		n := f
		if w.near != w.far {
			n = place.after(w.near, wholeNear, logE, excess)
		}
		far, near = far+place.weight*f, near+place.weight*n
	}
	return far * (1 + 1e-12), near * (1 + 1e-12)
}

// tabled are the means at some e, between which they are below the chords: they bound
// what is convex in e. It is much quicker.
type tabled struct{ logE, excess, far, near []float64 }

func (w *lastSteps) tabulate(reach float64, nodes int) {
	for i := range w.parts {
		p, t := &w.parts[i], &tabled{}
		for n := range nodes {
			x := float64(n) / float64(nodes-1)
			logE := reach * x * (0.01 + 0.99*x)
			far, near := w.means(*p, logE)
			if n > 0 {
				far, near = math.Min(far, t.far[n-1]), math.Min(near, t.near[n-1])
			}
			t.logE, t.excess, t.far, t.near = append(t.logE, logE), append(t.excess, math.Expm1(logE)), append(t.far, far), append(t.near, near)
		}
		if p.swapped {
			w.swap(t)
		}
		p.table = t
	}
}

// swap has a table count that another example is used before the window instead: what is
// left of that comes on top. What this bounds is convex in e as well.
func (w *lastSteps) swap(t *tabled) {
	far := make([]float64, len(t.far))
	for n, logE := range t.logE {
		far[n] = 1
		for _, x := range swapShares {
			if v := w.before(x * logE); v < far[n] {
				far[n] = math.Min(far[n], v+math.Exp(x*logE)*t.at((1-x)*logE*(1-1e-15), t.far))
			}
		}
		if n > 0 {
			far[n] = math.Min(far[n], far[n-1])
		}
	}
	t.far = far
}

// at is the chord, and beyond the last node what is there.
func (t *tabled) at(logE float64, of []float64) float64 {
	i, _ := slices.BinarySearch(t.logE, logE)
	switch {
	case i == 0:
		return of[0]
	case i == len(of):
		return of[i-1]
	}
	along := (t.excess[i] - math.Expm1(logE)) / (t.excess[i] - t.excess[i-1])
	along = math.Min(1, math.Max(0, along)*(1+1e-12)+1e-15)
	return (along*of[i-1] + (1-along)*of[i]) * (1 + 1e-12)
}

var (
	// shares of a loss, of which the first is for what came before the window, and of that
	// of a part.
	forgottenShares = []float64{0.01, 0.03, 0.1, 0.25, 0.5}
	swapShares      = []float64{0.01, 0.03, 0.06, 0.1, 0.17, 0.25, 0.37, 0.5}
	partShares      = []float64{0.05, 0.2, 0.4, 0.6, 0.8, 0.95}
)

// before is what is left of what came before the window.
func (w lastSteps) before(loss float64) float64 {
	if w.start == 0 { // alike
		return 0
	}
	left := errfloat.Profile(w.slide, loss)
	if w.kernel != nil {
		left = math.Min(left, w.kernel.Left(w.start, math.Expm1(loss)))
	}
	return left
}

// of is E_γ of a part at ln γ.
func (w lastSteps) of(p part, logGamma float64) float64 {
	gained := math.Expm1(logGamma)
	logE := math.Log1p(gained / p.rate)
	rho := (1 + gained) / (1 + gained/p.rate)
	if math.IsInf(gained, 1) {
		logE, rho = logGamma, p.rate
	}
	rho = math.Min(1, rho)
	other := 1 - rho + 1e-15
	if p.table == nil {
		far, near := w.means(p, logE)
		_, plain := w.means(p, logGamma)
		return p.p * math.Min(plain, other*far+rho*near)
	}
	plain := p.table.at(logGamma, p.table.near) // by joint convexity alone
	return p.p * math.Min(plain, other*p.table.at(logE, p.table.far)+rho*p.table.at(logE, p.table.near))
}

// inWindow is E_γ of two runs that are alike before the window, part by part.
func (w lastSteps) inWindow(parts []part, logGamma float64) float64 {
	if len(parts) == 1 {
		return w.of(parts[0], logGamma)
	}
	least := 1.0
	for _, x := range partShares {
		if v := w.of(parts[0], x*logGamma); v < least {
			least = math.Min(least, v+math.Exp(x*logGamma)*w.inWindow(parts[1:], (1-x)*logGamma*(1-1e-15)))
		}
	}
	return least
}

// at is E_γ of both directions, from above.
func (w lastSteps) at(logGamma float64) float64 {
	least := errfloat.Profile(w.simple, logGamma)
	if w.start == 0 {
		return math.Min(least, w.inWindow(w.parts, logGamma)*(1+1e-12)+errfloat.Tiny)
	}
	w.work.Spend(400)
	for _, x := range forgottenShares {
		if v := w.before(x * logGamma); v < least {
			v += math.Exp(x*logGamma) * w.inWindow(w.parts, (1-x)*logGamma*(1-1e-15))
			least = math.Min(least, v*(1+1e-12)+errfloat.Tiny)
		}
	}
	return least
}

func (w lastSteps) epsilon(delta float64) float64 {
	e, err := leastMeeting(func(logGamma float64) bool { return w.at(logGamma) <= delta }, 1e3)
	if err != nil {
		return math.Inf(1)
	}
	return e
}

// widestReach keeps e within numbers.
const widestReach = 650

// reach is a loss beyond which shifts add next to nothing at an order, at a δ next to nothing
// of it.
func (o walk) reach(alpha float64) float64 {
	return o.far * (o.far/2 + (math.Max(alpha-2, 0)+1)*o.far + 13)
}

// renyi integrates the profile, between points by chords, which are above it; beyond those
// there is the simple Gaussian's.
func (w lastSteps) renyi(alpha float64, points int) float64 {
	fine, end := w.reach(alpha), contraction.GaussianReach(alpha, w.simple)
	if math.Max(fine, end) > widestReach {
		return math.Inf(1)
	}
	var logGamma, h []float64
	put := func(at float64) {
		v := w.at(at)
		if n := len(h); n > 0 {
			if !(at > logGamma[n-1]) {
				return
			}
			v = math.Min(v, h[n-1])
		}
		logGamma, h = append(logGamma, at), append(h, v)
	}
	p := w.parts[0].p
	for i := range points + 1 {
		// Closer together near 1, where tiny rates see γ.
		x := float64(i) / float64(points)
		put(math.Log1p(p * math.Expm1(fine*x*(0.2+0.8*x))))
	}
	const further = 64
	for i, from := 1, logGamma[len(logGamma)-1]; i <= further; i++ {
		put(from + (end-from)*float64(i)/further)
	}
	return contraction.Integrated(alpha, w.simple, logGamma, h)
}

const (
	// finalists are the sketches that are evaluated with care.
	finalists                  = 3
	sketchNodes, answerNodes   = 50, 450
	sketchPoints, answerPoints = 60, 600
)

// asked is the loss that is asked for, at an order or at a δ.
type asked struct {
	value func(w lastSteps, points int) float64
	above func(w lastSteps, loss float64) bool // whether it is above a loss, if that is told sooner
}

// best is the least value over windows and their parts, and the window: found by sketches.
func (o walk) best(a asked, reach float64) (float64, lastSteps) {
	reach = math.Min(reach+math.Log(float64(o.run.StepsPerEpoch()))+1, widestReach)
	type sketch struct {
		value float64
		steps int
		ends  []int
	}
	sketches := []sketch{{value: math.Inf(1)}} // from the best on
	try := func(m int, ends ...int) {
		w := o.window(m, ends...)
		w.tabulate(reach, sketchNodes)
		if a.above != nil && len(sketches) > finalists && a.above(w, sketches[finalists-1].value) {
			return // what will not be looked at with care need not be known
		}
		sketches = append(sketches, sketch{a.value(w, sketchPoints), m, ends})
		// By hand, since slices.SortFunc would be compiled once more for this type, and the
		// program's size has a limit.
		for i := len(sketches) - 1; i > 0 && sketches[i].value <= sketches[i-1].value; i-- {
			sketches[i-1], sketches[i] = sketches[i], sketches[i-1]
		}
	}
	for _, m := range o.windows() {
		if try(m); m > 1 {
			try(m, 1)
		}
	}
	steps := sketches[0].steps
	for end := 2; end < steps; end += max(1, end/2) {
		try(steps, end)
		try(steps, 1, end)
	}
	least, at := math.Inf(1), lastSteps{}
	for _, s := range sketches[:min(finalists, len(sketches))] {
		if math.IsInf(s.value, 1) {
			break
		}
		w := o.window(s.steps, s.ends...)
		w.tabulate(reach, answerNodes)
		if v := a.value(w, answerPoints); v < least {
			least, at = v, w
		}
	}
	return least, at
}

// least is the least value over all steps, where they are a window, and over windows, and
// of how many steps it is.
func (o walk) least(a asked, reach float64) (float64, int) {
	least, steps := math.Inf(1), 0
	if w, ok := o.whole(); ok {
		least, steps = a.value(w, answerPoints), w.steps
	}
	if v, w := o.best(a, reach); v < least {
		least, steps = v, w.steps
	}
	return least, steps
}
