package words

import (
	"strings"
	"testing"

	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func TestSymbols(t *testing.T) {
	// s = κηC/b = 2·0.1·2/5.
	if got, want := Symbols(theRun), "s = 0.08, what one example can move a step; σ = 1 on the iterate; D = 1; T = 200."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r := theRun
	r.N, r.B, r.Scheme = 60, 6, run.Cyclic
	if got := Symbols(r); !strings.Contains(got, "B = 10 steps an epoch") {
		t.Error(got)
	}
	r.Scheme = run.WithoutReplacement
	if got := Symbols(r); !strings.Contains(got, "q = 0.1") {
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
