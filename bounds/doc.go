// Package bounds computes how much privacy is lost when only the last iterate
// of differentially private training is released.
//
// Three tasks, and the functions for them:
//
//   - How private is the model? Evaluate takes a run.Run (what was trained) and a
//     claim.Question (a Rényi order α, or a δ) and returns a Report: every theorem of the
//     catalogue with its hypotheses checked and its value, the smallest valid one as the
//     answer, the same run accounted as if every iterate were published, and the best lower
//     bound. Curve gives the same values along any parameter.
//   - How much noise does a target need? Solve finds the noise, the iterations, the diameter
//     or the batch size that meet an ε.
//   - How does the bound arise? MakeSchedule writes out what each step pays for.
//
// An Engine does the same and remembers what similar questions share. example_test.go and
// example_tasks_test.go have examples of each; claim.Target is what Solve is asked to meet.
//
// Rows, fields and parameters are named by strings: the ids of catalog.All, such as "shift" or
// "profile", and the names of run.Fields, such as "sigma", "T" or "diameter".
//
// Symbols are those of package run: n examples, batches of b, T iterations,
// learning rate η, clipping norm C, noise σ on the iterate (run.Run has it as Sigma in the convention Noise), domain diameter D,
// sensitivity s = κηC/b of one step (κ is 2 where one example is replaced, otherwise 1). An upper bound errs upward or is +Inf;
// it is never smaller because something failed.
//
// Each package below this one holds one idea. The exported ones are those that others use: run, claim,
// theorem (what a row is) and catalog (all of them), figure, lab, and work (how computations are counted).
// attack and bands are programs that test the bounds. Their parts are in internal: row (the rows, in rooms
// by what they do), modulus (what the loss assumptions buy), shift (what the noise of the steps pays),
// contraction (what the noise forgets on a bounded domain), adversary (the floors), convert (Rényi and
// Gaussian guarantees to (ε, δ)), interval and errfloat (the arithmetic of certified values).
package bounds
