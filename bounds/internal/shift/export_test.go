package shift

// What tests of the rooms below compare with.
var (
	ExactMean = exactMean
	Mixed     = mixed
)

// PayFrom is the least cost of n charged steps that begin at a distance.
func (p ChargedProgram) PayFrom(n int, distance float64) float64 {
	return p.Proven().pay(n, errorless(distance)).R
}
