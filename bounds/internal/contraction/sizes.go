package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
)

// A SizeGroup is a group of sizes that the batch of the other examples may have in a Poisson step.
type SizeGroup struct {
	Low, High float64       // bounds on the probability of the group
	Plain     []affine.Line // majorants of a step with a batch of any of the sizes
}

// stepKernels are the kernels of one sampled step before it pays: for each group of batch sizes the stretches of one step.
type stepKernels struct {
	groups []sizeKernel
	beyond float64 // an upper bound on the probability of other sizes, at which nothing contracts
	// contract returns the part of a divergence that two Gaussians 2x apart leave, and 1 less that from below; nil for total
	// variation.
	contract func(x float64) (left, rest float64)
}

// A sizeKernel is the kernel of a step whose batch size is in one group, with bounds on the group's probability.
type sizeKernel struct {
	low, high float64
	stretches []affine.Stretch
}

// stepKernels returns the kernels of one step. Batches of one size are a single group.
func (l lengths) stepKernels() stepKernels {
	if l.sizes == nil {
		return stepKernels{groups: []sizeKernel{{1, 1, l.stretches(1)}}}
	}
	k := stepKernels{beyond: l.beyond}
	for _, s := range l.sizes {
		k.groups = append(k.groups, sizeKernel{s.Low, s.High, undominated(s.Plain, l.d, 1)})
	}
	return k
}

// count returns the number of stretches of all groups; 0 if a group has none.
func (k stepKernels) count() (n int) {
	for _, g := range k.groups {
		if len(g.stretches) == 0 {
			return 0
		}
		n += len(g.stretches)
	}
	return n
}

// contracted returns the means over sizes of the coefficient θ of a step that keeps the share 1 − β of its noise, and of 1 −
// θ from below.
func (k stepKernels) contracted(beta float64) (theta, rest float64) {
	contract := k.contract
	if contract == nil {
		contract = affine.Contracted
	}
	theta = k.beyond
	for _, g := range k.groups {
		least, left := 1.0, 0.0
		for _, s := range g.stretches {
			if t, r := contract(s.Half(beta)); t < least || t == least && r > left {
				least, left = t, r
			}
		}
		theta += float64(g.high * least)
		rest += float64(g.low * left)
	}
	if len(k.groups) == 1 && k.beyond == 0 {
		return theta, rest
	}
	return min(1, theta*(1+meanError)), rest * (1 - meanError)
}

// apartness returns, as a table, the mean over sizes of the Gaussian bounds of the groups.
func (k stepKernels) apartness(beta float64, fine bool) apartness {
	var parts []weightedMu
	for _, g := range k.groups {
		parts = append(parts, weightedMu{g.high, apart(g.stretches, beta)})
	}
	return overSizes(parts, k.beyond).withTable(fine)
}

// A weightedMu is the μ of a group of sizes and its probability.
type weightedMu struct{ weight, mu float64 }

// overSizes returns the apartness that is a mean over groups. It joins neighbouring groups of equal μ; a single group of all
// sizes becomes an ordinary kernel.
func overSizes(parts []weightedMu, beyond float64) apartness {
	out := gaussiansApart(0)
	out.beyond = beyond
	for _, p := range parts {
		out.mu = max(out.mu, p.mu)
		if n := len(out.sizes); n > 0 && out.sizes[n-1].mu == p.mu {
			out.sizes[n-1].weight = min(1, (out.sizes[n-1].weight+p.weight)*(1+2*u))
		} else {
			out.sizes = append(out.sizes, p)
		}
	}
	if len(parts) == 1 && beyond == 0 && parts[0].weight >= 1 {
		out.sizes = nil
	}
	return out
}

const (
	// tablePoints is the number of intervals of a table of the mean for an answer, coarsePoints for a search. Above a few
	// hundred the chords are hardly above the mean.
	tablePoints, coarsePoints = 256, 48
	// tableEnd is where a table ends, in deviations of the largest Gaussian's loss above its mean; the profile there is below
	// 1e-44.
	tableEnd = 14
	// farthestEnd is the largest loss at which a table ends, since e^{709} overflows.
	farthestEnd = 600
)

// withTable adds a table of the mean over sizes. The mean is below the table's chords, because it is convex in γ.
func (k apartness) withTable(fine bool) apartness {
	if k.sizes == nil || k.none() {
		return k
	}
	n := coarsePoints
	if fine {
		n = tablePoints
	}
	end := min(farthestEnd, k.mu*(k.mu/2+tableEnd))
	c := &curve{both: make([]bool, n+1)}
	for i := range n + 1 {
		x := float64(i) / float64(n)
		excess := errfloat.Expm1(end * x * (0.1 + 0.9*x)) // any points will do; these are closer together near γ = 1
		c.excess, c.values = append(c.excess, excess), append(c.values, k.mean(excess))
	}
	k.curve = c
	return k
}

// mean returns Σ weight·E_γ of the groups' Gaussians at γ − 1 = excess, from above.
func (k apartness) mean(excess float64) float64 {
	if k.curve != nil && excess <= k.curve.excess[len(k.curve.excess)-1] {
		v, _ := k.curve.at(excess)
		return v
	}
	loss := errfloat.Log1p(min(excess, math.MaxFloat64/2)) * (1 - 18*u)
	sum := k.beyond
	for _, s := range k.sizes {
		sum += float64(s.weight * errfloat.Profile(s.mu, loss))
	}
	return min(1, sum*(1+meanError))
}

// typical returns the stretches of the likeliest group.
func (k stepKernels) typical() []affine.Stretch {
	most, at := 0.0, 0
	for i, g := range k.groups {
		if g.high > most {
			most, at = g.high, i
		}
	}
	return k.groups[at].stretches
}
