// Package average bounds a run whose batches are drawn afresh and in secret at every
// step by the mean over the batches: given all of them both runs take known steps, and
// the shift program (package shift) bounds what they tell. average.md proves it and
// derives how the mean is computed.
package average
