package export

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
	"lastiterate/wasm/protocol/protocoltest"
)

const address = "https://example.org/calc/#v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"

func document(t *testing.T, r run.Run, q claim.Question) Document {
	t.Helper()
	report, err := bounds.Evaluate(context.Background(), r, q, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return Document{
		Subject: words.About(claim.Query{Run: r, Question: q}, engine.FromReport(report), nil),
		Drawn:   []string{"composition", "shift", "chien-li-3.1"},
		Engine:  bounds.Version, Link: address,
	}
}

func defaults(t *testing.T) Document {
	return document(t, bounds.DefaultRun(), bounds.DefaultQuestion())
}

// Of an answer by a result of ours, the exported JSON has the bound of published theorems too, which is another than that for
// public iterates.
func TestJSONHasThePublishedBound(t *testing.T) {
	d := defaults(t)
	text, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var read file
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		t.Fatal(err)
	}
	own, all, by := read.Result.Answer, read.Result.Published, read.ByPublished
	if by == nil || by.Row != "bok-su-altschuler" || own.Epsilon >= by.Epsilon || by.Epsilon >= all.Epsilon {
		t.Errorf("by published theorems %+v, want Bok, Su and Altschuler's, between %+v and %+v", by, own, all)
	}
}

// The exported result validates against the published schema, and gives back
// the run, the question and every number.
func TestJSON(t *testing.T) {
	for _, part := range []string{"", "#/$defs/export"} {
		schema := protocoltest.ReadSchema(t, part)
		d := defaults(t)
		d.Subject.Departures = words.Departures{words.Momentum}.Without([]string{"smoothness"})
		text, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, `"momentum"`) {
			t.Errorf("the file does not name momentum, by which the training differs, want it to:\n%s", text)
		}
		if strings.Contains(text, `"lacks `) || !strings.Contains(text, `"blank": [`) {
			t.Errorf("the file names what nobody has stated otherwise than as blank:\n%s", text)
		}
		if err := schema.Validate(text); err != nil {
			t.Errorf("%s: %v", part, err)
		}
		var read file
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			t.Fatal(err)
		}
		r, fault := protocol.DecodeRun(read.Run)
		if fault != nil {
			t.Fatal(fault)
		}
		want := d.Subject.Run
		if !r.Same(want) || read.Engine != bounds.Version || read.Link != address || read.Schema != "https://example.org/calc/schema.json" {
			t.Errorf("read back: %+v %s %s %s", r, read.Engine, read.Link, read.Schema)
		}
		if strings.Contains(read.Result.Statement, " docs/") || read.Result.Statement != d.Subject.OnSite(address) {
			t.Errorf("the file states %q, want the page's paragraph with full addresses, %q", read.Result.Statement, d.Subject.OnSite(address))
		}
		if *read.Result.Answer != *d.Subject.Result.Answer {
			t.Errorf("the answer reads back as %+v", *read.Result.Answer)
		}
		// A file without the engine's version is refused.
		var members map[string]any
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		delete(members, "engine")
		without, err := json.Marshal(members)
		if err != nil || schema.Validate(string(without)) == nil {
			t.Errorf("%s accepts a file that does not say what computed it", part)
		}
	}
}

