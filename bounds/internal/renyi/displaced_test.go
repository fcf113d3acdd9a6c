package renyi

import (
	"math"
	"testing"
)

// jointlyConvex is the bound of advanced joint convexity on the profile of a displaced step, at ln e = s: that of
// Displaced is the least of a family of which this is one.
func jointlyConvex(q, u, apart, s float64) float64 {
	rho := 1 - (1-q)*(1-math.Exp(-s))
	return q * ((1-rho)*math.Exp(LogHockeyStick(s, 1, u)) + rho*math.Exp(LogHockeyStick(s, apart, u)))
}

// onLine is the profile of a displaced step whose vectors are 1 and 1 − apart, by its best half-line.
func onLine(q, u, apart, s float64) float64 {
	gamma := 1 - q + q*math.Exp(s)
	kappa := (1 - q) * math.Expm1(s)
	beyond := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	low, high := -40.0, 40+60/u // in units of the noise; N(1) outweighs the others beyond the root
	for range 80 {
		x := (low + high) / 2
		if kappa*math.Exp((0.5/u-x)/u)+gamma*math.Exp(apart*(1/u-apart/2/u-x)/u) > 1 {
			low = x
		} else {
			high = x
		}
	}
	return q * (beyond(high-1/u) - kappa*beyond(high) - gamma*beyond(high-(1-apart)/u))
}

// Displaced is the integral of its profile, computed here by small steps. It rises with the distance and is
// never above that of advanced joint convexity; at a distance of 2 it is less than half of that.
func TestDisplacedByApart(t *testing.T) {
	for _, c := range []struct{ q, u, alpha float64 }{{0.1, 1, 2}, {0.3, 0.5, 4.5}, {0.8, 2, 12}} {
		before := 0.0
		for _, apart := range []float64{0.3, 0.7, 1, 1.4, 2} {
			got, err := Counted{}.Displaced(c.q, c.u, apart, c.alpha)
			if err != nil {
				t.Fatal(err)
			}
			integral := func(profile func(q, u, apart, s float64) float64) float64 {
				sum, step := 0.0, 1e-3
				for s := step / 2; s < 20*(1+1/c.u/c.u); s += step { // ln e
					gamma := 1 - c.q + c.q*math.Exp(s)
					h := profile(c.q, c.u, apart, s)
					if v := (math.Pow(gamma, c.alpha-2) + math.Pow(gamma, -c.alpha-1)) * h * c.q * math.Exp(s); v > 0 && !math.IsInf(v, 1) {
						sum += step * v
					}
				}
				return math.Log1p(c.alpha*(c.alpha-1)*sum) / (c.alpha - 1)
			}
			want, convex := integral(onLine), integral(jointlyConvex)
			if math.Abs(got/want-1) > 1e-5 {
				t.Errorf("%+v, %v apart: %v, written out %v", c, apart, got, want)
			}
			if got > convex*(1+1e-5) || apart == 2 && got > convex/2 {
				t.Errorf("%+v, %v apart: %v, by advanced joint convexity %v", c, apart, got, convex)
			}
			if !(got > before) {
				t.Errorf("%+v, %v apart: %v, closer %v", c, apart, got, before)
			}
			before = got
		}
		if most, _ := (Counted{}).PoissonReplace(c.q, c.u, c.alpha); most != before {
			t.Errorf("%+v: %v at twice the length, %v", c, before, most)
		}
	}
}
