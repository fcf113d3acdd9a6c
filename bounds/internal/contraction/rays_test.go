package contraction

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
)

// sticks is E_γ of two laws on the same cells.
func sticks(law, mirror []float64, gamma float64) float64 {
	sum := 0.0
	for i, p := range law {
		sum += max(0, p-gamma*mirror[i])
	}
	return sum
}

// What mirrored noise leaves of E_γ is at least that between two walks, and near it
// for c = 1; the table is that of profile.md, section 8.
func TestRaysAboveWalks(t *testing.T) {
	for _, c := range []struct {
		excess, d float64
		steps     int
		beta      float64
		near      float64
	}{{0, 10, 18, 0, 0.35}, {0, 5, 5, 0.97, 0.35}, {0, 3, 2, 0.5, 0.2}, {-0.02, 5, 7, 0.9, 0.4}, {-0.3, 6, 3, 0.4, 0.6},
		{0.1, 7, 8, 0.6, 1},
		{0, 8, 6, 1, 0.4}} {
		lines := []affine.Line{{Excess: c.excess}}
		x := newMirror(lines, c.d)
		mu := 2 * affine.NewStretch(lines[0], c.d, float64(c.steps)).Half(c.beta)
		law, mirror := walkLaws(c.excess, c.d, c.steps, c.beta)
		for what, f := range map[string]fineness{"coarse": coarseRays, "fine": fineRays} {
			s := newRays(x, lines, c.d, f)
			k := apartness{mu: mu, total: 1, curve: s.curve(float64(c.steps), c.beta, mu, newToll(nil))}
			g := newGrid(8, 32)
			for i, gamma := range g.gamma {
				exact := sticks(law, mirror, gamma)
				got, enough := k.curve.at(g.excess[i])
				if gaussian := errfloat.Profile(mu, g.loss(i)); !enough {
					got = min(got, gaussian)
				} else if got > gaussian*1.02 {
					t.Errorf("%+v, %s, γ = %.4g: %v, by Gaussians %v", c, what, gamma, got, gaussian)
				}
				if exact > 1e-9 && got < exact*(1-1e-3) || gamma < 4 && got > exact*(1+c.near) && what == "fine" {
					t.Errorf("%+v, %s, γ = %.4g: %v, the walks have %v", c, what, gamma, got, exact)
				}
			}
			if theta, _ := x.theta(float64(c.steps), c.beta); math.Abs(k.curve.values[0]/theta-1) > 1e-8 {
				t.Errorf("%+v, %s: at γ = 1 %v, the total variation's bound is %v", c, what, k.curve.values[0], theta)
			}
		}
	}
	s := newRays(newMirror([]affine.Line{{}}, 10), []affine.Line{{}}, 10, fineRays)
	k := s.curve(18, 0, 10/math.Sqrt(18), newToll(nil))
	for gamma, want := range map[float64]struct{ here, cells float64 }{1: {0.6175, 0.627}, 2: {0.4851, 0.496}, 10: {0.2281, 0.240},
		100: {0.0497, 0.056}, 1e4: {3.462e-4, 4.6e-4}} {
		if got, _ := k.at(gamma - 1); math.Abs(got/want.here-1) > 2e-3 || got > want.cells {
			t.Errorf("γ = %v: %v, want %v, and on rounded cells %v", gamma, got, want.here, want.cells)
		}
	}
}

// cells is Theorem 2 by brute force: cells of distances, each with its lower end for the
// distance and its upper for the rate, so that it errs downward, from what is closed for
// the last step; the distances beyond D likewise. Rates are exact.
func (s *rays) cells(k int, beta, loss float64) float64 {
	const parts = 40
	c, rest := s.slope(), 1-beta
	var left func(k int, r, loss float64) float64
	left = func(k int, r, loss float64) float64 {
		m := c * r
		if k == 1 {
			return max(0, errfloat.Profile(m/math.Sqrt(rest), loss)*(1-1e-9)-2*errfloat.Tiny)
		}
		sum, wide := 0.0, (s.d+12)/parts
		for i := range parts {
			low, high := wide*float64(i), wide*float64(i+1)
			kept := 0.0
			for _, r := range []float64{low, high} { // f is below neither chord nor both ends where it is concave: its least
				f := math.Exp(-square(r/2-m/2+loss/m)/2) / math.Sqrt(2*math.Pi) * -math.Expm1(-m*r/2) / 2
				if kept == 0 || f < kept {
					kept = f
				}
			}
			if low > 0 && kept > 1e-12 {
				sum += wide * kept * left(k-1, min(s.d, low), loss*high/m)
			}
		}
		return sum
	}
	return left(k, s.d, loss)
}

