package forgetting

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// forgottenRun is one whose noise mixes its domain in a few steps of many.
func forgottenRun(scheme run.Scheme, adjacency run.Adjacency, T int) run.Run {
	return run.Run{N: 80, B: 2, T: T, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Scheme: scheme, Adjacency: adjacency, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
}

// Runs that walked many epochs are between their floors and the mean over positions.
func TestForgottenOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	ctx := context.Background()
	for scheme, adjacency := range map[run.Scheme]run.Adjacency{run.ShuffleOnce: run.Replace, run.Reshuffle: run.ZeroOut} {
		for _, T := range []int{203} { // 40 steps an epoch
			r := forgottenRun(scheme, adjacency, T)
			bound, err := FirstEpoch.Prove(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			floor, err := attained.IntervalAdversary.Prove(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			mean, err := Profile.Prove(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			for _, alpha := range []float64{1.2, 6} {
				if e, least, most := rowtest.RenyiOf(bound, alpha), rowtest.RenyiOf(floor, alpha), rowtest.RenyiOf(mean,
					alpha); !(e >= least && e < 12*least && e < 0.4*most) {
					t.Errorf("%s, %s, T = %d, α = %v: %v, at least %v, the mean over positions %v", scheme, adjacency, T, alpha, e,
						least, most)
				}
			}
			for _, delta := range []float64{1e-6} {
				e, err := rowtest.EpsilonOf(bound, delta)
				least, _ := rowtest.EpsilonOf(floor, delta)
				most, _ := rowtest.EpsilonOf(mean, delta)
				if err != nil || !(e >= least && e < 0.6*most) {
					t.Errorf("%s, %s, T = %d, δ = %v: %v, at least %v, the mean over positions %v (%v)", scheme, adjacency, T, delta, e,
						least, most, err)
				}
			}
		}
	}
}

// A window is the theorem, written out: one part, one step, D = σ, so that every kernel is
// a single Gaussian pair.
func TestForgottenWindow(t *testing.T) {
	r := forgottenRun(run.ShuffleOnce, run.ZeroOut, 400)
	o := newWalk(nil, r, contractionProblem(context.Background(), r).Kernels())
	w := o.window(1)
	w.tabulate(8, 4000)
	const u, d = 0.05, 1.0 // ηC/b and D over σ
	total := 2 * (phiOf(u) - 0.5)
	left := 2*phiOf(d/2) - 1
	a := min(1, 2*2*total*10) // ten epochs, of which one kernel's share is left each time
	if sum := 2 * 2 * total / 2 / (1 - left); sum < a {
		a = sum
	}
	forgotten := func(gamma float64) float64 { return a * hockeyOf(d, 1+(gamma-1)/a) }
	const p = 1. / 40
	for _, loss := range []float64{0.003, 0.05, 0.1} {
		want := hockeyOf(u*math.Sqrt(10), math.Exp(loss))
		for _, x := range forgottenShares {
			e := 1 + math.Expm1((1-x)*loss)/p
			rho := math.Exp((1-x)*loss) / e
			far := 1.0
			for _, y := range forgottenShares {
				far = min(far, forgotten(math.Pow(e, y))+math.Pow(e, y)*hockeyOf(2*u, math.Pow(e, 1-y)))
			}
			want = min(want, forgotten(math.Exp(x*loss))+math.Exp(x*loss)*p*min(hockeyOf(u, math.Exp((1-x)*loss)),
				(1-rho)*far+rho*hockeyOf(u, e)))
		}
		if got := w.at(loss); !(got > want*(1-1e-9) && got < want*(1+1e-4)) {
			t.Errorf("E at %v: %v, written out %v", loss, got, want)
		}
	}
}

// Parts of an epoch know of each other, and epochs that are fresh are apart.
func TestForgottenParts(t *testing.T) {
	o := newWalk(nil, forgottenRun(run.Reshuffle, run.Replace, 410), nil)
	o.run.Diameter = math.Inf(1)
	w := o.window(30, 1, 5) // ten of the last epoch, 20 of the one before
	want := []part{{p: 20. / 40, rate: 0.5, swapped: true}, {p: 5. / 40, rate: 5. / 35, swapped: false},
		{p: 4. / 40, rate: 4. / 34, swapped: false}, {p: 1. / 40, rate: 1. / 31, swapped: false}}
	want[1].rate = 5. / 35 // 5 of 40, and 5 elsewhere
	if len(w.parts) != len(want) {
		t.Fatalf("%d parts", len(w.parts))
	}
	for i, p := range w.parts {
		if math.Abs(p.p-want[i].p) > 1e-9 || math.Abs(p.rate-want[i].rate) > 1e-9 || p.swapped != want[i].swapped {
			t.Errorf("part %d: %v of %v, swapped %v; want %+v", i, p.p, p.rate, p.swapped, want[i])
		}
	}
	unbounded := o.run
	if h := FirstEpoch.Hypotheses(unbounded, claim.Question{}); theorem.Applies(h) {
		t.Errorf("FirstEpoch applies to convex steps without a domain, want it not to, since they forget nothing: %+v", h)
	}
	unbounded.Loss, unbounded.StrongConvexity, unbounded.Clipping, unbounded.T = run.StronglyConvex, 0.5, run.ClippingGLM, 4000
	if h := FirstEpoch.Hypotheses(unbounded, claim.Question{}); !theorem.Applies(h) {
		t.Errorf("FirstEpoch does not apply to contracting steps, want it to, since they forget: %+v", h)
	}
	g, err := FirstEpoch.Prove(context.Background(), unbounded)
	floor, _ := attained.LinearAdversary.Prove(context.Background(), unbounded)
	if e := rowtest.RenyiOf(g, 2); err != nil || !(e > rowtest.RenyiOf(floor, 2) && e < 1) {
		t.Errorf("contracting steps: %v, at least %v (%v)", e, rowtest.RenyiOf(floor, 2), err)
	}
}

// Here a window of six steps is the best in three parts, and one of five in two. Parting only the
// best of the latter answered 6 % more for the smaller L.
func TestBestWindowInThreeParts(t *testing.T) {
	r := run.Run{N: 35, B: 1, T: 280, Eta: 0.6742660960735684, Clip: 3.246641907032402, Sigma: 713.3444444629395, Noise: run.NoiseMultiplier,
		Diameter: 618.5535787819414, Adjacency: run.Replace, Scheme: run.ShuffleOnce, Loss: run.Smooth, Clipping: run.ClippingNever}
	before := 0.0
	for _, l := range []float64{0.1992389009273211, 0.21, 0.22, 0.23, 0.24168161075106867} {
		r.Smoothness = l
		bound, err := FirstEpoch.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if e := rowtest.RenyiOf(bound, 9.879997103571343); !(e >= before) {
			t.Errorf("L = %v: %v, less than %v for a smaller L", l, e, before)
		} else {
			before = e
		}
	}
}
