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
		t.Skip("evaluates 189 runs")
	}
	const file = "coverage.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	tables := map[string]string{}
	for _, choice := range choices("adjacency") {
		adjacency := run.Adjacency(choice)
		tables["losses, "+run.Words(adjacency)] = coverage(t, adjacency, classes)
		tables["releases, "+run.Words(adjacency)] = coverage(t, adjacency, releases)
	}
	for name, want := range tables {
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

// coverage is a line for every scheme, with the row that answers in every column; schemes without any bound share the last line.
func coverage(t *testing.T, adjacency run.Adjacency, columns []variant) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| batches |")
	for _, c := range columns {
		out.WriteString(" " + c.name + " |")
	}
	out.WriteString("\n|" + strings.Repeat("---|", len(columns)+1) + "\n")
	nothing := strings.Repeat(" none |", len(columns))
	var without []string
	for _, scheme := range run.Schemes() {
		cells := ""
		for _, c := range columns {
			cells += " " + covering(t, scheme, adjacency, c) + " |"
		}
		if cells == nothing {
			without = append(without, run.Words(scheme))
			continue
		}
		out.WriteString("| " + run.Words(scheme) + " |" + cells + "\n")
	}
	if len(without) > 0 {
		out.WriteString("| " + strings.Join(without, ", ") + " |" + nothing + "\n")
	}
	return out.String()
}

// covering is a cell: the row that answers.
func covering(t *testing.T, scheme run.Scheme, adjacency run.Adjacency, column variant) string {
	t.Helper()
	r := run.Run{N: 1000, B: 100, T: 100, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: 2,
		Scheme: scheme, Adjacency: adjacency, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	if scheme.UsesAll() {
		r.B = r.N
	}
	column.change(&r)
	report := tableOf(t, r, claim.Question{Delta: 1e-5})
	if report.Answer == nil || math.IsInf(report.Answer.Epsilon, 1) {
		return "none"
	}
	return answering(report.Answer.Row)
}
