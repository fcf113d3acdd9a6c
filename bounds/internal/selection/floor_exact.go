package selection

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Certified returns the floor at a known μ², with directed rounding. ok is false if none is certain.
func (f Floor) Certified(muSquared interval.Number, q claim.Question) (epsilon float64, ok bool) {
	e, ok := f.exactly()
	if !ok || !muSquared.Defined() {
		return 0, false
	}
	mu, value := muSquared.Sqrt().Lower(), interval.Int(0)
	if q.Renyi() {
		value = e.renyi(f.edges(q.Alpha), mu, interval.Decimal(q.Alpha))
	} else if _, t := f.Epsilon(claim.AtLeast(q.Delta)); !math.IsNaN(t) {
		a, b := e.both(t, mu)
		value = a.Sub(interval.Decimal(q.Delta)).Quo(b).Log()
	}
	epsilon = value.Down()
	return max(0, epsilon), !math.IsNaN(epsilon)
}

// exactFloor is a floor in intervals.
type exactFloor struct {
	tuning            run.Tuning
	mean, shape, rare interval.Number
	all               bool
}

// exactly returns the floor in intervals, which enclose the parameter of the number of runs.
func (f Floor) exactly() (e exactFloor, ok bool) {
	e = exactFloor{tuning: f.of.Tuning, mean: interval.Decimal(f.of.TuningMean), shape: interval.Decimal(shapeOf(f.of)), all: f.all}
	if e.tuning == run.FixedTuning || e.tuning == run.PoissonTuning {
		return e, true
	}
	if math.IsInf(f.rare, 1) {
		return e, false
	}
	const within = 1e-12 // relative, more than the error of rare
	lo, hi := interval.Float(f.rare*(1-within)), interval.Float(f.rare*(1+within))
	if !(e.meanOf(lo).AtMost(e.mean) && e.mean.AtMost(e.meanOf(hi))) {
		return e, false
	}
	e.rare = interval.Hull(lo, hi)
	return e, true
}

// meanOf returns the mean of the negative binomial number of ln(1/γ), which rises with it.
func (e exactFloor) meanOf(rare interval.Number) interval.Number {
	if e.shape.IsZero() {
		return rare.Expm1().Quo(rare)
	}
	return e.shape.Mul(rare.Expm1()).Quo(e.shape.Mul(rare).Neg().Expm1().Neg())
}

// best returns U of an interval.
func (e exactFloor) best(x interval.Number) interval.Number {
	raised := func(rare interval.Number) interval.Number { return x.Mul(rare.Expm1()).Log1p() }
	switch {
	case e.tuning == run.FixedTuning && e.all:
		return e.mean.Mul(x.Log()).Exp()
	case e.tuning == run.FixedTuning:
		return e.mean.Mul(x.Neg().Log1p()).Expm1().Neg()
	case e.tuning == run.PoissonTuning && e.all:
		return e.mean.Neg().Exp().Mul(e.mean.Mul(x).Expm1())
	case e.tuning == run.PoissonTuning:
		return e.mean.Mul(x).Neg().Expm1().Neg()
	case e.shape.IsZero() && e.all:
		return raised(e.rare.Neg()).Neg().Quo(e.rare)
	case e.shape.IsZero():
		return raised(e.rare).Quo(e.rare)
	case e.all:
		return e.shape.Mul(raised(e.rare.Neg())).Neg().Expm1().Quo(e.shape.Mul(e.rare).Expm1())
	}
	return e.shape.Mul(raised(e.rare)).Neg().Expm1().Quo(e.shape.Mul(e.rare).Neg().Expm1())
}

// both returns the probabilities that the best run's number is above t, in the two runs.
func (e exactFloor) both(t float64, mu interval.Number) (first, second interval.Number) {
	at := interval.Float(t)
	return e.best(tail(at.Sub(mu))), e.best(tail(at))
}

// tail returns the probability that N(0, 1) is above x.
func tail(x interval.Number) interval.Number {
	return x.Square().Mul(interval.Fraction(-1, 2)).Exp().Quo(interval.RootTwoPi()).Mul(x.Mills())
}

// renyi returns the divergence of the cells between edges.
func (e exactFloor) renyi(edges []float64, mu, alpha interval.Number) interval.Number {
	one := interval.Int(1)
	sum, p, q := interval.Int(0), one, one
	add := func(a, b interval.Number) { sum = sum.Add(alpha.Mul(a.Log()).Add(one.Sub(alpha).Mul(b.Log())).Exp()) }
	for _, t := range edges {
		a, b := e.both(t, mu)
		add(p.Sub(a), q.Sub(b))
		p, q = a, b
	}
	add(p, q)
	return sum.Log().Quo(alpha.Sub(one))
}
