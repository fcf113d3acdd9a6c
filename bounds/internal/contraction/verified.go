package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// A verified grid is a grid whose every operation is proved to err upward (profile.md,
// section 7), in the same bits on every platform.
type verified struct {
	step          float64
	gamma, excess []float64 // γ and γ − 1, within errfloat.ExpError and Expm1Error
	// Points after the end, if skip is not 0, are skip steps apart, and have no excess.
	end  int
	skip float64
}

const u = errfloat.U

func newVerified(g *grid) *verified {
	f := &verified{step: g.step, gamma: make([]float64, len(g.gamma)), excess: make([]float64, len(g.gamma))}
	for i := range f.gamma {
		f.gamma[i] = errfloat.Exp(f.loss(i))
		f.excess[i] = errfloat.Expm1(f.loss(i))
	}
	return f
}

// loss is exact: the step has 30 bits, and there are few enough of them.
func (f *verified) loss(i int) float64 {
	if f.skip == 0 || i <= f.end {
		return f.step * float64(i)
	}
	return f.step * (float64(f.end) + float64(float64(i-f.end)*f.skip))
}

func (f *verified) last() int { return len(f.gamma) - 1 }

// rise is γ_b/γ_a − 1, within Expm1Error.
func (f *verified) rise(a, b int) float64 {
	if f.skip == 0 {
		return f.excess[b-a]
	}
	return errfloat.Expm1(f.loss(b) - f.loss(a))
}

// read is a profile at the points.
func (f *verified) read(profile func(loss float64) float64) []float64 {
	h := make([]float64, len(f.gamma))
	for i := range h {
		h[i] = profile(f.loss(i))
	}
	return falling(h)
}

// contract is at least what grid.contract bounds, its own rounding included.
func (f *verified) contract(h []float64, k apartness) []float64 {
	out := make([]float64, len(h))
	if k.none() {
		copy(out, h)
		return out
	}
	for i, a := range h {
		ratio := f.excess[i] / a * (1 - 36*u)
		if math.IsInf(ratio, 1) {
			ratio = math.MaxFloat64 / 2 // a smaller loss is a larger bound
		}
		left, enough := k.at(ratio)
		if !enough {
			loss := errfloat.Log1p(ratio) * (1 - 18*u)
			left = math.Min(left, errfloat.Profile(k.mu, loss))
		}
		out[i] = float64(a*left*(1+4*u)) + errfloat.Tiny
	}
	return falling(out)
}

// mechanism reads a profile that bounds both directions at the points.
func (f *verified) mechanism(profile func(loss float64) float64) mechanism {
	n := f.last()
	m := mechanism{make([]float64, 2*n+1), make([]float64, 2*n+1)}
	for d := range m.away {
		m.away[d] = profile(f.loss(d))
	}
	for d := 0; d <= n; d++ {
		m.towards[n-d] = m.away[d]
		m.towards[n+d] = m.away[d] / f.gamma[d] * (1 + 12*u)
	}
	return m
}

