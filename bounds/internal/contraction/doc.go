// Package contraction bounds the privacy loss of runs on a bounded domain by
// what the noise itself makes them forget: a step whose noise hides the whole
// diameter contracts every divergence between the two runs, whatever the loss.
//
// The start is [Problem]: its [Problem.Renyi] gives Rényi divergences (strong data
// processing with the Dobrushin coefficient, in steps and in blocks), and
// [Problem.Profile] gives δ(ε) itself (non-linear contraction of privacy
// profiles), for full batches, orders known or secret, and batches sampled
// without replacement or by Poisson sampling. contraction.md derives both.
//
// Every schedule of noise shares and block lengths is valid, so they are found
// in floating point without care; the evaluation of the one chosen rounds
// upward. What does not converge is +Inf, never a small number.
package contraction
