package errfloat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// onLine is the profile over q of vectors mu and (1 − apart)·mu on one line: of the half-line where N(mu) outweighs the others. terms
// is the size of what is subtracted.
func onLine(q, mu, apart, loss float64) (profile, terms float64) {
	gamma, kappa := math.Exp(loss), (1-q)*math.Expm1(loss)/q
	beyond := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	low, high := -50-mu, 50+mu+2*loss/(apart*mu)
	for range 200 {
		x := (low + high) / 2
		near, far := mu*(mu/2-x), apart*mu*(mu-apart*mu/2-x)
		if kappa*math.Exp(near)+gamma*math.Exp(far) > 1 {
			low = x
		} else {
			high = x
		}
	}
	terms = beyond(high - mu)
	return terms - kappa*beyond(high) - gamma*beyond(high-(1-apart)*mu), terms
}

// Displaced is the profile of two vectors on one line, and never below it.
func TestDisplacedIsOnLine(t *testing.T) {
	source := rand.New(rand.NewPCG(31, 7))
	for range 20000 {
		q := math.Pow(10, -6*source.Float64())
		mu := math.Pow(10, -3+4*source.Float64())
		apart := 2 * (1 - source.Float64())
		loss := math.Pow(10, -6+7*source.Float64())
		if loss > 30*(1+mu*mu) { // then little is left of what is subtracted
			continue
		}
		want, terms := onLine(q, mu, apart, loss)
		got := Displaced(q, mu, apart, loss)
		if noise := 1e-12*terms*(1+mu*mu+loss) + Tiny; !(got >= want-noise && got <= want*(1+1e-9)+10*noise) {
			t.Fatalf("q = %v, mu = %v, %v apart, loss %v: %v, on the line %v", q, mu, apart, loss, got, want)
		}
	}
}

// Vectors of any lengths at any angle that are as close as stated lose no more: by the midpoint rule in the plane of the two.
func TestDisplacedAtAnyAngle(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 11))
	for range 60 {
		q, mu, loss := 0.02+0.9*source.Float64(), 0.4+2*source.Float64(), 1.5*source.Float64()
		a, b, angle := mu*math.Sqrt(source.Float64()), mu*math.Sqrt(source.Float64()), math.Pi*source.Float64()
		if source.IntN(2) == 0 {
			a, b = mu, mu
		}
		apart := math.Hypot(a-b*math.Cos(angle), b*math.Sin(angle)) / mu
		if apart < 1e-3 {
			continue
		}
		gamma, kappa := math.Exp(loss), (1-q)*math.Expm1(loss)/q
		const reach, n = 8.0, 260
		sum, h := 0.0, 2*reach/n
		for i := range n {
			x := (float64(i)+0.5)*h - reach
			for j := range n {
				y := (float64(j)+0.5)*h - reach
				near := math.Exp(a*x - a*a/2)
				far := math.Exp(b*(x*math.Cos(angle)+y*math.Sin(angle)) - b*b/2)
				if v := near - kappa - gamma*far; v > 0 {
					sum += v * math.Exp(-(x*x+y*y)/2)
				}
			}
		}
		truth := sum * h * h / (2 * math.Pi)
		if most := Displaced(q, mu, apart, loss); truth > most*(1+2e-3)+1e-6 {
			t.Errorf("q = %v, vectors %v and %v at the angle %v, loss %v: %v lost, the bound is %v", q, a, b, angle, loss, truth, most)
		}
	}
}

// At the ends of its arguments Displaced is a bound and a number.
func TestDisplacedAtItsEnds(t *testing.T) {
	for _, q := range []float64{1e-250, 1e-9, 0.5, 1 - 1e-16, 1} {
		for _, mu := range []float64{0, 5e-324, 1e-12, 1, 40, 1e6, 1e300, math.Inf(1)} {
			for _, apart := range []float64{1e-9, 0.5, 1, 2} {
				last := math.Inf(1)
				for _, loss := range []float64{0, 5e-324, 1e-15, 1e-3, 1, 30, 300, 600} {
					got := Displaced(q, mu, apart, loss)
					if !(got >= 0 && got <= 1+1e-12) || got > last*(1+1e-6)+1e-300 {
						t.Errorf("q = %v, mu = %v, %v apart, loss %v: %v after %v", q, mu, apart, loss, got, last)
					}
					if whole := Profile(apart*mu, loss); q == 1 && got < whole*(1-1e-15) {
						t.Errorf("mu = %v, %v apart, loss %v: %v at q = 1, the Gaussian's is %v", mu, apart, loss, got, whole)
					}
					last = got
				}
			}
		}
	}
}
