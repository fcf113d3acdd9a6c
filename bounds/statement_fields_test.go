package bounds

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/run"
	"lastiterate/bounds/run/runtest"
	"lastiterate/bounds/theorem"
)

// Another value of any field gives another paragraph to quote, and the paragraph has the field's number.
func TestStatementStatesEveryField(t *testing.T) {
	stated := map[string]bool{}
	for v := range runtest.Variations(t, statedRuns()...) {
		before, after := statementOf(v.Before), statementOf(v.After)
		name := v.Field.Name
		if before == after {
			t.Errorf("%s = %s and %s have the same paragraph: %s", name, v.Before.Get(name), v.After.Get(name), after)
		}
		if x, isNumber := v.After.Number(name); !isNumber || slices.Contains(wordsOf(after), run.FormatNumber(x)) {
			stated[name] = true
		}
	}
	for _, f := range run.Fields() {
		if !stated[f.Name] {
			t.Errorf("no paragraph has the number of the field %s", f.Name)
		}
	}
}

// The paragraph about all iterates states every field on which what it says depends.
func TestAllIteratesStatementLeavesOutWhatDoesNotMatter(t *testing.T) {
	leftOut := map[string]string{}
	for reason, names := range map[string][]string{
		"noise on the gradient, and so the loss, does not depend on the learning rate": {"eta", "schedule", "warmup", "schedule_final",
			"schedule_every", "schedule_factor", "weight_decay"},
		"composition assumes nothing of the losses but what bounds their gradients": {"loss", "smoothness", "strong_convexity",
			"weak_convexity", "holder_constant", "holder_order"},
		"the bound holds for all iterates, whichever are released": {"release", "every"},
	} {
		for _, name := range names {
			leftOut[name] = reason
		}
	}
	was := map[string]bool{}
	for v := range runtest.Variations(t, statedRuns()...) {
		if !v.Before.Noise.OnGradient() || !v.After.Noise.OnGradient() || allIteratesStatementOf(v.Before) != allIteratesStatementOf(v.After) {
			continue
		}
		name := v.Field.Name
		if was[name] = true; leftOut[name] == "" {
			t.Errorf("%s = %s and %s have the same paragraph: %s", name, v.Before.Get(name), v.After.Get(name), allIteratesStatementOf(v.After))
		}
	}
	for name, why := range leftOut {
		if !was[name] {
			t.Errorf("the field %s is stated, want it left out: %s", name, why)
		}
	}
}

// statedRuns are runs of which each field is used by one, if need be after another choice.
func statedRuns() []run.Run {
	full := DefaultRun()
	full.Noise, full.ScheduleEvery = run.NoiseMultiplier, 50
	cyclic := full
	cyclic.N, cyclic.B, cyclic.Scheme = 50, 5, run.Cyclic
	nonsmooth := full
	nonsmooth.Loss, nonsmooth.Smoothness, nonsmooth.HolderConstant = run.Convex, math.Inf(1), 2
	return []run.Run{full, cyclic, nonsmooth}
}

// statementOf is the paragraph of a run whose answer is by a theorem that credits hidden state.
func statementOf(r run.Run) string {
	p := Report{Answer: &Answer{Row: "hidden", Epsilon: 1}, Rows: []Row{{Theorem: &theorem.Theorem{ID: "hidden", HiddenState: true}}}}
	p.Run, p.Question = r, DefaultQuestion()
	return statement(p)
}

func allIteratesStatementOf(r run.Run) string {
	p := Report{AllIterates: &Answer{Row: "composition", Epsilon: 1}}
	p.Run, p.Question = r, DefaultQuestion()
	return allIteratesStatement(p)
}

// wordsOf lists the words and numbers of a text.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;()/-", r) })
	for i, word := range words {
		words[i] = strings.TrimSuffix(word, ".")
	}
	return words
}
