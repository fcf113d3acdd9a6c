package theorem

import (
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

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
