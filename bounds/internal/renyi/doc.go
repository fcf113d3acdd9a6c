// Package renyi computes Rényi divergences of Gaussians and of sampled
// Gaussians.
//
// In all of the package u is the noise, (standard deviation)/(sensitivity), which
// has no unit; alpha > 1 is the order; q in [0, 1] is the probability that the
// differing example is in a batch. Divergences are in nats. Start with
// [Counted.MixToNormal] for Poisson sampling and [Counted.WithoutReplacement] for
// batches of a fixed size.
//
// Divergences are raised by the bounds on truncation and rounding and by the
// estimated error of the quadrature, which is an estimate and no proof: about
// 1e-12 of the answer together. Whatever cannot be computed is +Inf together with
// an error, never a small number. The note sampling.md derives the integrals that
// are evaluated.
package renyi
