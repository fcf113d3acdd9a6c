package theorem

import (
	"math"

	"lastiterate/bounds/modulus"
	"lastiterate/bounds/run"
)

// averagedExcess is c − 1 of the smallest linear modulus of all steps of a sampled run.
// A Poisson batch of the others holds m examples in place of b, and then what multiplies
// their gradients is ηm/b: c is that of a window of sizes, and outside says that there
// are others, of probability at most e^{logProbability} over the whole run.
func averagedExcess(r run.Run, logProbability float64) (excess float64, outside bool) {
	if r.Scheme != run.Poisson {
		return largest(modulus.Of(r), modulus.Of(r).Visit(r)), false
	}
	least, most := sizes(float64(r.N-1), r.SamplingRate(), logProbability-math.Log(2*float64(r.T)))
	outside = least > 0 || most < float64(r.N-1)
	most += float64(others(r) + joins(r))
	return largest(modulus.Of(ofSize(r, least)), modulus.Of(ofSize(r, most))), outside
}

// largest is the least excess of the linear moduli that two lists of the same kinds
// have, each counted at its larger one. A modulus as a function of the size of a batch
// has no other maxima than at the ends of a window: it is convex in the size, or rises.
func largest(a, b modulus.Min) float64 {
	best := math.Inf(1)
	for i, m := range a {
		if i < len(b) && m.IsLinear() && b[i].IsLinear() && m.Name == b[i].Name {
			best = math.Min(best, math.Max(m.Excess, b[i].Excess))
		}
	}
	return best
}

// ofSize is the run whose batches of b have the moduli of batches of m examples with the
// sum of gradients divided by b. A regulariser outside the clip is added once, whatever
// the size.
func ofSize(r run.Run, m float64) run.Run {
	share := m / float64(r.B)
	if r.Clipping == run.ClippingGLM {
		reg := 0.0
		if r.Loss == run.StronglyConvex {
			reg = r.StrongConvexity
		}
		r.Smoothness = reg + (r.Smoothness-reg)*share
		r.Clip *= share // of the sum of gradients
		return r
	}
	r.Eta *= share
	return r
}

// sizes is a window outside of which Bin(n, q) falls on either side with probability at
// most e^{logProbability}, by Chernoff's bound e^{−n·KL(m/n‖q)}.
func sizes(n, q, logProbability float64) (least, most float64) {
	if q >= 1 {
		return n, n
	}
	unlikely := func(m float64) bool {
		x, kl := m/n, 0.0
		if x > 0 {
			kl = x * math.Log(x/q)
		}
		if x < 1 {
			kl += (1 - x) * math.Log((1-x)/(1-q))
		}
		return -n*kl*(1-1e-9)+1e-6 <= logProbability
	}
	if n == 0 {
		return 0, 0
	}
	mean := math.Floor(n * q)
	// most + 1 or more are unlikely, least − 1 or fewer.
	least, most = 0, n
	if in, out := mean+1, n; unlikely(out) {
		for out-in > 1 {
			if mid := math.Floor((in + out) / 2); unlikely(mid) {
				out = mid
			} else {
				in = mid
			}
		}
		most = out - 1
	}
	if in, out := mean, 0.0; mean > 0 && unlikely(out) {
		for in-out > 1 {
			if mid := math.Floor((in + out) / 2); unlikely(mid) {
				out = mid
			} else {
				in = mid
			}
		}
		least = out + 1
	}
	return least, most
}
