package words

import (
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// An embed says which run it shows: its sizes and its noise, b only where that is not n.
func TestSizes(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Sigma, r.Scheme = 50_000, 500, 5000, 0.125, run.Cyclic
	for want, scheme := range map[string]run.Scheme{
		"n = 50,000 · b = 500 · T = 5000 · σ = 0.125": run.Cyclic,
		"n = 50,000 · T = 5000 · σ = 0.125":           run.Full,
	} {
		r := r
		if r.Scheme = scheme; scheme.UsesAll() {
			r.B = r.N
		}
		got := Subject{Query: claim.Query{Run: r}}.Sizes()
		if strings.ReplaceAll(got, "\u00a0", " ") != want || strings.Contains(got, " = ") {
			t.Errorf("%q, want %q with pairs that do not break", got, want)
		}
	}
}
