package paper

import "lastiterate/bounds/internal/shift"

const (
	// exactBatches is the number of positions that are evaluated one by one.
	exactBatches = 1024
	// Beyond exactBatches, a stretch from a ends at about a(1 + growth). Replacing a stretch by its ends raises the sum over
	// these positions by a factor of about 1 + 1/(6·256²).
	growth = 1.0 / 256
)

// lastEpoch lists θ_c(1) … θ_c(B) with weights 1/B for an average of an
// increasing convex function of θ. Beyond exactBatches the positions of a
// stretch a … b are replaced by its two ends with half the weight each: θ_c(j)
// is convex in j (it is a multiple of 1/(c^{−2j} − 1), or 1/j), so is an
// increasing convex function of it, and the mean of a convex function over
// a … b is at most the mean of its ends.
func lastEpoch(logC float64, batches int) []shift.Share {
	share := 1 / float64(batches)
	var out []shift.Share
	for j := 1; j <= min(batches, exactBatches); j++ {
		out = append(out, shift.Share{Weight: share, R: theta(logC, j)})
	}
	for a := exactBatches + 1; a <= batches; {
		b := min(batches, a+int(float64(a)*growth))
		half := share * float64(b-a+1) / 2
		out = append(out, shift.Share{Weight: half, R: theta(logC, a)}, shift.Share{Weight: half, R: theta(logC, b)})
		a = b + 1
	}
	return out
}
