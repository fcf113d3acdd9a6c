package contraction

import (
	"lastiterate/bounds/internal/errfloat"
)

// A mechanism is the privacy profile k of one further release, evaluated at all differences of two grid losses and laid out in
// the order in which `with` sums.
type mechanism struct {
	towards []float64 // the weight w_d at n−d, d = −n … n: k(e^d) above, e^d·k(e^{−d}) below
	away    []float64 // k(e^d), d = 0 … 2n
}

// newMechanism evaluates a profile that bounds both directions.
func (g *grid) newMechanism(profile func(loss float64) float64) mechanism {
	n := g.last()
	m := mechanism{make([]float64, 2*n+1), make([]float64, 2*n+1)}
	for d := range m.away {
		m.away[d] = profile(g.loss(d))
	}
	falling(m.away)
	for d := 0; d <= n; d++ {
		m.towards[n-d] = m.away[d]
		m.towards[n+d] = m.away[d] / g.gamma[d] * (1 + 12*u)
	}
	return m
}

// gaussian is the mechanism of a Gaussian shift of mu standard deviations.
func (g *grid) gaussian(mu float64) mechanism {
	return g.newMechanism(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
}

// chords are a profile F that is linear in γ between some of the points of h, including the first and the last (profile.md,
// section 3), and the discrete pair of laws with this profile.
type chords struct {
	values []float64 // F at the grid's points, from above
	masses []float64 // the pair's masses at all points but the first, from above: γ_i times the change of slope
	rest   float64   // the pair's mass away from γ = 1, from below
}

// massError bounds the relative error of each of the two slopes whose difference is a mass. A slope takes one rise, whose
// error is 36u, and a few operations.
const massError = 96 * u

// leastSlope is a slope above those that lose digits to underflow, which far points multiply by up to the last γ.
const leastSlope = 1e-307

// chords returns the chords between the corners of the greatest convex minorant of h, nearly. It forms no power of γ that
// could under- or overflow.
func (g *grid) chords(h []float64) chords {
	// after and before are the negated slope between the points a and b, times γ_a and γ_b: its contribution to the masses at
	// a and at b.
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
				if goes < leastSlope {
					c.values[i] = max(c.values[i], h[i]) // h is above the chord
				}
			}
		}
		if k > 0 {
			mass, unsure := came-goes, (came+goes)*massError
			c.masses[a] = max(0, mass+unsure)
			c.rest += float64((mass - unsure) * (1 + 1/g.gamma[a])) // p at the loss, and p/γ at minus the loss
		}
		if k+1 < len(corners) {
			came = before(a, corners[k+1])
		}
	}
	return c
}

// compose returns the profile h after a step has released a further mechanism. Each of ms bounds this mechanism, so at every
// point the least of their results counts.
func (g *grid) compose(h []float64, ms ...mechanism) []float64 {
	least := g.with(h, ms[0])
	for _, m := range ms[1:] {
		for i, v := range g.with(h, m) {
			least[i] = min(least[i], v)
		}
	}
	return least
}

// with computes compose for one mechanism: h'(γ) = Σ_i p_i·k(γe^{−l_i}), where p are the masses of a pair with the profile h,
// and k is the mechanism's profile. Since k(γ) = 1 − γ + γk(1/γ) for γ < 1, the linear part sums to h(γ), and only positive
// terms remain.
func (g *grid) with(h []float64, m mechanism) []float64 {
	n := g.last()
	c := g.chords(h)
	q := make([]float64, n+1) // the masses at −i·step: the pair is symmetric
	for i, mass := range c.masses {
		q[i] = mass / g.gamma[i] * (1 + 12*u)
	}
	// The mass at γ = 1 is 1 less the others, which sum to at most 2. 1e-12 is above the rounding error of that sum.
	middle := max(0, 1-c.rest) + 1e-12
	// faint is above what underflows in the masses and in the products.
	const faint = 2 * errfloat.Tiny
	out := make([]float64, n+1)
	near := newNearby(c.masses, q, m)
	for j := range out {
		lost := near.move(j, c.values[j])
		sum := float64(middle*m.away[j]) + dot(c.masses[near.low:near.high+1], m.towards[n-j+near.low:n-j+near.high+1]) +
			dot(q[1:near.mirrored+1], m.away[j+1:j+near.mirrored+1])
		out[j] = min(1, float64((c.values[j]+(sum+lost))*(1+sumError))+faint)
	}
	return falling(out)
}

// dot is Σ a_i·b_i of slices of equal length, in four sums that do not wait for each
// other, since Go emits no vector instructions. Its bits are the same on every platform.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 8 && len(b) >= 8 { // eight at a time, which is a quarter faster than four
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		s0 += float64(a[4] * b[4])
		s1 += float64(a[5] * b[5])
		s2 += float64(a[6] * b[6])
		s3 += float64(a[7] * b[7])
		a, b = a[8:], b[8:]
	}
	if len(a) >= 4 && len(b) >= 4 {
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

// nearbyMasses are the masses that are summed at a point. The sum of the others bounds what they add, since the mechanism's
// profile falls with the distance. Mirrored masses are those at minus the losses.
type nearbyMasses struct {
	mechanism
	upTo, from, mirroredFrom []float64 // sums of the masses below an index, of those from the index on, and of the mirrored ones from it on
	low, high, mirrored      int       // summed are the masses low … high, and the mirrored ones 1 … mirrored
}

// lostAtMost bounds what the masses that are not summed add on each side, relative to a value: 8u, less than the rounding
// error of the sum.
const lostAtMost = 1.0 / (1 << 50)

func newNearby(masses, mirrored []float64, m mechanism) *nearbyMasses {
	n := len(masses) - 1
	b := &nearbyMasses{mechanism: m, upTo: make([]float64, n+2), low: 1, high: n, mirrored: n}
	for i := 1; i <= n; i++ {
		b.upTo[i+1] = b.upTo[i] + masses[i]
	}
	b.from, b.mirroredFrom = sumsFrom(masses), sumsFrom(mirrored)
	return b
}

// sumsFrom returns, for every index, the sum of the masses from it on.
func sumsFrom(masses []float64) []float64 {
	out := make([]float64, len(masses)+1)
	for i := len(masses) - 1; i >= 0; i-- {
		out[i] = out[i+1] + masses[i]
	}
	return out
}

// move goes to the point j, where the profile is at least value. It returns an upper bound, but for rounding, on what the
// masses that are not summed add.
func (b *nearbyMasses) move(j int, value float64) float64 {
	most := value * lostAtMost
	below := func(low int) float64 { return float64(b.upTo[low] * b.away[j-low+1]) }
	n := len(b.from) - 2
	above := func(high int) float64 { return float64(b.from[high+1] * b.towards[min(n+high+1-j, 2*n)]) }
	beyond := func(last int) float64 { return float64(b.mirroredFrom[last+1] * b.away[min(j+last+1, 2*n)]) }
	for b.low > 1 && below(b.low) > most {
		b.low--
	}
	for b.low <= min(j, n-1) && below(b.low+1) <= most {
		b.low++
	}
	for b.high = max(b.high, b.low-1); b.high < n && above(b.high) > most; {
		b.high++
	}
	for b.high > max(j, b.low) && above(b.high-1) <= most {
		b.high--
	}
	for b.mirrored < n && beyond(b.mirrored) > most {
		b.mirrored++
	}
	for b.mirrored > 0 && beyond(b.mirrored-1) <= most {
		b.mirrored--
	}
	return below(b.low) + above(b.high) + beyond(b.mirrored)
}
