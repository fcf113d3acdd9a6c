package contraction

import "math"

// A mechanism is what a step releases in addition: its profile at the points, as
// the rows that compose needs.
type mechanism struct {
	towards []float64 // κ(d) at n−d, d = −n … n: k(e^d) above, e^d·k(e^{−d}) below
	away    []float64 // k(e^d), d = 0 … 2n
}

// newMechanism reads a profile that bounds both directions at the points.
func (g *grid) newMechanism(profile func(loss float64) float64) mechanism {
	n := g.last()
	m := mechanism{make([]float64, 2*n+1), make([]float64, 2*n+1)}
	for d := range m.away {
		m.away[d] = profile(g.loss(d))
	}
	for d := -n; d <= n; d++ {
		if d >= 0 {
			m.towards[n-d] = m.away[d]
		} else {
			m.towards[n-d] = m.away[-d] / g.gamma[-d] * (1 + 1e-15)
		}
	}
	return m
}

func (g *grid) gaussian(mu float64) mechanism {
	return g.newMechanism(func(loss float64) float64 { return hockey(mu, loss) })
}

// cornersOf are the points, of n, on which their greatest convex minorant rests; slope is
// minus its slope between two of them.
func cornersOf(n int, slope func(a, b int) float64) []int {
	corners := make([]int, 0, n)
	for i := range n {
		for k := len(corners); k >= 2 && slope(corners[k-2], corners[k-1]) <= slope(corners[k-1], i); k-- {
			corners = corners[:k-1]
		}
		corners = append(corners, i)
	}
	return corners
}

// minorant returns the greatest convex minorant, in γ ≥ 1, of the points of h,
// and P's masses at the losses i·step, i ≥ 1, of the discrete pair whose profile it
// is: where it bends at γ_i from slope −s to −s', γ_i(s − s').
// Masses are raised by their rounding; noise bounds by how much in all.
func (g *grid) minorant(h []float64) (values, masses []float64, noise float64) {
	slope := func(a, b int) float64 { return (h[a] - h[b]) / (g.gamma[a] * g.excess[b-a]) }
	corners := cornersOf(len(h), slope)
	values, masses = make([]float64, len(h)), make([]float64, len(h))
	before := 0.0
	for k, a := range corners {
		after := 0.0
		if k+1 < len(corners) {
			b := corners[k+1]
			after = slope(a, b)
			for i := a + 1; i < b; i++ {
				chord := h[b] + after*g.gamma[i]*g.excess[b-i]
				values[i] = math.Min(h[i], chord*(1+1e-14))
			}
		}
		values[a] = h[a]
		if k > 0 {
			// The slopes are right to a few units in the last place.
			unsure := 4e-15 * g.gamma[a] * (before + after)
			masses[a] = math.Max(0, g.gamma[a]*(before-after)) + unsure
			noise += unsure
		}
		before = after
	}
	return values, masses, noise
}

// compose releases the mechanism's outcome as well: h'(γ) = Σ_i p_i·k(γe^{−l_i})
// over the masses p of a pair with profile h, k the mechanism's profile. With
// k(γ) = 1 − γ + γk(1/γ) below 1 the part of it that is linear sums to h(γ), and
// what remains are positive terms.
func (g *grid) compose(h []float64, m mechanism) []float64 {
	n := g.last()
	values, p, noise := g.minorant(h)
	q := make([]float64, n+1) // the masses at −i·step: the pair is symmetric
	rest := h[n]
	for i := 1; i <= n; i++ {
		q[i] = p[i] / g.gamma[i] * (1 + 1e-15)
		rest += p[i] + q[i]
	}
	middle := math.Max(0, 1-rest*(1-1e-12)) + 4*noise
	out := make([]float64, n+1)
	for j := range out {
		sum := middle*m.away[j] + dot(p[1:], m.towards[n-j+1:2*n-j+1]) + dot(q[1:], m.away[j+1:j+n+1])
		out[j] = math.Min(1, (values[j]+sum)*(1+1e-12)+tiny)
	}
	return falling(out)
}

// dot is Σ a_i·b_i of slices of one length, in four sums that do not wait for each
// other: a browser has no vectors for it. Its bits are the same on every platform.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s0 += float64(x * b[i])
	}
	return (s0 + s2) + (s1 + s3)
}
