// Package drawn solves the shift program of batches that are drawn afresh, in secret, at every step: one share of a step's noise
// hides the batch, the rest pays for the distance. [DrawnProgram] is for batches of one size, [SizedProgram] for Poisson batches
// (sampled.md).
package drawn
