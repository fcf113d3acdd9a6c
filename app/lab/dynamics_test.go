package lab

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// A run's log-Sobolev constants are drawn along all of its steps: for convex losses
// 1/(tσ²) after t steps (Ye and Shokri, Lemma D.2), here with σ = 0.1, and for m-strongly
// convex ones 1/(σ²·Σ_{i<t}(1 − ηm)^{2i}) (Lemma D.3), whichever steps use the example.
func TestConstantsOfARun(t *testing.T) {
	tool := dynamicsTool()
	for _, e := range []struct {
		name   string
		shrink float64
		change [2]string
	}{
		{"convex", 1, [2]string{}},
		{"strongly convex", 1 - 0.1*2, [2]string{"loss=convex&smoothness=4", "loss=strongly-convex&smoothness=4&strong_convexity=2"}},
	} {
		v := tool.Defaults()
		v["run"] = strings.Replace(v["run"], e.change[0], e.change[1], 1)
		first, fault := answered(t, tool, v)
		if fault != nil {
			t.Fatal(e.name, *fault)
		}
		v["uses"] = "10, 20, …, 50"
		other, _ := answered(t, tool, v)
		if first.Below == nil || len(first.Below.Series[0].X) != 50 {
			t.Fatalf("%s: the constants are not drawn at 50 steps", e.name)
		}
		line, variance := first.Below.Series[0], 0.0
		for i, c := range line.Y {
			variance = e.shrink*e.shrink*variance + 0.01
			if math.Abs(c*variance-1) > 1e-12 || line.X[i] != float64(i+1) || other.Below.Series[0].Y[i] != c {
				t.Errorf("%s: after %v steps %v, want %v; with other uses %v", e.name, line.X[i], c, 1/variance, other.Below.Series[0].Y[i])
			}
		}
		said, _ := json.Marshal(first.Facts)
		if text := string(said); !strings.Contains(text, "log-Sobolev constant at the end") {
			t.Errorf("%s: %s", e.name, text)
		}
	}
}
