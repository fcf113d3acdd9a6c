package words

import (
	"strings"
	"testing"

	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func TestSymbols(t *testing.T) {
	// s = κηC/b = 2·0.1·2/5.
	symbols := func(r run.Run) string { return strings.ReplaceAll(Symbols(protocol.Row{}, r, nil), "\u00a0", " ") }
	if got, want := symbols(theRun), "s = 0.08, how far one example can move a step; σ = 1 on the iterate; D = 1; T = 200."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r := theRun
	r.N, r.B, r.Scheme = 60, 6, run.Cyclic
	if got := symbols(r); !strings.Contains(got, "B = 10 steps per epoch") {
		t.Error(got)
	}
	r.Scheme = run.WithoutReplacement
	if got := symbols(r); !strings.Contains(got, "q = 0.1") {
		t.Error(got)
	}
}

func TestFoundLevels(t *testing.T) {
	few := protocol.Row{Optimum: &protocol.Optimum{Levels: []protocol.Number{0, 0.25, 0}}}
	if got := Found(few, 10); got != "The distances allowed at the ends of epochs are 0, 0.25, 0." {
		t.Error(got)
	}
	many := protocol.Row{Optimum: &protocol.Optimum{Levels: []protocol.Number{1, 2, 3, 4, 5, 6, 7, 8}}}
	if got := Found(many, 10); !strings.Contains(got, "1, 2, 3, …, 6, 7, 8.") {
		t.Error(got)
	}
}

// Everything that an optimisation chose is listed.
func TestFoundParts(t *testing.T) {
	n := func(x float64) *protocol.Number { y := protocol.Number(x); return &y }
	for want, o := range map[string]protocol.Optimum{
		"Only the last 13 of 200 steps are charged, from τ = 187 on; the last step costs a = 0.15.": {Tau: 187, Window: 13,
			P: n(0.15)},
		"Only the last of 200 steps is charged.":                                          {Tau: 199, Window: 1},
		"50 % of each step’s noise hides that step; the rest contracts what came before.": {Beta: n(0.5), Block: 1},
		"All of each step’s noise hides that step; what came before contracts over blocks of 12 steps.": {Beta: n(1),
			Block: 12},
		"50 % of each step’s noise hides that step; the rest contracts what came before over blocks of 3 steps.":         {Beta: n(0.5), Block: 3},
		"The rest contracts what came before over blocks of 18 steps, and the 17 steps after each pay off the distance.": {Block: 18, Tail: 17},
		"The rest contracts what came before over blocks of one step, and the 4 steps after each pay off the distance.":  {Block: 1, Tail: 4},
		"The shares β = 0.5, 0.75 of the steps’ noise hide those steps.":                                                 {Betas: []protocol.Number{0.5, 0.75}},
		"The cost Σa² lies between 0 and 0.25, depending on where the differing example is.": {Least: n(0),
			Most: n(0.25)},
		"Each step of the run maps x to c·x with c = -0.9.": {Factor: n(-0.9)},
	} {
		if got := strings.ReplaceAll(Found(protocol.Row{Optimum: &o}, 200), "−", "-"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The row that is explained step by step is the answer's, or is named as another.
func TestExplained(t *testing.T) {
	e := protocol.Number(1.531)
	s := Subject{Result: protocol.Result{
		Answers: protocol.Answers{
			Answer: &protocol.Answer{Row: "a", Epsilon: 0.4},
			Rows: []protocol.Row{
				{ID: "a", Name: "One", Epsilon: &e}, {ID: "b", Name: "Two", Epsilon: &e, Schedule: true}},
		},
	}}
	s.Result.Rows = append(s.Result.Rows, protocol.Row{ID: "c", Name: "Three", Epsilon: &e}, protocol.Row{ID: "d", Name: "Four"})
	for _, c := range []struct {
		change    func()
		row, open string
		split     bool
		want      string
	}{
		{func() {}, "a", "", false, ""},
		{func() {}, "b", "", false, "The answer is by One, which has no step-by-step schedule. Shown are the steps of Two (ε ≤ 1.54)."},
		{func() {}, "b", "", true, "The answer is by One, which has no step-by-step schedule. Shown are the parts of Two (ε ≤ 1.54)."},
		{func() { s.Result.Rows[0].Schedule = true }, "b", "b", false, "The answer is by One. Shown are the steps of Two (ε ≤ 1.54)."},
		{func() {}, "a", "c", false, "The open row, Three, has no step-by-step schedule. Shown are the steps of One (ε ≤ 1.54)."},
		{func() {}, "a", "d", false, ""},
		{func() {}, "b", "", true, "The answer is by One. Shown are the parts of Two (ε ≤ 1.54)."},
		{func() { s.Result.Rows[1].Side, s.Result.Rows[1].Status = "upper", "not-valid" }, "b", "", false,
			"The answer is by One. Shown are the steps of Two (ε ≤ 1.54), which is not valid as printed."},
		{func() {}, "d", "", false, ""},
	} {
		c.change()
		if got := s.Explained(c.row, c.open, c.split); got != c.want {
			t.Errorf("%s, %s open: %q, want %q", c.row, c.open, got, c.want)
		}
	}
}
