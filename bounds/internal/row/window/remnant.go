package window

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// A remnant is what the last m steps of a run leave of what came before: a bound F on the E_γ of the runs that
// start these steps alike but for their pasts (window.md, section 2).
type remnant struct {
	losses []float64 // ln γ, from 0 on
	f      []float64 // F(γ), which does not rise
	cuts   []cut
	tails  []tail
	work   *work.Budget
	orders map[float64]float64 // divergences that were computed, by their order
}

// A tail bounds F beyond a loss: the first of the m steps leave at most the E_γ there, before, and what the others leave of
// any two points is closer than two Gaussians mu apart.
type tail struct {
	mu    float64
	first int
	cuts  []cut
	edges []edge // at each of the losses
}

// An edge is what Lemma 3 of window.md asks of a tail at a loss, which no order changes: ln g, ln κ for β ≥ 2, and
// ln r.
type edge struct{ left, share, ratio float64 }

// edgeOf is the edge where the first steps leave before.
func edgeOf(before, loss float64) edge {
	ratio := math.Log1p(min(math.Expm1(loss)/before, math.MaxFloat64/2))
	return edge{math.Log(before), math.Log(before + (1-before)*math.Exp(-ratio)), ratio}
}

const (
	// furthestLoss is where a remnant ends at the latest, so that γ does not overflow. It ends where F is below faintestRemnant.
	furthestLoss, faintestRemnant = 600, 1e-290
	// Losses grow by lossGrowth, and near 0, where F changes over as much as the total variation a, by a/lossesWithin.
	lossGrowth, lossesWithin = 1.3, 6
	// mostTails is the largest number of ways of cutting the steps in two that are tried.
	mostTails = 4
)

// remnantOf is the remnant of the last m steps, computed once.
func (w *composedWindow) remnantOf(m int) *remnant {
	if s, ok := w.remnants[m]; ok {
		return s
	}
	s := w.newRemnant(m)
	w.remnants[m] = s
	return s
}

func (w *composedWindow) newRemnant(m int) *remnant {
	s := &remnant{work: w.work, orders: map[float64]float64{}}
	for i := range mostTails {
		t := tail{mu: math.Inf(1), first: m * i / mostTails}
		for j := range w.batches {
			if b := &w.batches[j]; b.beyond == 0 {
				t.mu = min(t.mu, b.kernels.Of(m-t.first).Mu()*(1+1e-12))
			}
		}
		if n := len(s.tails); t.mu < math.Inf(1) && (n == 0 || t.first > s.tails[n-1].first) {
			s.tails = append(s.tails, t)
		}
	}
	a := w.before(m)
	if len(s.tails) == 0 || !(a > 0) {
		return s
	}
	s.cuts = w.bestCuts(m, a)
	for i := range s.tails {
		s.tails[i].cuts = w.bestCuts(s.tails[i].first, a)
	}
	s.add(w, m, a, 0)
	for loss := math.Log1p(a / lossesWithin / 4); loss < furthestLoss && s.f[len(s.f)-1] > faintestRemnant; {
		s.add(w, m, a, loss)
		loss = max(loss*lossGrowth, loss+a/lossesWithin)
	}
	return s
}

// A cut is a set of batch sizes and the length of the stretches into which steps are cut.
type cut struct{ batches, length int }

// excesses are the γ − 1 at which cuts are compared.
func excesses(a float64) []float64 { return []float64{a / 2, 4 * a, 1, 10, 200} }

// bestCuts are the cuts of so many steps that leave least of a at a few losses.
func (w *composedWindow) bestCuts(steps int, a float64) (out []cut) {
	for k, excess := range excesses(a) {
		best, least := cut{}, math.Inf(1)
		for i := range w.batches {
			at, v := w.leastLength(i, steps, a, excess, w.usual(k, steps))
			if v < least {
				best, least = cut{i, w.tried[at]}, v
			}
		}
		if best.length > 0 && !slices.Contains(out, best) {
			out = append(out, best)
		}
	}
	return out
}

