package state

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// A preset's constants of an unknown loss are none of the person's: who says that the loss is
// known enters them, and a constant that was typed is kept.
func TestConstantsOfAnUnknownLossAreAsked(t *testing.T) {
	s := New(figure1).State
	s.View.Differs = []string{string(words.Unknown)}
	known := Depart{words.Unknown, false}
	for name, c := range map[string]struct {
		do    []Action
		needs []string
	}{
		"while it is unknown":  {nil, nil},
		"as it stands":         {[]Action{known}, []string{"smoothness", "strong_convexity"}},
		"plain training":       {[]Action{Plain{}}, []string{"smoothness", "strong_convexity"}},
		"another class before": {[]Action{Choose{"loss", string(run.Convex)}, known}, []string{"smoothness"}},
		"another class after":  {[]Action{Choose{"loss", string(run.Convex)}, known, Choose{"loss", string(run.WeaklyConvex)}}, []string{"smoothness", "weak_convexity"}},
		"one constant entered": {[]Action{Type{"smoothness", "40"}, known}, []string{"strong_convexity"}},
		"both entered after":   {[]Action{known, Type{"smoothness", "40"}, Type{"strong_convexity", "0.1"}}, nil},
		"convexity first":      {[]Action{known, Type{"strong_convexity", "2"}, Type{"smoothness", "40"}}, nil},
		"ticked again":         {[]Action{Type{"smoothness", "40"}, Type{"strong_convexity", "1"}, known, Depart{words.Unknown, true}, known}, nil},
		"averaged as well":     {[]Action{Depart{words.Averaging, true}, known}, []string{"smoothness", "strong_convexity"}},
		"averaged no longer":   {[]Action{Depart{words.Averaging, true}, known, Depart{words.Averaging, false}}, []string{"smoothness", "strong_convexity"}},
		"a class chosen":       {[]Action{Choose{"loss", string(run.Smooth)}}, []string{"smoothness"}},
		"the same class":       {[]Action{Choose{"loss", string(run.StronglyConvex)}}, []string{"smoothness", "strong_convexity"}},
		"a class, then none":   {[]Action{Choose{"loss", string(run.Smooth)}, Choose{"loss", form.UnknownLoss}}, nil},
		"none, then a class":   {[]Action{Choose{"loss", string(run.Smooth)}, Choose{"loss", form.UnknownLoss}, Choose{"loss", string(run.Smooth)}}, []string{"smoothness"}},
		"a smaller class":      {[]Action{known, Choose{"loss", string(run.Convex)}}, []string{"smoothness"}},
		"not smooth":           {[]Action{Choose{"loss", string(run.Convex)}, Smooth{false}}, nil},
		"smooth again":         {[]Action{Choose{"loss", string(run.Convex)}, Smooth{false}, Smooth{true}}, []string{"smoothness"}},
	} {
		m := do(New(s), c.do...)
		if got := m.Departures().Lacking(); !slices.Equal(got, c.needs) || m.Needs() != nil {
			t.Errorf("%s: asks for %v, want %v; needs %v", name, got, c.needs, m.Needs())
		}
		text := link.Encode(m.State)
		if back := Opened(link.State{Query: figure1.Query}, text); len(back.Problems) > 0 || !slices.Equal(back.Departures().Lacking(), c.needs) {
			t.Errorf("%s: %s asks for %v (%v)", name, text, back.Departures().Lacking(), back.Problems)
		}
	}
	m := do(New(figure1), Depart{words.Unknown, true}, known)
	if m.Needs() != nil || m.Run != figure1.Run || strings.Contains(link.Encode(m.State), "differs") {
		t.Errorf("a box that was ticked and unticked left %v of %+v", m.Needs(), m.Run)
	}
}

// The loss says itself that it is not known: it shows none of the preset's class and constants, and whoever chooses a
// class is asked for its constants, which a text on the way to a number takes away again.
func TestAnUnknownLossIsAChoice(t *testing.T) {
	s := New(figure1).State
	s.View.Differs = []string{string(words.Unknown)}
	m := New(s)
	if m.Text("loss") != form.UnknownLoss || m.Shown("smoothness") || m.Shown("strong_convexity") || !m.Shown("diameter") {
		t.Errorf("the form shows %s with L = %s", m.Text("loss"), m.Text("smoothness"))
	}
	m = do(m, Choose{"loss", string(run.StronglyConvex)})
	if m.Text("loss") != string(run.StronglyConvex) || m.Ticked() != nil || m.Text("smoothness") != "" || !m.Shown("smoothness") {
		t.Errorf("a class was chosen: the form shows %s with L = %q, and %v", m.Text("loss"), m.Text("smoothness"), m.Departures())
	}
	m = do(m, Choose{"loss", form.UnknownLoss})
	if m.Text("loss") != form.UnknownLoss || !m.Departures().Has(words.Unknown) || !m.Settled() || m.Shown("smoothness") {
		t.Errorf("none was chosen: the form shows %s, and %v", m.Text("loss"), m.Faults)
	}
	with := do(New(s), Choose{"loss", string(run.Smooth)}, Depart{words.Averaging, true})
	if with.Message("smoothness") != "" || with.Text("smoothness") != "" || with.View.Blank == nil {
		t.Errorf("averaged, the smoothness is %q: %s", with.Text("smoothness"), with.Message("smoothness"))
	}
}

// The field of what is released says that an average is, as a script with an exponential moving average says; whoever chooses
// another release says that there is none.
func TestAnAverageIsAChoiceOfWhatIsReleased(t *testing.T) {
	s := New(figure1).State
	s.View.Differs = []string{string(words.Averaging)}
	m := New(s)
	if got := m.Text("release"); got != form.Averaged {
		t.Errorf("with an average the form says that %q is released", got)
	}
	for _, release := range []string{string(run.LastIterate), string(run.LastIterates)} {
		other := do(m, Choose{"release", release})
		if other.Departures().Has(words.Averaging) || other.Text("release") != release {
			t.Errorf("%s was chosen: the form says %q, differs %v", release, other.Text("release"), other.Departures())
		}
		if back := do(other, Choose{"release", form.Averaged}); !back.Departures().Has(words.Averaging) || back.Text("release") != form.Averaged {
			t.Errorf("the average was chosen: the form says %q, differs %v", back.Text("release"), back.Departures())
		}
	}
}
