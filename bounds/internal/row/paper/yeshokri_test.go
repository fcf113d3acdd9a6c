package paper

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// TestStepSizes: inequalities are strict or not as printed.
func TestStepSizes(t *testing.T) {
	sampling, full := rowtest.StrongRun(), rowtest.StrongRun()
	sampling.Scheme = run.WithoutReplacement
	full.Scheme, full.B = run.Full, full.N
	once := rowtest.StrongRun()
	once.Scheme = run.ShuffleOnce
	for _, e := range []struct {
		th      *theorem.Theorem
		r       run.Run
		limit   float64 // with L = 2 and m = 0.5
		allowed bool    // at the limit itself
	}{
		{YeShokri33, rowtest.StrongRun(), 0.8, false}, {YeShokri42, once, 0.8, false}, {YeShokri43, sampling, 0.8, false},
		{YeShokriD6, full, 0.5, false}, {Chourasia, full, 0.5, false},
		{Feldman, rowtest.StrongRun(), 1, false}, {Balle, rowtest.StrongRun(), 0.8, true}, {BokSuAltschuler, rowtest.StrongRun(), 1, true},
	} {
		r := e.r
		r.Eta = e.limit
		needs(t, e.th, "step size", r, e.allowed)
		r.Eta = math.Nextafter(e.limit, 0)
		needs(t, e.th, "step size", r, true)
		r.Eta = math.Nextafter(e.limit, 2)
		needs(t, e.th, "step size", r, false)
	}
}

// TestWholeEpochs names the nearest number of steps that Theorem 4.2 covers.
func TestWholeEpochs(t *testing.T) {
	r := rowtest.StrongRun()
	r.Scheme, r.N, r.B = run.ShuffleOnce, 110, 10 // B = 11
	for _, e := range []struct {
		T     int
		holds bool
		name  string
	}{{44, true, ""}, {48, false, "44"}, {50, false, "55"}, {3, false, "11"}} {
		r.T = e.T
		if h := needs(t, YeShokri42, "whole epochs", r, e.holds); !strings.HasSuffix(h.Detail, e.name) {
			t.Errorf("T = %d: %q, want %s", e.T, h.Detail, e.name)
		}
	}
}

