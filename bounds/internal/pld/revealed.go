package pld

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// revealedRun is a bound on a run whose steps also reveal whether they use the differing example: it releases T coins of
// probability q, and for each head a Gaussian mechanism. Given K heads, a binomial number, the run is one Gaussian mechanism
// of squared shift fixed + K·shift2, so
//
//	δ(ε) <= Σ_k P(K = k)·δ_μ(ε),  μ² = fixed + k·shift2.
//
// The bound gives up at most ln(1/q) of each loss 1/(2u²). That is next to nothing if the noise is so small that a step
// reveals its use of the example anyway; a grid would then have to be as fine as the noise.
type revealedRun struct {
	fixed, shift2 float64
	certain       float64 // the loss besides, with heads or without
	// uses are numbers of heads in ascending order. Each stands for itself and all numbers down to the one before it, whose
	// total probability its weight bounds. beyond bounds the probability of more heads than the last.
	uses, weights []float64
	beyond        float64
	work          *work.Budget
}

// leastNoise is the u below which a run's steps are revealed: its loss distribution would take 1/u² pieces, and hiding the
// coin gains less than ln(1/q)·2u² of ε.
const leastNoise = 3e-3

// littleNoise is the u below which hiding the coin gains so little that discretisation may cost more. Both bounds are then
// computed.
const littleNoise = 1.0 / 30

const (
	// beyondShare is the part of δ that more heads than in uses may take.
	beyondShare = 1e-6
	// listedUses is the expected number of heads up to which list is used; above it chernoff is.
	listedUses = 1e5
	// listedError and chernoffError bound the relative errors of the weights: a
	// logarithm is summed over at most listedUses terms; T·KL is a difference of
	// terms of the size of 40√T.
	listedError, chernoffError = 1e-8, 1e-6
)

// reveal prepares the bounds for answers near a δ, of which the least counts. If both laws of a step are mixtures, there is a
// second bound: Q is at least (1−q)N(0), and the rest of its mass is put where P has none. Then only P's coin is revealed:
// every step loses −ln(1−q), and P's heads are compared with N(0) instead of with Q's heads. There is no bound if a step has
// no coin, such as one of a known profile.
func (r *run) reveal(delta float64) revelation {
	if !r.hasCoins() {
		return nil
	}
	v := revelation{r.revealTo(delta, false)}
	if slices.ContainsFunc(r.coins, func(c coin) bool { return c.apart > 0 && c.q < 1 }) {
		v = append(v, r.revealTo(delta, true))
	}
	return v
}

// hasCoins reports whether every step has a coin. A step without one has the probability 0.
func (r *run) hasCoins() bool {
	return !slices.ContainsFunc(r.coins, func(c coin) bool { return c.q == 0 })
}

// revelation is the least of its bounds, of which there may be none.
type revelation []*revealedRun

func (v revelation) epsilon(delta float64) (least float64, err error) {
	least, err = math.Inf(1), ErrNotConverged
	for _, one := range v {
		if e, failed := one.epsilon(delta); failed == nil {
			least, err = min(least, e+one.certain), nil
		}
	}
	return least, err
}

// revealTo prepares one bound. If apart is set, the bound compares P's heads with N(0).
func (r *run) revealTo(delta float64, apart bool) *revealedRun {
	v := &revealedRun{work: r.work}
	q, times := 0.0, 0.0
	for i, c := range r.coins {
		n := float64(r.times[i])
		if apart && c.apart > 0 && c.q < 1 {
			c.shift = c.apart
			v.certain += n * -math.Log1p(-c.q) * (1 + 8*unit)
		}
		if c.q == 1 {
			v.fixed += n * c.shift * c.shift
		} else {
			// Parts of different q and shift count as one with the largest of each, which only loses more.
			q, v.shift2, times = max(q, c.q), max(v.shift2, c.shift*c.shift), times+n
		}
	}
	switch mean := times * q; {
	case times == 0:
		v.uses, v.weights = []float64{0}, []float64{1}
	case mean <= listedUses:
		v.list(times, q, beyondShare*delta)
	default:
		v.chernoff(times, q, beyondShare*delta)
	}
	return v
}

