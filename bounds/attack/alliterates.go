package main

import (
	"errors"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// If all iterates are released, rows that do not use hidden state may be tight after a few steps. The attack
// follows all iterates of a short run with random allocation, on a grid of the noise of every step but the last.
// The other examples' gradients are 0, and the differing example's gradient may depend on earlier iterates.

// mostFollowedSteps is the largest number of steps that are followed: the grid has a dimension for each step but the last.
const mostFollowedSteps = 4

var errNotFollowed = errors.New("all iterates are followed only for short runs with random allocation and a constant learning rate, " +
	"without a projection, a deletion or tuning, that differ in one example and whose other examples have gradient 0")

// canFollowAll reports whether all iterates of the run can be followed with this adversary.
func canFollowAll(r run.Run, a Adversary) bool {
	if r.Scheme != run.Allocation || r.T > mostFollowedSteps || r.Bounded() || r.After > 0 || !r.Steady() || r.Tuned() || differing(r) > 1 {
		return false
	}
	for _, g := range a.Others {
		if usedGradient(r, g).longest(math.Inf(-1), math.Inf(1)) != 0 {
			return false
		}
	}
	return true
}

// An allIteratesRun is a run all of whose iterates are released. It is followed without the example, on a
// grid of the noise of all steps but the last.
type allIteratesRun []allIteratesPath

// An allIteratesPath is a point of the grid and its probability (mass). The likelihood ratio of the two runs is then
// rest + last·L, where L, from the last step, is log-normal with mean 1, and parameter is the standard deviation of ln L.
type allIteratesPath struct{ mass, rest, last, parameter float64 }

// followAll follows all iterates at the points of a grid of T − 1 dimensions.
func followAll(r run.Run, a Adversary, resolution float64) (allIteratesRun, error) {
	if !canFollowAll(r, a) {
		return nil, errNotFollowed
	}
	// points in each dimension, by T
	points := [mostFollowedSteps + 1]float64{0, 1, 2400, 160, 40}[r.T] * resolution
	none := batch{others: make([]int, len(a.Others))}
	uses := batch{others: none.others, used: 1}
	idle, with := a.step(r, 0, none), a.step(r, 0, uses)
	// in deviations of the noise: 8, beyond the largest push
	reach := 8 + r.Eta*r.Clip/float64(r.B)/noise(r)
	h, period := 2*reach/points, epochSteps(r)
	var out allIteratesRun
	var walk func(t int, x, mass, before, epoch float64)
	// before is the product of the likelihood ratios of the epochs that are over, epoch the sum of those of this epoch's steps.
	walk = func(t int, x, mass, before, epoch float64) {
		if t > 0 && t%period == 0 {
			before, epoch = before*epoch/float64(period), 0
		}
		from := idle.At(x)
		v := with.At(x) - from
		if t == r.T-1 {
			missing := (period - r.T%period) % period // steps missing from the last epoch, each of ratio 1
			each := before / float64(period)
			out = append(out, allIteratesPath{mass, each * (epoch + float64(missing)), each, math.Abs(v)})
			return
		}
		for z := h/2 - reach; z < reach; z += h {
			density := h * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
			walk(t+1, from+z, mass*density, before, epoch+math.Exp(v*z-v*v/2))
		}
	}
	walk(0, a.Start/noise(r), 1, 1, 0)
	return out, nil
}

// above is E(L − k)₊ for a log-normal L with mean 1, where v is the standard deviation of ln L.
func above(k, v float64) float64 {
	switch {
	case k <= 0 || v == 0:
		return max(0, 1-k)
	default:
		d := -math.Log(k)/v + v/2
		return max(0, tail(-d)-k*tail(v-d))
	}
}

// below is E(k − L)₊ for the same L. It is not above(k, v) + k − 1: multiplied by e^ε, the rounding error of that difference
// could exceed a small δ.
func below(k, v float64) float64 {
	switch {
	case k <= 0:
		return 0
	case v == 0:
		return max(0, k-1)
	}
	d := -math.Log(k)/v + v/2
	return max(0, k*tail(d-v)-tail(d))
}

// largest returns the larger loss of the two directions; at a δ it is the lower end of the search, so that it errs downward.
func (p allIteratesRun) largest(q claim.Question) float64 {
	if q.Renyi() {
		return p.renyi(q.Alpha)
	}
	epsilon, _, _ := scalar.Threshold(1e3, func(epsilon float64) bool {
		gamma, removed, added := math.Exp(epsilon), 0.0, 0.0
		for _, o := range p {
			removed += o.mass * o.last * above((gamma-o.rest)/o.last, o.parameter)
			k := (1/gamma - o.rest) / o.last
			added += o.mass * o.last * gamma * below(k, o.parameter)
		}
		return max(removed, added) <= q.Delta
	})
	return epsilon
}

// renyi is the larger of the Rényi divergences of order alpha in the two directions.
func (p allIteratesRun) renyi(alpha float64) float64 {
	removed, added := 0.0, 0.0
	for _, o := range p {
		const h = 0.2
		for z := -9.0; z < 9+alpha*o.parameter; z += h {
			mass := o.mass * h * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
			x := math.Log(o.rest + o.last*math.Exp(o.parameter*z-o.parameter*o.parameter/2))
			removed += mass * bregman(0, x, alpha)
			added += mass * bregman(0, x, 1-alpha)
		}
	}
	return math.Log1p(max(removed, added)) / (alpha - 1)
}

// lookAtAll does what look does, for a run that releases all iterates.
func lookAtAll(r run.Run, a Adversary, questions []claim.Question, resolution float64) ([]float64, float64, error) {
	p, err := followAll(r, a, resolution)
	if err != nil {
		return nil, 0, err
	}
	out := make([]float64, len(questions))
	for i, q := range questions {
		if out[i] = p.largest(q); math.IsNaN(out[i]) {
			return nil, 0, errors.New("the loss is not a number")
		}
	}
	return out, 2000 * float64(len(p)), nil
}
