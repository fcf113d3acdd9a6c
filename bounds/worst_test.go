package bounds

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The table of the random runs whose answer may be furthest from the truth. It
// says where the next work is, and is made by
//
//	go test ./bounds -run TestRandomRuns -runs 100000 -timeout 3h -worst testdata/worst-ratios.tsv
const worstFile = "testdata/worst-ratios.tsv"

var writeWorst = flag.String("worst", "", "file to which TestRandomRuns writes the runs with the largest ratios upper/lower")

// keptWorst is how many of the worst ratios are kept, besides the worst of each
// batch scheme.
const keptWorst = 10

// ratio is how far one run's answer is above the best proved lower bound.
type ratio struct {
	upper, lower       float64 // ε
	upperRow, lowerRow string
	run                run.Run
	question           claim.Question
}

func (w ratio) value() float64 { return w.upper / w.lower }

// ratioOf takes the least proved upper and the largest proved lower bound; ok is
// false where there are not both, or the lower bound is 0.
func ratioOf(r run.Run, q claim.Question, rows outcome) (w ratio, ok bool) {
	w = ratio{upper: math.Inf(1), run: r, question: q}
	ids := make([]string, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	sort.Strings(ids) // ties go to the same row every time
	for _, id := range ids {
		row := rows[id]
		if !row.Applies || row.Theorem.Status != claim.Proved {
			continue
		}
		if row.Theorem.Side == claim.Upper && row.Epsilon < w.upper {
			w.upper, w.upperRow = row.Epsilon, id
		}
		if row.Theorem.Side == claim.Lower && row.Epsilon > w.lower {
			w.lower, w.lowerRow = row.Epsilon, id
		}
	}
	return w, w.lower > 0 && !math.IsInf(w.upper, 1)
}

// worstRatios keeps the largest ratios and the largest of each scheme.
type worstRatios []ratio

func (ws *worstRatios) add(w ratio) {
	*ws = append(*ws, w)
	sort.SliceStable(*ws, func(i, j int) bool { return (*ws)[i].value() > (*ws)[j].value() })
	kept, seen := (*ws)[:0], map[run.Scheme]bool{}
	for i, w := range *ws {
		if i < keptWorst || !seen[w.run.Scheme] {
			kept = append(kept, w)
		}
		seen[w.run.Scheme] = true
	}
	*ws = kept
}

// text is the table: the ratio to four digits, both values to ten with their rows, and the
// question and run with all of their digits.
func (ws worstRatios) text(runs int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The largest ratios upper/lower of %d random runs, and the largest of each batch scheme. Made by\n", runs)
	fmt.Fprintf(&b, "# go test ./bounds -run TestRandomRuns -runs %d -timeout 3h -worst %s\n", runs, worstFile)
	b.WriteString("ratio\tupper\tby\tlower\tby\tquestion\trun\n")
	for _, w := range ws {
		question := "delta=" + run.FormatNumber(w.question.Delta)
		if w.question.Renyi() {
			question = "alpha=" + run.FormatNumber(w.question.Alpha)
		}
		var fields []string
		for _, f := range run.Fields() {
			if w.run.Uses(f.Name) {
				fields = append(fields, f.Name+"="+w.run.Get(f.Name))
			}
		}
		fmt.Fprintf(&b, "%.4g\t%.10g\t%s\t%.10g\t%s\t%s\t%s\n", w.value(), w.upper, w.upperRow, w.lower, w.lowerRow, question,
			strings.Join(fields, "&"))
	}
	return b.String()
}

// readWorst reads the table back.
func readWorst(t *testing.T) worstRatios {
	t.Helper()
	text, err := testdata.ReadFile(worstFile)
	if err != nil {
		t.Fatal(err)
	}
	var out worstRatios
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || cells[0] == "ratio" {
			continue
		}
		if len(cells) != 7 {
			t.Fatalf("%d cells in %q", len(cells), line)
		}
		w := ratio{upperRow: cells[2], lowerRow: cells[4]}
		number := func(text string) float64 {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			return x
		}
		w.upper, w.lower = number(cells[1]), number(cells[3])
		name, value, _ := strings.Cut(cells[5], "=")
		if name == "alpha" {
			w.question.Alpha = number(value)
		} else {
			w.question.Delta = number(value)
		}
		for _, field := range strings.Split(cells[6], "&") {
			name, value, _ := strings.Cut(field, "=")
			if err := w.run.Set(name, value); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		out = append(out, w)
	}
	return out
}

// The runs of the table have the ratios that it says, or smaller ones, since
// bounds improve.
func TestWorstRatios(t *testing.T) {
	table := readWorst(t)
	if len(table) < keptWorst {
		t.Fatalf("%d rows", len(table))
	}
	for i, w := range table {
		now, ok := ratioOf(w.run, w.question, evaluateAll(w.run, w.question, false))
		if !ok || now.value() > w.value()*(1+1e-6) {
			t.Errorf("row %d: %v, was %v", i+1, now.value(), w.value())
		}
		if now.value() < w.value()*(1-1e-6) {
			t.Logf("row %d: %.4g is now %.4g, by %s and %s", i+1, w.value(), now.value(), now.upperRow, now.lowerRow)
		}
	}
}

// The table reads back as it was written.
func TestWorstRatiosReadBack(t *testing.T) {
	source := rand.New(rand.NewPCG(7, 7))
	var ws worstRatios
	for range 200 {
		r, q := draw(source)
		ws.add(ratio{upper: 1 + source.Float64(), lower: 1, run: r, question: q})
	}
	for i := 1; i < len(ws); i++ {
		if ws[i].value() > ws[i-1].value() {
			t.Fatalf("row %d is above row %d", i+1, i)
		}
	}
	schemes := map[run.Scheme]bool{}
	for _, w := range ws {
		schemes[w.run.Scheme] = true
		back := run.Run{}
		for _, f := range run.Fields() {
			if w.run.Uses(f.Name) {
				if err := back.Set(f.Name, w.run.Get(f.Name)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !back.Same(w.run) {
			t.Errorf("%+v reads back as %+v", w.run, back)
		}
	}
	if len(ws) < keptWorst || len(schemes) != 6 {
		t.Errorf("%d rows, %d schemes", len(ws), len(schemes))
	}
}

// What the rows of the table have in common, as web/docs/tightness.md says it.
func TestWorstRunsAreSampled(t *testing.T) {
	for i, w := range readWorst(t)[:keptWorst] {
		sampled := w.run.Scheme.Sampled()
		if !sampled || !w.run.Bounded() || !w.question.Renyi() || w.lowerRow != "one-step" {
			t.Errorf("row %d: %s on a domain of %v, %+v, at least %v by %s", i+1, w.run.Scheme, w.run.Diameter, w.question, w.lower,
				w.lowerRow)
		}
	}
}
