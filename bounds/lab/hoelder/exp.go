package hoelder

import "math"

// exp is e^x for x ≤ 0, with the same bits on every platform: math.Exp is written
// in assembly on some and differs in its last bit. Every product is rounded before
// it is added, since Go may otherwise fuse the two where the machine can.
// Within 2 units in the last place; 0 below −700.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	// x − k·ln 2 with ln 2 in two parts, the first exact times k.
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	r := (x - float64(k*high)) - float64(k*low)
	// |r| ≤ ln(2)/2: 14 terms of the series leave less than 1e-18.
	sum := 1.0
	for i := 14; i > 0; i-- {
		sum = 1 + float64(float64(r*sum)/float64(i))
	}
	return math.Ldexp(sum, int(k))
}
