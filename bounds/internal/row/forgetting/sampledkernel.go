package forgetting

import (
	"math"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// This file has the payments and the contraction of a sampled step (bounds/internal/contraction/contraction.md, section 6).
// Lengths are rounded up.

// sampledPrices returns the bounds on a step's payment. In a batch of fixed size the example displaces another one. It joins a
// Poisson batch without displacing any; under replacement the two runs' examples count as displaced vectors. The price of a
// revealed batch is always valid and is added where it may be the cheapest.
func sampledPrices(r run.Run, x certify.StatedStep) (prices []contraction.Price) {
	one := x.Contribution()
	bounded := stepwise.ExchangesBounded(r)
	switch {
	case r.Scheme.FixedSize() && bounded && r.B < r.N:
		prices = append(prices, displaced(r, x))
	case !r.Scheme.FixedSize() && r.Adjacency != run.Replace:
		return []contraction.Price{{Bits: contraction.Joined, Length: one.Up()}}
	case bounded:
		prices = append(prices, contraction.Price{Bits: contraction.Displaced, Length: one.Up(), Apart: 2})
	}
	return append(prices, contraction.Price{Bits: contraction.Revealed, Length: x.Sensitivity.Up()})
}

// displaced returns the price of a batch of fixed size in which the example takes the place of a member j that is the same in
// both runs. That moves a step by a vector of at most (η/b)·2C. The vectors of the two runs, which are at points at most D
// apart, differ by at most
//
//	(η/b)(‖∇ℓ_j(W) − ∇ℓ_j(W')‖ + ‖∇ℓ(W) − ∇ℓ'(W')‖) ≤ (η/b)(min(2C, LD^λ) + κC).
//
// If instead any two gradients at one point are at most κC apart, each vector is at most (η/b)·κC long, and they
// differ by at most (η/b)(κC + min(κC, κLD^λ)).
func displaced(r run.Run, x certify.StatedStep) contraction.Price {
	const up = 1 + 1e-15 // covers more than one rounding
	kappa := interval.Decimal(r.Kappa())
	long, other := x.Clip.Mul(interval.Int(2)), kappa.Mul(x.Clip)
	moved := mostChange(r, x)
	if r.Clipping.Differences() {
		long, moved = other, kappa.Mul(moved)
	}
	apart := long.Add(other)
	if moved.Defined() {
		apart = interval.Min(long, moved).Add(other)
	}
	price := contraction.Price{Bits: contraction.Displaced, Length: x.Contribution().Mul(long).Quo(x.Clip).Up(), Apart: 2}
	if k := apart.Quo(long).Up() * up; k < 2 {
		price.Apart = k
	}
	if mutants.AlikeBits.On() {
		price.Apart = 1e-9
	}
	return price
}

// mostChange returns LD^λ, a bound on the change of one example's gradient over the domain; undefined if no such bound is
// known. A regulariser outside of the clip does not count: it is the same for all examples.
func mostChange(r run.Run, x certify.StatedStep) interval.Number {
	l := x.Smoothness
	if math.IsInf(r.Smoothness, 1) || !r.Bounded() {
		return interval.Undefined
	}
	if r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex {
		l = interval.Max(interval.Int(0), l.Sub(x.StrongConvexity))
	}
	if r.Lipschitz() {
		return l.Mul(x.Diameter)
	}
	return l.Mul(x.Diameter.Pow(x.HolderOrder))
}

// sampledProblem completes the problem p for a run with sampled batches.
func sampledProblem(r run.Run, x certify.StatedStep, p contraction.Problem) contraction.Problem {
	p.Rate, p.Period, p.Prices = stepwise.ExactRate(r).Up(), 1, sampledPrices(r, x)
	if mutants.HalfPayment.On() {
		for i := range p.Prices {
			p.Prices[i].Length /= 2
		}
	}
	if r.Scheme.FixedSize() {
		p.Sensitivity = x.Exchange().Up()
		p.Use, p.Shared = p.Plain, p.Plain
		return p
	}
	lines := func(least, most int) []affine.Line {
		return affine.Lines(sampled.BetweenSizes(r, x, least, most), x.Diameter)
	}
	most := sampled.MostOthers(r)
	// With revealed batches both runs follow the maps of one of them, whose batches hold its own example as well, so up to n
	// examples.
	if r.Adjacency == run.Replace {
		most = r.N
	}
	p.Plain = lines(0, most)
	p.Use, p.Shared = p.Plain, p.Plain
	groups, beyond := sampled.SizesOf(r)
	p.Beyond = beyond
	for _, g := range groups {
		p.Sizes = append(p.Sizes, contraction.SizeGroup{Low: g.Low, High: g.High, Plain: lines(g.Least, g.Most+sampled.Others(r))})
	}
	return p
}
