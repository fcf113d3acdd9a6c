package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// laplace is the Laplace transform of L = e^{z/u − 1/(2u²)}, z standard normal: a likelihood
// ratio, of mean 1.
type laplace struct {
	spread    float64   // 1/u
	x, weight []float64 // points of L, less 1, and their weights
}

const (
	// mostExponent is the largest t whose transform is taken at the same points.
	mostExponent = 300
	// farTail is how many standard deviations are enough, and farFall how far below its top the logarithm of an
	// integrand: less than 1e-16 is left out.
	farTail = 10
	farFall = 45
	// steepestTop bounds the work of one transform: that of larger t is not computed.
	steepestTop = 1e4
)

// newLaplace lays points such that the trapezoidal rule, whose integrand is analytic where the
// argument of L is below π/2, has an error below e^{−39} for every t ≤ mostExponent.
func newLaplace(w *work.Budget, u float64) laplace {
	l := laplace{spread: 1 / u}
	h := 1 / (4 + 5*l.spread)
	low, high := l.top(math.Log(mostExponent))-farTail, farTail+2*l.spread
	w.Spend(pointUnits * (int((high-low)/h) + 1))
	for z := low; z <= high; z += h {
		l.x = append(l.x, math.Expm1(l.at(z)))
		l.weight = append(l.weight, h*math.Exp(-z*z/2-HalfLog2Pi))
	}
	return l
}

// at is ln L.
func (l laplace) at(z float64) float64 { return l.spread*z - l.spread*l.spread/2 }

// top is the z < 0 at which e^{−tL} times the normal density is largest: −z = tL/u.
func (l laplace) top(logT float64) float64 {
	slope := logT + math.Log(l.spread) // of tL, in z = 0 and without the variance
	low, high := -1-max(1, (slope-l.spread*l.spread/2)/l.spread), 0.0
	for range 60 {
		if z := (low + high) / 2; math.Log(-z) > slope+l.at(z) {
			low = z
		} else {
			high = z
		}
	}
	return low
}

// gap is E[e^{−t(L−1)} − 1 + t(L−1)] ≥ 0, t ≤ mostExponent.
func (l laplace) gap(w *work.Budget, t float64) float64 {
	w.Spend(pointUnits * len(l.x) / 4)
	sum := 0.0
	for i, x := range l.x {
		a := t * x
		v := a * a / 2 * (1 - a/3*(1-a/4*(1-a/5*(1-a/6))))
		if math.Abs(a) > 0.005 {
			v = math.Expm1(-a) + a
		}
		sum += l.weight[i] * v
	}
	return sum
}

// log is ln E e^{−tL}, NaN if that would take too many points: about its top, as close as the
// top is steep.
func (l laplace) log(w *work.Budget, logT float64) float64 {
	top := l.top(logT)
	steepness := 1 - l.spread*top // the second derivative of the logarithm, negative
	if !(steepness < steepestTop) {
		return math.NaN()
	}
	h := min(1/(4+5*l.spread), 0.5/math.Sqrt(steepness))
	value := func(z float64) float64 { return -z*z/2 - math.Exp(logT+l.at(z)) }
	highest := value(top)
	sum := 0.0
	for _, way := range [2]float64{h, -h} {
		z := top
		if way < 0 {
			z += way
		}
		for fall := 0.0; fall < farFall; z += way {
			w.Spend(pointUnits / 4)
			fall = highest - value(z)
			sum += math.Exp(-fall)
		}
	}
	return highest + math.Log(h*sum) - HalfLog2Pi
}
