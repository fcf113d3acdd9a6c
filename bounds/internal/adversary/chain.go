package adversary

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// chain is a Markov chain on [−half, half] whose steps are x ↦ Π(c·x + h + G) with G ~ N(0,1), on a quadrature: masses at the
// Gauss–Legendre nodes for the inside, and one at either end for the projected iterates. The density after a step is analytic
// and at least as wide as the noise, so the quadrature converges geometrically once the nodes are closer than that.
type chain struct {
	half float64   // half the interval's length, in units of the noise
	x, w []float64 // nodes and their weights; the last two are the ends −half and half
}

// newChain returns a chain with an odd number of nodes, so that one of them is 0.
func newChain(half float64, nodes int) chain {
	nodes |= 1
	c := chain{half, make([]float64, nodes, nodes+2), make([]float64, nodes, nodes+2)}
	quad.Legendre{}.FixedLocations(c.x, c.w, -half, half)
	c.x[nodes/2] = 0
	c.x, c.w = append(c.x, -half, half), append(c.w, 1, 1)
	return c
}

// size is the number of masses.
func (c chain) size() int { return len(c.x) }

// start returns all mass at 0, or at the low end for at = −1 and the high end for at = 1.
func (c chain) start(at int) []float64 {
	v := make([]float64, c.size())
	switch n := c.size() - 2; at {
	case -1:
		v[n] = 1
	case 1:
		v[n+1] = 1
	default:
		v[n/2] = 1
	}
	return v
}

// kernel returns the step's matrix, row by row from each node; the rows sum to 1.
func (c chain) kernel(s ClippedStep) matrix {
	n := c.size()
	m := matrix{n, make([]float64, n*n)}
	for i, x := range c.x {
		mean := s.Of(x)
		row := m.row(i)
		for j := range n - 2 {
			d := c.x[j] - mean
			row[j] = c.w[j] * math.Exp(-d*d/2) / math.Sqrt(2*math.Pi)
		}
		row[n-2], row[n-1] = upperTail(c.half+mean), upperTail(c.half-mean)
	}
	m.normalise()
	return m
}

// tail returns the probability that the step from the law v ends at or beyond x, towards larger values, or smaller ones for
// sign −1.
func (c chain) tail(v []float64, s ClippedStep, x, sign float64) float64 {
	sum := 0.0
	for i, mass := range v {
		sum += mass * upperTail(sign*(x-s.Of(c.x[i])))
	}
	return sum
}

// upperTail is P(N(0,1) ≥ t).
func upperTail(t float64) float64 { return math.Erfc(t/math.Sqrt2) / 2 }

// matrix is square, in row order; laws are multiplied from the left.
type matrix struct {
	n int
	a []float64
}

func (m matrix) row(i int) []float64 { return m.a[i*m.n : (i+1)*m.n] }

// normalise makes the rows sum to 1. Otherwise the error of the quadrature would make mass vanish or grow at every step.
func (m matrix) normalise() {
	for i := range m.n {
		row := m.row(i)
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		for j := range row {
			row[j] /= sum
		}
	}
}

func (m matrix) apply(v []float64) []float64 { return m.into(make([]float64, m.n), v) }

// into is apply, written into `out`. Four rows are added at once, in order, which is quicker.
func (m matrix) into(out, v []float64) []float64 {
	clear(out)
	i := 0
	for ; i+4 <= len(v); i += 4 {
		a, b, c, d := m.row(i), m.row(i+1), m.row(i+2), m.row(i+3)
		v0, v1, v2, v3 := v[i], v[i+1], v[i+2], v[i+3]
		b, c, d, out := b[:len(a)], c[:len(a)], d[:len(a)], out[:len(a)]
		for j, p := range a {
			out[j] = out[j] + v0*p + v1*b[j] + v2*c[j] + v3*d[j]
		}
	}
	for ; i < len(v); i++ {
		for j, p := range m.row(i) {
			out[j] += v[i] * p
		}
	}
	return out
}

// times returns the matrix of the step m followed by the step b.
func (m matrix) times(b matrix) matrix {
	out := matrix{m.n, make([]float64, m.n*m.n)}
	for i := range m.n {
		copy(out.row(i), b.apply(m.row(i)))
	}
	out.normalise()
	return out
}

// repeat applies m to v the given number of times: one by one, or by squaring if that is less work.
func (m matrix) repeat(v []float64, times int) []float64 {
	for times > 0 {
		if float64(times) <= squarings(times)*float64(m.n) {
			spare, other := make([]float64, m.n), make([]float64, m.n)
			for range times {
				v, spare, other = m.into(spare, v), other, spare
			}
			return v
		}
		if times%2 == 1 {
			v = m.apply(v)
		}
		m = m.times(m)
		times /= 2
	}
	return v
}

// power returns the matrix of the given number of steps m.
func (m matrix) power(times int) matrix {
	switch times {
	case 0:
		return identity(m.n)
	case 1:
		return m
	}
	half := m.power(times / 2)
	out := half.times(half)
	if times%2 == 1 {
		out = out.times(m)
	}
	return out
}

// squarings returns the number of squarings that a power takes.
func squarings(times int) float64 { return math.Ceil(math.Log2(float64(times) + 1)) }
