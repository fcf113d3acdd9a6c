package docs

import (
	"math"
	"os"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The tables of batches, losses and releases on the page of what is covered name the rows that answer.
// UPDATE_SNAPSHOTS=1 writes them.
func TestCoverageIsWhatAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("evaluates 63 runs")
	}
	const file = "coverage.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for name, want := range map[string]string{"losses": coverage(t, classes), "releases": coverage(t, releases)} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->"
		before, rest, found := strings.Cut(text, begin)
		was, after, ends := strings.Cut(rest, end)
		if !found || !ends {
			t.Fatalf("the page has no place for the table of %s", name)
		}
		if was != want && os.Getenv("UPDATE_SNAPSHOTS") == "" {
			t.Errorf("the engine answers\n%s, the page says\n%s: UPDATE_SNAPSHOTS=1 writes it; look at it", want, was)
		}
		text = before + begin + want + end + after
	}
	if os.Getenv("UPDATE_SNAPSHOTS") != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// variant is a column of such a table: the run with its batches, changed.
type variant struct {
	name   string
	change func(*run.Run)
}

// classes are the classes of losses.
var classes = []variant{
	{"strongly convex", func(r *run.Run) { r.Loss, r.StrongConvexity = run.StronglyConvex, 1 }},
	{"convex", func(*run.Run) {}},
	{"convex, not smooth", func(r *run.Run) { r.Smoothness = math.Inf(1) }},
	{"weakly convex", func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 0.1 }},
	{"smooth", func(r *run.Run) { r.Loss = run.Smooth }},
	{"Hölder gradient", func(r *run.Run) { r.Loss, r.HolderOrder = run.Holder, 0.5 }},
}

// releases are what is released of a run with convex losses.
var releases = []variant{
	{"one every 50 steps", func(r *run.Run) { r.Release, r.Every = run.EveryKth, 50 }},
	{"the last 10, or their average", func(r *run.Run) { r.Release, r.Every = run.LastIterates, 10 }},
	{"every iterate", func(r *run.Run) { r.Release = run.AllIterates }},
}

// answering is a row as a cell has it: with a tick if it credits hidden state, and a dash for composition.
func answering(id string) string {
	row, _ := catalog.ByID(id)
	cell := "[" + row.Name + "](theorems/" + id + ".html)"
	switch {
	case row.HiddenState:
		return "✓ " + cell
	case id == "composition":
		return "–"
	}
	return cell
}

// coverage is a line for every scheme, with the row that answers in every column.
func coverage(t *testing.T, columns []variant) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| batches |")
	for _, c := range columns {
		out.WriteString(" " + c.name + " |")
	}
	out.WriteString("\n|" + strings.Repeat("---|", len(columns)+1) + "\n")
	for _, scheme := range run.Schemes() {
		out.WriteString("| " + run.Words(scheme) + " |")
		for _, c := range columns {
			r := run.Run{N: 1000, B: 100, T: 100, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: 2,
				Scheme: scheme, Adjacency: run.ZeroOut, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
			if scheme.UsesAll() {
				r.B = r.N
			}
			c.change(&r)
			report := tableOf(t, r, claim.Question{Delta: 1e-5})
			if report.Answer == nil || math.IsInf(report.Answer.Epsilon, 1) {
				out.WriteString(" none |")
				continue
			}
			out.WriteString(" " + answering(report.Answer.Row) + " |")
		}
		out.WriteString("\n")
	}
	return out.String()
}