// TestYeShokri33Forever: B = 10, c = 0.95, s²/(2σ²) = 0.08. As E → ∞ the bound
// is α·0.08·[θ(5)/(1 − c^{10}) + 1] with θ(5) = c^8(1−c²)/(1−c^{10}).
func TestYeShokri33Forever(t *testing.T) {
	r := rowtest.StrongRun()
	r.T = 1_000_000_000_000
	tenth := math.Pow(0.95, 10)
	want := 2 * 0.08 * (math.Pow(0.95, 8)*(1-0.95*0.95)/(1-tenth)/(1-tenth) + 1)
	if got := rowtest.At(t, YeShokri33, r, 2); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestYeShokri42Average is below the worst position and above the best one.
func TestYeShokri42Average(t *testing.T) {
	for _, T := range []int{10, 200, 1_000_000_000_000} {
		for _, alpha := range []float64{1.01, 2, 40} {
			r := rowtest.StrongRun()
			r.T = T
			worst := rowtest.At(t, YeShokri33, r, alpha)
			r.Scheme = run.ShuffleOnce
			average := rowtest.At(t, YeShokri42, r, alpha)
			best := worst - alpha*0.08*(1-theta(math.Log(0.95), 10))
			if !(average < worst && average > best) {
				t.Errorf("T = %d, α = %v: %v, not between %v and %v", T, alpha, average, best, worst)
			}
		}
	}
}

// TestFullBatchRows: Theorem D.6 is at most D.7; both tend to αs²T/σ² as m → 0
// and for ηm = 0.05 to αs²/σ² times 39 and 40 as T → ∞.
func TestFullBatchRows(t *testing.T) {
	r := rowtest.StrongRun()
	r.Scheme, r.B = run.Full, r.N
	const unit = 2 * 0.0016 // α = 2, s = 0.002, σ = 0.05
	for _, e := range []struct {
		m      float64
		T      int
		d6, d7 float64
	}{{0, 77, 77, 77}, {1e-12, 77, 77, 77}, {0.5, 1_000_000_000_000, 39, 40}} {
		r.StrongConvexity, r.T = e.m, e.T
		d6, d7 := rowtest.At(t, YeShokriD6, r, 2), rowtest.At(t, Chourasia, r, 2)
		if math.Abs(d6/(unit*e.d6)-1) > 1e-10 || math.Abs(d7/(unit*e.d7)-1) > 1e-10 || d6 > d7*(1+1e-15) {
			t.Errorf("m = %v, T = %d: %v and %v, want %v and %v", e.m, e.T, d6, d7, unit*e.d6, unit*e.d7)
		}
	}
}

// TestYeShokri43Composition: without strong convexity a step multiplies S by
// 1 + q(e^K − 1), K = (α−1)αs²/(2σ²) = 0.16 at α = 2.
func TestYeShokri43Composition(t *testing.T) {
	r := rowtest.StrongRun()
	r.Scheme, r.StrongConvexity = run.WithoutReplacement, 0
	want := 200 * math.Log1p(0.1*math.Expm1(0.16))
	if got := rowtest.At(t, YeShokri43, r, 2); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestBallePositions: η = 0.1, L = 2, m = 0.5 give 1 − 2ηLm/(L+m) = 0.92, so
// ρ = 0.92^5 at B = 10.
func TestBallePositions(t *testing.T) {
	r, mixed := rowtest.StrongRun(), math.Pow(0.92, 5)/9
	if got, want := rowtest.At(t, Balle, r, 3), 3*0.08*(19*mixed+1); math.Abs(got/want-1) > 1e-13 {
		t.Errorf("worst batch %v, want %v", got, want)
	}
	r.Position = 1
	if got, want := rowtest.At(t, Balle, r, 3), 3*0.08*20*mixed; math.Abs(got/want-1) > 1e-13 {
		t.Errorf("first batch %v, want %v", got, want)
	}
	r.Position = 0
	// At L = m and η = 1/m a step forgets everything.
	r.StrongConvexity, r.Eta = 2, 0.5
	if got := rowtest.At(t, Balle, r, 3); math.Abs(got/(3*2)-1) > 1e-13 { // s = 0.1: s²/(2σ²) = 2
		t.Errorf("with ρ = 0: %v, want 6", got)
	}
}

// TestClippedConvexRows: what rests on a contracting step refuses clipping that
// may act, and accepts that only differences are bounded.
func TestClippedConvexRows(t *testing.T) {
	for _, th := range []*theorem.Theorem{YeShokri33, YeShokri42, YeShokri43, YeShokriD6, Chourasia, Feldman, Balle, BokSuAltschuler} {
		r := rowtest.StrongRun()
		for clipping, want := range map[run.Clipping]bool{run.ClippingActive: false, run.ClippingNever: true, run.ClippingDifference: true,
			run.ClippingGLM: true} {
			r.Clipping = clipping
			needs(t, th, "clipping never active", r, want)
		}
		r.Adjacency = run.AddRemove
		if theorem.Applies(th.Hypotheses(r, claim.Question{Alpha: 2})) {
			t.Errorf("%s applies when the dataset's size changes", th.ID)
		}
	}
}

// TestSeveralOutputs is the evidence for yeShokriErrata: with probabilities p of
// three classes, the first being right, the clipped gradient's derivative along
// the outputs is a multiple of (I − uuᵀ)T, T = diag(p) − ppᵀ, u the direction of
// p − y. Its quadratic form takes negative values.
func TestSeveralOutputs(t *testing.T) {
	p, u := [3]float64{0.5, 0.3, 0.2}, [3]float64{-0.5, 0.3, 0.2}
	dot := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	along := func(a [3]float64, s float64, b [3]float64) [3]float64 {
		return [3]float64{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
	}
	u = along([3]float64{}, 1/math.Sqrt(dot(u, u)), u)
	derivative := func(v [3]float64) [3]float64 {
		tv := along([3]float64{p[0] * v[0], p[1] * v[1], p[2] * v[2]}, -dot(p, v), p)
		return along(tv, -dot(u, tv), u)
	}
	v := along(u, -1, derivative(u))
	if form := dot(v, derivative(v)); !(form < -1e-4) {
		t.Errorf("the form is %v at %v", form, v)
	}
}
