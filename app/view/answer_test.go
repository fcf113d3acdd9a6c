package view

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// The theorem's name leads to its open row, and the mark of a certified answer to what that means.
func TestAttributionLeadsOn(t *testing.T) {
	epsilon := protocol.Number(0.405)
	row := protocol.Row{ID: "profile", Name: "Profile contraction", Applies: true, Certified: true, Epsilon: &epsilon, Side: "upper",
		Status: "proved"}
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{Rows: []protocol.Row{row},
		Answer: &protocol.Answer{Row: "profile", Epsilon: epsilon, Certified: true}}}}
	for embedded, blank := range map[bool]int{false: 1, true: 2} {
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Opens: "https://calculator.example/#v=1&open=profile", Embedded: embedded})
		_, html, _ = strings.Cut(html, `id="attribution"`)
		html, _, _ = strings.Cut(html, "</p>")
		for _, want := range []string{`href="https://calculator.example/#v=1&open=profile"`, `docs/certificates.html"`, words.CertifiedMark} {
			if !strings.Contains(html, want) {
				t.Errorf("embedded %t: the attribution has no %s: %s", embedded, want, html)
			}
		}
		if got := strings.Count(html, `target="_blank"`); got != blank {
			t.Errorf("embedded %t: %d links open beside the page, want %d", embedded, got, blank)
		}
	}
	if html := viewtest.HTML(t, &rowView{Row: row}); !strings.Contains(html, `id="`+openerOf("profile")+`"`) {
		t.Errorf("a row's button cannot be led to: %s", html)
	}
}

// An embed says what its number assumes, even where no form has room; the page has its form.
func TestEmbedNamesItsRun(t *testing.T) {
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "profile", Epsilon: 0.405}}}}
	for sizes, want := range map[string]string{
		"n = 5": `<span class="of"><span class="what"><span class="for">for the </span>released model</span>` +
			`<span class="brief">n = 5</span></span>`,
		"": `<span class="of">for the released model</span>`,
	} {
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Embedded: sizes != "", Sizes: sizes})
		_, html, _ = strings.Cut(html, `id="answer-sentence"`)
		html, _, _ = strings.Cut(html, "</p>")
		if html = regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(html, ""); !strings.Contains(html, want) {
			t.Errorf("%q: %s", sizes, html)
		}
	}
}

// What follows the number may break into lines in an embed. None of them begins with a mark that ends or joins what is before it,
// whether or not the answer is whole.
func TestNoLineBeginsWithAMark(t *testing.T) {
	answer := &protocol.Answer{Row: "profile", Epsilon: 0.405}
	for name, unfinished := range map[string]bool{"whole": false, "unfinished": true} {
		about := words.Subject{Query: bounds.DefaultQuery(), Unfinished: unfinished,
			Result: protocol.Result{Answers: protocol.Answers{Answer: answer, Published: answer}}}
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Embedded: true})
		_, told, found := strings.Cut(html, `class="told`)
		_, told, _ = strings.Cut(told, ">")
		told, _, _ = strings.Cut(told, "</span>")
		if told = strings.TrimSpace(told); !found || strings.Trim(told, ".") == "" || strings.ContainsAny(told[:1], ",;:.)") {
			t.Errorf("%s: a line is %q", name, told)
		}
		if so := strings.Contains(html, "so-far"); so != unfinished {
			t.Errorf("%s: marked as unfinished: %t", name, so)
		}
	}
}

// What composition counts is left out where there is no room for it, and the departures where what is assumed names them: what leaves them
// out knows them by their classes.
func TestEmbedSetsDeparturesApart(t *testing.T) {
	composition := &protocol.Answer{Row: "composition", Epsilon: 5}
	query := bounds.DefaultQuery()
	query.Run.Noise = run.NoiseMultiplier
	about := words.Subject{Query: query, Departures: words.Departures{words.Momentum, words.Averaging},
		Result: protocol.Result{Answers: protocol.Answers{Answer: composition, Published: composition}}}
	html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Embedded: true, Sizes: about.Sizes()})
	_, what, _ := strings.Cut(html, `class="what"`)
	if what, _, _ = strings.Cut(what, "</span>"); strings.Contains(what, "—") { // it has a line of its own
		t.Errorf("a line begins with a dash: %s", what)
	}
	part := func(class string) string {
		_, text, _ := strings.Cut(html, `class="`+class+`">`)
		text, _, _ = strings.Cut(text, "</span>")
		return text
	}
	for class, want := range map[string]string{"holds": ": the ordinary DP-SGD ε, as if every iterate were public",
		"with": "; it holds with momentum and weight averaging (EMA, SWA)"} {
		if got := part(class); got != want {
			t.Errorf("set apart as %q: %q, want %q", class, got, want)
		}
	}
}

