package main

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// before are runs of seed 1 by number, as they were drawn before there were positions.
var before = map[uint64]struct {
	run      run.Run
	question claim.Question
}{
	0: {run.Run{N: 294, B: 42, T: 29, Eta: 0.00482, Clip: 10, Sigma: 22, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Poisson,
		Loss: run.StronglyConvex, Smoothness: 65.9, StrongConvexity: 0.74, WeakConvexity: 2.99, HolderOrder: 0.764,
		Clipping: run.ClippingDifference}, claim.Question{Alpha: 1.11}},
	12: {run.Run{N: 162, B: 2, T: 1464, Eta: 0.352, Clip: 0.651, Sigma: 114, Noise: run.NoiseMultiplier, Diameter: 23.1,
		Adjacency: run.ZeroOut, Scheme: run.Cyclic,
		Loss: run.StronglyConvex, Smoothness: 3.77, StrongConvexity: 0.154, WeakConvexity: 2.3, HolderOrder: 0.18,
		Clipping: run.ClippingActive},
		claim.Question{Alpha: 4.34}},
}
