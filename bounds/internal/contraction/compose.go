package contraction

import (
	"lastiterate/bounds/internal/errfloat"
)

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
	for d := 0; d <= n; d++ {
		m.towards[n-d] = m.away[d]
		m.towards[n+d] = m.away[d] / g.gamma[d] * (1 + 12*u)
	}
	return m
}

func (g *grid) gaussian(mu float64) mechanism {
	return g.newMechanism(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
}

// chords are the values and masses of the profile that is linear in γ between
// some of the points of h, the first and the last among them: F of profile.md, and P's
// masses at the points but the first of the discrete pair whose profile it is.
type chords struct {
	values []float64 // F, from above
	masses []float64 // from above: γ_i times by how much the slope changes
	rest   float64   // Σ of the masses beside γ = 1, from below
}

// massError bounds the relative error of each of the two numbers that a mass is the difference of.
const massError = 96 * u

// chords takes the corners of the greatest convex minorant, nearly. No power of γ is formed
// that could under- or overflow.
func (g *grid) chords(h []float64) chords {
	// What the slope between two points has of the masses at the first and at the second.
	after := func(a, b int) float64 { return (h[a] - h[b]) / g.rise(a, b) }
	before := func(a, b int) float64 { return (h[a] - h[b]) * (1 + 1/g.rise(a, b)) }
	corners := make([]int, 0, len(h))
	for i := range h {
		for k := len(corners); k >= 2 && before(corners[k-2], corners[k-1]) <= after(corners[k-1], i); k-- {
			corners = corners[:k-1]
		}
		corners = append(corners, i)
	}
	c := chords{values: make([]float64, len(h)), masses: make([]float64, len(h)), rest: h[g.last()]}
	came := 0.0
	for k, a := range corners {
		goes := 0.0
		c.values[a] = h[a]
		if k+1 < len(corners) {
			b := corners[k+1]
			goes = after(a, b)
			for i := a + 1; i < b; i++ {
				c.values[i] = float64(h[b]+float64(goes*(1+g.rise(a, i))*g.rise(i, b))) * (1 + 128*u)
			}
		}
		if k > 0 {
			mass, unsure := came-goes, (came+goes)*massError
			c.masses[a] = max(0, mass+unsure)
			c.rest += float64((mass - unsure) * (1 + 1/g.gamma[a])) // p at the loss and p/γ at minus the loss
		}
		if k+1 < len(corners) {
			came = before(a, corners[k+1])
		}
	}
	return c
}

// compose releases the outcome of the mechanisms as well, one or the other as what happened
// is described: at every point the least of what they say.
func (g *grid) compose(h []float64, ms ...mechanism) []float64 {
	least := g.with(h, ms[0])
	for _, m := range ms[1:] {
		for i, v := range g.with(h, m) {
			least[i] = min(least[i], v)
		}
	}
	return least
}

// with releases the mechanism's outcome as well: h'(γ) = Σ_i p_i·k(γe^{−l_i})
// over the masses p of a pair with profile h, k the mechanism's profile. With
// k(γ) = 1 − γ + γk(1/γ) below 1 the part of it that is linear sums to h(γ), and
// what remains are positive terms.
func (g *grid) with(h []float64, m mechanism) []float64 {
	n := g.last()
	c := g.chords(h)
	q := make([]float64, n+1) // the masses at −i·step: the pair is symmetric
	for i, mass := range c.masses {
		q[i] = mass / g.gamma[i] * (1 + 12*u)
	}
	// The masses beside 1 are at most 2 in all, and so are the sums' errors.
	middle := max(0, 1-c.rest) + 1e-12
	// What underflows in the masses, and in the products.
	const faint = 2 * errfloat.Tiny
	out := make([]float64, n+1)
	for j := range out {
		sum := float64(middle*m.away[j]) + dot(c.masses[1:], m.towards[n-j+1:2*n-j+1]) + dot(q[1:], m.away[j+1:j+n+1])
		out[j] = min(1, float64((c.values[j]+sum)*(1+sumError))+faint)
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
