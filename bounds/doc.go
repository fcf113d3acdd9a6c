// Package bounds computes how much privacy is lost when only the last iterate
// of differentially private training is released.
//
// Three tasks, and the functions for them:
//
//   - How private is the model? Evaluate takes a run.Run (what was trained) and a
//     claim.Question (a Rényi order α, or a δ) and returns a Report: every theorem of the
//     catalogue with its hypotheses checked and its value, the smallest valid one as the
//     answer, the same run accounted as if every iterate were public, and the best lower
//     bound. Curve gives the same values along any parameter.
//   - How much noise does a target need? Solve finds the noise, the iterations, the diameter
//     or the batch size that meet an ε.
//   - How does the bound arise? MakeSchedule writes out what each step pays for.
//
// An Engine does the same, and remembers results that similar questions share. example_test.go and
// example_tasks_test.go have examples of each; claim.Target is what Solve is asked to meet.
//
// Rows, fields and parameters are named by strings: the ids of catalog.All, such as "shift" or
// "profile", and the names of run.Fields, such as "sigma", "T" or "diameter".
//
// Symbols are those of package run: n examples, batches of b, T iterations, learning rate η, clipping norm C, noise σ on
// the iterate (run.Run states it as Sigma, in the convention that its field Noise names), domain diameter D, sensitivity
// s = κηC/b of one step (κ is 2 if one example is replaced, and otherwise 1). An upper bound errs upward or is +Inf; it is
// never smaller because something failed.
//
// Each package below this one holds one idea. Packages run, claim, theorem (what a row is), catalog (all rows),
// figure, lab and work (how computations are counted) are for code outside the engine. Programs attack and bands test
// the bounds. The parts of the engine are in internal: row (the rows, in one package for each kind of argument), modulus
// (how far apart a step takes two runs, by the class of the loss), shift (the cost of hiding a difference in the noise of
// several steps), contraction (how the noise on a bounded domain makes a run forget), adversary (the floors), convert (from
// Rényi and Gaussian guarantees to (ε, δ)), interval and errfloat (the arithmetic of certified values).
package bounds
