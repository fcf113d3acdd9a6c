package bounds_test

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// printed fails unless got rounds to a value printed with that many decimals.
func printed(t *testing.T, what string, got, want float64, decimals int) {
	t.Helper()
	half := 0.5 * math.Pow10(-decimals)
	if !(math.Abs(got-want) <= half*(1+1e-6)) {
		t.Errorf("%s: %.9g, printed %.*f", what, got, decimals, want)
	}
}

// ask is the value of an applying row.
func ask(t *testing.T, id string, r run.Run, q claim.Question) float64 {
	t.Helper()
	row, err := askRow(id, r, q)
	if err != nil {
		t.Fatal(id, err)
	}
	return row.Epsilon
}

// Bok, Su and Altschuler 2024, figure of the introduction (plot_intro.py):
// NoisyGD with c = 0.95, s/σ = 0.1, δ = 1e-5: full batch, strongly convex, no
// projection.
func TestPublishedNoisyGD(t *testing.T) {
	q := claim.Question{Delta: 1e-5}
	for _, e := range []struct {
		T                   int
		hidden, composition float64
	}{{10, 1.185331, 1.1994}, {20, 1.681210, 1.7601}, {40, 2.211901, 2.5944}, {80, 2.510470, 3.8486}, {160, 2.556836, 5.7595}} {
		r := cyclicRun(0.95, 1, e.T, 0.1)
		printed(t, "bok-su-altschuler", ask(t, "bok-su-altschuler", r, q), e.hidden, 6)
		printed(t, "composition", ask(t, "composition", r, q), e.composition, 4)
	}
}

// Bok, Su and Altschuler 2024, Table 1, logistic regression: 40 steps an epoch,
// 50 epochs, s/σ = 2/3, c = 1 − 1e-4, δ = 1e-5 gives 4.3392 for the position that
// is visited last, which also bounds every other.
func TestPublishedLogisticRegression(t *testing.T) {
	const c, batches, epochs, muStep, delta = 0.9999, 40, 50, 2.0 / 3, 1e-5
	r, q := cyclicRun(c, batches, epochs, muStep), claim.Question{Delta: delta}
	printed(t, "bok-su-altschuler, cyclic", ask(t, "bok-su-altschuler", r, q), 4.3392, 4)
	r.Scheme = run.ShuffleOnce
	printed(t, "bok-su-altschuler, shuffled once", ask(t, "bok-su-altschuler", r, q), 4.3392, 4)
}

// Liang et al. 2025, Figure 1 (plot_figure_1.py): α = 1.1, L = 1, C = 2,
// σ_DP = 4, D = 1, n = 8, b = 2, η = 0.2 has the slope 0.034375 and the cap
// 1.684375, which it reaches at T = 49.
func TestPublishedLiangFigure1(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	p := peer{Inputs: map[string]any{"n": 8.0, "b": 2.0, "eta": 0.2, "C": 2.0, "sigma": 4.0, "D": 1.0, "L": 1.0}}
	q := claim.Question{Alpha: 1.1}
	const slope, limit = 0.034375, 1.684375
	for _, T := range []int{1, 10, 48, 49, 50, 100_000} {
		r := liangRun(p, T)
		want := slope * float64(T)
		if got := ask(t, "liang-3.3", r, q); math.Abs(got/want-1) > 1e-14 {
			t.Errorf("3.3 at T = %d: %v, want %v", T, got, want)
		}
		if got := ask(t, "liang-3.4", r, q); math.Abs(got/min(want, limit)-1) > 1e-14 {
			t.Errorf("3.4 at T = %d: %v, want %v", T, got, min(want, limit))
		}
	}
}

// Altschuler and Talwar 2022, by hand: n = 1000, η = 0.1 and C = 1 give
// s_n = 2e-4, D = 1 then 2D/s_n = 10⁴, and σ = 0.02 gives 2s_n²/σ² = 2e-4.
func TestPublishedAltschulerTalwar(t *testing.T) {
	r := run.Run{
		N: 1000, B: 100, Eta: 0.1, Clip: 1, Sigma: 0.02, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever,
	}
	for _, e := range []struct {
		T     int
		alpha float64
		want  float64
	}{{1, 2, 4e-4}, {100, 2, 0.04}, {9_999, 2, 3.9996}, {10_000, 2, 4}, {1_000_000_000_000, 2, 4}, {1_000_000, 3.5, 7}} {
		r.T = e.T
		if got := ask(t, "altschuler-talwar", r, claim.Question{Alpha: e.alpha}); math.Abs(got/e.want-1) > 1e-12 {
			t.Errorf("T = %d, α = %v: %v, want %v", e.T, e.alpha, got, e.want)
		}
	}
}
