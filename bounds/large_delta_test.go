package bounds

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/prose"
)

// A δ of 1/n or more is warned of, in the paragraph too; by the decimals that were typed,
// whichever way their product rounds.
func TestLargeDeltaIsWarnedOf(t *testing.T) {
	for _, c := range []struct {
		n     int
		delta float64
		large bool
	}{
		{5, 1e-5, false}, {5, 0.19999999999999, false}, {5, 0.2, true}, {5, 0.9, true},
		{100000, 1e-5, true}, {100000, 0.999999e-5, false}, {10000000, 1e-7, true}, {1, 0.5, false}, {3, 0.3333333333333333, false},
	} {
		r := DefaultRun()
		r.N, r.B = c.n, c.n
		q := claim.Question{Delta: c.delta}
		if text := prose.LargeDelta(r, q); (text != "") != c.large || slices.Contains(prose.Warnings(r, q),
			text+" Choose δ well below 1/n.") != c.large {
			t.Errorf("n = %d, δ = %v: %q in %q", c.n, c.delta, text, prose.Warnings(r, q))
		}
		report, err := Evaluate(context.Background(), r, q, Settings{PublishedOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(report.Statement, "is not below 1/n"); said != c.large || report.Statement == "" {
			t.Errorf("n = %d, δ = %v: the paragraph is %q", c.n, c.delta, report.Statement)
		}
	}
	if out := prose.Warnings(DefaultRun(), claim.Question{Alpha: 2}); out != nil {
		t.Errorf("of a Rényi divergence: %q", out)
	}
}
