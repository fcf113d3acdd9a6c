package forgetting

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

func unfinishedRun(T int) run.Run {
	return run.Run{N: 40, B: 2, T: T, Eta: 0.1, Clip: 1, Sigma: 0.1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Scheme: run.ShuffleOnce, Adjacency: run.ZeroOut, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
}

func phiOf(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func hockeyOf(mu, gamma float64) float64 {
	return phiOf(mu/2-math.Log(gamma)/mu) - gamma*phiOf(-mu/2-math.Log(gamma)/mu)
}

// One step is the bound written out, and at least the run in which all others pull: a
// mixture of two normal laws against another.
func TestFirstEpochOneStep(t *testing.T) {
	const q, u = 0.05, 0.5 // T/B and ηC/b over σ
	for _, c := range []struct {
		adjacency run.Adjacency
		clipping  run.Clipping
		far, near float64
	}{
		{run.ZeroOut, run.ClippingNever, 2 * u, u},
		{run.Replace, run.ClippingNever, 2 * u, 2 * u},
		{run.ZeroOut, run.ClippingDifferenceAll, u, u}, // the others do not pull: a zeroed gradient counts as one
		{run.Replace, run.ClippingDifferenceAll, 2 * u, 2 * u},
	} {
		r, near, adjacency := unfinishedRun(1), c.near, fmt.Sprint(c.adjacency, ", ", c.clipping)
		r.Adjacency, r.Clipping = c.adjacency, c.clipping
		g, err := FirstEpoch.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		profile := func(gamma float64) float64 {
			e := 1 + (gamma-1)/q
			known := q * hockeyOf(near, gamma) // as if the batch were known
			return min(known, q*((1-gamma/e)*hockeyOf(c.far, e)+gamma/e*hockeyOf(near, e)))
		}
		for _, delta := range []float64{1e-6, 1e-3} {
			epsilon, err := rowtest.EpsilonOf(g, delta)
			if err != nil {
				t.Fatal(err)
			}
			if got := profile(math.Exp(epsilon)); !(got < delta*(1+1e-8) && got > delta*(1-1e-6)) {
				t.Errorf("%s: δ = %v at the ε of %v", adjacency, got, delta)
			}
		}
		for _, alpha := range []float64{1.3, 2, 12} {
			want, truth := 0.0, 0.0
			for l, h := 0.0, 1e-4; l < 40; l += h {
				gamma := math.Exp(l + h/2)
				want += alpha * (alpha - 1) * (math.Pow(gamma, alpha-2) + math.Pow(gamma, -alpha-1)) * profile(gamma) * gamma * h
			}
			density := func(x, m float64) float64 { return math.Exp(-(x-m)*(x-m)/2) / math.Sqrt(2*math.Pi) }
			for x, h := -12.0, 1e-3; x < 26; x += h {
				base := (1 - q) * density(x, 0)
				first, second := base+q*density(x, c.far), base+q*density(x, c.far-near)
				truth += h * first * math.Pow(first/second, alpha-1)
			}
			want, truth = math.Log1p(want)/(alpha-1), math.Log(truth)/(alpha-1)
			if got := rowtest.RenyiOf(g, alpha); !(math.Abs(got/want-1) < 2e-3 && got >= truth) {
				t.Errorf("%s, α = %v: %v, written out %v, a run %v", adjacency, alpha, got, want, truth)
			}
		}
	}
}

// Nothing is below the loss of linear losses, whose final law is known, and what is walked
// further is no less; an epoch that ended has no row.
func TestFirstEpochAboveLinear(t *testing.T) {
	const alpha = 2.0
	before := 0.0
	for _, T := range []int{1, 2, 5, 11, 19} {
		r := unfinishedRun(T)
		if h := FirstEpoch.Hypotheses(r, claim.Question{}); !theorem.Applies(h) {
			t.Fatal(h)
		}
		g, err := FirstEpoch.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		floor, err := attained.LinearAdversary.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, alpha := range []float64{1.5, 2, 8} {
			if upper, lower := rowtest.RenyiOf(g, alpha), rowtest.RenyiOf(floor, alpha); upper < lower || alpha <= 2 && upper > 40*lower {
				t.Errorf("T = %d, α = %v: %v, at least %v", T, alpha, upper, lower)
			}
		}
		if e := rowtest.RenyiOf(g, alpha); e < before {
			t.Errorf("T = %d: %v, before %v", T, e, before)
		} else {
			before = e
		}
		r.Diameter, r.Smoothness = 0.05, 1
		if near, err := FirstEpoch.Prove(context.Background(), r); err != nil || rowtest.RenyiOf(near, alpha) > before ||
			T > 4 && rowtest.RenyiOf(near, alpha) > before*0.9 {
			t.Errorf("T = %d: on a small domain %v, without %v (%v)", T, rowtest.RenyiOf(near, alpha), before, err)
		}
	}
	if theorem.Applies(FirstEpoch.Hypotheses(unfinishedRun(20), claim.Question{})) {
		t.Error("FirstEpoch applies to 20 convex steps without a domain, want it not to: a whole epoch uses every example, and nothing is forgotten")
	}
}

// Groups of places count with the fewest steps of theirs.
func TestUnfinishedPlaces(t *testing.T) {
	r := unfinishedRun(19)
	r.N, r.T, r.Loss, r.StrongConvexity, r.Smoothness = 4000, 900, run.StronglyConvex, 0.02, 0.5
	r.Clipping, r.Diameter = run.ClippingGLM, 1
	w := newWalk(nil, r, contractionProblem(context.Background(), r).Kernels()).window(r.T)
	if len(w.parts) != 1 || w.start != 0 {
		t.Fatalf("%+v", w)
	}
	total, at := 0.0, 0
	for _, p := range w.parts[0].places {
		total += p.weight
		sum, kernel := 0.0, 0.0 // Σc^{−2i}
		for i := range at + 1 {
			if sum += math.Pow(0.998, -2*float64(i)); i == at-1 {
				kernel = r.Diameter / 0.1 * 0.998 / math.Sqrt(sum)
			}
		}
		if math.Abs(p.left*math.Sqrt(sum)-1) > 1e-9 || at > 0 && p.kernel.Left(1, 0.5) > hockeyOf(kernel, 1.5)*(1+1e-9) {
			t.Errorf("%d steps before the end: %+v, want %v, %v", at, p, 1/math.Sqrt(sum), kernel)
		}
		at += int(math.Round(p.weight * 900))
	}
	if at != 900 || math.Abs(total-1) > 1e-9 {
		t.Errorf("%d places of weight %v", at, total)
	}
}
