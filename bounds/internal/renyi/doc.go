// Package renyi computes Rényi divergences of Gaussians and of sampled
// Gaussians.
//
// Every function takes the noise u = (standard deviation)/(sensitivity), which
// has no unit, the order alpha > 1, and, where a batch is sampled, the
// probability q in [0, 1] that the differing example is in it. Divergences are
// in nats. The start is [Counted.MixToNormal] for Poisson sampling and
// [Counted.WithoutReplacement] for batches of a fixed size.
//
// Answers err upward: what was computed is raised by the bounds on truncation
// and rounding and by the estimated error of the quadrature, about 1e-12 of the
// answer together. Whatever cannot be computed is +Inf together with an error,
// never a small number. The note sampling.md derives the integrals that are
// evaluated.
package renyi
