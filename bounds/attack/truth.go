package main

import (
	"errors"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A truth is an adversary's loss, computed on a grid, and an estimate of its error (doubt) from coarser grids.
type truth struct {
	loss, doubt float64
}

// surely is the loss minus the doubt.
func (t truth) surely() float64 { return max(0, t.loss-t.doubt) }

// relative is the relative error that rounding alone may cause.
const relative = 1e-9

// resolutions are the resolutions of the successive grids; the finer ones are used if a bound is close.
var resolutions = []float64{0.7, 1, 1.45, 2.1}

// mostWork is the number of multiplications that one pair of laws may take.
const mostWork = 1.5e9

var (
	errWork   = errors.New("the law takes too much work to compute")
	errWindow = errors.New("without a projection the iterates spread too far for a grid")
)

// look returns the adversary's loss for each question, and the work that computing it took. resolution is the resolution of
// the iterates' grid, release the resolution of the released laws.
func look(r run.Run, a Adversary, questions []claim.Question, resolution, release float64) ([]float64, float64, error) {
	if a.AllIterates {
		return lookAtAll(r, a, questions, resolution)
	}
	if r.Tuned() && several(r) {
		return nil, 0, errors.New("for the best of several runs, the attack handles only a release of the last iterate")
	}
	if !several(r) {
		return lookAt(r, a, questions, resolution, release, 0)
	}
	out, work := make([]float64, len(questions)), 0.0
	mixed, err := mixturesOf(r, a)
	for i, q := range questions {
		if err == nil && q.Renyi() {
			if out[i] = mixed.renyi(q.Alpha); out[i] > 0 {
				continue
			}
		}
		cells := release
		if q.Renyi() {
			cells = 0
		}
		loss, took, err := lookAt(r, a, questions[i:i+1], resolution, release, cells)
		work += took
		if err != nil && len(questions) == 1 {
			return nil, work, err
		}
		if err == nil {
			out[i] = loss[0]
		}
	}
	return out, work, nil
}

// lookAt is look with earlier releases resolved by cells, at the resolution `cells`; by places if cells is 0.
func lookAt(r run.Run, a Adversary, questions []claim.Question, resolution, release, cells float64) ([]float64, float64, error) {
	p, err := laws(r, a, resolution, cells)
	if err != nil {
		return nil, p.work, err
	}
	s := p.observe(release)
	means := len(p.clouds[0].mean) + len(p.clouds[1].mean)
	if len(p.parts[0]) > 0 {
		means = len(p.parts[0][0].mean) + 1 // the other places have about as many
	}
	if p.mass[0] != nil {
		means = 1
	}
	work := p.work + 20*float64(len(s.width))*float64(means)
	out := make([]float64, len(questions))
	for _, view := range s.views(r) {
		for i, q := range questions {
			loss := view.largest(q)
			if math.IsNaN(loss) {
				return nil, work, errors.New("the loss is not a number")
			}
			out[i] = max(out[i], loss)
		}
	}
	return out, work, nil
}

// largest returns the larger of the losses in the two directions.
func (s releasedPair) largest(q claim.Question) float64 {
	if q.Renyi() {
		return max(s.renyi(0, 1, q.Alpha), s.renyi(1, 0, q.Alpha))
	}
	return max(s.epsilon(0, 1, q.Delta), s.epsilon(1, 0, q.Delta))
}

// measure returns the loss at the level-th resolution; its doubt comes from the difference from the loss at the resolution
// before. For several releases both resolutions use the same cells, since the cells define the events compared. If all iterates
// are released, the grid has several dimensions and is coarse, so two losses may agree by chance; a third resolution counts too.
func measure(r run.Run, a Adversary, q claim.Question, level int) (truth, error) {
	from := level - 1
	if a.AllIterates {
		from = max(0, level-2)
	}
	_, gaussian := exact(r, a)
	var before, t truth
	for i := from; i <= level; i++ {
		at := resolutions[i]
		release := at
		if several(r) && !q.Renyi() && !gaussian {
			release = resolutions[level]
		}
		losses, _, err := look(r, a, []claim.Question{q}, at, release)
		if err != nil {
			return truth{}, err
		}
		if t = (truth{loss: losses[0]}); i > from {
			t.doubt = max(before.doubt, 2*math.Abs(t.loss-before.loss))
		}
		before = t
	}
	t.doubt += relative * t.loss
	return t, nil
}

// laws returns the two laws of W_T before the last noise, at the given resolution. For several releases it adds the masses of their
// cells if cells, their resolution, is not 0.
func laws(r run.Run, a Adversary, resolution, cells float64) (pair, error) {
	if p, ok := exact(r, a); ok {
		return p, nil
	}
	p, err := a.plan(r)
	if err != nil {
		return pair{}, err
	}
	unit := noise(r)
	lo, hi := a.domain(r)
	lo, hi, start := lo/unit, hi/unit, a.Start/unit
	known := maps{a, r, map[string][2]Piecewise{}, cells}
	if r.Bounded() {
		return known.on(p, lo, hi, start, resolution)
	}
	return known.unbounded(p, start, resolution)
}

// on computes the laws on an interval, step by step.
func (m maps) on(p plan, lo, hi, start, resolution float64) (pair, error) {
	out := pair{deviation: deviationAt(m.r, m.r.T-1), lo: lo, hi: hi, beside: m.a.ballShift(at(m.r, m.r.T-1))}
	var all []Piecewise
	for _, in := range p.batches(m.a) {
		s := m.of(in)
		all = append(all, s[0], s[1])
	}
	if several(m.r) && m.cells > 0 {
		return m.withCells(out, p, start, all, resolution)
	}
	s, err := newSpace(lo, hi, start, all, resolution/leastDeviation(m.r))
	if err != nil {
		return out, err
	}
	if out.work = p.work(m.r, s.size()); out.work > mostWork {
		return out, errWork
	}
	if several(m.r) {
		if out.work = p.jointWork(m.a, m.r, s.size()); out.work > mostWork {
			return out, errWork
		}
		each := make([]int, s.size())
		for i := range each {
			each[i] = i
		}
		for which := range out.parts {
			w := walker{space: s, maps: m, which: which, kernels: map[string]kernel{}, cell: each}
			out.parts[which] = w.joints(p)
			out.clouds[which] = w.law(p)
		}
		return out, nil
	}
	for which := range out.clouds {
		out.clouds[which] = walker{space: s, maps: m, which: which, kernels: map[string]kernel{}}.law(p)
	}
	return out, nil
}

// unbounded computes the laws of a run without a projection, on a window so wide
// that almost no mass reaches its ends, where the grid would stop it.
func (m maps) unbounded(p plan, start, resolution float64) (pair, error) {
	const (
		steps  = 60    // largest number of steps; longer runs leave every window
		lost   = 1e-15 // the probability at the ends of a window must be below this
		widest = 75    // half of a window is shorter than this, in deviations of the noise
	)
	if m.r.T > steps {
		return pair{}, errWindow
	}
	work := 0.0
	for width := 9 * math.Sqrt(float64(min(m.r.T, 9))); width < widest; width *= 2 {
		// Other resolutions use another window.
		half := width * (1 + resolution/10)
		out, err := m.on(p, start-half, start+half, start, resolution)
		work += out.work
		out.work = work
		if err != nil {
			return out, errWindow
		}
		if most := out.ends(m, start-half, start+half, p); most < lost {
			out.lo, out.hi = math.Inf(-1), math.Inf(1)
			return out, nil
		}
	}
	return pair{work: work}, errWindow
}

// ends bounds the probability that a run is at an end of the window before its last
// step, by the mass that the cloud has where that step takes the ends.
func (p pair) ends(m maps, lo, hi float64, of plan) float64 {
	at := map[float64]bool{}
	for _, in := range of.batches(m.a) {
		for _, s := range m.ofStep(m.r.T-1, in) {
			at[s.At(lo)], at[s.At(hi)] = true, true
		}
	}
	most := 0.0
	for _, c := range p.clouds {
		for i, mean := range c.mean {
			if at[mean] {
				most = max(most, c.mass[i])
			}
		}
	}
	return most
}
