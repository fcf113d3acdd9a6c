// Package curved solves the shift program of a known order under moduli that are concave: by tables of the
// distance, long stretches without them, and a polished path whose distance to the optimum is certified.
package curved
