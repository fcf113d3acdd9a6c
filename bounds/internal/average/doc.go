// Package average bounds a run whose batches are drawn afresh and in secret at every step by the mean over the batches. Given
// all batches both runs take known steps, and the shift program (package shift) bounds their privacy loss. A step that uses
// the differing example adds to the distance of the runs, and the runs are followed backward in blocks of steps, each of
// which pays for a part of that distance. average.md proves the bound and derives how the mean is computed.
package average
