// Package pld computes (epsilon, delta) by privacy loss distributions: the law of
// the log-likelihood ratio of one step, put on a grid, composed by FFT.
//
// Start with [EpsilonWithin], which takes the steps of a run, such as
// Poisson(0.01, 1) ten thousand times, and chooses grid, tilt and window by itself.
//
// u is always (standard deviation of the noise)/(norm of one contribution), q
// the sampling probability, epsilon in nats.
//
// Every answer errs upward. The error budget, derived in discretisation.md:
//
//   - discretisation: connect the dots (Doroshenko, Ghazi, Kamath, Kumar,
//     Manurangsi 2022, arXiv:2207.04380v1): exact at the grid points, above the
//     exact profile between them; about T(θ+1)h²/12 in epsilon, for T steps, grid
//     step h and tilt θ. The grid is chosen for 2e-5 of epsilon.
//   - truncation: what lies beyond the grid is an atom at infinity; what lies
//     beyond the window of the transform is bounded by Chernoff's inequality for
//     the discretised law itself and added. Each is aimed at 1e-6 of delta.
//   - rounding: each probability is raised by the error of its quadrature, and a
//     bound on the error of the FFTs is added to delta.
//
// Where a window would be too long, the Rényi bound of the discretised law
// stands in. Whatever cannot be computed is +Inf (epsilon) or 1 (delta) with an error.
package pld