// list sums the binomial law term by term, pmf(k)/pmf(k−1) = (T−k+1)q/(k(1−q)). It counts neighbours within the relative
// distance together as the largest of them. rest is the largest allowed value of beyond.
func (v *revealedRun) list(times, q, rest float64) {
	const together = 1.0 / 1024 // the bound rises by no more than that share, and the list is short
	odds := math.Log(q) - math.Log1p(-q)
	log := times * math.Log1p(-q)
	from, weight := 0.0, 0.0
	for k := 0.0; ; k++ {
		v.work.Spend(headUnits)
		if k > 0 {
			log += math.Log((times-k+1)/k) + odds
		}
		p := math.Exp(log) * (1 + listedError)
		weight += p
		ratio := (times - k) / (k + 1) * math.Exp(odds)
		over := k >= times
		if k >= times*q && ratio < 1 { // the remaining terms are at most a geometric series
			v.beyond = p * ratio / (1 - ratio) * (1 + listedError)
			over = over || v.beyond <= rest
		}
		if over || k+1-from > together*from {
			v.uses, v.weights = append(v.uses, k), append(v.weights, weight)
			from, weight = k+1, 0
		}
		if over {
			break
		}
	}
	if v.uses[len(v.uses)-1] >= times {
		v.beyond = 0
	}
}

// chernoff uses P(K > k) <= exp(−T·KL(k/T ‖ q)) for k above the mean (Hoeffding 1963, Theorem 1), at steps of an eighth of a
// standard deviation. Every number below the mean counts as the mean.
func (v *revealedRun) chernoff(times, q, rest float64) {
	v.beyond = 1
	for step := 0.0; v.beyond > rest; step++ {
		k := min(times, math.Ceil(times*q+step/8*math.Sqrt(times*q*(1-q)+1)))
		tail := 0.0
		if k < times {
			x := k / times
			kl := x*math.Log1p((x-q)/q) + (1-x)*math.Log1p((q-x)/(1-q))
			tail = min(v.beyond, math.Exp(-times*max(0, kl))*(1+chernoffError))
		}
		v.uses, v.weights = append(v.uses, k), append(v.weights, v.beyond-tail)
		v.beyond = tail
	}
}

// delta returns an upper bound on δ(ε).
func (v *revealedRun) delta(epsilon float64) float64 {
	if epsilon < 0 { // the pair is its own mirror image
		return min(1, -math.Expm1(epsilon)+math.Exp(epsilon)*v.delta(-epsilon))
	}
	v.work.Spend(headUnits * len(v.uses))
	sum := v.beyond
	for i, k := range v.uses {
		if v.weights[i] > 0 {
			sum += v.weights[i] * errfloat.Profile(math.Sqrt(v.fixed+k*v.shift2)*(1+4*errfloat.U), epsilon)
		}
	}
	return min(1, sum*(1+1e-12))
}

// epsilon returns an upper bound on ε(δ) >= 0.
func (v *revealedRun) epsilon(delta float64) (float64, error) {
	if v.delta(0) <= delta {
		return 0, nil
	}
	mu := math.Sqrt(v.fixed + v.uses[len(v.uses)-1]*v.shift2)
	high := convert.GaussianEpsilonUpper(mu, delta*(1-2*beyondShare))
	for wider := 1e-14; !(v.delta(high) <= delta); wider *= 4 {
		if high *= 1 + wider; math.IsInf(high, 1) {
			return high, ErrNotConverged
		}
	}
	_, high = scalar.Halve(0, high, 50, func(epsilon float64) bool { return v.delta(epsilon) <= delta })
	return high, nil
}
