package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// The fields that a class of losses does not use are not in the form.
func TestFormFollowsTheLoss(t *testing.T) {
	m := state.New(link.State{Query: bounds.DefaultQuery()})
	for class, field := range map[string]string{"weakly-convex": "weak_convexity", "holder": "holder_order",
		"strongly-convex": "strong_convexity"} {
		m := state.Choose{Field: "loss", Value: class}.Do(m)
		page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())})
		for _, other := range []string{"weak_convexity", "holder_order", "strong_convexity"} {
			if got := strings.Contains(page, `id="field-`+other+`"`); got != (other == field) {
				t.Errorf("%s: field %s is there: %v", class, other, got)
			}
		}
	}
	m = state.Project{On: false}.Do(m)
	if page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())}); strings.Contains(page, `id="field-diameter"`) {
		t.Errorf("a domain without projection has a field for the diameter, want none:\n%s", page)
	}
}

// The help on batches leads to the page on loaders, and no other help leads away.
func TestHelpOnBatchesLeadsToLoaders(t *testing.T) {
	m := state.New(link.State{Query: bounds.DefaultQuery()})
	page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())})
	_, more, _ := strings.Cut(page, `id="more-scheme"`)
	more, _, _ = strings.Cut(more, "</details>")
	if !strings.Contains(more, `docs/loader.html"`) || !strings.Contains(more, ">Which loader am I?</a>") {
		t.Errorf("the help on batches: %s", more)
	}
	if n := strings.Count(page, "docs/loader.html"); n != 1 {
		t.Errorf("%d links to the page on loaders", n)
	}
}

func TestSymbolsAndProse(t *testing.T) {
	if got := app.HTMLString(app.P().Body(Symbol("σ_DP")...)); !strings.Contains(got, "<sub>DP</sub>") {
		t.Error(got)
	}
	if got := app.HTMLString(app.P().Body(Prose("`lr=` in your optimiser")...)); !strings.Contains(got, "<code>lr=</code>") {
		t.Error(got)
	}
}

// If only composition holds, fields that it does not use are marked as not used, also for screen readers. A folded group
// of such fields says so in its summary.
func TestFieldsOutOfUse(t *testing.T) {
	m := state.Choose{Field: "noise", Value: "multiplier"}.Do(state.New(link.State{Query: bounds.DefaultQuery()}))
	shown := func() string { return viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())}) }
	if page := shown(); strings.Contains(page, "unused") || strings.Contains(strings.ToLower(page), "not used") {
		t.Errorf("a run that is analysed has fields out of use: %s", page)
	}
	m = state.Depart{Departure: words.Momentum, On: true}.Do(m)
	page := plain(shown())
	for _, field := range []string{"eta", "schedule", "smoothness", "loss", "diameter"} {
		if _, help, _ := strings.Cut(page, `id="help-`+field+`"`); !strings.HasPrefix(help[strings.Index(help, ">")+1:], words.NotUsed) {
			t.Errorf("%s does not say that it is not used", field)
		}
	}
	if _, help, _ := strings.Cut(page, `id="help-sigma"`); strings.HasPrefix(help[strings.Index(help, ">")+1:], words.NotUsed) {
		t.Errorf("the help on the noise is %.100q, want it not to say that the noise is not used", help)
	}
	for _, want := range []string{`class="field unused"`, `class="field choice unused"`, `class="tick unused"`, "unbounded (not used)",
		`"fold-value">not used<`, `"fold-value">T = 200, C = 2, SGD with momentum<`} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
	// A class that nobody has said would count alone.
	for on, want := range map[bool]string{true: words.NotUsed, false: form.UnknownHelp} {
		m := state.Depart{Departure: words.Momentum, On: on}.Do(state.Depart{Departure: words.Unknown, On: true}.Do(m))
		page := viewtest.HTML(t, &Form{Query: m.Query, Entries: Entries(m, dom.NewEdits())})
		if _, help, _ := strings.Cut(page, `id="help-loss"`); !strings.HasPrefix(help[strings.Index(help, ">")+1:], want[:20]) {
			t.Errorf("momentum %v: the unknown loss says %.60s", on, help)
		}
	}
}

// What is released reads as the average that a script makes, also where the group is folded, and is not said to be unused.
func TestAverageIsWhatIsReleased(t *testing.T) {
	m := state.Depart{Departure: words.Averaging, On: true}.Do(state.New(link.State{Query: bounds.DefaultQuery()}))
	page := viewtest.HTML(t, &Form{State: m.State, Query: m.Query, Entries: Entries(m, dom.NewEdits())})
	if !strings.Contains(page, `"fold-value">an average of all iterates<`) {
		t.Error("the folded group does not say that an average is released")
	}
	if _, help, _ := strings.Cut(page, `id="help-release"`); !strings.HasPrefix(help[strings.Index(help, ">")+1:], form.AveragedHelp[:30]) {
		t.Errorf("the help on what is released is %.100q", help)
	}
	if _, options, _ := strings.Cut(page, `id="field-release"`); !strings.Contains(options[:strings.Index(options, "</select>")], "(EMA)") {
		t.Error("the menu of what is released has no average")
	}
}

// Under b, and where its group is folded, stands why it is not the batch size of a script that was read, until n, b or the scheme is
// another.
func TestSampledRateIsTold(t *testing.T) {
	const text = "n = 50000\nloader = DataLoader(d, batch_size=512)\nmake_private(noise_multiplier=1, max_grad_norm=1)\nlr = 0.1\nepochs = 3"
	read := snippet.Read(link.State{Query: bounds.DefaultQuery()}, text)
	said := func(change func(*link.State)) (help, folded bool) {
		state := read.State
		change(&state)
		f := &Form{State: state, Query: state.Query, Read: &read, Edits: dom.NewEdits(), Embedded: true, Entries: map[string]entry{
			"b": {Text: state.Run.Get("b"), Shown: true}}}
		page := plain(viewtest.HTML(t, f))
		return strings.Contains(page, ": Opacus samples at 1/98.") && strings.Contains(page, "so b is n/98, rounded up to 511"),
			strings.Contains(page, `"fold-value">n = 50000, b = 511, Poisson at 1/98<`)
	}
	if help, folded := said(func(*link.State) {}); !help || !folded {
		t.Errorf("how Opacus samples is told in the help on b: %t, in the folded group: %t; want both", help, folded)
	}
	for field, change := range map[string]func(*link.State){
		"n": func(s *link.State) { s.Run.N = 60000 }, "b": func(s *link.State) { s.Run.B = 500 },
		"scheme": func(s *link.State) { s.Run.Scheme = run.Reshuffle },
	} {
		if help, folded := said(change); help || folded {
			t.Errorf("with another %s it is told: %t, %t", field, help, folded)
		}
	}
}
