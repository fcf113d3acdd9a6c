package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
)

// A Size is a group of sizes that the batch of the others may have in a Poisson step, with
// majorants of all of them and bounds on its probability.
type Size struct {
	Low, High float64
	Plain     []affine.Line
}

// kernels are what steps share before the payment of a sampled step: of each group of
// sizes the stretches of one step. Of what they leave out nothing is forgotten.
type kernels struct {
	groups []kernelOf
	beyond float64
	// contract returns what two Gaussians 2x apart leave of a divergence, and 1 less that from below;
	// nil for total variation.
	contract func(x float64) (left, rest float64)
}

type kernelOf struct {
	low, high float64
	stretches []affine.Stretch
}

func (l lengths) kernels() kernels {
	if l.sizes == nil {
		return kernels{groups: []kernelOf{{1, 1, l.stretches(1)}}}
	}
	k := kernels{beyond: l.beyond}
	for _, s := range l.sizes {
		k.groups = append(k.groups, kernelOf{s.Low, s.High, undominated(s.Plain, l.d, 1)})
	}
	return k
}

// count is the number of stretches, 0 where a group has none.
func (k kernels) count() (n int) {
	for _, g := range k.groups {
		if len(g.stretches) == 0 {
			return 0
		}
		n += len(g.stretches)
	}
	return n
}

// contracted is the mean coefficient θ of a step that keeps the share 1 − β of its noise,
// and from below 1 − θ.
func (k kernels) contracted(beta float64) (theta, rest float64) {
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

// apartness is that of the groups' Gaussians, each at its probability, read from a table.
func (k kernels) apartness(beta float64, fine bool) apartness {
	var parts []spread
	for _, g := range k.groups {
		parts = append(parts, spread{g.high, apart(g.stretches, beta)})
	}
	return spreadOut(parts, k.beyond).tabled(fine)
}

// A spread is how far apart a kernel takes points, with a probability.
type spread struct{ weight, mu float64 }

// spreadOut joins groups that are equally far apart; a kernel of one group is an ordinary one.
func spreadOut(parts []spread, beyond float64) apartness {
	out := apartness{beyond: beyond}
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
	// tablePoints are those of a table of the mean, coarsePoints of one for a search.
	tablePoints, coarsePoints = 256, 48
	// tableEnd is how many deviations of the largest Gaussian beyond its mean loss a table
	// goes.
	tableEnd = 14
)

// tabled has a table of the mean over sizes, between whose points it is below the chord
// because it is convex in γ.
func (k apartness) tabled(fine bool) apartness {
	if k.sizes == nil || k.none() {
		return k
	}
	n := coarsePoints
	if fine {
		n = tablePoints
	}
	end := min(600, k.mu*(k.mu/2+tableEnd))
	c := &curve{both: make([]bool, n+1)}
	for i := range n + 1 {
		x := float64(i) / float64(n)
		excess := errfloat.Expm1(end * x * (0.1 + 0.9*x)) // any number will do
		c.excess, c.values = append(c.excess, excess), append(c.values, k.mean(excess))
	}
	k.curve = c
	return k
}

// mean is Σ weight·E_γ of the groups' Gaussians at γ − 1 = excess, from above.
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

// typical are the stretches of the likeliest group.
func (k kernels) typical() []affine.Stretch {
	most, at := 0.0, 0
	for i, g := range k.groups {
		if g.high > most {
			most, at = g.high, i
		}
	}
	return k.groups[at].stretches
}
