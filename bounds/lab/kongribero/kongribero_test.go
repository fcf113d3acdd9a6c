package kongribero

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

var example = Training{N: 1000, B: 10, Epochs: 10, Clip: 1, Smoothness: 1, Weak: 0.1, Alpha: 8, Epsilon: 1}

// The example of the derivation: as printed 0.0173, which by their own Theorem
// 2.3 loses 412.6 and not 1; repaired 0.5537; solving Theorem 2.3 gives
// 0.351434, and the best row 0.2416 or less.
func TestTheCorollarysExample(t *testing.T) {
	c, err := Compare(context.Background(), example)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		what              string
		got, want, digits float64
	}{
		{"printed", c.Printed, 0.0173, 5e-5},
		{"its cost", c.Costs, 412.6, 0.05},
		{"repaired", c.Repaired, 0.5537, 5e-5},
		{"by Theorem 2.3", c.Theorem.Value, 0.351434, 1e-6},
	} {
		if math.Abs(v.got-v.want) > v.digits {
			t.Errorf("%s: %v, want %v", v.what, v.got, v.want)
		}
	}
	if c.Best.Value > 0.24165 || c.Best.Epsilon > 1 {
		t.Errorf("best: %+v, want at most 0.2416", c.Best)
	}
	if c.Theorem.Epsilon > 1 || c.Theorem.Row != "kong-ribero-2.3" {
		t.Errorf("by Theorem 2.3: %+v", c.Theorem)
	}
}

// What is recommended meets the target by their own theorem; as printed it misses.
func TestTheRepairMeetsItsTarget(t *testing.T) {
	for _, s := range []Training{example, {N: 5000, B: 5, Epochs: 3, Clip: 2, Smoothness: 4, Weak: 0.5, Alpha: 2, Epsilon: 0.1},
		{N: 400, B: 1, Epochs: 100, Clip: 0.1, Smoothness: 1, Weak: 1, Alpha: 32, Epsilon: 4}} {
		c, err := Compare(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if c.Theorem.Value > c.Repaired {
			t.Errorf("%+v: Theorem 2.3 needs σ = %v, more than the repaired %v", s, c.Theorem.Value, c.Repaired)
		}
		if c.Costs <= s.Epsilon || c.Best.Value > c.Theorem.Value*(1+1e-9) {
			t.Errorf("%+v: %+v", s, c)
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for field, change := range map[string]func(*Training){
		"n":              func(s *Training) { s.N = 0 },
		"b":              func(s *Training) { s.B = 300 },
		"epochs":         func(s *Training) { s.Epochs = 0 },
		"clip":           func(s *Training) { s.Clip = math.Inf(1) },
		"smoothness":     func(s *Training) { s.Smoothness, s.Weak = -1, -1 },
		"weak_convexity": func(s *Training) { s.Weak = 2 },
		"alpha":          func(s *Training) { s.Alpha = 1 },
		"epsilon":        func(s *Training) { s.Epsilon = math.NaN() },
	} {
		s := example
		change(&s)
		var errs run.Errors
		found := false
		if _, err := Compare(context.Background(), s); errors.As(err, &errs) {
			for _, e := range errs {
				found = found || e.Field == field
			}
		}
		if !found {
			t.Errorf("%s: %+v", field, errs)
		}
	}
	// Messages write numbers of batches and iterations in full even if no int, or no run, can have them.
	for text, change := range map[string]func(*Training){
		"needs at least 138629436111989060000 batches in a pass; there are 100": func(s *Training) { s.Weak = 1e-20 },
		"needs at least inf batches in a pass; there are 100":                   func(s *Training) { s.Weak, s.Smoothness = 1e-200, 1e200 },
		"passes of n/b = 1000000000000 batches may make at most 1e12 iterations, so at most 1 passes; got epochs = 10": func(s *Training) {
			s.N, s.B = 1e12, 1
		},
		"at least one example, and at most 1e12; got n = 1000000000001": func(s *Training) { s.N, s.B = 1e12+1, 1 },
	} {
		s := example
		change(&s)
		if _, err := Recommend(s); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %q", err, text)
		}
	}
	few := example
	few.B = 100 // ten batches, where 15.6 are needed
	if got, err := Recommend(few); err == nil {
		t.Errorf("Recommend with ten batches in a pass = %+v, want an error", got)
	}
}

// Linear maps on the line show what the proposition bounds: x ↦ Lx in both runs,
// pushed apart by s̄ in the first step of each cycle. Their divergence is that of
// two Gaussians.
func exact(o Operators) float64 {
	distance, variance := o.Start, 0.0
	for t := range o.Steps {
		distance *= o.Lipschitz
		if t%o.Cycle == 0 {
			distance += o.Apart
		}
		variance = o.Lipschitz*o.Lipschitz*variance + o.Sigma*o.Sigma
	}
	return distance * distance / (2 * variance)
}

func TestOperatorsAgainstLinearMaps(t *testing.T) {
	below := 0
	for _, l := range []float64{0.5, 0.9, 1, 1.1, 1.5} {
		for _, tau := range []float64{0, 0.3, 2} {
			for _, cycle := range []int{1, 3, 7} {
				for _, steps := range []int{1, 2, 3, 6, 7, 20} {
					o := Operators{Lipschitz: l, Apart: 0.7, Start: tau, Sigma: 1.3, Cycle: cycle, Steps: steps}
					bound, err := o.Bound()
					if err != nil {
						t.Fatal(err)
					}
					truth := exact(o)
					if bound < truth {
						t.Errorf("%+v: %v, below the linear maps' %v", o, bound, truth)
					}
					if steps == cycle && math.Abs(bound/truth-1) > 1e-9 {
						t.Errorf("%+v: one cycle gives %v, and the linear maps lose all of it, %v", o, bound, truth)
					}
					if printed, _ := o.Printed(); printed < truth*(1-1e-9) {
						below++
						if steps >= cycle {
							t.Errorf("%+v: as printed %v, below the linear maps' %v although a cycle is complete", o, printed, truth)
						}
					}
				}
			}
		}
	}
	if below == 0 {
		t.Error("the printed bound was below the truth 0 times, want at least 1: otherwise the erratum about incomplete cycles is unfounded")
	}
	for _, o := range []Operators{{}, {Lipschitz: 1, Sigma: 1, Cycle: 1}, {Lipschitz: 1, Sigma: 1, Cycle: 1, Steps: 1, Apart: -1}} {
		if b, err := o.Bound(); err == nil || !math.IsInf(b, 1) {
			t.Errorf("%+v: %v, %v", o, b, err)
		}
	}
}
