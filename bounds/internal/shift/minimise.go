package shift

import "math"

// Minimise narrows the bracket lo < mid < hi around a local minimum of f until both ends are within twice the tolerance of the
// best point. It takes parabolic steps through the best three points, and golden sections where these do not shrink the bracket
// (Brent 1973, chapter 5). f records the values that it meets. It stays one function because its parts would have to pass ten
// variables to each other.
//
//gocognit:ignore
func Minimise(lo, mid, hi, tolerance float64, f func(float64) float64) {
	const (
		golden = 0.3819660112501051 // (3−√5)/2
		turns  = 60                 // more than golden sections alone take to any tolerance in use
	)
	x, w, v := mid, mid, mid
	fx := f(x)
	fw, fv := fx, fx
	step, before := 0.0, 0.0
	for range turns {
		centre := (lo + hi) / 2
		if math.Abs(x-centre)+(hi-lo)/2 <= 2*tolerance {
			return
		}
		parabola := false
		if math.Abs(before) > tolerance {
			r := (x - w) * (fx - fv)
			q := (x - v) * (fx - fw)
			p := (x-v)*q - (x-w)*r
			q = 2 * (q - r)
			if q > 0 {
				p = -p
			}
			q = math.Abs(q)
			if math.Abs(p) < math.Abs(q*before/2) && p > q*(lo-x) && p < q*(hi-x) {
				before, step, parabola = step, p/q, true
			}
		}
		if !parabola {
			before = hi - x
			if x >= centre {
				before = lo - x
			}
			step = golden * before
		}
		if math.Abs(step) < tolerance {
			step = math.Copysign(tolerance, step)
		}
		u := x + step
		fu := f(u)
		if fu <= fx {
			if u >= x {
				lo = x
			} else {
				hi = x
			}
			v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
			continue
		}
		if u < x {
			lo = u
		} else {
			hi = u
		}
		switch {
		case fu <= fw || w == x:
			v, fv, w, fw = w, fw, u, fu
		case fu <= fv || v == x || v == w:
			v, fv = u, fu
		}
	}
}
