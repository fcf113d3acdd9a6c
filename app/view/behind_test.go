package view

import (
	"strings"
	"testing"

	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// The paragraph has one place, with or without an answer, so that it stays open; one of an older question is not copied.
func TestTheParagraphKeepsItsPlace(t *testing.T) {
	result := protocol.Result{Statement: "The model is private.", Answers: protocol.Answers{Answer: &protocol.Answer{Row: "profile", Epsilon: 1}}}
	of := func(known, stale bool, r protocol.Result) string {
		s := words.Subject{Query: bounds.DefaultQuery(), Result: r}
		return viewtest.HTML(t, &Behind{Subject: s, Known: known, Stale: stale})
	}
	shown, old, none := of(true, false, result), of(true, true, result), of(false, true, result)
	for _, page := range []string{shown, old, none} {
		before, _, found := strings.Cut(page, `id="statement"`)
		if !found || strings.Count(before, "<p") != 1 || strings.Count(before, "<details") != 1 {
			t.Errorf("before the paragraph stands %s", before)
		}
	}
	button := func(page string) string { // its attributes come in any order
		for _, tag := range strings.Split(page, "<button")[1:] {
			if tag, _, _ = strings.Cut(tag, ">"); strings.Contains(tag, `id="statement-copy"`) {
				return strings.Replace(tag, ` disabled="false"`, "", 1)
			}
		}
		return ""
	}
	if strings.Contains(button(shown), "disabled") || !strings.Contains(button(old), "disabled") || !strings.Contains(shown, result.Statement) {
		t.Errorf("buttons: now%s, while another is computed%s", button(shown), button(old))
	}
	if strings.Contains(none, "statement-text") || !strings.Contains(none, "hidden") {
		t.Errorf("without an answer: %s", none)
	}
}

// The checklist has no smaller last batch for batches without one.
func TestScopeListsWhatTheBatchesCanHave(t *testing.T) {
	for scheme, want := range map[run.Scheme]bool{run.Reshuffle: true, run.Cyclic: true, run.Poisson: false, run.Full: false} {
		r := bounds.DefaultRun()
		r.Scheme = scheme
		page := viewtest.HTML(t, &scope{Run: r})
		if got := strings.Contains(page, "departure-remainder"); got != want || !strings.Contains(page, "departure-momentum") {
			t.Errorf("%s: %s", scheme, page)
		}
	}
}