// The table is balanced LaTeX of four columns in plain ASCII, one line for
// every row with a value, and everything that it cites is in the bibliography.
func TestLaTeX(t *testing.T) {
	for name, d := range map[string]Document{
		"default": defaults(t),
		"cyclic": document(t, run.Run{N: 60, B: 6, T: 40, Eta: 0.1, Clip: 1, Sigma: 0.5, Noise: run.IterateNoise, Diameter: 2,
			Adjacency: run.Replace,
			Scheme:    run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.5, Clipping: run.ClippingNever},
			claim.Question{Alpha: 4}),
	} {
		text, bib := d.LaTeX(), d.BibTeX()
		if strings.ContainsFunc(text, func(r rune) bool { return r > 126 }) {
			t.Errorf("%s: not ASCII:\n%s", name, text)
		}
		lines, valued, sources := 0, 0, 0
		for _, row := range d.Subject.Result.Rows {
			if row.Epsilon != nil {
				valued++
				sources += len(words.Sources(row))
			}
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "%") || strings.Contains(line, `\url{`) { // a link may have any sign, but not in the caption
				continue
			}
			bare := regexp.MustCompile(`\\[{}&$%#_]`).ReplaceAllString(line, "")
			if strings.Count(bare, "{") != strings.Count(bare, "}") || strings.Count(bare, "$")%2 != 0 || strings.ContainsAny(bare, "#_") {
				t.Errorf("%s: not balanced: %s", name, line)
			}
			if strings.HasSuffix(line, "\\\\\n") {
				lines++
				if n := strings.Count(bare, "&"); n != 3 {
					t.Errorf("%s: %d columns: %s", name, n+1, line)
				}
			}
		}
		head := `$\varepsilon$ at $\delta$ = `
		if name == "cyclic" {
			head = `$\varepsilon$(4), R\'enyi DP`
		}
		if !strings.Contains(text, head) {
			t.Errorf("%s: the head does not say %s:\n%s", name, head, text)
		}
		if lines != valued+1 {
			t.Errorf("%s: %d lines for %d rows with a value", name, lines, valued)
		}
		for _, begin := range []string{`\begin{table}`, `\end{table}`, `\url{` + address + `}`, `\caption{`,
			words.Roundings, `\begin{tabular}`, `\end{tabular}`, `\toprule`, `\midrule`, `\bottomrule`} {
			if strings.Count(text, begin) != 1 {
				t.Errorf("%s: %d times %s", name, strings.Count(text, begin), begin)
			}
		}
		cites := regexp.MustCompile(`\\cite(?:\[[^\]]*\])?\{([^}]*)\}`).FindAllStringSubmatch(strings.ReplaceAll(strings.ReplaceAll(text, "{[}",
			""), "{]}", ""), -1)
		if len(cites) != sources {
			t.Errorf("%s: %d citations for %d sources of %d rows", name, len(cites), sources, valued)
		}
		for _, c := range cites {
			if strings.Count(bib, "{"+c[1]+",\n") != 1 {
				t.Errorf("%s: %s is cited and %d times in the bibliography", name, c[1], strings.Count(bib, "{"+c[1]+",\n"))
			}
		}
	}
}

// The caption states the run: in the paragraph to quote, or in short with how the training departs from it.
func TestCaptionStatesTheRun(t *testing.T) {
	d := defaults(t)
	caption := func() string {
		_, after, _ := strings.Cut(d.LaTeX(), `\caption{`)
		text, _, _ := strings.Cut(after, "\n")
		return text
	}
	if got := caption(); !strings.Contains(got, tex(d.Subject.OnSite(address))) || strings.Contains(got, `\url`) {
		t.Errorf("the caption is %s", got)
	}
	d.Subject = words.About(d.Subject.Query, d.Subject.Result, words.Departures{words.Momentum})
	for _, want := range []string{"Neighbouring datasets: replace one; n = 5, full batch; ", tex("T = 200, η = 0.1, C = 2; σ = 1; "), "L = 1, m = 1, D = 1", "the last iterate; ",
		"= 1e-5.", "The training also has momentum"} {
		if got := caption(); !strings.Contains(got, want) {
			t.Errorf("with momentum the caption lacks %q: %s", want, got)
		}
	}
}

// Ratios with a power of ten, and values without a limit, are LaTeX too.
func TestLaTeXOfLargeRatios(t *testing.T) {
	d := defaults(t)
	rows := d.Subject.Result.Rows
	answer := d.Subject.Result.Answer
	for i, row := range rows {
		if row.ID == answer.Row || row.Epsilon == nil {
			continue
		}
		for _, c := range []struct {
			epsilon float64
			cells   string
		}{
			{3e6 * float64(answer.Epsilon), "10$^{6}$$\\times$ \\\\\n"},
			{math.Inf(1), "& $\\infty$ &  \\\\\n"},
		} {
			epsilon := protocol.Number(c.epsilon)
			rows[i].Epsilon = &epsilon
			text := d.LaTeX()
			if strings.ContainsFunc(text, func(r rune) bool { return r > 126 }) || strings.Contains(text, "U+") || !strings.Contains(text, c.cells) {
				t.Errorf("of ε = %v there is no %q in\n%s", c.epsilon, c.cells, text)
			}
		}
		return
	}
	t.Error("0 rows with a value stand beside the answer, want at least 1")
}

