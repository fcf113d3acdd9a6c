// Package curved solves the shift program of a known order under concave moduli. It tabulates the cost by distance
// (not over long stretches of steps without the example), then polishes the path and bounds its distance to the optimum.
package curved
