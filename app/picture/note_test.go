package picture

import (
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// A line against the batch size or the number of examples holds the iterations or the epochs: the picture says which.
func TestWhatIsHeldIsSaid(t *testing.T) {
	s := Scene{Tab: Sweep, Query: bounds.DefaultQuery(), Width: 720}
	s.Run.N, s.Run.B, s.Run.Scheme = 100, 10, run.Cyclic
	for _, parameter := range []string{"b", "n"} {
		if s.Parameter = parameter; !strings.HasSuffix(s.note(), "T = 200 throughout") {
			t.Errorf("against %s: %q", parameter, s.note())
		}
	}
	s.Epochs = true
	if !strings.HasSuffix(s.note(), "E = 20 epochs throughout") {
		t.Errorf("in epochs: %q", s.note())
	}
	s.Epochs = false
	for _, other := range []func(){func() { s.Parameter = "sigma" }, func() { s.Parameter, s.Run.B, s.Run.Scheme = "n", s.Run.N, run.Full }} {
		if other(); strings.Contains(s.note(), "throughout") {
			t.Errorf("against %s: %q", s.Parameter, s.note())
		}
	}
}
