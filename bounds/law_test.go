package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/run"
)

// oneBatch is a run of one step whose batch is a uniform set of b examples, whatever
// draws it.
func oneBatch(scheme run.Scheme) run.Run {
	return run.Run{N: 4, B: 2, T: 1, Eta: 1, Clip: .3144, Sigma: 1, Noise: run.IterateNoise, Diameter: .2909, Adjacency: run.ZeroOut,
		Scheme: scheme, Loss: run.Holder, Smoothness: .5962, HolderOrder: 1, Clipping: run.ClippingNever}
}

// The only batch of a secret order has the law of one that is drawn without replacement: the answer is
// the same, and names the scheme for which it is proved.
func TestOneBatchHasOneAnswer(t *testing.T) {
	q := claim.Question{Delta: 1e-3}
	drawn, err := Evaluate(t.Context(), oneBatch(run.WithoutReplacement), q, Settings{})
	if err != nil || !(drawn.Answer.Epsilon < .1885) {
		t.Fatalf("drawn: %+v, %v", drawn.Answer, err)
	}
	for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle} {
		of, err := Evaluate(t.Context(), oneBatch(scheme), q, Settings{})
		if err != nil || *of.Answer != *drawn.Answer || of.Lower.Epsilon != drawn.Lower.Epsilon {
			t.Fatalf("%s: %+v above %+v, %v; drawn: %+v above %+v", scheme, of.Answer, of.Lower, err, drawn.Answer, drawn.Lower)
		}
		row := of.row(of.Answer.Row)
		if row.As != oneBatch(run.WithoutReplacement) || row.Hypotheses[0].Name != "law of the batches" ||
			!strings.Contains(of.Statement, "drawn without replacement") {
			t.Errorf("%s: the name is not told: %+v, %q", scheme, row.Hypotheses[0], of.Statement)
		}
	}
}

// sameLaw are runs of one law of batches, by a draw of what it is: whole batches, one batch, or one
// order.
func sameLaw(source *rand.Rand, r run.Run) []run.Run {
	schemes := []run.Scheme{run.ShuffleOnce, run.Reshuffle}
	switch source.IntN(3) {
	case 0:
		r.N = r.B
		schemes = []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson}
	case 1:
		r.N -= r.N % r.B
		r.T = 1
		schemes = append(schemes, run.WithoutReplacement)
	default:
		r.T = 1 + (r.T-1)%r.StepsPerEpoch()
	}
	if r.Adjacency == run.AddRemove {
		r.Adjacency = run.ZeroOut
	}
	var out []run.Run
	for _, scheme := range schemes {
		r.Scheme = scheme
		out = append(out, r)
	}
	return out
}

// Runs of one law of batches have one answer and one floor.
func TestOneLawOneAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(26, 12))
	var all, quick []string
	for _, th := range catalog.All() {
		if th.Status == claim.Proved {
			all = append(all, th.ID)
			if th.ID != forgetting.Profile.ID {
				quick = append(quick, th.ID)
			}
		}
	}
	renamed := map[string]int{}
	for i := range draws.Sample(60, 1000) {
		r, q := draw(source)
		if i%2 == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-12, .1)}
		}
		var first Report
		var engine Engine
		runs, rows := sameLaw(source, r), quick
		if runs[0].Scheme == run.Full {
			rows = all
		}
		for k, named := range runs {
			report := Report{Query: claim.Query{Run: named, Question: q}}
			found, err := engine.Rows(context.Background(), named, q, Settings{Rows: rows})
			if err != nil {
				t.Fatal(err)
			}
			report.Rows = found
			for _, row := range found {
				if row.As.Scheme != "" {
					renamed[string(named.Scheme)+" as "+string(row.As.Scheme)]++
				}
			}
			if report.summarise(); k == 0 {
				first = report
				continue
			}
			if a, b := first.Answer, report.Answer; (a == nil) != (b == nil) || a != nil && !tied(a.Epsilon, b.Epsilon) {
				t.Errorf("%d: as %s %+v, as %s %+v: %+v %+v", i, first.Run.Scheme, a, named.Scheme, b, named, q)
			}
			if a, b := first.Lower, report.Lower; (a == nil) != (b == nil) || a != nil && !tied(a.Epsilon, b.Epsilon) {
				t.Errorf("%d: as %s at least %+v, as %s %+v: %+v %+v", i, first.Run.Scheme, a, named.Scheme, b, named, q)
			}
		}
	}
	t.Log(renamed)
}

func tied(a, b float64) bool { return a == b || math.Abs(a-b) <= 2*tie*b }
