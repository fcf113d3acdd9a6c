// Package drawn solves the shift program of batches that are drawn at every step: each step's noise is shared
// between hiding the batch and paying for the distance (sampled.md).
package drawn