// The lines of a chart become a table in plain ASCII with one column for each line, whose numbers are the chart's.
func TestLinesLaTeX(t *testing.T) {
	d := defaults(t)
	x, y := plot.Axis{Name: "iterations T"}, plot.Axis{Name: "privacy loss", Symbol: "ε", Note: "of Rényi DP at α = 2"}
	c := plot.Chart{X: x, Y: y, Series: []plot.Series{
		{ID: "a", Name: "α & β_1", X: []float64{1, 2, 4}, Y: []float64{0.5, 1e-7, math.Inf(1)}},
		{ID: "b", Name: "Theorem 3.1, √2", X: []float64{1, 4}, Y: []float64{2, 3}},
	}}
	text := d.LinesLaTeX(c)
	if strings.ContainsFunc(text, func(r rune) bool { return r > 126 }) || strings.Contains(text, "U+") {
		t.Errorf("not what LaTeX prints:\n%s", text)
	}
	of := `  & \multicolumn{2}{c}{privacy loss ` + tex("ε") + " " + tex("of Rényi DP at α = 2") + `} \\` + "\n"
	if !strings.Contains(text, of+"  \\cmidrule(l){2-3}\n") {
		t.Errorf("the table lacks the heading above its lines, %q:\n%s", of, text)
	}
	table, rows := c.Printed(linesRows), 0
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, "\\\\\n") || line == of {
			continue
		}
		if n := strings.Count(strings.ReplaceAll(line, `\&`, ""), "&"); n != 2 {
			t.Errorf("%d columns: %s", n+1, line)
		}
		rows++
	}
	if rows != len(table.Rows)+1 || !strings.Contains(text, "@{}rrr@{}") || !strings.Contains(text, tex(table.Rows[0][1])) {
		t.Errorf("%d rows of %d:\n%s", rows, len(table.Rows)+1, text)
	}
}

// The statement of every kind of run is text that LaTeX prints: with no bare
// sign that means something else there (pdfTeX stopped at ε, # and & before
// they were written its way), and the link alone in \url.
func TestParagraph(t *testing.T) {
	runs := map[string]run.Run{}
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
		for _, clipping := range []run.Clipping{run.ClippingNever, run.ClippingActive, run.ClippingDifference} {
			r := bounds.DefaultRun()
			r.N, r.B, r.T, r.Scheme, r.Clipping, r.Loss = 60, 6, 3, scheme, clipping, run.Convex
			if scheme == run.Full {
				r.B = r.N
			}
			runs[fmt.Sprint(scheme, clipping)] = r
		}
	}
	weak, holder := bounds.DefaultRun(), bounds.DefaultRun()
	weak.Loss, weak.WeakConvexity, holder.Loss, holder.HolderOrder = run.WeaklyConvex, 0.5, run.Holder, 0.5
	runs["weak"], runs["holder"] = weak, holder
	for name, r := range runs {
		d := document(t, r, claim.Question{Delta: 1e-5})
		if name == "weak" {
			d = document(t, r, claim.Question{Alpha: 2.5})
		}
		if d.Subject.Result.Answer == nil {
			delete(runs, name) // nothing to state
			continue
		}
		text := d.Paragraph()
		words, found := strings.CutSuffix(text, ` \url{`+address+`}`)
		if !found {
			t.Errorf("%s: the paragraph does not end with the link: %s", name, text)
		}
		words = regexp.MustCompile(`\\url\{https:[a-z./-]*\}`).ReplaceAllString(words, "")
		bare := regexp.MustCompile(`\\[&$%#_]`).ReplaceAllString(words, "")
		bare = strings.ReplaceAll(bare, "10^{-", "") // within mathematics
		if strings.ContainsAny(bare, "#&%_^~") || strings.Count(bare, "$")%2 != 0 || strings.Contains(words, "U+") ||
			strings.ContainsFunc(words, func(r rune) bool { return r > 126 }) || !regexp.MustCompile(`\$\\varepsilon \\le [0-9]|\$\\varepsilon\$\(2.5\) \$\\le\$`).MatchString(words) {
			t.Errorf("%s: %s", name, words)
		}
	}
	if len(runs) < 18 {
		t.Errorf("only %d runs have a statement", len(runs))
	}
	d := defaults(t)
	d.Subject.Departures = words.Departures{words.Momentum}
	if got := d.Paragraph(); got != "" {
		t.Errorf("with momentum: %s", got)
	}
}

