package ordered

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// At λ = 1 a Hölder gradient is a Lipschitz one: the same moduli, the same
// value; and just below it nearly the same, found by another solver.
func TestShiftAtOrderOne(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce} {
		for _, T := range []int{1, 10, 300, 1e6} {
			for _, clip := range []float64{0.05, 2, 100} {
				r := rowtest.ChienLiRun(scheme, 1)
				r.T, r.Clip = T, clip
				smooth := r
				smooth.Loss = run.Smooth
				want := rowtest.RenyiOf(rowtest.Prove(t, Shift, smooth), 2)
				if got := rowtest.RenyiOf(rowtest.Prove(t, Shift, r), 2); math.Abs(got-want) > 1e-12*want {
					t.Errorf("%s T=%d C=%v: %v at λ = 1, smooth %v", scheme, T, clip, got, want)
				}
				r.HolderOrder = 1 - 1e-10
				if got := rowtest.RenyiOf(rowtest.Prove(t, Shift, r), 2); scheme != run.ShuffleOnce && math.Abs(got-want) > 1e-6*want {
					t.Errorf("%s T=%d C=%v: %v just below λ = 1, smooth %v", scheme, T, clip, got, want)
				}
			}
		}
	}
}

// The closed forms are used where the linear modulus is the least up to D, and
// only there; where they are not, the value is no larger.
func TestLinearSuffices(t *testing.T) {
	r := rowtest.ChienLiRun(run.Full, 1)
	r.Loss, r.Smoothness = run.Smooth, 0.2
	// (1+ηL)z meets z + 2ηC at z = 2C/L = 20.
	for _, c := range []struct {
		diameter float64
		want     bool
	}{{19.9, true}, {20.1, false}, {math.Inf(1), false}} {
		r.Diameter = c.diameter
		p, _, err := LinearProgram(r)
		if got := linearSuffices(r); err != nil || got != c.want {
			t.Errorf("D = %v: %v (%v), want %v", c.diameter, got, err, c.want)
		}
		r.T = 1e6
		if best, linear := rowtest.RenyiOf(knownOrder(t.Context(), r), 2), proof.FromShift(linearBest(r, p).FeasiblePoint,
			r).Renyi(2); best > linear {
			t.Errorf("D = %v: %v, under the linear modulus alone %v", c.diameter, best, linear)
		}
	}
	if got, want := modulus.Of(r.Step()).Eval(40), 40+2*r.Eta*r.Clip; got != want {
		t.Errorf("m(40) = %v, want %v: beyond 20 the clip's modulus is the smaller one", got, want)
	}
}

// A run whose steps clip costs less than under its linear modulus: worked out
// for D = 10⁴ sensitivities, where z + 2ηC lies far below (1+ηL)z, and one step
// m(D) + s is the whole path's share of 4(sD + 2ηCD) at least.
func TestClipHelpsFarOut(t *testing.T) {
	r := run.Run{N: 1000, B: 1000, T: 1e9, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 20,
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	got := rowtest.Prove(t, Shift, r)
	p, _, _ := LinearProgram(r)
	linear := proof.FromShift(linearBest(r, p).FeasiblePoint, r).Renyi(2)
	s := r.Sensitivity()
	// Below 2C/L = 2 a step adds at least s, above at least 0.999·2ηC.
	limit := 4 * (s*20 + 0.999*2*18)
	if e := rowtest.RenyiOf(got, 2); e < limit || e > 0.7*linear || !(rowtest.AtTwo(got).Gap <= 1e-4) {
		t.Errorf("ε(2) = %v, gap %v; at least %v, linear %v", e, rowtest.AtTwo(got).Gap, limit, linear)
	}
}

// One secret order under a Hölder gradient: below the worst position, by the steps
// that most positions have after their last visit, but by less than half.
func TestShuffledHolder(t *testing.T) {
	r := rowtest.ChienLiRun(run.ShuffleOnce, 0.6)
	known := r
	known.Scheme = run.Cyclic
	r.T, known.T = 42, 42 // two of five positions are visited once more
	most := rowtest.Prove(t, Shift, known)
	got := rowtest.Prove(t, Shift, r)
	if e := rowtest.RenyiOf(got, 2); !(e < 0.95*rowtest.RenyiOf(most, 2)) || !(e > rowtest.RenyiOf(most, 2)/2) {
		t.Errorf("ε(2) = %v, the worst position costs %v", e, rowtest.RenyiOf(most, 2))
	}
	if _, err := rowtest.EpsilonOf(got, 1e-5); err != nil {
		t.Error(err)
	}
}

// Orders that change every epoch, under moduli of every kind: below composition,
// above what one visit at the start of an epoch would cost, and never above the
// bound under the linear modulus alone, where there is one.
func TestReshuffledConcave(t *testing.T) {
	for _, order := range []float64{0.3, 0.8, 1} {
		for _, T := range []int{1, 3, 40, 42, 1e6} {
			for _, clip := range []float64{0.01, 2} {
				r := rowtest.ChienLiRun(run.Reshuffle, order)
				r.T, r.Clip = T, clip
				got := rowtest.Prove(t, Shift, r)
				s := r.Sensitivity()
				epochs := math.Ceil(float64(T) / float64(r.StepsPerEpoch()))
				if e := rowtest.RenyiOf(got, 2); !(e > 0) || e > epochs*s*s*(1+1e-12) {
					t.Errorf("λ=%v T=%d C=%v: ε(2) = %v, composition %v", order, T, clip, e, epochs*s*s)
				}
				delta, err := rowtest.EpsilonOf(got, 1e-5)
				if err != nil || !(delta > 0) {
					t.Errorf("λ=%v T=%d C=%v: ε = %v (%v)", order, T, clip, delta, err)
				}
				if order == 1 {
					if linear := rowtest.RenyiOf(rowtest.Prove(t, AveragedReshuffled, r), 2); rowtest.RenyiOf(got, 2) > linear*(1+1e-12) {
						t.Errorf("T=%d C=%v: ε(2) = %v, under the linear modulus alone %v", T, clip, rowtest.RenyiOf(got, 2), linear)
					}
				}
			}
		}
	}
}

// BenchmarkConcaveCertificate is a path of some hundred steps.
func BenchmarkConcaveCertificate(b *testing.B) {
	r := rowtest.ChienLiRun(run.Cyclic, 0.7)
	r.T, r.Diameter = 1e6, 100*r.Sensitivity()
	g, err := Shift.Prove(context.Background(), r)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		rowtest.AtTwo(g).Certify()
	}
	chosen, _ := rowtest.AtTwo(g).Explain()
	b.ReportMetric(rowtest.ValueNamed(chosen, "window"), "steps")
}
