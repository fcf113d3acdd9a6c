package theorem

import (
	"math"

	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// What a sampled step pays and forgets where it contracts (bounds/internal/contraction/contraction.md,
// section 6).

// sampledPrices are the ways to count what a step pays. In a batch of fixed size the example
// takes another's place; in a Poisson one it joins, and nothing is where it is not.
func sampledPrices(r run.Run, x certify.Stated) (prices []contraction.Price) {
	one := x.Contribution()
	bounded := exchangesBounded(r)
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

// displaced is the price of a batch of fixed size in which the example takes the place of a
// member j that is the same in both runs. The vector by which it does is at most (η/b)·2C long,
// and the vectors of the two runs, which are at points at most D apart, differ by at most
//
//	(η/b)(‖∇ℓ_j(W) − ∇ℓ_j(W')‖ + ‖∇ℓ(W) − ∇ℓ'(W')‖) ≤ (η/b)(min(2C, LD^λ) + κC);
//
// where any two gradients at one point are κC apart they are (η/b)·κC long, and differ by
// (η/b)(κC + min(κC, κLD^λ)).
func displaced(r run.Run, x certify.Stated) contraction.Price {
	const up = 1 + 1e-15
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

// mostChange is LD^λ, by which one example's gradient may change over the domain; undefined
// where no such bound is known. A regulariser outside of the clip is the same for all examples.
func mostChange(r run.Run, x certify.Stated) interval.Number {
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

// A sizeGroup is a range of sizes of the others' Poisson batch, and bounds on its probability.
type sizeGroup struct {
	least, most int
	low, high   float64
}

const (
	// sizeGroups is about how many groups the sizes of a Poisson batch are in, and
	// farSizes the probability of the largest of all, which count as forgetting nothing.
	sizeGroups = 12
	farSizes   = 1e-18
)

// sizesOf are groups of the sizes that the batch of the others has in a Poisson step, and the
// probability of the rest, rounded up. Whether there are n−1 others or n, the mean over them
// of what rises with the modulus is no smaller.
func sizesOf(r run.Run) (groups []sizeGroup, beyond float64) {
	law := adversary.Uses(r.N - 1)
	if r.B < r.N {
		law = adversary.Binomial(r.N-1, r.B, r.N)
	}
	law = law.Grouped(sizeGroups)
	beyond = law.Below + law.Above
	atoms := law.Atoms
	for n := len(atoms); n > 1 && beyond+atoms[n-1].High <= farSizes; n-- {
		beyond = (beyond + atoms[n-1].High) * (1 + 1e-15)
		atoms = atoms[:n-1]
	}
	for _, a := range atoms {
		g := sizeGroup{int(a.Least), min(int(a.Most), r.N-1), a.Low, a.High}
		if joins(r) == 1 {
			// θ of the larger: (1−q)θ_a + q·max(θ_a, θ_{a+1}) is at least both means.
			q, more := mostRate(r), g
			if more.most++; g.least == g.most && q < 1 {
				const down, up = 1 - 1e-15, 1 + 1e-15
				rest := float64(r.N-r.B) / float64(r.N)
				groups = append(groups, sizeGroup{g.least, g.most, g.low * rest * down, g.high * rest * up})
				more.low, more.high = g.low*q*down, g.high*q*up
			}
			g = more
		}
		groups = append(groups, g)
	}
	return groups, beyond
}

// mostOthers is the largest size of the others' batch whose map is shared. Where only
// differences of gradients are bounded the differing example counts, because its own
// gradient then changes with the place as much as any other. Where an example is added or
// removed, n may be that of the smaller data set, and then there are n others.
func mostOthers(r run.Run) int { return r.N - 1 + others(r) + joins(r) }

// others is 1 where the differing example counts among the others.
func others(r run.Run) int {
	if r.Clipping.Differences() && r.Adjacency == run.Replace {
		return 1
	}
	return 0
}

// joins is 1 where there may be n others, of whom the last joins n−1.
func joins(r run.Run) int {
	if r.Adjacency == run.AddRemove {
		return 1
	}
	return 0
}

// betweenSizes are moduli of a Poisson step whose batch holds between least and most
// examples: each at its largest, which is at one of the two ends, since it is convex in the
// size, or rises.
func betweenSizes(r run.Run, x certify.Stated, least, most int) []modulus.Exact {
	return larger(exactOfSize(r, x, least), exactOfSize(r, x, most))
}

// larger is each modulus at the larger of two.
func larger(few, many []modulus.Exact) (out []modulus.Exact) {
	for _, a := range few {
		for _, b := range many {
			if a.Name == b.Name {
				a.Across = interval.Max(a.Across, b.Across)
				a.Excess, a.Offset, a.Holder = interval.Max(a.Excess, b.Excess), interval.Max(a.Offset, b.Offset), interval.Max(a.Holder, b.Holder)
				out = append(out, a)
			}
		}
	}
	return out
}

// exactOfSize are the moduli of a step whose batch holds so many examples.
func exactOfSize(r run.Run, x certify.Stated, size int) []modulus.Exact {
	plain, _ := exactModuli(r.Step().OfSize(float64(size)), x.OfSize(size))
	return plain
}

// sampledProblem is what contraction counts of a sampled run.
func sampledProblem(r run.Run, x certify.Stated, p contraction.Problem) contraction.Problem {
	p.Rate, p.Period, p.Prices = exactRate(r).Up(), 1, sampledPrices(r, x)
	if mutants.HalfPayment.On() {
		for i := range p.Prices {
			p.Prices[i].Length /= 2
		}
	}
	if r.Scheme.FixedSize() {
		p.Sensitivity = x.Exchange().Up()
		p.Visit, p.Shared = p.Plain, p.Plain
		return p
	}
	lines := func(least, most int) []contraction.Line {
		return contraction.Lines(betweenSizes(r, x, least, most), x.Diameter)
	}
	p.Plain = lines(0, mostOthers(r))
	p.Visit, p.Shared = p.Plain, p.Plain
	groups, beyond := sizesOf(r)
	p.Beyond = beyond
	for _, g := range groups {
		p.Sizes = append(p.Sizes, contraction.Size{Low: g.low, High: g.high, Plain: lines(g.least, g.most+others(r))})
	}
	return p
}
