package shift

// ForwardTrack returns upper bounds on the distance of the two runs 0, 1, 2, …
// steps after the first visit began: 0, then visit(0), and from then on what visit, in
// the first step of each period, or plain makes of the distance before. Neither may
// fall as the distance grows. The track ends with the first distance that is the diameter,
// or with most distances, which are raised by what rounding may have lost.
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
