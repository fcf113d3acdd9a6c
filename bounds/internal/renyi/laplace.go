package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// laplace is the Laplace transform of L = e^{z/u − 1/(2u²)}, z standard normal: a likelihood
// ratio, of mean 1.
type laplace struct {
	spread    float64   // 1/u
	x, weight []float64 // values of L − 1 at the points, and the points' weights
}

const (
	// mostExponent is the largest t whose gap is computed: e^{t}, which the gap holds, overflows at 709.
	mostExponent = 300
	// farTail and farFall end a sum: farTail standard deviations out, or where the logarithm of the integrand is farFall
	// below its peak. Less than 1e-16 is left out.
	farTail = 10
	farFall = 45
	// steepestTop bounds the work of one transform: the steeper its peak, the closer its points. A transform with a steeper
	// peak, that of a larger t, is not computed.
	steepestTop = 1e4
)

// newLaplace places points such that the trapezoidal rule, whose integrand is analytic where the argument of L is below π/2,
// has an error below e^{−39} for every t ≤ mostExponent.
func newLaplace(w *work.Budget, u float64) laplace {
	l := laplace{spread: 1 / u}
	h := 1 / (4 + 5*l.spread)
	// For large L the gap grows like tL, and for small t like (tL)²/2, whose peak is 2/u above the mean.
	low, high := l.top(math.Log(mostExponent))-farTail, farTail+2*l.spread
	w.Spend(pointUnits * (int((high-low)/h) + 1))
	for z := low; z <= high; z += h {
		l.x = append(l.x, math.Expm1(l.at(z)))
		l.weight = append(l.weight, h*math.Exp(-z*z/2-HalfLog2Pi))
	}
	return l
}

// at returns ln L at z.
func (l laplace) at(z float64) float64 { return l.spread*z - l.spread*l.spread/2 }

// top returns the z < 0 at which e^{−tL} times the normal density is largest, where −z = tL/u. Any z nearby would serve.
func (l laplace) top(logT float64) float64 {
	slope := logT + math.Log(l.spread) // ln(t/u): the logarithm of the slope tL/u is this plus ln L
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

// gap returns E[e^{−t(L−1)} − 1 + t(L−1)] ≥ 0 for t ≤ mostExponent.
func (l laplace) gap(w *work.Budget, t float64) float64 {
	w.Spend(pointUnits * len(l.x) / 4)
	// Below this |a| five terms of the series of e^{−a} − 1 + a are exact to 2e-15. Above it the difference loses less than
	// three digits.
	const small = 0.005
	sum := 0.0
	for i, x := range l.x {
		a := t * x
		v := a * a / 2 * (1 - a/3*(1-a/4*(1-a/5*(1-a/6))))
		if math.Abs(a) > small {
			v = math.Expm1(-a) + a
		}
		sum += l.weight[i] * v
	}
	return sum
}

// log returns ln E e^{−tL}, NaN if that would take too many points. The points lie around the peak of the integrand, the
// closer to each other the steeper it is.
func (l laplace) log(w *work.Budget, logT float64) float64 {
	top := l.top(logT)
	steepness := 1 - l.spread*top // the second derivative of the integrand's logarithm, with its sign changed
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
