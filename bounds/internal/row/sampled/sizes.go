package sampled

import (
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// A sizeGroup is a range of sizes of the others' Poisson batch, and bounds on its probability.
type sizeGroup struct {
	Least, Most int
	Low, High   float64
}

const (
	// sizeGroups is about the number of groups of the sizes of a Poisson batch. FarSizes is the probability of the largest
	// sizes, at which nothing counts as forgotten.
	sizeGroups = 12
	FarSizes   = 1e-18
)

// SizesOf returns groups of the sizes that the batch of the others has in a Poisson step, and the probability of other sizes,
// rounded up. Whether there are n−1 others or n, the mean over the groups of a function that rises with the modulus is no
// smaller than its mean over the sizes.
func SizesOf(r run.Run) (groups []sizeGroup, beyond float64) {
	law := adversary.Uses(r.N - 1)
	if r.B < r.N {
		law = adversary.Binomial(r.N-1, r.B, r.N)
	}
	law = law.Grouped(sizeGroups)
	beyond = law.Below + law.Above
	atoms := law.Atoms
	for n := len(atoms); n > 1 && beyond+atoms[n-1].High <= FarSizes; n-- {
		beyond = (beyond + atoms[n-1].High) * (1 + 1e-15)
		atoms = atoms[:n-1]
	}
	for _, a := range atoms {
		g := sizeGroup{int(a.Least), min(int(a.Most), r.N-1), a.Low, a.High}
		if Joins(r) == 1 {
			// θ of the larger: (1−q)θ_a + q·max(θ_a, θ_{a+1}) is at least both means.
			q, more := stepwise.MostRate(r), g
			if more.Most++; g.Least == g.Most && q < 1 {
				const down, up = 1 - 1e-15, 1 + 1e-15 // outward, by more than the rounding of two products
				rest := float64(r.N-r.B) / float64(r.N)
				groups = append(groups, sizeGroup{g.Least, g.Most, g.Low * rest * down, g.High * rest * up})
				more.Low, more.High = g.Low*q*down, g.High*q*up
			}
			g = more
		}
		groups = append(groups, g)
	}
	return groups, beyond
}

// MostOthers returns the largest size of the others' batch whose map is shared. If only differences of gradients are bounded
// the differing example counts, because its own gradient then changes with the place as much as any other. If an example is
// added or removed, n may be that of the smaller data set, and then there are n others.
func MostOthers(r run.Run) int { return r.N - 1 + Others(r) + Joins(r) }

// Others returns 1 if the differing example counts among the others.
func Others(r run.Run) int {
	if r.Clipping.Differences() && r.Adjacency == run.Replace {
		return 1
	}
	return 0
}

// Joins returns 1 if there may be n others, the last of whom joins n−1.
func Joins(r run.Run) int {
	if r.Adjacency == run.AddRemove {
		return 1
	}
	return 0
}

// BetweenSizes returns moduli of a Poisson step whose batch holds between `least` and `most` examples: each at its largest, which
// is at one of the two ends, since it is convex in the size, or rises.
func BetweenSizes(r run.Run, x certify.StatedStep, least, most int) []modulus.ExactModulus {
	return stepwise.Larger(stepwise.ExactOfSize(r, x, least), stepwise.ExactOfSize(r, x, most))
}
