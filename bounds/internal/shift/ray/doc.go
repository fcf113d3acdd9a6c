// Package ray follows the rays of Chien and Li's theorems: paths whose payments all have the same marginal cost, carried to
// the end of the run (rays.md). A ray begins at distance 0 at the end of the run, and is followed backward until it arrives
// at the distance of the two runs, its target. The track is the distance of the two runs without payments.
package ray