// usual is about the place, among the lengths tried, of the best one for so many steps at the k-th loss. It is that of the steps
// among those tried, which are followed upwards, so that it does not depend on what was asked before; −1 where all lengths are compared.
func (w *composedWindow) usual(k, steps int) int {
	if w.unit == 1 || steps < 1 {
		return -1
	}
	for i := len(w.lengths); i < len(w.tried) && w.tried[i] <= steps; i++ {
		m := w.tried[i]
		a := w.before(m)
		best := make([]int, len(excesses(a)))
		for j, excess := range excesses(a) {
			start := -1
			if i > 0 {
				start = w.lengths[i-1][j]
			}
			best[j], _ = w.leastLength(0, m, a, excess, start)
		}
		w.lengths = append(w.lengths, best)
	}
	return w.lengths[sort.SearchInts(w.tried, steps+1)-1][k]
}

// leastLength is the place of the length of stretches by which so many steps leave least of a, and what they leave. From a place start on
// it compares the lengths near it, and more as long as the last ones are the best.
func (w *composedWindow) leastLength(batches, steps int, a, excess float64, start int) (at int, least float64) {
	const near = 4
	first, n := sort.SearchInts(w.tried, (steps+mostStretches)/(mostStretches+1)), sort.SearchInts(w.tried, steps+1)
	from, to, least := first, n, math.Inf(1)
	local := start >= 0 && start < n
	if local {
		start = max(start, first)
		from, to = max(first, start-near), min(n, start+near+1)
	}
	try := func(j int) {
		if v := w.leaves([]cut{{batches, w.tried[j]}}, steps, a, excess); v < least {
			at, least = j, v
		}
	}
	for j := from; j < to; j++ {
		try(j)
	}
	for ; local && from > first && at < from+near; from-- {
		try(from - 1)
	}
	for ; local && to < n && at >= to-near; to++ {
		try(to)
	}
	return at, least
}

// leaves is at least E_γ, γ = 1 + excess, that so many steps leave of a by the best of some cuts.
func (w *composedWindow) leaves(cuts []cut, steps int, a, excess float64) float64 {
	least := a
	for _, c := range cuts {
		w.work.Spend(4 * (min(mostStretches, steps/c.length) + 1))
		least = min(least, w.batches[c.batches].forgets([]int{c.length}, a, steps, excess))
	}
	return least
}

// add appends F at a loss, where a is the total variation of the runs before the last m steps.
func (s *remnant) add(w *composedWindow, m int, a, loss float64) {
	excess := math.Expm1(loss) * (1 - 1e-15)
	least := w.leaves(s.cuts, m, a, excess)
	for i := range s.tails {
		t := &s.tails[i]
		before := w.leaves(t.cuts, t.first, a, excess)
		t.edges = append(t.edges, edgeOf(before, loss))
		ratio := min(excess/before, math.MaxFloat64/2) // a smaller loss is a larger bound
		least = min(least, before*errfloat.Profile(t.mu, math.Log1p(ratio)*(1-1e-15))*(1+1e-12)+errfloat.Tiny)
	}
	if n := len(s.f); n > 0 {
		least = min(least, s.f[n-1])
	}
	s.losses, s.f = append(s.losses, loss), append(s.f, least)
}

// renyi bounds the Rényi divergence of order beta, in both directions: the integral of F up to the loss from which
// on least is left, and a bound on what is left.
func (s *remnant) renyi(beta float64) float64 {
	if mutants.ForgottenWindow.On() {
		return 0
	}
	if e, ok := s.orders[beta]; ok {
		return e
	}
	s.work.Spend(4 * len(s.f))
	e, least, end, beyond := math.Inf(1), math.Inf(1), 0, 0.0
	for i := 1; i < len(s.f); i++ {
		tail := s.beyond(beta, i)
		if v := max((beta-1)*s.losses[i]+math.Log(s.f[i]), tail); v < least {
			least, end, beyond = v, i, tail
		}
	}
	if end > 0 {
		e = contraction.IntegratedTo(beta, s.losses[:end+1], s.f[:end+1], beyond) * (1 + 1e-9)
	}
	s.orders[beta] = e
	return e
}

// beyond is at least ln(β(β−1)∫γ^{β−2}F dγ) from the i-th loss on (window.md, Lemma 3).
func (s *remnant) beyond(beta float64, i int) float64 {
	const nothing = -1000 // finite
	least := math.Inf(1)
	for _, t := range s.tails {
		e := t.edges[i]
		share := e.left
		if beta > 2 {
			share = e.share
		}
		v := 2*e.left + (beta-2)*share + contraction.GaussianBeyond(beta, t.mu, e.ratio*(1-1e-12))
		if v += 1e-12 * beta * math.Abs(e.left); v < least { // NaN where nothing is left
			least = v
		}
	}
	return max(nothing, least)
}
