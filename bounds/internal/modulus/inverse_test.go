package modulus

import (
	"math"
	"testing"

	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"
)

// anyModulus draws a modulus with at least one term that grows.
func anyModulus(t *rapid.T) Modulus {
	log := func(name string, lo, hi float64) float64 {
		return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
	}
	m := Modulus{Excess: rapid.SampledFrom([]float64{-0.5, -1e-9, 0, 1e-9, 3}).Draw(t, "excess")}
	if rapid.Bool().Draw(t, "clipped") {
		m.Offset = log("offset", 1e-6, 1e3)
	}
	if rapid.Bool().Draw(t, "holder") {
		m.Holder = log("holder", 1e-9, 1e6)
		m.Order = rapid.SampledFrom([]float64{0.5, 1, rapid.Float64Range(0.02, 1).Draw(t, "order")}).Draw(t, "which")
	}
	return m
}

// Inverse is defined by m: the test goes both ways.
func TestInverseUndoesEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyModulus(t)
		z := math.Exp(rapid.Float64Range(-15, 15).Draw(t, "ln z"))
		y := m.Eval(z)
		got := m.Inverse(y)
		// Subtracting the offset loses what y holds of z.
		tolerance := 1e-13 * (1 + y/(z*m.Slope(z)))
		if math.Abs(got-z) > tolerance*z {
			t.Fatalf("%+v: Inverse(Eval(%v)) = %v, want %v", m, z, got, z)
		}
		if back := m.Eval(m.Inverse(m.Offset + y)); math.Abs(back-m.Offset-y) > 1e-13*(m.Offset+y) {
			t.Fatalf("%+v: Eval(Inverse(%v)) = %v, want %v", m, m.Offset+y, back, m.Offset+y)
		}
	})
}

func TestInverseAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		m       Modulus
		y, want float64
	}{
		{Modulus{Offset: 2}, 1.5, 0},                       // below m(0+)
		{Modulus{Offset: 2}, 2, 0},                         // at m(0+)
		{Modulus{Excess: -1, Offset: 2}, 3, math.Inf(1)},   // m is the constant 2
		{Modulus{Excess: -1, Offset: 2}, 1, 0},             //
		{Modulus{Holder: 0.3, Order: 0.5}, 0, 0},           //
		{Modulus{Holder: 3, Order: 0.5}, 4, 1},             // 1 + 3·1
		{Modulus{Holder: 3, Order: 0.25}, 22, 16},          // 16 + 3·2
		{Modulus{Excess: 1, Holder: 0.5, Order: 1}, 5, 2},  // (2 + ½)·2
		{Modulus{Holder: 1, Order: 1e-6}, 1e-30, 0},        // z = 10^(−3e7) underflows
		{Modulus{Excess: 1e-16, Holder: 0}, 1e300, 1e300},  //
		{Modulus{Holder: 1e-300, Order: 0.7}, 1e30, 1e30},  //
		{Modulus{Holder: 1e30, Order: 0.5}, 1e-30, 1e-120}, // √z = y/H
	} {
		if got := c.m.Inverse(c.y); got != c.want && math.Abs(got-c.want) > 1e-14*c.want {
			t.Errorf("%+v: Inverse(%v) = %v, want %v", c.m, c.y, got, c.want)
		}
	}
}

// Lemma 3.9 of Chien and Li 2024 as printed: h(y) = ((−H + √(H² + 4y))/2)².
func TestInverseIsLemma39(t *testing.T) {
	for _, h := range []float64{1e-3, 0.3, 2} {
		for _, y := range []float64{0.01, 0.5, 10} {
			root := (-h + math.Sqrt(h*h+4*y)) / 2
			if got := (Modulus{Holder: h, Order: 0.5}).Inverse(y); math.Abs(got-root*root) > 1e-10*root*root {
				t.Errorf("H=%v: Inverse(%v) = %v, want Lemma 3.9's %v", h, y, got, root*root)
			}
			if near := (Modulus{Holder: h, Order: 0.5 + 1e-12}).Inverse(y); math.Abs(near-root*root) > 1e-10*root*root {
				t.Errorf("H=%v: Inverse(%v) at λ = 1/2 + 1e-12 is %v, want Lemma 3.9's %v at λ = 1/2", h, y, near, root*root)
			}
		}
	}
}

// Slope is the derivative: compared with a central difference.
func TestSlopeIsTheDerivative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyModulus(t)
		m.Offset = 0 // it has no slope and would drown the difference
		z := math.Exp(rapid.Float64Range(-10, 10).Draw(t, "ln z"))
		step := 1e-5 * z
		want := (m.Eval(z+step) - m.Eval(z-step)) / (2 * step)
		if got := m.Slope(z); math.Abs(got-want) > 1e-8*want {
			t.Fatalf("%+v: Slope(%v) = %v, want %v, by differences", m, z, got, want)
		}
	})
	if s := (Modulus{Holder: 1, Order: 0.5}).Slope(0); !math.IsInf(s, 1) {
		t.Errorf("a Hölder modulus leaves 0 with slope %v, want +Inf", s)
	}
}

// The inverse of a minimum is defined by the minimum.
func TestInverseOfMinimum(t *testing.T) {
	if got := (Min{}).Inverse(1); got != 0 {
		t.Errorf("Inverse(1) of no members = %v, want 0", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		ms := Min{anyModulus(t), anyModulus(t), anyModulus(t)}
		y := math.Exp(rapid.Float64Range(-15, 15).Draw(t, "ln y"))
		z := ms.Inverse(y)
		if z > 0 && ms.Eval(z*(1-1e-12)) > y*(1+1e-12) {
			t.Fatalf("%+v: Inverse(%v) = %v, and m(%v) = %v, want at most %v", ms, y, z, z, ms.Eval(z), y)
		}
		if above := ms.Eval(z*(1+1e-12) + 1e-300); above < y*(1-1e-12) {
			t.Fatalf("%+v: Inverse(%v) = %v, and m = %v just above it, want at least %v", ms, y, z, above, y)
		}
	})
}

// Slope returns m'(z) for z > 0 and its limit, +Inf for a Hölder term of order
// below 1, at z = 0.
func (m Modulus) Slope(z float64) float64 {
	slope := 1 + m.Excess
	if m.Holder > 0 {
		slope += m.Holder * m.Order * math.Pow(z, m.Order-1)
	}
	return slope
}
