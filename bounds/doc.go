// Package bounds computes how much privacy is lost when only the last iterate
// of differentially private training is released.
//
// Start with Evaluate: it takes a run.Run (what was trained), a claim.Question
// (a Rényi order α, or a δ) and returns a Report: every theorem of the
// catalogue with its hypotheses checked and its value, the smallest valid one
// as the answer, the same run accounted as if every iterate were published,
// and the best lower bound. Curve gives the same values along any parameter.
//
// Symbols are those of package run: n examples, batches of b, T iterations,
// learning rate η, clipping norm C, noise σ on the iterate, domain diameter D,
// sensitivity s = κηC/b of one step. An upper bound errs upward or is +Inf;
// it is never smaller because something failed.
//
// The packages below this one each hold one idea: modulus (what the loss
// assumptions buy), shift (the optimisation behind all deterministic-batch
// bounds), contraction (what the noise forgets on a bounded domain), theorem (one
// file per paper), convert (Rényi and Gaussian guarantees to (ε, δ)), outward and
// upward (the arithmetic of certified values).
package bounds
