// Package run describes the training run that is analysed: projected noisy
// (stochastic) gradient descent of which only the last iterate is released,
//
//	W_{t+1} = Π_K[ ψ_{B_t}(W_t) + G_t ],   ψ_B(w) = w − (η/b) Σ_{i∈B} clip_C(∇ℓ_i(w)),   G_t ~ N(0, σ²I)
//
// for t = 0 … T−1 with W_0 fixed in K. All lengths are Euclidean lengths in
// parameter space; nothing depends on the dimension.
//
// A Run holds what a person states, in the noise convention of their choice; the derived quantities (σ
// of the iterate, sensitivity, steps per epoch) are methods. Step is what one step does, and Steps says
// which steps may use the differing example; most of what a theorem needs to know about the batches it asks the
// Scheme or its Order. The package also owns the names of the fields:
// the same names serve in links, in messages and in files.
package run
