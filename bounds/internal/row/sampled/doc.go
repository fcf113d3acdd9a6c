// Package sampled has the rows of batches that are drawn at every step, or allocated at random. [SampledShift] hides the effect
// of each batch in a share of its step's noise; [AveragedShift] solves the program for each draw of the batches and averages.
package sampled
