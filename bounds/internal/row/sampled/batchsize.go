package sampled

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// A sizeWindow is a range of sizes of the others' batches in a sampled run. Its excess, c − 1, is that of the smallest linear
// modulus of all steps with these sizes. A Poisson batch of the others holds m examples in place of b, so their gradients are
// multiplied by ηm/b. outside says that there are other sizes.
type sizeWindow struct {
	least, most float64
	outside     bool
}

// averagedWindow returns a window such that other sizes have a probability of at most e^{logProbability} over the whole run.
func averagedWindow(r run.Run, logProbability float64) sizeWindow {
	if r.Scheme.FixedSize() {
		return sizeWindow{}
	}
	least, most := Sizes(float64(r.N-1), r.SamplingRate(), logProbability-math.Log(2*float64(r.T)))
	return sizeWindow{least, most, least > 0 || most < float64(r.N-1)}
}

// largest returns the largest size whose map counts.
func (w sizeWindow) largest(r run.Run) float64 { return w.most + float64(Others(r)+Joins(r)) }

func (w sizeWindow) excess(r run.Run) float64 {
	if r.Scheme.FixedSize() {
		return largest(modulus.Of(r.Step()), modulus.Of(r.Step()).Visit(r.Step()))
	}
	return largest(modulus.Of(r.Step().OfSize(w.least)), modulus.Of(r.Step().OfSize(w.largest(r))))
}

// exact returns excess from the stated decimals; undefined if it is not known.
func (w sizeWindow) exact(r run.Run, x certify.StatedStep) interval.Number {
	if r.Scheme.FixedSize() {
		plain, visit := stepwise.ExactModuli(r.Step(), x)
		return modulus.LeastExcess(stepwise.Larger(plain, visit))
	}
	return modulus.LeastExcess(BetweenSizes(r, x, int(w.least), int(w.largest(r))))
}

// certain reports whether the probability of sizes outside of the window is proved to be at most e^{logProbability}, by the
// bound of sizes.
func (w sizeWindow) certain(r run.Run, logProbability interval.Number) bool {
	one, n, q := interval.Int(1), interval.Int(r.N-1), stepwise.ExactRate(r)
	unlikely := func(m int) bool {
		x, kl := interval.Fraction(m, r.N-1), interval.Int(0)
		if m > 0 {
			kl = x.Mul(x.Quo(q).Log())
		}
		if m < r.N-1 {
			rest := one.Sub(x)
			kl = kl.Add(rest.Mul(rest.Quo(one.Sub(q)).Log()))
		}
		return interval.Int(r.T).Mul(interval.Int(2)).Log().Sub(n.Mul(kl)).AtMost(logProbability)
	}
	if r.B == r.N {
		return true // there is only one size
	}
	return (w.least == 0 || unlikely(int(w.least)-1)) && (w.most == float64(r.N-1) || unlikely(int(w.most)+1))
}

// largest returns the least excess of the linear moduli in two lists of the same kinds, each modulus with the larger of its
// two values. As a function of the size of a batch a modulus is convex or rises, so it is largest at an end of a window.
func largest(a, b modulus.Min) float64 {
	best := math.Inf(1)
	for i, m := range a {
		if i < len(b) && m.IsLinear() && b[i].IsLinear() && m.Name == b[i].Name {
			best = min(best, max(m.Excess, b[i].Excess))
		}
	}
	return best
}

// Sizes returns a window outside of which Bin(n, q) falls on either side with probability at most e^{logProbability}, by
// Chernoff's bound e^{−n·KL(m/n‖q)}.
func Sizes(n, q, logProbability float64) (least, most float64) {
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
	above := sort.Search(int(n-mean), func(i int) bool { return unlikely(mean + 1 + float64(i)) })
	below := sort.Search(int(mean), func(i int) bool { return unlikely(mean - 1 - float64(i)) })
	return mean - float64(below), mean + float64(above)
}
