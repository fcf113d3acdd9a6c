package view

import (
	"html"
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// A solution by a result of ours says so, and what published theorems alone give; one by a published theorem does not.
func TestSolutionSaysItsStanding(t *testing.T) {
	w := words.Wanted{Query: bounds.DefaultQuery(), Epsilon: 3, Field: "sigma"}
	for row, ours := range map[string]bool{"shuffled-composition": true, "composition": false} {
		page := html.UnescapeString(viewtest.HTML(t, &Solver{Query: w.Query, Search: session.Search{Wanted: w, Status: engine.Done,
			Result: protocol.SolveResult{Value: 2.89, Epsilon: 3, Row: row}, ByPublished: "By published theorems alone, it is 5.",
			Published: map[bool]*protocol.SolveResult{true: {Value: 5, Epsilon: 3, Row: "composition"}}[ours]}}))
		page = strings.ReplaceAll(page, "\u00a0", " ")
		if !strings.Contains(page, "by "+bounds.NameOf(row)) {
			t.Errorf("%s is not named by %q in %s", row, bounds.NameOf(row), page)
		}
		for _, says := range []string{"(own result, unpublished, proof).", "By published theorems alone, it is 5.",
			">Apply 2.89 (own result, unpublished)<", ">Apply 5 (published theorems)<"} {
			if strings.Contains(page, says) != ours {
				t.Errorf("%s: %q is there: %v, want %v", row, says, !ours, ours)
			}
		}
	}
}

// A text that has a library find the noise for a target fills in the solver, and the answer's place offers to find that noise.
func TestTargetOfATextIsTaken(t *testing.T) {
	const text = "engine.make_private_with_epsilon(module=m, optimizer=SGD(lr=0.1), data_loader=l, target_epsilon=EPS, target_delta=1e-5, " +
		"epochs=20, max_grad_norm=1.2)\ntrain_size = 50000\nbatch_size = 500"
	base := link.State{Query: bounds.DefaultQuery()}
	for epsilon, want := range map[string]float64{"3.0": 3, "3.0)\nf(target_epsilon=4": 0, "eps": 0} {
		if got := snippet.Read(base, strings.Replace(text, "EPS", epsilon, 1)).Target; got != want {
			t.Errorf("of target_epsilon=%s the target is %v, want %v", epsilon, got, want)
		}
	}
	r := snippet.Read(base, strings.Replace(text, "EPS", "3.0", 1))
	failed := session.Job{Status: engine.Failed, Needs: "the noise is needed"}
	const offers = "find the noise for ε = 3<"
	if page := viewtest.HTML(t, &Answer{Job: failed, Fields: []string{"sigma"}, Read: &r, Form: r.State.Run}); !strings.Contains(page, offers) {
		t.Errorf("there is no %q in %s", offers, page)
	}
	if page := viewtest.HTML(t, &Answer{Job: failed, Fields: []string{"n"}, Read: &r, Form: r.State.Run}); strings.Contains(page, "find the noise") {
		t.Errorf("the noise is stated, and is offered to be found: %s", page)
	}
	v := &Solver{}
	v.OnInit()
	v.field = "T"
	if v.Target = r.Target; !v.take() || v.field != "sigma" || v.typed != "3" {
		t.Errorf("the solver asks for %s at ε = %s", v.field, v.typed)
	}
	v.typed = "5"
	if v.take() || v.typed != "5" {
		t.Errorf("what the visitor has typed is overwritten by %s", v.typed)
	}
}
