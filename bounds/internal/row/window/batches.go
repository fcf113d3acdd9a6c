package window

import (
	"math"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// batchesOf is a set of batch sizes, with bounds on steps whose batches have these sizes.
type batchesOf struct {
	plain   []modulus.ExactModulus // hold for a step of either run
	beyond  float64                // upper bound on the probability that a batch has another size
	kernels *contraction.Kernels
	left    func(steps int) float64 // log θ; it includes the chance of other sizes
}

// anyBatch returns sets of the batch sizes of a run's scheme: one set if the size is fixed, and a few intervals of
// sizes for Poisson batches. If the differing example is zeroed out or absent, one of the runs takes its steps without it: a
// Poisson batch is then one smaller, and a batch of fixed size has a place that does nothing.
func anyBatch(r run.Run, x certify.StatedStep) (out []batchesOf) {
	if r.Scheme.FixedSize() {
		plain, _ := stepwise.ExactModuli(r.Step(), x)
		if r.Adjacency != run.Replace {
			plain = modulus.WithoutOne(r.Step(), stepwise.Constants(x), plain)
		}
		return []batchesOf{{plain: plain}}
	}
	// All sizes, and intervals that leave out only large ones. Their steps may expand.
	out = append(out, batchesOf{plain: sampled.BetweenSizes(r, x, 0, r.N+sampled.Joins(r))})
	groups, beyond := sampled.SizesOf(r)
	for _, most := range []float64{sampled.FarSizes, 1e-8, 1e-3} {
		for n := len(groups); n > 1 && beyond+groups[n-1].High <= most; n-- {
			beyond = (beyond + groups[n-1].High) * (1 + 1e-15)
			groups = groups[:n-1]
		}
		out = append(out, batchesOf{plain: sampled.BetweenSizes(r, x, 0, groups[len(groups)-1].Most+1), beyond: beyond})
	}
	// Intervals that leave out small sizes too, if their steps then contract.
	others := float64(r.N - 1)
	for _, unlikely := range []float64{sampled.FarSizes, 1e-12, 1e-8, 1e-5, 1e-3} {
		least, most := sampled.Sizes(others, r.SamplingRate(), math.Log(unlikely/2))
		b := batchesOf{plain: sampled.BetweenSizes(r, x, int(least), int(most)+1+sampled.Joins(r))}
		if least > 0 || most < others {
			b.beyond = unlikely
		}
		if c := modulus.LeastExcess(b.plain); least > 0 && c.Defined() && c.Up() < 0 {
			out = append(out, b)
		}
	}
	if mutants.IdlePlace.On() && r.Adjacency != run.Replace {
		out = []batchesOf{{plain: []modulus.ExactModulus{{Excess: interval.Int(-1), Offset: interval.Int(0), Holder: interval.Int(0),
			Order: interval.Int(1), Across: interval.Int(0)}}}}
	}
	return out
}

// mostStretches is the largest number of consecutive stretches that are followed.
const mostStretches = 256

// forgets returns an upper bound on the E_γ, γ = 1 + excess, of two laws after the given number of steps if it was at most a > 0
// before them. It divides the steps into equal stretches of one of the lengths, each of which contracts the result of the stretches
// before it. If a batch has a size outside the set, nothing contracts.
func (b *batchesOf) forgets(lengths []int, a float64, steps int, excess float64) float64 {
	least := a
	for _, length := range lengths {
		count := steps / length
		if count == 0 {
			break
		}
		if count > mostStretches {
			continue
		}
		left, kernel := a, b.kernels.Of(length)
		for before := math.Inf(1); count > 0 && left != before; count-- { // once a stretch contracts nothing, none will
			before, left = left, kernel.Left(left, excess)
		}
		least = min(least, left)
	}
	return min(a, (least+a*float64(steps)*b.beyond)*(1+1e-12))
}
