package theorem

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// decimal is the float64 that is read from units·10^−6, written out.
func decimal(units int64, more string) float64 {
	x, err := strconv.ParseFloat(fmt.Sprintf("%d%se-6", units, more), 64)
	if err != nil {
		panic(err)
	}
	return x
}

// edge is a learning rate with constants a and c so that η(a + c) is exactly the
// limit, and more, a billionth of a millionth above c.
type edge struct{ eta, a, c, more float64 }

// sums have η(a + c) = limit.
func sums(limit float64) (cases []edge) {
	for _, eta := range []string{"0.1", "0.125", "0.4", "2.5", "0.064", "0.00064"} {
		rate, _ := strconv.ParseFloat(eta, 64)
		units := int64(math.Round(limit / rate * 1e6)) // limit/η in millionths, a whole number
		for i := range int64(400) {
			part := units/4 + units/997*(i+1)/4
			cases = append(cases, edge{rate, decimal(units-part, ""), decimal(part, ""), decimal(part, ".001")})
		}
	}
	return cases
}

// products have ηa = limit, both with six digits after the point at most.
func products(limit float64) (cases []edge) {
	all := int64(limit * 1e12)
	for twos := int64(1); twos <= 4096; twos *= 2 {
		for fives := int64(1); fives <= 200_000_000; fives *= 5 {
			if units := twos * fives; all%units == 0 {
				a := decimal(all/units, "")
				cases = append(cases, edge{eta: decimal(units, ""), a: a})
			}
		}
	}
	return cases
}

// Hypotheses are decided on the decimals as they are typed: right at the edge, and a
// little beyond it. Floating point gets a share of the edges wrong.
func TestEdgesOfSteps(t *testing.T) {
	strong := run.Run{N: 100, B: 10, T: 20, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace, Scheme: run.Cyclic,
		Loss: run.StronglyConvex, Clipping: run.ClippingNever}
	weak, convex, full, sampled := strong, strong, strong, strong
	weak.Loss, convex.Loss = run.WeaklyConvex, run.Convex
	full.Scheme, full.B = run.Full, 100
	sampled.Scheme, sampled.Loss = run.WithoutReplacement, run.Convex
	for _, c := range []struct {
		theorem *Theorem
		run     run.Run
		limit   float64
		sum     bool // whether the limit is on the sum of both constants
		allowed bool // at the edge
	}{
		{Balle, strong, 2, true, true},
		{YeShokri33, strong, 2, true, false},
		{KongRibero22, weak, 0.5, true, true},
		{KongRibero23, weak, 1, true, true},
		{KongRiberoC3, weak, 0.5, true, true},
		{AltschulerTalwar, sampled, 2, false, true},
		{BokSuAltschuler, convex, 2, false, true},
		{Feldman, convex, 2, false, false},
		{YeShokriD6, full, 1, false, false},
	} {
		wrong, cases := 0, products(c.limit)
		if c.sum {
			cases = sums(c.limit)
		}
		for _, e := range cases {
			holds := func(l, second float64) bool {
				r := c.run
				r.Eta, r.Smoothness, r.StrongConvexity, r.WeakConvexity = e.eta, l, second, second
				for _, h := range c.theorem.Hypotheses(r, claim.Question{Delta: 1e-5}) {
					if h.Name == "step size" {
						return h.Holds
					}
				}
				t.Fatalf("%s has no hypothesis on the step size", c.theorem.ID)
				return false
			}
			at, beyond := holds(e.a, e.c), false
			if c.sum {
				beyond = holds(e.a, e.more)
			} else {
				beyond = holds(e.a*(1+1e-14), 0)
			}
			if limit := c.limit / (e.a + e.c); c.allowed != (e.eta < limit || e.eta == limit && c.allowed) {
				wrong++
			}
			if at != c.allowed || beyond {
				t.Fatalf("%s: η = %v, constants %v and %v: %v at the edge, %v beyond", c.theorem.ID, e.eta, e.a, e.c, at, beyond)
			}
		}
		// Of the others, floating point happens to get all right.
		if wrong == 0 && !c.sum && c.allowed {
			t.Errorf("%s: floating point gets all of the edges right", c.theorem.ID)
		}
	}
}

