package state

import (
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/figure"
)

// A figure brings its run and question, travels in a link, and is put away
// without touching the run.
func TestReproduce(t *testing.T) {
	start := do(New(figure1), Type{"eta", "-1"}, Scale{"x", "log"})
	for _, f := range figure.All() {
		m := do(start, Reproduce{f.ID})
		if m.Run != f.Run || m.Question != f.Question || m.View.Figure != f.ID || !m.Settled() || m.View.XScale != "" {
			t.Errorf("%s: %+v", f.ID, m.State)
		}
		if problems := link.Check(m.State); len(problems) != 0 {
			t.Errorf("%s: %v", f.ID, problems)
		}
		back := Opened(figure1, link.Encode(m.State))
		if len(back.Problems) != 0 || !back.Run.Same(f.Run) || back.View.Figure != f.ID {
			t.Errorf("%s through a link: %+v, problems %v", f.ID, back.State, back.Problems)
		}
		away := do(m, Reproduce{})
		if away.View.Figure != "" || away.Run != f.Run {
			t.Errorf("%s put away: %+v", f.ID, away.State)
		}
	}
	strange := Opened(figure1, link.Encode(figure1)+"&figure=no-such")
	if len(strange.Problems) != 1 || strange.Problems[0].Value != "no-such" || strange.View.Figure != "" {
		t.Errorf("an unknown figure: %+v", strange.Problems)
	}
	if _, ok := Action(Reproduce{}).(Deliberate); !ok {
		t.Error("Reproduce is not Deliberate, want it to be, so that it makes an entry in the history")
	}
}
