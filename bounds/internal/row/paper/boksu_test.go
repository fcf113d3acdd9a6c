package paper

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// TestBokConvexDomain: s = 0.2, D = 1, B = 5 and many epochs give μ²σ² = 0.2 by
// the printed formula, 3sD/B + s² + (s²/B)⌈D/s⌉, and 0.1747 by the shift optimum.
func TestBokConvexDomain(t *testing.T) {
	r := run.Run{
		N: 5, B: 1, T: 1_000_000, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever,
	}
	for th, want := range map[*theorem.Theorem]float64{BokSuAltschuler: 0.2, ordered.Shift: 0.1747} {
		g, err := th.Prove(context.Background(), r)
		if err != nil || math.Abs(rowtest.AtTwo(g).Mu*rowtest.AtTwo(g).Mu-want) > 5e-5 {
			t.Errorf("%s: μ² = %v (%v), want %v", th.ID, rowtest.AtTwo(g).Mu*rowtest.AtTwo(g).Mu, err, want)
		}
	}
	r.T = 3 // one visit: composition
	if g, _ := BokSuAltschuler.Prove(context.Background(), r); math.Abs(rowtest.AtTwo(g).Mu-0.2) > 1e-15 {
		t.Errorf("one visit: μ = %v", rowtest.AtTwo(g).Mu)
	}
}

// TestBokExtremes has the limits of both strongly convex formulas: c = 0
// forgets all but the last visit, c → 1 is composition over the epoch.
func TestBokExtremes(t *testing.T) {
	for _, e := range []struct {
		excess  float64
		batches int
		T       int
		want    float64
	}{
		{-1, 1, 1000, 1}, {-1, 5, 1000, 1}, {-1e-30, 1, 77, 77}, {-1e-30, 10, 1000, 1 + 99.0/10},
		{-0.5, 1, 1_000_000_000_000, 3}, {-0.5, 2, 1_000_000_000_000, 1 + 0.25*0.75/(0.75*0.75)},
		{-1e-13, 1, 1_000_000_000_000, math.Tanh(0.05) * 2 / 1e-13},
	} {
		r := run.Run{N: e.batches, B: 1, T: e.T}
		if got := contractingSquare(e.excess, r); math.Abs(got/e.want-1) > 1e-12 {
			t.Errorf("c−1 = %v, B = %d, T = %d: %v, want %v", e.excess, e.batches, e.T, got, e.want)
		}
	}
}

// longRunUnits are a tenth of a second.
const longRunUnits = 1e7

// TestLongRuns: no row takes work or overflows with T, n and B up to 10¹². Work is counted,
// not timed; a loop over the steps that nobody counts does not end before the test's deadline.
func TestLongRuns(t *testing.T) {
	const most = 1_000_000_000_000
	for _, batch := range []int{most, most / 2, 1_000_000, 1} {
		for _, th := range []*theorem.Theorem{KongRibero22, KongRibero23, KongRiberoC3, YeShokri33, YeShokri42, YeShokri43, YeShokriD6,
			Chourasia, Feldman, Balle, AltschulerTalwar, BokSuAltschuler, Liang33, Liang34, LiangStrengthened} {
			for _, eta := range []float64{1e-7, 0.1, 0.45} {
				r := rowtest.StrongRun()
				r.N, r.B, r.T, r.Eta = most, batch, most, eta
				r = r.WithIterateNoise(10 * r.Sensitivity())
				budget := work.NewBudget(longRunUnits, nil)
				var g claim.Proof
				var err error
				if spent := work.Alone(func() { g, err = th.Prove(work.With(context.Background(), budget), r) }); spent != nil ||
					err != nil {
					t.Fatal(th.ID, spent, err)
				}
				for _, alpha := range []float64{1.001, 3, 1e4, 1e9} {
					e := math.NaN()
					if spent := work.Alone(func() { e = rowtest.RenyiOf(g, alpha) }); spent != nil {
						t.Errorf("%s at b = %d, η = %v, α = %v: %v", th.ID, batch, eta, alpha, spent)
					}
					outOfRange := (th == AltschulerTalwar || th == LiangStrengthened) && math.IsInf(e, 1)
					if (th == YeShokri33 || th == YeShokri42 || th == Balle) && batch == most {
						continue // B ≥ 2 is theirs to ask for
					}
					if !(e > 0) || (math.IsInf(e, 1) && !outOfRange) {
						t.Errorf("%s at b = %d, η = %v, α = %v: %v", th.ID, batch, eta, alpha, e)
					}
				}
			}
		}
	}
}

// TestSubstitutes: every formula that is written out is written for every run
// it applies to, with numbers only.
func TestSubstitutes(t *testing.T) {
	written := 0
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.WithoutReplacement} {
		for _, th := range []*theorem.Theorem{KongRibero22, KongRibero23, KongRiberoC3, YeShokri33, YeShokriD6, Chourasia, Feldman, Balle,
			AltschulerTalwar, BokSuAltschuler, Liang33, Liang34, LiangStrengthened} {
			r := rowtest.StrongRun()
			r.Scheme = scheme
			if scheme == run.Full {
				r.B = r.N
			}
			if theorem.Applies(th.Hypotheses(r, claim.Question{Alpha: 2})) {
				written++
				if _, text := rowtest.AtTwo(rowtest.Prove(t, th, r)).Explain(); len(text) < 20 {
					t.Errorf("%s: %q", th.ID, text)
				}
			}
		}
	}
	if written < 20 {
		t.Errorf("%d formulas were written", written)
	}
}
