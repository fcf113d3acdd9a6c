package modulus

import (
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// ExactModulus is a Modulus whose constants are known with outward rounding.
type ExactModulus struct {
	Excess, Offset, Holder, Order, Across interval.Number
	Name                                  string
}

// Constants are the stated numbers from which moduli are computed.
type Constants struct {
	Eta, Decay, Clip, Smoothness, StrongConvexity, WeakConvexity, HolderOrder interval.Number

	HolderConstant interval.Number // of losses that are not smooth
}

// ExactOf lists the moduli of Of, computed from the stated constants of a step. The step decides which of them hold.
func ExactOf(s run.Step, k Constants) []ExactModulus {
	r := s.Of
	zero, one := interval.Int(0), interval.Int(1)
	etaL := k.Eta.Mul(k.Smoothness)
	var out []ExactModulus
	if clip, holds := Clipped(s); holds {
		m := ExactModulus{k.outside(r), k.drift(), zero, one, zero, clip.Name}
		if mutants.DecayInClip.On() {
			m.Excess, m.Offset = m.Excess.Add(k.Decay), m.Offset.Mul(one.Sub(k.Decay))
		}
		out = append(out, m)
	}
	if m, holds := smoothGradient(s); holds {
		out = append(out, ExactModulus{etaL.Sub(k.Decay), zero, zero, one, zero, m.Name})
	}
	if m, holds := HolderGradient(s); holds {
		out = append(out, ExactModulus{k.Decay.Neg(), zero, etaL, k.HolderOrder, zero, m.Name})
	}
	if m, holds := MonotoneGradient(s); holds {
		out = append(out, ExactModulus{k.Decay.Neg(), zero, zero, one, k.across(r), m.Name})
	}
	return append(out, exactCurved(s, k)...)
}

// drift returns 2ηC.
func (k Constants) drift() interval.Number { return k.Eta.Mul(k.Clip).Mul(interval.Int(2)) }

// exactCurved is curved with outward rounding.
func exactCurved(s run.Step, k Constants) (out []ExactModulus) {
	r, zero, one := s.Of, interval.Int(0), interval.Int(1)
	if r.Nonsmooth() {
		return nil
	}
	etaL := k.Eta.Mul(k.Smoothness)
	linear := func(m Modulus, excess interval.Number, holds bool) {
		if holds {
			out = append(out, ExactModulus{excess, zero, zero, one, zero, m.Name})
		}
	}
	weak := zero
	if r.Loss == run.WeaklyConvex {
		weak = k.WeakConvexity
	}
	m, holds := weaklyConvexUnclipped(s)
	linear(m, interval.Max(k.Eta.Mul(interval.Min(weak, k.Smoothness)).Sub(k.Decay), reflectedExact(k.Decay.Add(etaL))), holds)
	if m, holds := clippedCurvature(s); holds {
		kept := one.Sub(k.Decay)
		if sign, certain := kept.Sign(); sign > 0 && certain {
			faster := k
			faster.Eta = k.Eta.Quo(kept)
			excess := faster.clippedCurvature(r, weak)
			linear(m, kept.Mul(excess).Sub(k.Decay), excess.Defined())
		}
	}
	m, holds = StronglyConvex(s)
	linear(m, interval.Max(reflectedExact(k.Decay.Add(k.Eta.Mul(k.StrongConvexity))), reflectedExact(k.Decay.Add(etaL))), holds)
	return out
}

// clippedCurvature returns the excess of clippedCurvature. If it is not certain which of the two forms is right, it is the
// root, which is never the smaller one.
func (k Constants) clippedCurvature(r run.Run, weak interval.Number) interval.Number {
	one, two, half := interval.Int(1), interval.Int(2), interval.Fraction(1, 2)
	x, y := k.Eta.Mul(interval.Min(weak, k.Smoothness)), k.Eta.Mul(k.Smoothness)
	if r.Loss == run.StronglyConvex {
		x = k.Eta.Mul(k.StrongConvexity).Neg()
	}
	middle, radius := y.Sub(x).Mul(half), x.Add(y).Mul(half)
	room, push := middle.Mul(two.Sub(middle)), interval.Max(one.Sub(middle), middle.Sub(one)).Mul(radius)
	if room.AtMost(push) {
		return interval.Max(x, y.Sub(two))
	}
	if sign, certain := room.Sign(); sign <= 0 || !certain {
		return interval.Undefined
	}
	q := radius.Square().Quo(room)
	return q.Quo(one.Add(one.Add(q).Sqrt()))
}

// outside returns the excess of the function outside.
func (k Constants) outside(r run.Run) interval.Number {
	if r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex {
		return reflectedExact(k.Decay.Add(k.Eta.Mul(k.StrongConvexity)))
	}
	return k.Decay.Neg()
}

// reflectedExact is |1 − x| − 1.
func reflectedExact(x interval.Number) interval.Number {
	return interval.Max(x.Neg(), x.Sub(interval.Int(2)))
}

// IsLinear reports whether m(z) is a multiple of z.
func (m ExactModulus) IsLinear() bool {
	return m.Offset.IsZero() && m.Holder.IsZero() && m.Across.IsZero()
}

// Eval is m(z) for z > 0.
func (m ExactModulus) Eval(z interval.Number) interval.Number {
	y := m.Excess.Add(interval.Int(1)).Mul(z).Add(m.Offset)
	if !m.Across.IsZero() {
		return y.Square().Add(m.Across.Square()).Sqrt()
	}
	if m.Holder.IsZero() {
		return y
	}
	return y.Add(m.Holder.Mul(z.Pow(m.Order)))
}

// LeastExcess is the smallest excess of the linear moduli; undefined if none is
// linear.
func LeastExcess(ms []ExactModulus) interval.Number {
	least := interval.Undefined
	for _, m := range ms {
		if m.IsLinear() && (!least.Defined() || m.Excess.Less(least)) {
			least = m.Excess
		}
	}
	return least
}

// LeastAt is the smallest m(z) for z > 0; undefined if there is none.
func LeastAt(ms []ExactModulus, z interval.Number) interval.Number {
	least := interval.Undefined
	for _, m := range ms {
		if y := m.Eval(z); !least.Defined() || y.Less(least) {
			least = y
		}
	}
	return least
}
