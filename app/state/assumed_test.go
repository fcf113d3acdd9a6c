package state

import (
	"slices"
	"strings"
	"testing"

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
		"while it is unknown":   {nil, nil},
		"as it stands":          {[]Action{known}, []string{"smoothness", "strong_convexity"}},
		"plain training":        {[]Action{Plain{}}, []string{"smoothness", "strong_convexity"}},
		"another class before":  {[]Action{Choose{"loss", string(run.Convex)}, known}, []string{"smoothness"}},
		"another class after":   {[]Action{Choose{"loss", string(run.Convex)}, known, Choose{"loss", string(run.WeaklyConvex)}}, []string{"smoothness", "weak_convexity"}},
		"one constant entered":  {[]Action{Type{"smoothness", "40"}, known}, []string{"strong_convexity"}},
		"both entered after":    {[]Action{known, Type{"smoothness", "40"}, Type{"strong_convexity", "0.1"}}, nil},
		"convexity first":       {[]Action{known, Type{"strong_convexity", "2"}, Type{"smoothness", "40"}}, nil},
		"ticked again":          {[]Action{Type{"smoothness", "40"}, Type{"strong_convexity", "1"}, known, Depart{words.Unknown, true}, known}, nil},
		"another departure too": {[]Action{Depart{words.Momentum, true}, known}, []string{"smoothness", "strong_convexity"}},
	} {
		m := do(New(s), c.do...)
		if got := m.Needs(); !slices.Equal(got, c.needs) {
			t.Errorf("%s: needs %v, want %v", name, got, c.needs)
		}
		text := link.Encode(m.State)
		if back := Opened(link.State{Query: figure1.Query}, text); len(back.Problems) > 0 || !slices.Equal(back.Needs(), c.needs) {
			t.Errorf("%s: %s needs %v (%v)", name, text, back.Needs(), back.Problems)
		}
	}
	m := do(New(figure1), Depart{words.Unknown, true}, known)
	if m.Needs() != nil || m.Run != figure1.Run || strings.Contains(link.Encode(m.State), "differs") {
		t.Errorf("a box that was ticked and unticked left %v of %+v", m.Needs(), m.Run)
	}
}
