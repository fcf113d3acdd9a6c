package shift

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// ExactCharged is Charged with outward rounding: the cost of a start that Solve
// chooses, or of a neighbouring one, with as many active steps as are certain to
// get at least s.
type ExactCharged struct {
	Excess, Sensitivity, Drift interval.Number
	Diameter                   interval.Number // undefined when there is no projection
}

// Solve is the cost R of Solve's best point for T steps.
func (p ExactCharged) Solve(T int) interval.Number {
	near := Charged{FullBatch: FullBatch{Excess: p.Excess.Float64(), Sensitivity: p.Sensitivity.Float64(), Diameter: diameter(p.Diameter)}, Drift: p.Drift.Float64()}
	return leastAround(near.Solve(T).Tau, 0, T-1, func(tau int) interval.Number { return p.pay(near, T-tau, tau) })
}

// leastAround walks from n down the values of f on the whole numbers of lo … hi,
// by exact comparison, so that where it ends does not depend on n.
func leastAround(n, lo, hi int, f func(int) interval.Number) interval.Number {
	const steps = 64
	best := f(n)
	for _, direction := range []int{-1, 1} {
		start := n
		for range steps {
			if n+direction < lo || n+direction > hi {
				break
			}
			next := f(n + direction)
			if !next.Defined() || best.Defined() && !next.Upper().Less(best.Upper()) {
				break
			}
			n, best = n+direction, next
		}
		if n != start {
			break
		}
	}
	return best
}

// distance is Δ_τ.
func (p ExactCharged) distance(tau int) interval.Number {
	if tau == 0 {
		return interval.Int(0)
	}
	steps := interval.Int(tau)
	track := p.Sensitivity.Mul(steps)
	if !p.Excess.IsZero() {
		track = p.Sensitivity.Mul(p.Excess.Log1p().Mul(steps).Expm1()).Quo(p.Excess)
	}
	return interval.Lesser(interval.Lesser(p.Drift.Mul(steps), track), p.Diameter) // undefined: beyond all bounds
}

// pay is the cost of n steps from Δ_τ.
func (p ExactCharged) pay(near Charged, n, tau int) interval.Number {
	start, s, steps := p.distance(tau), p.Sensitivity, interval.Int(n)
	sign, certain := p.Excess.Sign()
	switch {
	case start.IsZero():
		return s.Square().Mul(steps)
	case !certain:
		return interval.Undefined
	case sign == 0:
		return start.Add(s.Mul(steps)).Square().Quo(steps)
	}
	one, two := interval.Int(1), interval.Int(2)
	l, q := p.Excess.Log1p(), p.Excess.Add(one) // undefined at c = 0
	gap, demand := p.Excess.Neg(), start.Mul(q)
	if sign < 0 {
		demand = start.Mul(l.Mul(steps).Exp())
	} else {
		l, q, gap = l.Neg(), one.Quo(q), p.Excess.Quo(q)
	}
	// active is the cost with j active steps, whose weights are 1, q, q², …, for
	// q = e^l = 1 − gap, undefined unless the last of them is certain to get at
	// least s.
	active := func(j int) interval.Number {
		e := l.Mul(interval.Int(j)).Expm1().Neg() // 1 − q^j
		g1 := e.Quo(gap)
		g2 := g1.Mul(two.Sub(e)).Quo(two.Sub(gap))
		lambda := demand.Add(s.Mul(g1)).Quo(g2)
		if !s.AtMost(lambda.Mul(one.Sub(e).Quo(q))) {
			return interval.Undefined
		}
		return lambda.Square().Mul(g2).Add(s.Square().Mul(interval.Int(n - j)))
	}
	_, _, j := near.fill(n, max(start.Float64(), math.SmallestNonzeroFloat64))
	return leastAround(max(j, 1), 1, n, active)
}
