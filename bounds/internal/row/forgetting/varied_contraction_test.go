package forgetting

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// bounded is the run on a domain some noises wide.
func bounded(r run.Run, rng *rand.Rand) run.Run {
	r.Sigma = 0.05 + 0.3*rng.Float64()
	r.Noise = run.IterateNoise
	r.Diameter = r.Sigma * (0.3 + 3*rng.Float64())
	return r
}

// A schedule that hardly changes has hardly less than a constant learning rate, and on a narrow domain
// hardly more. Stages of several steps have no less than the steps.
func TestVariedStages(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 25 {
		r := bounded(rowtest.VariedRun(rng), rng)
		r.Warmup, r.Schedule, r.ScheduleFinal = 0, run.LinearFall, 1-1e-7
		constant := r.AtRate(r.Eta)
		for _, row := range []*theorem.Theorem{Contraction, Profile} {
			q := claim.Question{Alpha: 2 + 3*rng.Float64()}
			want, got := math.Inf(1), epsilonAt(t, row, r, q)
			for _, row := range []*theorem.Theorem{row, Joint, ordered.Shift, ordered.LastStep} {
				want = min(want, epsilonAt(t, row, constant, q))
			}
			if got < want*(1-5e-3) || r.Scheme == run.Full && r.Diameter < r.Sigma && got > 1.3*want {
				t.Fatalf("%s: %v, with a constant learning rate %v: %+v", row.ID, got, want, r)
			}
		}
	}
	for range 60 {
		r := bounded(rowtest.VariedRun(rng), rng)
		exact, blocks := varied.New(r, rowtest.Singles(r)), varied.New(r, rowtest.Merged(r, 3, rng))
		places := min(r.StepsPerEpoch(), r.T)
		at := varied.Places{From: places - 1, To: places - 1}
		renyi := func(p *varied.Program, at varied.Places) float64 {
			e, _ := contractionOf(p, at, r.Diameter, apartness(p, r.Diameter)).Renyi(nil, 3, math.Inf(1))
			return e
		}
		fine, coarse, together := renyi(exact, at), renyi(blocks, at), renyi(exact, varied.Places{From: 0, To: places - 1})
		if least := fine * (1 - 1e-3); coarse < least || together < least {
			t.Fatalf("of blocks %v, of all places %v, of steps %v: %+v", coarse, together, fine, r)
		}
	}
}

// Where several places are bounded together a use may come before the end of the stage that counts it. In stages of several steps,
// and right behind one, composition says nothing then.
func TestCompositionOfPlacesTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	several := 0
	for range 40 {
		r := bounded(rowtest.VariedRun(rng), rng)
		p := varied.New(r, rowtest.Merged(r, 3, rng))
		last := min(r.StepsPerEpoch(), r.T) - 1
		for _, g := range []varied.Places{{From: last, To: last}, {From: 0, To: last}} {
			v := contractionOf(p, g, r.Diameter, apartness(p, r.Diameter))
			for i, stage := range v.Stages {
				open := g.From < g.To && (stage.Steps > 1 || i > 0 && v.Stages[i-1].Steps > 1)
				if open {
					several++
				}
				if math.IsInf(stage.Paid, 1) != open {
					t.Fatalf("stage %d of %+v at %+v pays %v", i, r, g, stage.Paid)
				}
			}
		}
	}
	if several == 0 {
		t.Error("0 stages have several steps, want at least 1")
	}
}

func epsilonAt(t *testing.T, row *theorem.Theorem, r run.Run, q claim.Question) float64 {
	t.Helper()
	if !theorem.Applies(row.Hypotheses(r, q)) {
		t.Fatalf("%s does not apply: %+v", row.ID, row.Hypotheses(r, q))
	}
	p, err := row.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.At(q)
	if err != nil || math.IsNaN(s.Epsilon) {
		t.Fatal(s.Epsilon, err)
	}
	return s.Epsilon
}
