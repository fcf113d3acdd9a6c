package main

import (
	"math"

	"lastiterate/bounds/run"
)

// The meaning of a run's fields, derived again independently: if the engine's own
// derived quantities are wrong, the adversaries must not be wrong with them.

// noise is σ, the standard deviation of the noise on the iterate.
func noise(r run.Run) float64 {
	switch r.Noise {
	case run.IterateNoise:
		return r.Sigma
	case run.GradientNoise:
		return r.Eta * r.Sigma // −η(g + ζ)
	case run.LangevinNoise:
		return math.Sqrt(2*r.Eta) * r.Sigma // N(0, 2ησ²)
	case run.NoiseMultiplier:
		return r.Eta / float64(r.B) * r.Sigma * r.Clip // zC on the sum
	}
	panic(run.Unknown(r.Noise))
}

// apartMost is κC: how far the two versions of the differing example's gradient may be
// apart at one point.
func apartMost(r run.Run) float64 {
	if r.Adjacency == run.Replace {
		return 2 * r.Clip
	}
	return r.Clip
}

// epochSteps are the batches of one pass over the data.
func epochSteps(r run.Run) int { return (r.N - r.N%r.B) / r.B }

// rate is the probability that a batch holds a given example. Random allocation leaves nobody out.
func rate(r run.Run) float64 {
	if r.Scheme == run.Allocation {
		return 1 / float64(epochSteps(r))
	}
	return float64(r.B) / float64(r.N)
}

// leftOut is the number of examples that a secret order leaves out of all batches.
func leftOut(r run.Run) int {
	if r.Scheme == run.Allocation {
		return 0
	}
	return r.N - r.B*epochSteps(r)
}
