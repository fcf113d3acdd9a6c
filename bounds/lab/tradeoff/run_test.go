package tradeoff

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A single step of a full batch is a Gaussian mechanism with μ = 2ηC/(bσ): its
// curve is known. Every run's curve is at least the false-positive rate and at most 1.
func TestRuns(t *testing.T) {
	one := run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: 0.5, Sigma: 2, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	at := claim.Question{Delta: 1e-5}
	g, err := OfRun{Query: claim.Query{Run: one, Question: at}}.Profile(t.Context())
	if err != nil || len(g.Rows) == 0 || math.Abs(g.Mu-0.5) > 1e-9 {
		t.Fatalf("%+v, %v", g, err)
	}
	without := Guarantee{Mu: math.NaN(), Points: g.Points}
	for _, x := range []float64{0.001, 0.01, 0.1, 0.5, 0.9} {
		want, _ := Guarantee{Mu: 0.5}.LargestTPR(x)
		got, _ := g.LargestTPR(x)
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("at a false-positive rate of %v: %v, want %v", x, got, want)
		}
		// Points alone are a little worse, and never better.
		if p, _ := without.LargestTPR(x); p < want*(1-1e-9) || p > want*1.005 {
			t.Errorf("at a false-positive rate of %v: %v by points, %v by μ", x, p, want)
		}
	}

	counted := 0
	opening := OfRun{Query: bounds.DefaultQuery(), Settings: bounds.Settings{Progress: func(done, of int) { counted = done }}}
	g, err = opening.Profile(t.Context())
	if err != nil || counted != len(Deltas(at, g.Epsilon)) {
		t.Fatalf("%v, %d counted", err, counted)
	}
	before := 0.0
	for _, x := range []float64{0.001, 0.01, 0.1, 0.5, 0.9} {
		tpr, err := g.LargestTPR(x)
		if err != nil || tpr < x || tpr < before || tpr > 1 {
			t.Errorf("opening run at %v: %v, %v", x, tpr, err)
		}
		before = tpr
	}
	if tpr, _ := g.LargestTPR(0.01); tpr > 0.0134 {
		t.Errorf("opening run: %v at a false-positive rate of 1 %%, the finest curve has 0.013386", tpr)
	}
}

// Every stage is a bound, and none is above the one before.
func TestStagesSharpen(t *testing.T) {
	r := bounds.DefaultRun()
	r.Sigma, r.T = 0.5, 60
	for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 8}} {
		ctx := new(bounds.Engine).Context(t.Context())
		of := OfRun{Query: claim.Query{Run: r, Question: q}}
		before := [3]float64{1, 1, 1}
		for i, stage := range []func(context.Context) (Limits, error){of.Answer, of.Profile, of.Sharp, of.Rare, of.ForFit} {
			p, err := stage(ctx)
			if err != nil || len(p.Rows) == 0 {
				t.Fatal(q, i, err)
			}
			advantage, _ := p.Advantage()
			low, _ := p.LargestTPR(0.001)
			high, _ := p.LargestTPR(0.1)
			now := [3]float64{advantage, low, high}
			for k := range now {
				if now[k] > before[k] {
					t.Errorf("%+v, stage %d: %v, before %v", q, i, now, before)
				}
			}
			if i == 1 && !(now[1] < 0.99*before[1]) {
				t.Errorf("%+v: the profile gains nothing: %v, before %v", q, now, before)
			}
			before = now
		}
	}
}

// The joint profile is the least ε of all rows at each δ, although few of them are evaluated at most.
func TestProfileIsTheLeast(t *testing.T) {
	for _, change := range []func(*run.Run){
		func(r *run.Run) {}, func(r *run.Run) { r.Sigma = 0.2 },
		func(r *run.Run) { r.Scheme, r.B, r.N, r.T = run.Poisson, 10, 100, 30 },
		func(r *run.Run) { r.Scheme, r.B, r.N, r.T = run.Cyclic, 10, 100, 35 },
	} {
		r := bounds.DefaultRun()
		change(&r)
		ctx := new(bounds.Engine).Context(t.Context())
		of := OfRun{Query: claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}}}
		p, err := of.Profile(ctx)
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := of.Answer(ctx)
		at := Deltas(of.Question, p.Epsilon)
		if len(at) == 0 || len(at) > MostDeltas || len(p.Points) < 3 {
			t.Errorf("%+v: %d δ, %d points", r, len(at), len(p.Points))
		}
		series, err := bounds.Curve(ctx, r, of.Question, "delta", at, bounds.Settings{Rows: answer.Rows})
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range p.Points[1:] {
			least := math.Inf(1)
			for _, s := range series {
				if s.Epsilon[i] < least {
					least = s.Epsilon[i]
				}
			}
			if got.Delta != at[i] || got.Epsilon != least {
				t.Errorf("%+v at δ = %v: ε = %v, the rows give %v at %v", r, got.Delta, got.Epsilon, least, at[i])
			}
		}
	}
}

// Deltas touch a Gaussian curve at the stated rates: nothing is lost there, whatever the question.
func TestDeltasTouchTheCurve(t *testing.T) {
	for _, mu := range []float64{1e-3, 0.1, 1, 3, 8} {
		delta := 1e-5
		for _, q := range []struct {
			claim.Question
			epsilon float64
		}{{claim.Question{Delta: delta}, EpsilonOf(mu, delta)}, {claim.Question{Alpha: 4}, 2 * mu * mu}} {
			g := Guarantee{Mu: math.NaN()}
			for _, d := range Deltas(q.Question, q.epsilon) {
				g.Points = append(g.Points, EpsilonDelta{EpsilonOf(mu, d), d})
			}
			for _, x := range []float64{0.001, 0.01, 0.1} {
				got, _ := g.LargestTPR(x)
				if want, _ := (Guarantee{Mu: mu}).LargestTPR(x); got > want*(1+1e-4) {
					t.Errorf("μ = %v, %+v, at %v: %v by %d points, want %v", mu, q, x, got, len(g.Points), want)
				}
			}
		}
	}
}
