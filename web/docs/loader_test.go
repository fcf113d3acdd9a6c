package docs

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The table of schemes, neighbours and releases on the page of loaders is what the engine answers.
// UPDATE_SNAPSHOTS=1 writes it.
func TestWhoAnswers(t *testing.T) {
	const file, begin, end = "loader.md", "<!-- answers -->\n", "<!-- end -->"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	was, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatal("the page has no place for the table")
	}
	want := answers(t)
	if os.Getenv("UPDATE_SNAPSHOTS") != "" {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != want {
		t.Errorf("the engine answers\n%s, the page says\n%s: UPDATE_SNAPSHOTS=1 writes it; look at it", want, was)
	}
}

// answers is a line for every scheme and adjacency.
func answers(t *testing.T) string {
	t.Helper()
	scheme, _ := run.FieldByName("scheme")
	adjacency, _ := run.FieldByName("adjacency")
	var out strings.Builder
	out.WriteString("| batches | neighbours | every iterate | the last iterate |\n|---|---|---|---|\n")
	for _, s := range scheme.Choices {
		for _, a := range adjacency.Choices {
			r := run.Run{N: 1000, B: 100, T: 20, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: 2,
				Scheme: run.Scheme(s), Adjacency: run.Adjacency(a), Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
			if r.Scheme.UsesAll() {
				r.B = r.N
			}
			report, err := bounds.Evaluate(context.Background(), r, claim.Question{Delta: 1e-5}, bounds.Settings{})
			if err != nil {
				t.Fatalf("%s, %s: %v", s, a, err)
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", run.Words(r.Scheme), run.Words(r.Adjacency), said(report.Published),
				said(report.Answer))
		}
	}
	return out.String()
}

// said is an answer with three digits, rounded up.
func said(a *bounds.Answer) string {
	if a == nil || math.IsInf(a.Epsilon, 1) {
		return "none"
	}
	return a.Row + ", " + run.FormatNumber(run.DigitsUp(a.Epsilon, 3))
}
