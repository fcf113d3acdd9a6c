package bounds

import (
	"math"
	"slices"
	"testing"

	"lastiterate/bounds/run"
)

// A run to which nothing applies is offered adjacencies and batches to which
// something does, the smallest answer first; each ε is that of Evaluate there.
func TestWhereNothingAppliesWhatDoesIsOffered(t *testing.T) {
	r := run.Run{N: 400, B: 20, T: 100, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
	if err != nil || report.Answer != nil {
		t.Fatalf("the answer is %+v, %v", report.Answer, err)
	}
	offered := map[string]bool{}
	last := 0.0
	for _, c := range report.Verdict.Changes {
		offered[c.Field+"="+c.Value] = true
		if c.Epsilon < last {
			t.Errorf("%+v comes after ε = %v", c, last)
		}
		last = c.Epsilon
		priced(t, r, c)
	}
	for _, want := range []string{"scheme=poisson", "adjacency=zero-out", "adjacency=replace"} {
		if !offered[want] {
			t.Errorf("%s is not offered: %+v", want, report.Verdict.Changes)
		}
	}
}

// priced fails unless the change's ε is what Evaluate answers there.
func priced(t *testing.T, r run.Run, c Change) {
	t.Helper()
	if err := r.Set(c.Field, c.Value); err != nil {
		t.Fatal(err)
	}
	there, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
	if err != nil || there.Answer == nil || there.Answer.Epsilon != c.Epsilon {
		t.Errorf("%+v: Evaluate answers %+v, %v", c, there.Answer, err)
	}
}

// The changes with which hidden state would help are reported with their ε. One that would be another
// training is called impractical. A Poisson run is compared with a fixed order.
func TestChangesAreReported(t *testing.T) {
	r := run.Run{N: 7, B: 7, T: 90, Eta: 0.05, Clip: 2, Sigma: 1.5, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
	if err != nil || len(report.Verdict.Changes) == 0 {
		t.Fatalf("%+v, %v", report.Verdict, err)
	}
	for _, c := range report.Verdict.Changes {
		priced(t, r, c)
	}
	longer, narrow, narrower := r, r, r
	longer.T, narrow.Diameter, narrower.Diameter = 100*r.T+1, 1, 0.99
	bounded, hundredth := r, r
	bounded.Diameter, hundredth.Diameter = 5, 0.05
	for name, c := range map[string]struct{ got, want bool }{
		"ten clipped steps wide":        {impractical(r, narrow), false},
		"less than ten clipped steps":   {impractical(r, narrower), true},
		"more than a hundred times T":   {impractical(r, longer), true},
		"a hundredth of a given domain": {impractical(bounded, hundredth), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: impractical = %t, want %t", name, c.got, c.want)
		}
	}

	r = run.Run{N: 400, B: 20, T: 100, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	report, err = Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
	if err != nil || report.Verdict.Ordered == nil {
		t.Fatalf("%+v, %v", report.Verdict, err)
	}
	r.Adjacency = run.ZeroOut
	priced(t, r, Change{Field: "scheme", Value: string(run.Cyclic), Epsilon: report.Verdict.Ordered.Epsilon})
}

// All changes with which a bound applies are reported, although reshuffled runs of many steps take work.
func TestCoveringChangesAreReported(t *testing.T) {
	r := run.Run{N: 60000, B: 256, T: 3510, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, c := range report.Verdict.Changes {
		told = append(told, c.Value)
		priced(t, r, c)
	}
	if want := []string{"allocation", "poisson", "zero-out", "replace"}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// The search of sampled and allocated runs ends: it finds what would help near the run before the work is spent
// on runs of millions of steps.
func TestSampledChangesAreFound(t *testing.T) {
	r := run.Run{N: 50000, B: 5000, T: 1000, Eta: 1, Clip: 1, Sigma: 8, Noise: run.NoiseMultiplier, Diameter: 2,
		Adjacency: run.ZeroOut, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	for _, scheme := range []run.Scheme{run.Poisson, run.Allocation} {
		r.Scheme = scheme
		report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
		if err != nil {
			t.Fatal(err)
		}
		v := report.Verdict
		fields := map[string]bool{}
		for _, c := range v.Changes {
			fields[c.Field] = true
			if scheme == run.Poisson && c.Field == "T" {
				t.Errorf("%s: a run of %s steps is advised", scheme, c.Value)
			}
			changed := r
			if err := changed.Set(c.Field, c.Value); err != nil {
				t.Fatal(err)
			}
			if again, err := Evaluate(t.Context(), changed, DefaultQuestion(), Settings{}); err != nil || !again.Verdict.Helps {
				t.Errorf("%s: %s = %s does not help: %v", scheme, c.Field, c.Value, err)
			}
		}
		if v.Helps || v.GivenUp || !fields["diameter"] || (v.Ordered != nil) != (scheme == run.Poisson) {
			t.Errorf("%s: %+v", scheme, v)
		}
	}
}
