// Package quick has what package math is slow at in WebAssembly, with the same bits.
package quick

import (
	"math"
	"runtime"
)

// Exp is math.Exp. That is Go in WebAssembly, and half of its time goes into a last step
// that serves results at the ends of what numbers can hold, too: for all others it is one
// multiplication.
func Exp(x float64) float64 {
	const end = 700
	if runtime.GOARCH != "wasm" || !(x > -end && x < end) {
		return math.Exp(x)
	}
	return exp(x)
}

// exp is math's: x = k·ln 2 + r, and a rational function of r (FreeBSD's e_exp.c).
func exp(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
		tiny  = 1.0 / (1 << 28)
		p1    = 1.66666666666666657415e-01
		p2    = -2.77777777770155933842e-03
		p3    = 6.61375632143793436117e-05
		p4    = -1.65339022054652515390e-06
		p5    = 4.13813679705723846039e-08
	)
	if -tiny < x && x < tiny {
		return 1 + x
	}
	half := math.Copysign(0.5, x)
	k := math.Trunc(math.Log2E*x + half)
	hi, lo := x-k*ln2Hi, k*ln2Lo
	r := hi - lo
	t := r * r
	c := r - t*(p1+t*(p2+t*(p3+t*(p4+t*p5))))
	y := 1 - ((lo - (r*c)/(2-c)) - hi)
	return y * math.Float64frombits(uint64(int64(k)+1023)<<52)
}
