package bounds

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/internal/prose"
	"lastiterate/bounds/run"
)

// A choice that has no words gives no statement, and never the words of another choice; a
// run with it is refused in words before.
func TestUnknownChoicesAreRefused(t *testing.T) {
	for field, change := range map[string]func(*run.Run){
		"scheme":    func(r *run.Run) { r.Scheme = "random-walk" },
		"adjacency": func(r *run.Run) { r.Adjacency = "swap-two" },
		"loss":      func(r *run.Run) { r.Loss = "quasi-convex" },
		"clipping":  func(r *run.Run) { r.Clipping = "by-layer" },
		"noise":     func(r *run.Run) { r.Noise = "laplace" },
		"release":   func(r *run.Run) { r.Release = "some" },
	} {
		r := DefaultRun()
		change(&r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), "must be one of") {
			t.Errorf("%s: %v", field, err)
		}
		if got := prose.Unsaid(r); !slices.Equal(got, []string{field}) {
			t.Errorf("%s: no words for %v", field, got)
		}
		p := Report{Answer: &Answer{Row: "shift", Epsilon: 1}}
		p.Run, p.Question = r, DefaultQuestion()
		if got := statement(p); got != "" {
			t.Errorf("%s: %q", field, got)
		}
		p.Run = DefaultRun()
		if statement(p) == "" {
			t.Error("the statement of the opening run is empty, want a paragraph")
		}
	}
	for _, f := range run.Fields() {
		for _, choice := range f.Choices {
			r := DefaultRun()
			if r.Set(f.Name, choice) != nil || len(prose.Unsaid(r)) > 0 {
				t.Errorf("%s = %s has no words", f.Name, choice)
			}
		}
	}
}

// The paragraph names what is released.
func TestStatementNamesTheRelease(t *testing.T) {
	for _, c := range []struct {
		release   run.Release
		every     int
		sentence  string
		guarantee string
	}{
		{run.LastIterate, 0, "Only the last iterate is released.", "adjacency the released model is"},
		{run.EveryKth, 1000, "Only the last iterate is released.", "adjacency the released model is"},
		{run.EveryKth, 60, "The iterate after every 60 steps and the last one are released, 4 in all.",
			"adjacency the joint release of these iterates is"},
		{run.LastIterates, 20, "The last 20 iterates are released, or what is computed from them, such as their average.",
			"adjacency everything computed from these iterates is"},
		{run.AllIterates, 0, "All iterates are released.", "adjacency the joint release of these iterates is"},
	} {
		r := withRelease(DefaultRun(), c.release, c.every)
		report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{Rows: []string{"composition", "shift"}})
		if err != nil || !strings.Contains(report.Statement, c.sentence) || !strings.Contains(report.Statement, c.guarantee) ||
			report.AllIteratesStatement == "" {
			t.Errorf("%s %d: %q (%v)", c.release, c.every, report.Statement, err)
		}
	}
}

// Of the last iterates or their average, the floor is of the iterates together.
func TestStatementSaysWhoseFloor(t *testing.T) {
	for release, want := range map[run.Release]string{run.LastIterate: " The largest loss that", run.LastIterates: " The largest loss of these " +
		"iterates together that"} {
		report, err := Evaluate(t.Context(), withRelease(DefaultRun(), release, 20), DefaultQuestion(), Settings{})
		if err != nil || !strings.Contains(report.Statement, want) {
			t.Errorf("%s: %q (%v)", release, report.Statement, err)
		}
	}
}

// The paragraph says what How to report ε asks for: an upper bound as one, whose it is where that is a result of
// ours, and the lower bound. Composition's has neither of the latter.
func TestStatementReportsAsAdvised(t *testing.T) {
	report, err := Evaluate(t.Context(), DefaultRun(), DefaultQuestion(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"with ε ≤ 0.383 and δ = 1e-5", "unpublished", "the bound would be 5.06",
		"The largest loss that these assumptions allow is at least 0.267."} {
		if !strings.Contains(report.Statement, want) {
			t.Errorf("there is no %q in %s", want, report.Statement)
		}
	}
	if said := report.AllIteratesStatement; strings.Contains(said, "unpublished") || strings.Contains(said, "at least") {
		t.Errorf("composition: %s", said)
	}
}

// What holds if every iterate is public holds of updates by momentum too: its paragraph does not say what plain
// SGD would add to the iterate.
func TestAllIteratesStatementIsOfUpdates(t *testing.T) {
	r := DefaultRun()
	for _, r.Noise = range []run.Convention{run.NoiseMultiplier, run.GradientNoise, run.LangevinNoise} {
		report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if said := "to every iterate"; !strings.Contains(report.Statement, said) || strings.Contains(report.AllIteratesStatement, said) {
			t.Errorf("%s:\n%s\n%s", r.Noise, report.Statement, report.AllIteratesStatement)
		}
		// Nor does it name one learning rate where the training may have had another at every step.
		if said := "learning rate"; !strings.Contains(report.Statement, said) ||
			strings.Contains(report.AllIteratesStatement, said) != (r.Noise == run.LangevinNoise) {
			t.Errorf("%s:\n%s\n%s", r.Noise, report.Statement, report.AllIteratesStatement)
		}
	}
}
