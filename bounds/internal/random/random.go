// Package random draws the parts of random runs: numbers of any magnitude, and choices. The programs
// that attack the rows or measure the bands use it, and so do tests.
package random

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/run"
)

// LogUniform draws a number between lo and hi, both positive, whose logarithm is uniform.
func LogUniform(rng *rand.Rand, lo, hi float64) float64 {
	return math.Exp(math.Log(lo) + rng.Float64()*math.Log(hi/lo))
}

// Pick draws one of the options, each equally likely. An option listed twice is twice as likely.
func Pick[T any](rng *rand.Rand, options ...T) T { return options[rng.IntN(len(options))] }

// Chance returns true with probability p.
func Chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

// Rounded keeps three significant digits, so that a drawn number is easy to read.
func Rounded(x float64) float64 { return run.Digits(x, 3) }
