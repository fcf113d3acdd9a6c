// Package pld computes (epsilon, delta) by privacy loss distributions: the law of
// the log-likelihood ratio of one step, put on a grid, composed by FFT.
//
// Start with [EpsilonWithin], which takes the steps of a run, such as
// Poisson(0.01, 1) ten thousand times, and chooses grid, tilt and window by itself.
//
// u is always (standard deviation of the noise)/(norm of one contribution), q
// the sampling probability; losses and epsilon are in nats.
//
// A [StepLoss] has a law (step.go): a pair of normal mixtures (pair.go, far.go), a known profile
// (known.go) or an epoch of random allocation (allocation.go). Sketches of the laws, a few atoms each,
// make a blueprint of the run (sketch.go), from which the tilt, the window and the grid are chosen
// (answer.go, run.go). Each law is put on that grid as a [PLD] (dots.go), these are composed under the
// law tilted by exp(θ·loss) (compose.go), and epsilon is read off (answer.go). Three cases need no
// such grid, or a shorter one: one step (once.go), little noise (revealed.go), rare uses (rare.go).
//
// Every answer errs upward. The error budget, derived in discretisation.md:
//
//   - discretisation: connect the dots (Doroshenko, Ghazi, Kamath, Kumar,
//     Manurangsi 2022, arXiv:2207.04380v1): exact at the grid points, above the
//     exact profile between them; about T(θ+1)h²/12 in epsilon, for T steps, grid
//     step h and tilt θ. The grid is chosen for 2e-5 of epsilon.
//   - truncation: what lies beyond the grid is an atom at infinity; what lies
//     beyond the window of the transform is bounded by Chernoff's inequality for
//     the discretised law itself and added. Each is meant to be about 1e-6 of delta.
//   - rounding: each probability is raised by the error of its quadrature, and a
//     bound on the error of the FFTs is added to delta.
//
// Where a window would be too long, the Rényi bound of the discretised law is the
// answer. Whatever cannot be computed is +Inf (epsilon) or 1 (delta) with an error.
package pld