// Of warnings the beginning of the first stands below the number, in one line, and all of
// them unfold from it.
func TestWarningsTakeOneLine(t *testing.T) {
	epsilon := protocol.Number(0.405)
	const large, position = "δ = 0.1 is not below 1/n = 1/50: publishing one randomly drawn example in full satisfies (0, 1/n)-differential " +
		"privacy. Choose δ well below 1/n.", "This is the privacy loss of the examples in batch 3."
	said := func(warnings ...string) (line, rest string) {
		about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{
			Answer: &protocol.Answer{Row: "profile", Epsilon: epsilon}, Warnings: warnings}}}
		_, html, found := strings.Cut(viewtest.HTML(t, &Answer{Subject: about, Known: true}), `id="warnings"`)
		if !found {
			return "", ""
		}
		html, _, _ = strings.Cut(html, `class="line"`)
		line, rest, _ = strings.Cut(html, "<ul")
		return line, rest
	}
	if line, rest := said(); line+rest != "" {
		t.Errorf("without warnings: %s%s", line, rest)
	}
	if line, rest := said(position); !strings.Contains(line, position) || rest != "" || strings.Contains(line, "more") {
		t.Errorf("a warning of one line is %s, and folds %s", line, rest)
	}
	for more, warnings := range map[string][]string{">more<": {large}, ">1 more<": {large, position}} {
		line, rest := said(warnings...)
		if !strings.Contains(line, ">δ = 0.1 is not below 1/n = 1/50: the guarantee may be empty.<") || !strings.Contains(line, more) || strings.Contains(line, "publishing") {
			t.Errorf("%d warnings begin %s", len(warnings), line)
		}
		for _, w := range warnings {
			if !strings.Contains(rest, w) {
				t.Errorf("%q is not behind them: %s", w, rest)
			}
		}
	}
}

// Beside the number stand what it rests on that nobody has said, that it is of an example, that another value was found;
// and the attacker's number leads to the whole profile, but in an embed.
func TestWhatStandsByTheNumber(t *testing.T) {
	epsilon := protocol.Number(0.405)
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "profile", Epsilon: epsilon}}}}
	plain := viewtest.HTML(t, &Answer{Subject: about, Known: true, Embedded: true})
	for _, id := range []string{`id="assumed"`, `id="example"`, `id="unwritten"`, `id="answer-of"`, words.Tighten + "</a>"} {
		if strings.Contains(plain, id) {
			t.Errorf("a plain answer has %s", id)
		}
	}
	page := viewtest.HTML(t, &Answer{Subject: about, Known: true, Attacks: "#tab", Origin: words.ExampleAnswer, Assumed: "Assumed: much.", Unwritten: "Not that."})
	if want := fmt.Sprintf("n = %d", about.Run.N); !strings.Contains(words.ExampleAnswer, want) {
		t.Errorf("the mark of the example is %q, want it to say %s", words.ExampleAnswer, want)
	}
	sentence, after, _ := strings.Cut(page, `class="rest"`)
	if !strings.Contains(sentence, words.ExampleAnswer) {
		t.Errorf("before the sentence goes on there is no mark of an example: %s", sentence)
	}
	for _, want := range []string{">Replace one, full batch. </span>", ">Assumed: much.<", ">Not that.<", `href="#tab"`, words.Tighten + "</a>"} {
		if !strings.Contains(after, want) {
			t.Errorf("there is no %s: %s", want, after)
		}
	}
}

// A ruler is shown if it has another number than the answer, or may have one yet: the place of one number alone means nothing.
func TestRulerOfOneNumberIsLeftOut(t *testing.T) {
	of := func(x protocol.Number) *protocol.Answer { return &protocol.Answer{Row: "composition", Epsilon: x} }
	for _, c := range []struct {
		name       string
		answers    protocol.Answers
		unfinished bool
		ticked     words.Departures
		want       bool
	}{
		{"alone", protocol.Answers{Answer: of(1.5), Published: of(1.5)}, false, nil, false},
		{"alone while floors are computed", protocol.Answers{Answer: of(1.5), Published: of(1.5)}, true, nil, true},
		{"alone, with a departure, for which no floor holds", protocol.Answers{Answer: of(1.5), Published: of(1.5)}, true,
			words.Departures{words.Averaging}, false},
		{"beside the bound for all iterates", protocol.Answers{Answer: of(1.5), Published: of(2)}, false, nil, true},
		{"beside a floor", protocol.Answers{Answer: of(1.5), Published: of(1.5), Lower: of(1)}, false, nil, true},
	} {
		about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: c.answers}, Unfinished: c.unfinished,
			Departures: c.ticked}
		if got := strings.Contains(viewtest.HTML(t, &Answer{Subject: about, Known: true}), `id="ruler"`); got != c.want {
			t.Errorf("%s: a ruler is shown: %v, want %v", c.name, got, c.want)
		}
	}
}
