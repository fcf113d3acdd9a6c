package adversary

import (
	"lastiterate/bounds/certify"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/outward"
)

// ExactLinear is Linear with outward rounding.
type ExactLinear struct {
	Excess, Sensitivity outward.Number
	Variance            outward.Number // σ², a squared length
	Diameter            outward.Number // undefined when there is no projection
	T, Period, Rest     int
}

// weights returns Σ w_t over the visits and Σ w_t² over all steps; see
// Linear.weights.
func (l ExactLinear) weights() (visited, squares outward.Number) {
	last := l.T - 1 - l.Rest
	visits := last/l.Period + 1
	switch {
	case l.Excess.IsZero():
		return outward.Int(visits), outward.Int(l.T)
	case l.Excess.Add(outward.Int(1)).IsZero():
		if l.Rest > 0 {
			return outward.Int(0), outward.Int(1)
		}
		return outward.Int(1), outward.Int(1)
	}
	logC := l.Excess.Log1p()
	lag := logC.Mul(outward.Int(l.Rest)).Exp()
	if sign, _ := l.Excess.Sign(); sign > 0 {
		logC = logC.Neg()
		lag = logC.Mul(outward.Int(last % l.Period)).Exp()
	}
	epoch, square := logC.Mul(outward.Int(l.Period)), logC.Mul(outward.Int(2))
	return lag.Mul(epoch.Mul(outward.Int(visits)).Expm1().Quo(epoch.Expm1())), square.Mul(outward.Int(l.T)).Expm1().Quo(square.Expm1())
}

// MuSquared is the square of Mu.
func (l ExactLinear) MuSquared() outward.Number {
	visited, squares := l.weights()
	return l.Sensitivity.Mul(visited).Square().Quo(l.Variance).Quo(squares)
}

// escape is ProjectionProbability, at most 1.
func (l ExactLinear) escape() outward.Number {
	if !l.Diameter.Defined() {
		return outward.Int(0)
	}
	_, squares := l.weights()
	farthest := l
	farthest.T, farthest.Rest = l.T-l.Rest, 0
	visited, _ := farthest.weights()
	r := l.Diameter.Sub(l.Sensitivity.Mul(visited)).Quo(outward.Int(2))
	if sign, certain := r.Sign(); !certain || sign <= 0 {
		return outward.Int(1)
	}
	events := 2
	if !l.Excess.IsZero() {
		events = l.T
	}
	x := r.Square().Quo(l.Variance).Quo(squares)
	tail := x.Quo(outward.Int(-2)).Exp().Quo(outward.RootTwoPi()).Mul(x.Sqrt().Mills())
	return outward.Min(outward.Int(1), tail.Mul(outward.Int(2*events)))
}

// Answer is the run's lower bound, rounded down; near is where a search starts.
func (l ExactLinear) Answer(q claim.Question, near float64) (epsilon float64, ok bool) {
	if q.Renyi() {
		return certify.RenyiDown(l.MuSquared(), q)
	}
	return certify.EpsilonDown(l.MuSquared(), l.escape(), outward.Decimal(q.Delta), near)
}
