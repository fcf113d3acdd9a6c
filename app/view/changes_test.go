package view

import (
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/session"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// What would lower ε is offered beside the answer that it is about, and keeps its room while there is none; then each
// change is a button with its ε. An embed has none of it.
func TestWhatWouldLowerIsOffered(t *testing.T) {
	epsilon := protocol.Number(0.405)
	row := protocol.Row{ID: "profile", Name: "Profile contraction", Applies: true, Epsilon: &epsilon, Side: "upper", Status: "proved"}
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{Rows: []protocol.Row{row},
		Answer: &protocol.Answer{Row: "profile", Epsilon: epsilon}}}}
	found := []protocol.Change{{Field: "sigma", Value: "2", Epsilon: 0.1536}}
	for name, c := range map[string]struct {
		lowering *session.Lowering
		embedded bool
		has, not string
	}{
		"no answer":  {nil, false, `class="ask-lower not-offered"`, `id="lower"`},
		"an answer":  {&session.Lowering{}, false, `class="ask-lower"`, `id="lower"`},
		"a picture":  {nil, false, `id="to-picture"`, `id="lower"`},
		"no picture": {nil, true, `id="attribution"`, "to-picture"},
		"an embed":   {nil, true, `id="attribution"`, "ask-lower"},
		"computing":  {&session.Lowering{Status: engine.Running, Done: 1, Of: 5}, false, `1 of 5 tried.</p>`, words.NoneLower},
		"so far":     {&session.Lowering{Status: engine.Running, Done: 2, Of: 5, Found: found}, false, "ε ≤ 0.154", words.Lower},
		"cancelled":  {&session.Lowering{Status: engine.Done, Done: 1, Of: 5}, false, "Stopped after 1 of 5", "lower-stop"},
		"cancel":     {&session.Lowering{Status: engine.Running, Done: 1, Of: 5}, false, `id="lower-stop"`, `"ask-lower"`},
		"some found": {&session.Lowering{Status: engine.Done, Found: found}, false, "noise on the iterate σ = 2, ε ≤ 0.154", "ask-lower\""},
		"none found": {&session.Lowering{Status: engine.Done}, false, words.NoneLower, words.Lower},
	} {
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Lowering: c.lowering, Embedded: c.embedded})
		if !strings.Contains(html, c.has) || strings.Contains(html, c.not) {
			t.Errorf("%s: %q is missing, or %q is there: %s", name, c.has, c.not, html)
		}
	}
}

// The best published bound stands beside an answer that is a result of ours once all theorems have been asked, not beside a sentence
// whose table is still to come.
func TestPublishedBoundWaitsForTheTable(t *testing.T) {
	epsilon, published := protocol.Number(0.5), protocol.Number(2)
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "shift", Epsilon: epsilon}, Published: &protocol.Answer{Row: "composition", Epsilon: published},
		Rows: []protocol.Row{
			{ID: "composition", Side: "upper", Status: "proved", Applies: true, Epsilon: &published},
			{ID: "shift", Name: "Shift optimum", Side: "upper", Status: "proved", Applies: true, HiddenState: true,
				Epsilon: &epsilon, Source: &protocol.Source{Authors: "Last Iterate"}}}}}}
	for _, head := range []*words.Subject{nil, &about} {
		html := viewtest.HTML(t, &Answer{Subject: about, Known: true, Head: head})
		if got := strings.Contains(html, "2.00 by published theorems"); got != (head == nil) {
			t.Errorf("with a sentence alone: %v, the published bound is there: %v", head != nil, got)
		}
	}
}

// The published bound is the button that leaves our own results out, which stays in its place to include them again. An embed has
// the words alone.
func TestPublishedBoundIsASwitch(t *testing.T) {
	epsilon, published := protocol.Number(0.5), protocol.Number(2)
	row := protocol.Row{ID: "shift", Side: "upper", Status: "proved", Applies: true, HiddenState: true, Epsilon: &epsilon,
		Source: &protocol.Source{Authors: "Last Iterate"}}
	about := words.Subject{Query: bounds.DefaultQuery(), Result: protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "shift", Epsilon: epsilon}, Published: &protocol.Answer{Row: "composition", Epsilon: published},
		Rows: []protocol.Row{{ID: "composition", Side: "upper", Status: "proved", Applies: true, Epsilon: &published}, row}}}}
	without := about
	without.PublishedOnly, without.Result.Answer = true, without.Result.Published
	for _, c := range []struct {
		about     words.Subject
		embedded  bool
		has, text string
	}{
		{about, false, `aria-pressed="false"`, ">(2.00 by published theorems)</button>"},
		{without, false, "aria-pressed", ">" + words.OnlyPublished + "</button>"},
		{about, true, `class="second"`, ">(2.00 by published theorems) </span>"},
		{without, true, "", ""},
	} {
		html := viewtest.HTML(t, &Answer{Subject: c.about, Known: true, Embedded: c.embedded})
		_, aside, there := strings.Cut(html, `class="aside"`)
		if aside, _, _ = strings.Cut(aside, `class="rest"`); there != (c.has != "") || !strings.Contains(aside, c.has) || !strings.Contains(aside, c.text) ||
			c.about.PublishedOnly && strings.Contains(aside, `aria-pressed="false"`) {
			t.Errorf("embedded %v, published only %v: want %s and %s in %s", c.embedded, c.about.PublishedOnly, c.has, c.text, aside)
		}
	}
}