func (f *verified) gaussian(mu float64) mechanism {
	return f.mechanism(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
}

// sampled is grid.sampled of a rate and of lengths over the noise that are at most these.
// A bound by H_e rises as e falls and as ρ = γ/e rises, H(2) being above H(1).
func (f *verified) sampled(rate float64, prices []Price, share float64) []mechanism {
	return leastOf(prices, func(p Price) mechanism {
		mu := p.Length / share
		return f.mechanism(func(loss float64) float64 {
			if p.Bits == Revealed {
				return math.Min(1, float64(rate*errfloat.Profile(mu, loss)*(1+4*u))+errfloat.Tiny)
			}
			e := errfloat.Log1p(errfloat.Expm1(loss)/rate*(1-36*u)) * (1 - 18*u)
			mean := errfloat.Profile(mu, e)
			if p.Bits == Displaced {
				away := (1 - rate) * -errfloat.Expm1(-e) * (1 - 36*u) // 1 − ρ = (1−q)(1−1/e)
				near, far := mean, errfloat.Profile(2*mu, e)
				mean = float64(away*near) + float64((1-away)*far)
			}
			return math.Min(1, float64(rate*mean*(1+8*u))+errfloat.Tiny)
		})
	})
}

// chords are the slopes and masses of the profile that is linear in γ between
// some of the points of h, the first and the last among them: F of profile.md.
type chords struct {
	values []float64 // F, from above
	bends  []float64 // by how much the slope changes at each point, from above
	rest   float64   // Σ of the masses beside γ = 1, from below
}

// slopeError bounds the relative error of a slope.
const slopeError = 48 * u

// chords takes the corners of the convex minorant, nearly.
func (f *verified) chords(h []float64) chords {
	slope := func(a, b int) float64 { return (h[a] - h[b]) / (f.gamma[a] * f.rise(a, b)) }
	corners := cornersOf(len(h), slope)
	c := chords{values: make([]float64, len(h)), bends: make([]float64, len(h)), rest: h[f.last()]}
	before := 0.0
	for k, a := range corners {
		after := 0.0
		if k+1 < len(corners) {
			b := corners[k+1]
			after = slope(a, b)
			for i := a + 1; i < b; i++ {
				c.values[i] = float64(h[b]+float64(after*f.gamma[i]*f.rise(i, b))) * (1 + 128*u)
			}
		}
		c.values[a] = h[a]
		if k > 0 {
			bend, unsure := before-after, (before+after)*2*slopeError
			c.bends[a] = math.Max(0, bend+unsure)
			c.rest += float64((bend - unsure) * (f.gamma[a] + 1)) // p at the loss and p/γ at minus the loss
		}
		before = after
	}
	return c
}

// compose is grid.compose.
func (f *verified) compose(h []float64, m mechanism) []float64 {
	n := f.last()
	c := f.chords(h)
	p := make([]float64, n+1)
	for i, bend := range c.bends {
		p[i] = bend * f.gamma[i] * (1 + 12*u)
	}
	// The masses beside 1 are at most 2 in all, and so are the sums' errors.
	middle := math.Max(0, 1-c.rest) + 1e-12
	// What underflows in a slope, times γ, and in the products.
	faint := errfloat.Tiny + 1e-319*f.gamma[n]
	out := make([]float64, n+1)
	for j := range out {
		sum := float64(middle*m.away[j]) + dot(p[1:], m.towards[n-j+1:2*n-j+1]) + dot(c.bends[1:], m.away[j+1:j+n+1])
		out[j] = math.Min(1, float64((c.values[j]+sum)*(1+sumError))+faint)
	}
	return falling(out)
}

// sumError is above the rounding of a sum of a thousand positive terms.
const sumError = 2048 * u

// mean is Σ weight·v of profiles.
func (f *verified) mean(parts []weighted) []float64 {
	out := make([]float64, len(f.gamma))
	for _, p := range parts {
		for i, v := range p.h {
			out[i] += float64(p.weight * v)
		}
	}
	for i, v := range out {
		out[i] = math.Min(1, float64(v*(1+sumError))+errfloat.Tiny)
	}
	return falling(out)
}

type weighted struct {
	weight float64
	h      []float64
}

// lossAt is grid.lossAt.
func (f *verified) lossAt(h []float64, delta float64) float64 {
	if h[0] <= delta {
		return 0
	}
	for i := 1; i < len(h); i++ {
		if h[i] > delta {
			continue
		}
		share := (h[i-1] - delta) / (h[i-1] - h[i]) * (1 + 8*u)
		loss := f.loss(i-1) + float64(errfloat.Log1p(float64(share*f.excess[1]*(1+36*u)))*(1+18*u))
		return math.Min(f.loss(i), loss*(1+4*u))
	}
	return math.Inf(1)
}
