package main

import (
	"math"

	"lastiterate/bounds/run"
)

// This file derives the meaning of a run's fields again, independently of the engine: if a quantity that the engine
// derives is wrong, the adversaries must not share the mistake.

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

// apartMost is κC, the largest distance at one point between the two versions of the differing example's gradient.
func apartMost(r run.Run) float64 {
	switch r.Adjacency {
	case run.Replace:
		return 2 * r.Clip
	case run.ZeroOut, run.AddRemove: // the other version is 0
		return r.Clip
	}
	panic(run.Unknown(r.Adjacency))
}

// epochSteps is the number of batches in one pass over the data.
func epochSteps(r run.Run) int { return (r.N - r.N%r.B) / r.B }

// rate is the probability that a batch holds a given example. Random allocation leaves no example out.
func rate(r run.Run) float64 {
	switch r.Scheme {
	case run.Allocation:
		return 1 / float64(epochSteps(r))
	case run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson:
		return float64(r.B) / float64(r.N)
	}
	panic(run.Unknown(r.Scheme))
}

// leftOut is the number of examples that an epoch in batches of b leaves out.
func leftOut(r run.Run) int {
	switch r.Scheme {
	case run.Allocation:
		return 0
	case run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson:
		return r.N - r.B*epochSteps(r)
	}
	panic(run.Unknown(r.Scheme))
}
