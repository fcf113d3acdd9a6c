package adversary

import (
	"errors"
	"math"
)

// Proved are final laws whose errors are bounded (projected.md, section 4).
type Proved struct {
	pair
	relative, absolute float64 // the exact probability is between p·(1 ∓ relative) ∓ absolute for a computed p
}

// Provable returns nil if the errors of the pair's laws can be bounded: steps are affine and there are enough nodes.
// Otherwise its error says which condition fails.
func (p Projected) Provable() error {
	_, err := p.errors()
	return err
}

// Proved bounds the errors of l, the laws of the pair p, or returns the error of p.Provable.
func (l Laws) Proved(p Projected) (Proved, error) {
	out, err := p.errors()
	out.pair = l.fine
	return out, err
}

// errors returns the error bounds of a Proved, without its laws.
func (p Projected) errors() (out Proved, err error) {
	for _, s := range []ClippedStep{p.Plain, p.Visit[0], p.Visit[1]} {
		if s.Most > 0 {
			return out, errors.New("gradients are clipped, so the quadrature has no error bound")
		}
	}
	steps, n := float64(p.T)+1, p.nodes()
	each := quadratureError(p.Diameter/2, n, p.slope())
	sizes := 0.0 // the relative part of a step's error
	if p.Sizes != nil {
		sizes = sizeError
		each += p.Beyond + sizes
	}
	const unit = 1.0 / (1 << 53)
	out.relative, out.absolute = 8*steps*((float64(n)+64)*unit+each)+1e-11, 4*steps*(each-sizes)
	if !(out.absolute < 1e-12 && out.relative < 1e-5) {
		return out, errors.New("the interval is too wide, or the steps are too many, for probabilities to be accurate to five digits")
	}
	return out, nil
}

// sizeError exceeds the relative error of the probabilities of batch sizes.
const sizeError = 1e-13

// quadratureError bounds the error of a step's Gauss–Legendre rule on [−half, half] for ∫φ(y−m)v(y)dy, where |v(x+iy)| ≤
// e^{slope²y²/2}. On the ellipse with the half-axes half·(ρ ± 1/ρ)/2 the integrand is at most M = φ(0)e^{(1+slope²)y²/2}, its
// Chebyshev coefficients are at most 2Mρ^{−k}, and the rule is exact to degree 2n−1. Any ρ > 1 gives a bound.
func quadratureError(half float64, nodes int, slope float64) float64 {
	least := math.Inf(1)
	for i := 1.0; i < 200; i++ {
		rho := 1 + math.Exp(i/20-6)
		y := half * (rho - 1/rho) / 2
		log := (1+slope*slope)*y*y/2 - 2*float64(nodes)*math.Log(rho)
		least = min(least, 8*half*math.Exp(log)/math.Sqrt(2*math.Pi)/(1-1/rho))
	}
	return least
}

// low and high bound a probability, given its computed value p, from below and above.
func (l Proved) low(p float64) float64  { return p*(1-l.relative) - l.absolute }
func (l Proved) high(p float64) float64 { return p*(1+l.relative) + l.absolute }

const (
	// cellWidth is about the width of the cells on which laws are compared, in units of the noise.
	cellWidth = 0.08
	mostCells = 400
)

// cells returns the probabilities of equal cells of the interval, from the low end on, and then of its two ends.
func (l Proved) cells(which int) []float64 {
	n := max(16, min(mostCells, int(2*l.half/cellWidth)))
	out := make([]float64, n+2)
	edge := func(i int) float64 {
		if i == n { // exactly the end, where there is an atom
			return l.half
		}
		return -l.half + 2*l.half*float64(i)/float64(n)
	}
	for _, part := range l.parts[which] {
		l.work.Spend(nodeUnits * (n + 2) * l.size())
		for i, mass := range part.before {
			if mass == 0 {
				continue
			}
			mean := part.last.Of(l.x[i])
			out[n] += float64(mass * upperTail(l.half+mean))
			out[n+1] += float64(mass * upperTail(l.half-mean))
			below, above := upperTail(mean-edge(0)), upperTail(edge(0)-mean)
			for k := range n {
				at := edge(k+1) - mean
				nextBelow, nextAbove := upperTail(-at), upperTail(at)
				if at > 0 { // from the side whose tails are small: their difference keeps its digits
					out[k] += float64(mass * (above - nextAbove))
				} else {
					out[k] += float64(mass * (nextBelow - below))
				}
				below, above = nextBelow, nextAbove
			}
		}
	}
	return out
}

// Renyi returns at most the larger Rényi divergence of order alpha between the two laws: the divergence of their cells'
// probabilities, each moved towards the other by its error.
//
// On a partition ΣP^αQ^{1−α} − 1 is the sum of Q·f(P/Q), f(r) = r^α − 1 − α(r−1) ≥ 0,
// whose terms rise with P and fall with Q where P > Q, and the other way round where P < Q.
func (l Proved) Renyi(alpha float64) float64 {
	first, second := l.cells(0), l.cells(1)
	return max(l.divergence(first, second, alpha), l.divergence(second, first, alpha))
}

// divergence returns Renyi's divergence from the law of `first` to that of `second`.
func (l Proved) divergence(first, second []float64, alpha float64) float64 {
	type term struct{ ratio, mass float64 } // log r, Q
	var terms []term
	top := 0.0
	for i := range first {
		p, q := l.low(first[i]), l.high(second[i])
		if !(p > q) {
			p, q = l.high(first[i]), l.low(second[i])
			if !(p < q) || !(q > 0) {
				continue
			}
		}
		t := term{math.Log1p((p - q) / q), q}
		terms = append(terms, t)
		top = max(top, alpha*t.ratio)
	}
	const much = 500
	sum := 0.0
	if top > much { // r^α overflows, and only its term counts
		for _, t := range terms {
			if t.ratio > 0 {
				sum += t.mass * (math.Exp(alpha*t.ratio-top) - (1+alpha*math.Expm1(min(t.ratio, much)))*math.Exp(-top))
			}
		}
		if !(sum > 0) {
			return 0
		}
		return max(0, (top+math.Log(sum))/(alpha-1)*(1-1e-9))
	}
	for _, t := range terms {
		sum += t.mass * max(0, (math.Expm1(alpha*t.ratio)-alpha*math.Expm1(t.ratio))-1e-14*alpha*math.Abs(t.ratio))
	}
	return math.Log1p(sum) / (alpha - 1) * (1 - 1e-9)
}

// Epsilon returns an ε for which an end of the interval shows that the pair is not (ε', delta)-private for any ε' < ε. It is
// at most `least` if no end shows clearly more.
func (l Proved) Epsilon(delta, least float64) float64 {
	return (1 - 1e-12) * ends{l.pair}.epsilon(delta, least, l.low, l.high)
}

// EpsilonWithNormals returns such an ε for the product of the pair with two normal laws of variance 1 that are mu apart, by
// their best half-line on every cell.
func (l Proved) EpsilonWithNormals(mu, delta float64) float64 {
	return l.solveWithNormals([2][]float64{l.cells(0), l.cells(1)}, mu, delta, 1e-12, l.low, l.high)
}