// In a paragraph for LaTeX letters and their values are mathematics, and addresses can be broken between lines.
func TestProseInLaTeX(t *testing.T) {
	for text, want := range map[string]string{
		"ε ≤ 0.383 and δ = 1e-5, by":          `$\varepsilon \le 0.383$ and $\delta = 10^{-5}$, by`,
		"on n = 60,000 examples (T = 5).":     `on $n = 60{,}000$ examples ($T = 5$).`,
		"δ = 2.5e-7":                          `$\delta = 2.5 \cdot 10^{-7}$`,
		"the loss = 3 of 5 %":                 `the loss = 3 of 5 \%`,
		"(proof, https://a.org/b_c.html), so": `(proof, \url{https://a.org/b_c.html}), so`,
	} {
		if got := prose(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// The bibliography is ASCII, its comments too: BibTeX before biber reads no other.
func TestBibTeXIsASCII(t *testing.T) {
	d := defaults(t)
	for _, row := range catalog.All() {
		d.Drawn = append(d.Drawn, row.ID)
	}
	text := d.BibTeX()
	if i := strings.IndexFunc(text, func(r rune) bool { return r > 126 }); i >= 0 {
		t.Errorf("not ASCII: %.60s", text[max(0, i-20):])
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "%") && strings.Contains(line, "@") {
			t.Errorf("BibTeX takes this comment for an entry: %s", line)
		}
	}
}

// Nothing in the catalogue's words is unknown to the table.
func TestCatalogueIsKnownToLaTeX(t *testing.T) {
	for _, row := range catalog.All() {
		for _, text := range []string{row.Name, row.Source.Where,
			words.Kind(protocol.Row{Status: string(row.Status), Side: string(row.Side)})} {
			if got := tex(text); strings.Contains(got, "U+") {
				t.Errorf("%s: %s", row.ID, got)
			}
		}
	}
	if got := tex("a_b & 100 % 名"); got != `a\_b \& 100 \% U+540D` {
		t.Errorf("got %s", got)
	}
}

// The bibliography begins with the theorem that gave the answer, has what is
// drawn, and names the calculator with the version and the link.
func TestBibTeX(t *testing.T) {
	d := defaults(t)
	text := d.BibTeX()
	answer := d.Subject.Result.Answer.Row
	row, ok := catalog.ByID(answer)
	if !ok {
		t.Fatal(answer)
	}
	key := row.Source.Key
	if key == "" {
		key = ourKey
	}
	if first := regexp.MustCompile(`@\w+\{([^,]*),`).FindStringSubmatch(text); first == nil || first[1] != key {
		t.Errorf("the answer is of %s; the bibliography begins with %v", key, first)
	}
	for _, want := range []string{"chien2024convergent", "dong2022gaussian", "Version " + bounds.Version, address, "% Theorem 3.1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	_, ours, _ := strings.Cut(text, "@misc{"+ourKey+",")
	if want := fmt.Sprintf("  year          = {%d},\n", bounds.Year); !strings.Contains(ours, want) {
		t.Errorf("the calculator's entry is\n%s\nwant the line %q, the year of the release", ours, want)
	}
	keys := regexp.MustCompile(`(?m)^@\w+\{([^,]*),`).FindAllStringSubmatch(text, -1)
	var seen []string
	for _, k := range keys {
		if slices.Contains(seen, k[1]) {
			t.Errorf("%s is there twice", k[1])
		}
		seen = append(seen, k[1])
	}
}

func TestName(t *testing.T) {
	if got := defaults(t).Name("svg"); got != "last-iterate-full-T200-delta1e-5.svg" {
		t.Error(got)
	}
	d := Document{Subject: words.About(claim.Query{Run: run.Run{T: 7, Scheme: run.Cyclic}, Question: claim.Question{Alpha: 2}},
		protocol.Result{}, nil)}
	if got := d.Name("csv"); got != "last-iterate-cyclic-T7-alpha2.csv" {
		t.Error(got)
	}
	d.Along = "sigma"
	if got := d.Name("tex"); got != "last-iterate-cyclic-T7-alpha2-sigma.tex" {
		t.Error(got)
	}
}

// The small print loses nothing of the link, and a picture carries it.
func TestFoot(t *testing.T) {
	d := Document{Engine: "9.9.9", Link: address}
	foot := d.Foot()
	if foot[0] != "Last Iterate 9.9.9" || strings.Join(foot[1:], "") != address {
		t.Errorf("foot %q", foot)
	}
	for _, line := range foot {
		if len(line) > linkColumns {
			t.Errorf("%d characters in a line", len(line))
		}
	}
	c := plot.Chart{Title: "A line", Series: []plot.Series{{ID: "a", Name: "a", Kind: plot.Best, X: []float64{1, 2}, Y: []float64{1, 2}}}}
	svg := d.SVG(c)
	for _, line := range foot {
		if !strings.Contains(svg, ">"+strings.ReplaceAll(line, "&", "&amp;")+"</text>") {
			t.Errorf("the picture lacks %q", line)
		}
	}
	if !strings.HasPrefix(d.LightSVG(c), `<svg data-theme="light" xmlns=`) {
		t.Errorf("%.60s", d.LightSVG(c))
	}
}

// A value found by privacy loss distributions is exported with the papers on them; Mironov's
// paper is cited only if a row uses it.
func TestMethodIsCited(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Adjacency = 1000, 10, 20, run.Poisson, run.AddRemove
	d := document(t, r, claim.Question{Delta: 1e-5})
	d.Subject.Result.Rows = slices.DeleteFunc(d.Subject.Result.Rows, func(row protocol.Row) bool { return row.ID != "composition" })
	entries, table := d.BibTeX(), d.LaTeX()
	for _, key := range []string{"koskela2020computing", "gopi2021numerical", "doroshenko2022connect"} {
		if !strings.Contains(entries, "{"+key+",") || !strings.Contains(table, `\cite{`+key+"}") {
			t.Errorf("%s is not cited:\n%s\n%s", key, entries, table)
		}
	}
	if strings.Contains(entries+table, "mironov") {
		t.Errorf("Mironov is cited:\n%s\n%s", entries, table)
	}
}

// What is pasted into a paper names the page of a proof on the site, and no file of the repository.
func TestProofsAreCitedByTheirPages(t *testing.T) {
	d := defaults(t)
	home, _, _ := strings.Cut(d.Link, "#")
	for name, text := range map[string]string{"BibTeX": d.BibTeX(), "table": d.LaTeX(), "paragraph": d.Paragraph()} {
		if strings.Contains(text, "bounds/") || strings.Contains(text, ".md") {
			t.Errorf("%s cites a file of the repository:\n%s", name, text)
		}
		text = strings.ReplaceAll(text, `\allowbreak{}`, "")
		if !strings.Contains(text, "docs/proofs/profile.html") || name != "table" && !strings.Contains(text, home+"docs/proofs/profile.html") {
			t.Errorf("%s does not cite the proof's page:\n%s", name, text)
		}
	}
}
