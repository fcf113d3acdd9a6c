package shift

// ForwardTrack returns upper bounds on the distance of the two runs before the first visit and after each of the following
// steps: 0, visit(0), and so on. The first step of each period is a visit, the others are plain. visit and plain must not
// fall as the distance grows. The track ends with the first distance that is the diameter, or after `most` distances. Distances
// are raised for rounding.
func ForwardTrack(visit, plain func(z float64) float64, period int, diameter float64, most int) []float64 {
	out := []float64{0}
	for z := 0.0; z < diameter && len(out) < most; {
		step := plain
		if (len(out)-1)%period == 0 {
			step = visit
		}
		z = min(diameter, step(z)*(1+StepError))
		out = append(out, z)
	}
	return out
}
