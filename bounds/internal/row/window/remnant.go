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

// A remnant bounds the difference of the two runs before the last m steps that remains after these steps. F bounds the E_γ of
// two runs that take these steps alike and differ only in the steps before (window.md, section 2).
type remnant struct {
	losses []float64 // ln γ at which F is known, from 0 on
	f      []float64 // F(γ) there, which does not rise
	cuts   []cut     // of all m steps
	tails  []tail
	work   *work.Budget
	orders map[float64]float64 // Rényi divergences that have been computed, by their order
}

// A tail is one way to bound F from a loss on: after the first `first` of the m steps, E_γ is at most some g, and the
// other steps leave any two points no farther apart than two unit Gaussians whose means differ by mu (window.md, Lemma 3).
type tail struct {
	mu    float64
	first int
	cuts  []cut  // of the first steps
	edges []edge // at each of the remnant's losses
}

// An edge holds the quantities of Lemma 3 for a tail at one loss, whatever the order β: left is ln g, share is ln κ for β ≥
// 2, ratio is ln r.
type edge struct{ left, share, ratio float64 }

// edgeOf returns the edge at a loss from which on E_γ after the first steps is at most `before`, the g of Lemma 3.
func edgeOf(before, loss float64) edge {
	ratio := math.Log1p(min(math.Expm1(loss)/before, math.MaxFloat64/2))
	return edge{math.Log(before), math.Log(before + (1-before)*math.Exp(-ratio)), ratio}
}

const (
	// The losses of a remnant end once F is below faintestRemnant, or at furthestLoss, so that γ does not overflow.
	furthestLoss, faintestRemnant = 600, 1e-290
	// Each loss is lossGrowth times the one before, or a/lossesWithin larger if that is farther: near 0, F changes over
	// losses of about the total variation a.
	lossGrowth, lossesWithin = 1.3, 6
	// mostTails is the largest number of splits into first and other steps that are tried.
	mostTails = 4
)

// remnantOf returns the remnant of the last m steps, which it computes only once.
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

// A cut says how remaining differences are bounded: by stretches of `length` steps, for the set of batch sizes
// w.batches[batches].
type cut struct{ batches, length int }

// excesses are the values of γ − 1 at which cuts are compared.
func excesses(a float64) []float64 { return []float64{a / 2, 4 * a, 1, 10, 200} }

// bestCuts returns, for each of a few γ, the cut of the given steps that leaves the least of a total variation a.
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

// usual returns roughly the index in w.tried of the best stretch length for the given steps at the k-th excess: the index
// found, for the first set of batch sizes, for the largest tried number of steps that is not larger. Those are computed in
// ascending order, each from the one before, so the result does not depend on earlier calls. It is −1 if all lengths are to
// be compared.
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

// leastLength returns the index in w.tried of the stretch length with the least E_γ after the given steps from a total
// variation a, and that E_γ. If start is an index, it compares only the lengths near it, and goes on as long as the last one
// compared is the best.
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

// leaves returns an upper bound on the E_γ, γ = 1 + excess, after the given steps from a total variation a: the least by any
// of the cuts.
func (w *composedWindow) leaves(cuts []cut, steps int, a, excess float64) float64 {
	least := a
	for _, c := range cuts {
		w.work.Spend(4 * (min(mostStretches, steps/c.length) + 1))
		least = min(least, w.batches[c.batches].forgets([]int{c.length}, a, steps, excess))
	}
	return least
}

// add appends a loss and F there; a is the total variation between the two runs before the last m steps.
func (s *remnant) add(w *composedWindow, m int, a, loss float64) {
	excess := math.Expm1(loss) * (1 - 1e-15)
	least := w.leaves(s.cuts, m, a, excess)
	for i := range s.tails {
		t := &s.tails[i]
		before := w.leaves(t.cuts, t.first, a, excess)
		t.edges = append(t.edges, edgeOf(before, loss))
		rMinus1 := min(excess/before, math.MaxFloat64/2) // a smaller r gives a larger bound
		least = min(least, before*errfloat.Profile(t.mu, math.Log1p(rMinus1)*(1-1e-15))*(1+1e-12)+errfloat.Tiny)
	}
	if n := len(s.f); n > 0 {
		least = min(least, s.f[n-1])
	}
	s.losses, s.f = append(s.losses, loss), append(s.f, least)
}

// renyi bounds the Rényi divergence of order beta, in both directions, by an integral of F. Lemma 3 bounds the integral beyond
// one of the losses: the one at which the larger of the integrand and of that bound is smallest.
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

// beyond returns an upper bound on ln(β(β−1)∫γ^{β−2}F dγ) from the i-th loss on (window.md, Lemma 3).
func (s *remnant) beyond(beta float64, i int) float64 {
	const nothing = -1000 // in place of −Inf, if nothing remains
	least := math.Inf(1)
	for _, t := range s.tails {
		e := t.edges[i]
		share := e.left
		if beta > 2 {
			share = e.share
		}
		v := 2*e.left + (beta-2)*share + contraction.GaussianBeyond(beta, t.mu, e.ratio*(1-1e-12))
		if v += 1e-12 * beta * math.Abs(e.left); v < least { // false if v is NaN because nothing remains
			least = v
		}
	}
	return max(nothing, least)
}
