package bounds

import (
	"context"
	"sync"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// engineQueries are runs whose rows share what they compute: each kind of value that an
// engine remembers belongs to one of them.
func engineQueries() []claim.Query {
	r := run.Run{N: 15, B: 5, T: 9, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.5, Adjacency: run.Replace,
		Loss: run.Convex, Smoothness: 1, StrongConvexity: 0.5, WeakConvexity: 0.1, HolderOrder: 0.5, Clipping: run.ClippingNever}
	var out []claim.Query
	for _, scheme := range []run.Scheme{run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
		r.Scheme = scheme
		r.Adjacency = run.Replace
		if scheme == run.Poisson {
			r.Adjacency = run.AddRemove
		}
		out = append(out, claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}},
			claim.Query{Run: r, Question: claim.Question{Alpha: 3}})
	}
	// A run whose later releases may reveal its order, besides runs without releases.
	r.Scheme, r.Adjacency, r.Release, r.Every, r.After = run.ShuffleOnce, run.ZeroOut, run.EveryKth, 2, 5
	return append(out, claim.Query{Run: r, Question: claim.Question{Alpha: 3}})
}

// TestEngineIsShared asks one engine from several goroutines; the race detector watches
// with go test -race. Each answer is that of an engine that was never asked before.
func TestEngineIsShared(t *testing.T) {
	queries := engineQueries()
	if testing.Short() {
		queries = queries[:4]
	}
	alone := make([]float64, len(queries))
	for i, q := range queries {
		report, err := Evaluate(t.Context(), q.Run, q.Question, Settings{})
		if err != nil || report.Answer == nil {
			t.Fatalf("%s: %v", q.Link(), err)
		}
		alone[i] = report.Answer.Epsilon
	}
	var engine Engine
	var asking sync.WaitGroup
	for first := range 3 {
		asking.Go(func() {
			for i := range queries {
				i = (i + first*len(queries)/3) % len(queries)
				q := queries[i]
				report, err := engine.Evaluate(t.Context(), q.Run, q.Question, Settings{})
				if err != nil || report.Answer == nil || report.Answer.Epsilon != alone[i] {
					t.Errorf("%s: %+v, %v; alone %v", q.Link(), report.Answer, err, alone[i])
				}
			}
		})
	}
	asking.Wait()
}

// BenchmarkTwoEngines evaluates a run twice, one after the other and at the same time: on two
// idle cores the second takes about half as long.
func BenchmarkTwoEngines(b *testing.B) {
	q := engineQueries()[4]
	evaluate := func() {
		var engine Engine
		if _, err := engine.Evaluate(context.Background(), q.Run, q.Question, Settings{}); err != nil {
			b.Error(err)
		}
	}
	b.Run("one-after-the-other", func(b *testing.B) {
		for b.Loop() {
			evaluate()
			evaluate()
		}
	})
	b.Run("at-the-same-time", func(b *testing.B) {
		for b.Loop() {
			var both sync.WaitGroup
			both.Go(evaluate)
			both.Go(evaluate)
			both.Wait()
		}
	})
}
