package engine

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// mnist is a run whose diameter of 0.05 leaves nothing to hide, so that profile contraction is composition.
var mnist = claim.Query{Run: run.Run{N: 60_000, B: 256, T: 4680, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: 0.05,
	Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive},
	Question: claim.Question{Delta: 1e-5}}

// The rows that matter at a small diameter are not those that matter at the run's own, and a curve of these alone said that ε
// does not depend on the diameter.
func TestRivals(t *testing.T) {
	values := []protocol.Number{0.001, 0.004, 0.01, 0.05, 0.2, 1}
	rows := []string{"composition", "contraction", "one-step"}
	lines := func(rivals bool) []string {
		var out []string
		for _, s := range curveOf(t, protocol.Request{Parameter: "diameter", Values: values, Rows: rows, Rivals: rivals, SlowValues: 16}).Series {
			if len(s.Epsilon) != len(values) {
				t.Errorf("%s: %d values, want %d", s.Row, len(s.Epsilon), len(values))
			}
			out = append(out, s.Row)
		}
		return out
	}
	if got := lines(false); !slices.Equal(got, rows) {
		t.Errorf("without rivals: %v, want %v", got, rows)
	}
	got := lines(true)
	t.Log(got)
	if !slices.Equal(got[:3], rows) || !slices.Contains(got, "profile") {
		t.Errorf("with rivals: %v, want those asked for and profile", got)
	}
}

// curveOf is the answer to a request for a curve of mnist.
func curveOf(t *testing.T, q protocol.Request) (out protocol.CurveResult) {
	t.Helper()
	q.V, q.Method = protocol.Version, protocol.MethodCurve
	q.Run, q.Question = protocol.EncodeRun(mnist.Run), protocol.EncodeQuestion(mnist.Question)
	request, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	Handle(context.Background(), request, func(m protocol.Response) {
		if m.Error != nil {
			t.Fatal(m.Error)
		}
		if m.Result != nil {
			if err := json.Unmarshal(m.Result, &out); err != nil {
				t.Fatal(err)
			}
		}
	})
	return out
}
