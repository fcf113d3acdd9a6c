// Package sampled has the rows of batches that are drawn at every step, or allocated at random. They solve the shift program:
// each batch hidden by a share of its step's noise, or averaged over all batches.
package sampled
