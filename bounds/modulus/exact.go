package modulus

import (
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
)

// Exact is a Modulus whose constants are known with outward rounding.
type Exact struct {
	Excess, Offset, Holder, Order outward.Number
}

// Constants are the stated numbers that moduli are made of.
type Constants struct {
	Eta, Clip, Smoothness, StrongConvexity, WeakConvexity, HolderOrder outward.Number
}

// ExactOf lists the moduli of Of from a run's stated constants. Which of them
// hold is read from the run.
func ExactOf(r run.Run, k Constants) []Exact {
	zero, one := outward.Int(0), outward.Int(1)
	etaL := k.Eta.Mul(k.Smoothness)
	var out []Exact
	linear := func(excess outward.Number, holds bool) {
		if holds {
			out = append(out, Exact{excess, zero, zero, one})
		}
	}
	if clip, holds := Clipped(r); holds {
		excess := zero
		if clip.Excess != 0 {
			excess = reflectedExact(k.Eta.Mul(k.StrongConvexity))
		}
		out = append(out, Exact{excess, k.Eta.Mul(k.Clip).Mul(outward.Int(2)), zero, one})
	}
	_, holds := SmoothGradient(r)
	linear(etaL, holds)
	if _, holds := HolderGradient(r); holds {
		out = append(out, Exact{zero, zero, etaL, k.HolderOrder})
	}
	weak := zero
	if r.Loss == run.WeaklyConvex {
		weak = k.WeakConvexity
	}
	_, holds = WeaklyConvexUnclipped(r)
	linear(outward.Max(k.Eta.Mul(outward.Min(weak, k.Smoothness)), reflectedExact(etaL)), holds)
	x := k.Eta.Mul(weak)
	_, holds = WeaklyConvexClipped(r)
	// √2·√(1+2x+2x²) − 1
	linear(one.Add(x.Mul(outward.Int(2))).Add(x.Square().Mul(outward.Int(2))).Mul(outward.Int(2)).Sqrt().Sub(one), holds)
	_, holds = StronglyConvex(r)
	linear(outward.Max(reflectedExact(k.Eta.Mul(k.StrongConvexity)), reflectedExact(etaL)), holds)
	return out
}

// reflectedExact is |1 − x| − 1.
func reflectedExact(x outward.Number) outward.Number {
	return outward.Max(x.Neg(), x.Sub(outward.Int(2)))
}

// IsLinear reports whether m(z) is a multiple of z.
func (m Exact) IsLinear() bool { return m.Offset.IsZero() && m.Holder.IsZero() }

// Eval is m(z) for z > 0.
func (m Exact) Eval(z outward.Number) outward.Number {
	y := m.Excess.Add(outward.Int(1)).Mul(z).Add(m.Offset)
	if m.Holder.IsZero() {
		return y
	}
	return y.Add(m.Holder.Mul(z.Pow(m.Order)))
}

// LeastExcess is the smallest excess of the linear moduli; undefined if none is
// linear.
func LeastExcess(ms []Exact) outward.Number {
	least := outward.Undefined
	for _, m := range ms {
		if m.IsLinear() && (!least.Defined() || m.Excess.Less(least)) {
			least = m.Excess
		}
	}
	return least
}

// LeastAt is the smallest m(z) for z > 0; undefined if there is none.
func LeastAt(ms []Exact, z outward.Number) outward.Number {
	least := outward.Undefined
	for _, m := range ms {
		if y := m.Eval(z); !least.Defined() || y.Less(least) {
			least = y
		}
	}
	return least
}
