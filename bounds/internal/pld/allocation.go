package pld

import (
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// Allocation is an epoch of several batches (bins), of which the run takes only the first ones, as many as `taken` says, 1 ≤
// taken ≤ bins. The differing example is in one of the bins, each equally likely; it is added, removed or zeroed out.
// Allocation dominates epochs whose steps depend on the results of earlier steps, in both directions (discretisation.md,
// section 8, Theorem 8; Chua et al. 2025, Feldman and Shenfeld 2025). Its likelihood ratio is (bins − taken + Σ L_i)/bins, i ≤
// taken, L_i log-normal.
func Allocation(bins, taken int, u float64) StepLoss {
	switch {
	case !(1 <= taken && taken <= bins):
		return StepLoss{err: ErrDomain}
	case bins == 1:
		return Gaussian(u)
	}
	q := 1.0
	if taken < bins {
		q = float64(taken) / float64(bins) * (1 + 4*unit)
	}
	s := newStep(1, u, 1, func() law { return &allocation{bins: bins, taken: taken, u: u} })
	s.coin.q = q
	s.twoSided = !mutants.OneDirection.On()
	return s
}

// allocation is the law of an epoch. It keeps the ratios that it has computed, by their tails.
type allocation struct {
	bins, taken int
	u           float64
	kept        memo.Of[float64, memo.PaidValue[computedRatios]]
}

type computedRatios struct {
	ratios *ratios
	err    error
}

const (
	// usualTail is the probability that is cut off, unless a caller asks for less.
	usualTail = 1e-20
	// Smaller tails are rounded down to usualTail times a power of tailStep (at least leastTail), so that runs of other lengths
	// share the ratios.
	tailStep = 1e-10
)

// ratios are the likelihood ratios dP/dQ of an epoch, discretised.
type ratios struct {
	ratio, q []float64 // in ascending order, and their masses under Q
	lost     float64   // mass of P at infinity
	off      float64   // bound on the relative error of a ratio
}

// at returns the ratios, with at most about tail cut off at each sum.
func (l *allocation) at(w *work.Budget, tail float64) (*ratios, error) {
	least := usualTail
	for least > tail {
		least = max(least*tailStep, leastTail)
	}
	r := memo.Pay(&l.kept, w, least, func() computedRatios {
		r, err := newRatios(w, l.bins, l.taken, l.u, least)
		return computedRatios{r, err}
	})
	return r.ratios, r.err
}

// newRatios discretises the likelihood ratio of an epoch: the sum of one log-normal ratio for each batch that was taken, and of 1
// for each other batch, over the number of bins.
func newRatios(w *work.Budget, bins, taken int, u, tail float64) (*ratios, error) {
	one, err := oneRatio(w, u, tail)
	if err != nil {
		return nil, err
	}
	sum := sumOf(w, one, taken, tail)
	r := &ratios{ratio: sum.x, q: sum.mass, lost: sum.lost / float64(bins) * (1 + 4*unit), off: unit * float64(sum.sums+8)}
	rest := float64(bins - taken)
	for i := range r.ratio {
		r.ratio[i] = (rest + r.ratio[i]) / float64(bins)
	}
	return r, nil
}

// A lossMass is the masses of P and Q at a loss.
type lossMass struct{ loss, p, q float64 }

// forward returns the losses of P against Q, in ascending order, and the mass at infinity. backward returns those of Q
// against P, with the two laws exchanged: p is the mass of Q.
func (r *ratios) forward() (masses []lossMass, infinite float64) {
	for i, x := range r.ratio {
		if x > 0 && r.q[i] > 0 {
			masses = append(masses, lossMass{math.Log(x) + r.off, r.q[i] * x * (1 + r.off), r.q[i]})
		}
	}
	return masses, r.lost
}

func (r *ratios) backward() (masses []lossMass, infinite float64) {
	for i := len(r.ratio) - 1; i >= 0; i-- {
		switch x := r.ratio[i]; {
		case x == 0:
			infinite += r.q[i]
		case r.q[i] > 0:
			masses = append(masses, lossMass{r.off - math.Log(x), r.q[i], r.q[i] * x})
		}
	}
	return masses, infinite
}

func (l *allocation) grid(w *work.Budget, step, tail, most float64) (*PLD, error) {
	r, err := l.at(w, tail)
	if err != nil {
		return nil, err
	}
	forward, err := dotted(r.forward, step, most)
	if err != nil {
		return nil, err
	}
	backward, err := dotted(r.backward, step, most)
	if err != nil {
		return nil, err
	}
	w.Spend(cellUnits * (len(forward.p) + len(backward.p)))
	forward.dualInf, backward.dualInf = backward.inf, forward.inf
	forward.mirror, backward.mirror = backward, forward
	return forward, nil
}

// dotted puts masses at any losses, in ascending order, on a grid by connecting the dots (Lemma 1). It treats losses beyond
// ±most as connect does.
func dotted(law func() ([]lossMass, float64), step, most float64) (*PLD, error) {
	masses, infinite := law()
	bottom, top := max(masses[0].loss, -most), min(masses[len(masses)-1].loss, most)
	if !(top/step-bottom/step < maxCells && math.Abs(top/step) < 1<<52) {
		return nil, ErrNotConverged
	}
	first := int(math.Floor(bottom / step))
	last := max(first+1, int(math.Ceil(top/step)))
	l := &PLD{step: step, low: first, p: make([]float64, last-first+1), inf: infinite}
	lowest, highest := step*float64(first), step*float64(last)
	right, left := 1/-math.Expm1(-step), 1/math.Expm1(step)
	for _, m := range masses {
		switch {
		case m.loss >= highest:
			kept := min(m.p, m.q*math.Exp(highest))
			l.p[last-first] += kept * (1 + unit*(16+4*math.Abs(highest)))
			l.inf += (m.p - kept) + unit*(64+4*math.Abs(highest))*m.p
		case m.loss <= lowest:
			l.p[0] += m.p
		default:
			k := min(int(math.Floor(m.loss/step))-first, last-first-1)
			over := min(max(m.loss-step*float64(first+k), 0), step)
			l.p[k] += m.p * math.Expm1(step-over) * left
			l.p[k+1] += m.p * -math.Expm1(-over) * right
		}
	}
	for i := range l.p {
		l.p[i] *= raise(l.lossAt(i), step, 4) + unit*float64(len(masses))
	}
	return l, nil
}

func (l *allocation) sketch(tail float64) []atom {
	r, err := l.at(nil, tail)
	if err != nil {
		return nil
	}
	masses, _ := r.forward()
	a := make([]atom, len(masses))
	for i, m := range masses {
		a[i] = atom{m.loss, m.p}
	}
	return a
}

// profile returns the profile of the discretised law, which is no smaller than that of the epoch.
func (l *allocation) profile(epsilon float64) (delta, relative float64) {
	r, err := l.at(nil, usualTail)
	if err != nil {
		return 1, math.Inf(1)
	}
	forward, backward := r.lost, 0.0
	for i, x := range r.ratio {
		gamma := math.Exp(epsilon)
		forward += r.q[i] * max(0, x*(1+r.off)-gamma)
		backward += r.q[i] * max(0, 1-gamma*x*(1-r.off))
	}
	relative = profileError + unit*float64(4*len(r.q))
	delta = max(forward, backward)
	if mutants.OneDirection.On() {
		delta = backward
	}
	return delta * (1 + relative), relative
}
