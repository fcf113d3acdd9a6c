package adversary

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
)

// ExactLinear is Linear with outward rounding.
type ExactLinear struct {
	Excess, Sensitivity interval.Number
	Variance            interval.Number // σ², a squared length
	Diameter            interval.Number // undefined when there is no projection
	T, Period, Rest     int
}

// weights returns Σ w_t over the visits and Σ w_t² over all steps; see
// Linear.weights.
func (l ExactLinear) weights() (visited, squares interval.Number) {
	last := l.T - 1 - l.Rest
	visits := last/l.Period + 1
	switch {
	case l.Excess.IsZero():
		return interval.Int(visits), interval.Int(l.T)
	case l.Excess.Add(interval.Int(1)).IsZero():
		if l.Rest > 0 {
			return interval.Int(0), interval.Int(1)
		}
		return interval.Int(1), interval.Int(1)
	}
	logC := l.Excess.Log1p()
	lag := logC.Mul(interval.Int(l.Rest)).Exp()
	if sign, _ := l.Excess.Sign(); sign > 0 {
		logC = logC.Neg()
		lag = logC.Mul(interval.Int(last % l.Period)).Exp()
	}
	epoch, square := logC.Mul(interval.Int(l.Period)), logC.Mul(interval.Int(2))
	return lag.Mul(epoch.Mul(interval.Int(visits)).Expm1().Quo(epoch.Expm1())), square.Mul(interval.Int(l.T)).Expm1().Quo(square.Expm1())
}

// MuSquared returns the square of Mu.
func (l ExactLinear) MuSquared() interval.Number {
	visited, squares := l.weights()
	return l.Sensitivity.Mul(visited).Square().Quo(l.Variance).Quo(squares)
}

// escape is Linear.ProjectionProbability with outward rounding, at most 1.
func (l ExactLinear) escape() interval.Number {
	if !l.Diameter.Defined() {
		return interval.Int(0)
	}
	_, squares := l.weights()
	farthest := l
	farthest.T, farthest.Rest = l.T-l.Rest, 0
	visited, _ := farthest.weights()
	r := l.Diameter.Sub(l.Sensitivity.Mul(visited)).Quo(interval.Int(2))
	if sign, certain := r.Sign(); !certain || sign <= 0 {
		return interval.Int(1)
	}
	events := 2
	if !l.Excess.IsZero() {
		events = l.T
	}
	x := r.Square().Quo(l.Variance).Quo(squares)
	tail := x.Quo(interval.Int(-2)).Exp().Quo(interval.RootTwoPi()).Mul(x.Sqrt().Mills())
	return interval.Min(interval.Int(1), tail.Mul(interval.Int(2*events)))
}

// Answer returns the run's ε at the question, rounded down. The search starts at `near`, an ε close to it.
func (l ExactLinear) Answer(q claim.Question, near float64) (epsilon float64, ok bool) {
	if q.Renyi() {
		return certify.RenyiDown(l.MuSquared(), q)
	}
	return certify.EpsilonDown(l.MuSquared(), l.escape(), interval.Decimal(q.Delta), near)
}