// The program's two or three steps are above the theorem's integral from below.
func TestRaysAboveCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := affine.Line{Excess: rapid.SampledFrom([]float64{0, -0.2, 0.3}).Draw(t, "excess")}
		d := rapid.Float64Range(1, 6).Draw(t, "D")
		beta := rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "β")
		k := rapid.IntRange(2, 3).Draw(t, "k")
		s := newRays(newMirror([]affine.Line{l}, d), []affine.Line{l}, d, coarseRays)
		loss := rapid.Float64Range(0, 6).Draw(t, "loss")
		lower := s.cells(k, beta, loss)
		mu := 2 * affine.NewStretch(l, d, float64(k)).Half(beta)
		got, _ := s.curve(float64(k), beta, mu, newToll(nil)).at(math.Expm1(loss))
		if got = min(got, errfloat.Profile(mu, loss)); got < lower {
			t.Fatalf("%+v, D = %v, k = %d, β = %v, ln γ = %v: %v, from below %v", l, d, k, beta, loss, got, lower)
		}
		if loss < 1 && k == 2 && got > 2*lower+1e-3 {
			t.Fatalf("%+v, D = %v, k = %d, β = %v, ln γ = %v: %v is far above %v", l, d, k, beta, loss, got, lower)
		}
	})
}

// What a search takes for the curve is near it.
func TestRaysNearly(t *testing.T) {
	for _, beta := range []float64{0.03, 0.5, 0.97} {
		s := newRays(newMirror([]affine.Line{{}}, 6), []affine.Line{{}}, 6, coarseRays)
		mu := 6 / math.Sqrt(7+1-beta)
		exact, near := s.curve(8, beta, mu, newToll(nil)), s.nearly(8, beta, mu, newToll(nil))
		for i, v := range exact.values {
			if v > 1e-9 && math.Abs(near.values[i]/v-1) > 0.3 {
				t.Errorf("β = %v, γ − 1 = %v: %v, a bound is %v", beta, exact.excess[i], near.values[i], v)
			}
		}
	}
}

// ε at δ = 10⁻⁵ for T → ∞: at most 2 % above an independent coarse search, which
// rounded cells to their ends, and clearly below what Gaussians gave; each proved.
func TestProfileMirrored(t *testing.T) {
	for _, c := range []struct{ excess, s, d, reference, gaussians, want, floor float64 }{
		{0, 0.01, 5, 0.1902, 0.20315, 0.18886, 0.0557}, {0, 0.01, 10, 0.3837, 0.42963, 0.37356, 0.1057},
		{0, 0.2667, 3.333, 4.566, 4.59287, 4.5526, 1.205}, {0, 0.01, 20, 0.909, 0.90892, 0.7631, 0.1057},
	} {
		p := linear(c.excess, c.s, 1, c.d, 1e9)
		epsilon, chosen, err := p.Profile(context.Background(), 1e-5)
		if err != nil || !chosen.Proved() || epsilon > c.want || epsilon > c.reference || !(epsilon > c.floor) || epsilon >= c.gaussians {
			t.Errorf("%+v: ε = %v, proved %v, by blocks of %d and %d with β = %v; %v", c, epsilon, chosen.Proved(), chosen.Block,
				chosen.Tail,
				chosen.Beta, err)
		}
	}
}

// Every line has a constant: then Gaussians say what they said, and there are no rays.
func TestNoRays(t *testing.T) {
	lines := []affine.Line{{Excess: 0, Offset: 0.1}}
	offset, mirrorless := newRays(newMirror(lines, 5), lines, 5, coarseRays), newRays(nil, []affine.Line{{}}, 5, coarseRays)
	if offset != nil || mirrorless != nil {
		t.Errorf("rays without a line through the origin: %t, without a mirror: %t, want none", offset != nil, mirrorless != nil)
	}
	if c := (*bundle)(nil).apartness(5, 0, 1, true).curve; c != nil {
		t.Errorf("the curve of a nil bundle = %+v, want nil", c)
	}
}