// Other edges: 8√2·C/b under Langevin noise, where it can be met exactly, n/5, 1/√E.
func TestEdgesOfOthers(t *testing.T) {
	holds := func(th *Theorem, r run.Run, name string) bool {
		for _, h := range th.Hypotheses(r, claim.Question{Delta: 1e-5}) {
			if h.Name == name {
				return h.Holds
			}
		}
		t.Fatalf("%s has no hypothesis %q", th.ID, name)
		return false
	}
	r := run.Run{N: 35, B: 7, T: 20, Eta: 0.01, Clip: 0.7, Sigma: 1, Noise: run.LangevinNoise, Diameter: 1, Adjacency: run.Replace, Scheme: run.WithoutReplacement,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	if !holds(AltschulerTalwar, r, "batch size") {
		t.Error("7 is not at most 35/5")
	}
	// σ² = 2ησ_LD², so σ/η > 8√2·C/b is σ_LD²·b² > 64ηC²: with η = (k/100)², C = 0.7
	// and b = 7 that is σ_LD > 8k/1000.
	wrong := 0
	for k := int64(1); k < 400; k++ {
		r.Eta, r.Sigma = decimal(100*k*k, ""), decimal(8000*k, "")
		if r.IterateNoise()/r.Eta > 8*math.Sqrt2*r.Clip/float64(r.B) {
			wrong++
		}
		at := holds(AltschulerTalwar, r, "noise")
		r.Sigma = decimal(8000*k, ".0001")
		if beyond := holds(AltschulerTalwar, r, "noise"); at || !beyond {
			t.Fatalf("η = %v, σ_LD = %v: %v at the edge, %v beyond", r.Eta, r.Sigma, at, beyond)
		}
	}
	if wrong == 0 {
		t.Error("floating point gets all of the noises right")
	}
	r.Scheme, r.N, r.Smoothness = run.Cyclic, 7, 1e-9
	for k := 1; k <= 1000; k++ { // η = 1/k for E = k² epochs, where that is a decimal
		if 1000000%k != 0 {
			continue
		}
		r.T, r.Eta = k*k, decimal(int64(1000000/k), "")
		at := holds(KongRiberoC3, r, "step size and epochs")
		r.T++
		if beyond := holds(KongRiberoC3, r, "step size and epochs"); !at || beyond {
			t.Errorf("η = %v for %d epochs: %v, for one more %v", r.Eta, k*k, at, beyond)
		}
	}
}

// The cases of Chien and Li's factor and the members of the linear adversary hinge
// on ηL = 1, ηL = 2 and ηm = 1, which floating point may pass or miss.
func TestEdgesOfFactors(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 20, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Convex, Clipping: run.ClippingNever}
	for _, e := range products(2) {
		r.Eta, r.Smoothness = e.eta, e.a
		if excess, which := chienLiFactor(r); excess != 0 {
			t.Errorf("η = %v, L = %v: the factor exceeds 1 by %v, %s", e.eta, e.a, excess, which)
		}
		if exact := exactChienLi31(r); !exact.Defined() {
			t.Errorf("η = %v, L = %v: not certified", e.eta, e.a)
		}
	}
	r.Loss, r.Clipping, r.Diameter = run.StronglyConvex, run.ClippingDifference, math.Inf(1)
	for _, e := range products(1) {
		r.Eta, r.Smoothness, r.StrongConvexity = e.eta, e.a, e.a
		if lowest, highest, ok := linearFactors(r); !ok || math.Abs(lowest+1) > 1e-15 || math.Abs(highest+1) > 1e-15 {
			t.Errorf("η = 1/L = 1/m = %v: factors from %v to %v, %v", e.eta, 1+lowest, 1+highest, ok)
		}
	}
}

// D/s is a whole number as it is typed, and no step more is counted.
func TestEdgesOfDiameters(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 1000000, Clip: 0.5, Sigma: 1, Noise: run.IterateNoise, Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Eta: 0.1} // s = 0.01
	wrong := 0
	for k := int64(1); k < 1000; k++ {
		r.Diameter = decimal(k*10000, "")
		if math.Ceil(r.Diameter/r.Sensitivity()) != float64(k) {
			wrong++
		}
		if got := convexSquare(r); math.Abs(got-4*float64(k)) > 1e-9 { // 3D/s + ⌈D/s⌉
			t.Errorf("D = %v: %v, want %v", r.Diameter, got, 4*k)
		}
	}
	if wrong == 0 {
		t.Error("floating point gets all of them right")
	}
}
