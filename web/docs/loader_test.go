package docs

import (
	"fmt"
	"html"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
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
			report := tableOf(t, r, claim.Question{Delta: 1e-5})
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", run.Words(r.Scheme), run.Words(r.Adjacency), said(report.AllIterates),
				said(report.Answer))
		}
	}
	return out.String()
}

// said is an answer with three digits, rounded up, and a link to the row.
func said(a *bounds.Answer) string {
	if a == nil || math.IsInf(a.Epsilon, 1) {
		return "none"
	}
	return run.FormatNumber(run.DigitsUp(a.Epsilon, 3)) + ", [" + a.Row + "](theorems/" + a.Row + ".html)"
}

// A row of the table of loaders leads to its batches in the calculator, with the neighbours that the library
// assumes, and states the answer there; or it says that there are none.
func TestLoadersLead(t *testing.T) {
	aRow := regexp.MustCompile(`<tr[^>]*>\n<td[^>]*>(.*)</td>\n<td[^>]*>(.*)</td>\n<td[^>]*>.*</td>\n</tr>`)
	aRun := regexp.MustCompile(`<a href="\.\./#([^"]+)">([^<]+)</a>, ε\x{a0}≤\x{a0}([0-9.]+)`)
	page := string(pages(t)["docs/loader.html"])
	if !strings.Contains(page, ">Which loader am I?</h1>") || !strings.Contains(page, "<title>Which loader am I? ·") {
		t.Error("the page does not have the question for its title")
	}
	table, _, _ := strings.Cut(page, "</table>")
	rows, told := aRow.FindAllStringSubmatch(table, -1), map[string]string{}
	if len(rows) < 14 {
		t.Fatalf("%d loaders", len(rows))
	}
	for _, row := range rows {
		runs := aRun.FindAllStringSubmatch(row[2], -1)
		if len(runs) == 0 && row[2] != "none" || len(runs) != strings.Count(row[2], "<a ") {
			t.Errorf("%s: %s", row[1], row[2])
		}
		for _, linked := range runs {
			s, problems := link.DecodeFrom(link.State{}, html.UnescapeString(linked[1]))
			if len(problems) > 0 || run.Words(s.Run.Scheme) != linked[2] {
				t.Errorf("%s leads to batches %q, %v", row[1], s.Run.Scheme, problems)
				continue
			}
			want := run.ZeroOut
			if linked[2] == "Poisson" || linked[2] == "random allocation" {
				want = run.AddRemove
			}
			if s.Run.Adjacency != want || s.Run.N%s.Run.B != 0 || s.Run.T%(s.Run.N/s.Run.B) != 0 {
				t.Errorf("%s: neighbours %s, n = %d, b = %d", row[1], s.Run.Adjacency, s.Run.N, s.Run.B)
			}
			// A run of fewer steps stands for all 2500 if its noise is as much smaller.
			if s.Run.Sigma*math.Sqrt(2500/float64(s.Run.T)) > 1 {
				t.Errorf("%s: %d steps with the noise multiplier %v are not ten epochs", row[1], s.Run.T, s.Run.Sigma)
			}
			if told[linked[1]] == "" {
				report := tableOf(t, s.Run, s.Question)
				told[linked[1]] = number.Up(report.Answer.Epsilon, 3)
			}
			if told[linked[1]] != linked[3] {
				t.Errorf("%s: ε is %s, the page says %s", row[1], told[linked[1]], linked[3])
			}
		}
	}
}
