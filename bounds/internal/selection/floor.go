package selection

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// A Floor is a lower bound on the loss of the best of K runs. It needs a number, computed from a run's outputs or from limits
// of them, that is N(μ, 1) under one dataset and N(0, 1) under the other. If the largest number is the best, the best is
// above t with probability U(P[N > t]), U(x) = 1 − E(1 − x)^K. If the smallest is the best, U(x) = E x^K (selection.md).
type Floor struct {
	of   run.Run
	mu   float64
	rare float64 // about ln(1/γ), for negative binomial numbers of runs
	all  bool    // the smallest is the best
}

// Floors returns the floors for the run's law of the number of runs.
func Floors(r run.Run, mu float64) []Floor {
	largest := newFloor(r, mu)
	smallest := largest
	smallest.all = true
	return []Floor{largest, smallest}
}

func newFloor(r run.Run, mu float64) Floor {
	f := Floor{of: r, mu: mu}
	if r.Tuning != run.PoissonTuning && r.Tuning != run.FixedTuning {
		f.rare = logInverseNear(shapeOf(r), r.TuningMean)
	}
	return f
}

// logInverseNear returns LogInverse without the allowance for rounding.
func logInverseNear(shape, mean float64) float64 {
	near := LogInverse(shape, mean)
	if shape == 1 || math.IsInf(near, 1) {
		return near
	}
	below, _ := scalar.Halve(near*(1-3e-9), near, 60, func(x float64) bool {
		if shape == 0 {
			return math.Expm1(x)/x >= mean
		}
		return math.Expm1(x)*(shape/-math.Expm1(-shape*x)) >= mean
	})
	return below
}

// shapeOf returns ν of the negative binomial numbers.
func shapeOf(r run.Run) float64 {
	switch r.Tuning {
	case run.Geometric:
		return 1
	case run.NegativeBinomial:
		return r.TuningShape
	case run.Logarithmic, run.FixedTuning, run.PoissonTuning, run.NoTuning:
	}
	return 0
}

// best returns U(x): the probability that the best run has a property that a run has with probability x, if one run with it
// suffices, or if all must have it.
func (f Floor) best(x float64) float64 {
	mean, shape := f.of.TuningMean, shapeOf(f.of)
	switch {
	case f.of.Tuning == run.FixedTuning && f.all:
		return math.Pow(x, mean)
	case f.of.Tuning == run.FixedTuning:
		return -math.Expm1(mean * math.Log1p(-x))
	case f.of.Tuning == run.PoissonTuning && f.all:
		return math.Exp(-mean) * math.Expm1(mean*x)
	case f.of.Tuning == run.PoissonTuning:
		return -math.Expm1(-mean * x)
	case shape == 0 && f.all:
		return -math.Log1p(x*math.Expm1(-f.rare)) / f.rare
	case shape == 0:
		return math.Log1p(x*math.Expm1(f.rare)) / f.rare
	case f.all:
		return math.Expm1(-shape*math.Log1p(x*math.Expm1(-f.rare))) / math.Expm1(shape*f.rare)
	}
	return math.Expm1(-shape*math.Log1p(x*math.Expm1(f.rare))) / math.Expm1(-shape*f.rare)
}

// above returns the probability that N(0, 1) is above t.
func above(t float64) float64 { return math.Erfc(t/math.Sqrt2) / 2 }

const (
	// floorSlack exceeds the relative rounding error of a floor, with that of the parameter of the number of runs.
	floorSlack = 1e-9
	// floorSpan is the distance beyond the two means to which the edges of cells reach.
	floorSpan = 9
	// faint is the least probability that has all digits, with a margin for later operations.
	faint = 1e-280
	// floorCells is the number of cells of a divergence.
	floorCells = 64
)

// Epsilon returns at most the ε of the best run at δ: of the events that its number is above t, the event with the largest
// loss.
func (f Floor) Epsilon(delta float64) (epsilon, t float64) {
	value := func(t float64) float64 {
		p, q := f.best(above(t-f.mu))-delta, f.best(above(t))
		if !(p > 0 && q > faint) {
			return math.Inf(1)
		}
		return math.Log(q) - math.Log(p)
	}
	most, at := 0.0, math.NaN()
	step := (f.mu + 2*floorSpan) / floorCells
	if math.IsInf(f.rare, 1) {
		return 0, at
	}
	for x := -float64(floorSpan); x <= f.mu+floorSpan; x += step {
		if v := value(x); v < most {
			most, at = v, x
		}
	}
	if math.IsNaN(at) {
		return 0, at
	}
	x, _ := scalar.Golden(at-step, at+step, 60, value)
	if v := value(x); v < most {
		most, at = v, x
	}
	return max(0, -most*(1-floorSlack)-floorSlack), at
}

// edges returns the edges of the cells into which a divergence is divided. They are so far apart that the difference of two
// probabilities keeps its digits.
func (f Floor) edges(alpha float64) (out []float64) {
	const from, least = -2.0, 1e-5 // the lowest edge, and the least relative change of a probability from edge to edge
	to, p, q := alpha*f.mu+floorSpan, 1.0, 1.0
	for i := range floorCells {
		t := from + (to-from)*float64(i)/(floorCells-1)
		a, b := f.best(above(t-f.mu)), f.best(above(t))
		if p-a > least*p && q-b > least*q && b > faint {
			out = append(out, t)
			p, q = a, b
		}
	}
	return out
}

// Renyi returns at most the divergence of the best run: the divergence of the cells between some edges.
func (f Floor) Renyi(alpha float64) float64 {
	if math.IsInf(f.rare, 1) {
		return 0
	}
	var exponents []float64
	p, q, most := 1.0, 1.0, math.Inf(-1)
	add := func(a, b float64) {
		e := alpha*math.Log(a) + (1-alpha)*math.Log(b)
		exponents, most = append(exponents, e), max(most, e)
	}
	for _, t := range f.edges(alpha) {
		a, b := f.best(above(t-f.mu)), f.best(above(t))
		add(p-a, q-b)
		p, q = a, b
	}
	add(p, q)
	sum := 0.0
	for _, e := range exponents {
		sum += math.Exp(e - most)
	}
	return max(0, (most+math.Log(sum))/(alpha-1)*(1-floorSlack)-floorSlack)
}

// At returns the floor at a question.
func (f Floor) At(q claim.Question) float64 {
	if q.Renyi() {
		return f.Renyi(q.Alpha)
	}
	epsilon, _ := f.Epsilon(claim.AtLeast(q.Delta))
	return epsilon
}

// Smallest reports whether the best run is that of the smallest number.
func (f Floor) Smallest() bool { return f.all }
