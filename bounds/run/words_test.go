package run

import "testing"

// Every choice has words, no two choices of a field the same ones, and none has
// the hyphens of a link.
func TestWords(t *testing.T) {
	for _, f := range Fields() {
		said := map[string]string{}
		for _, c := range f.Choices {
			text := f.Words(c)
			if text == c && text != string(Smooth) && text != string(Convex) || text == "" {
				t.Errorf("%s=%s has no words", f.Name, c)
			}
			if other, twice := said[text]; twice {
				t.Errorf("%s: %s and %s are both %q", f.Name, c, other, text)
			}
			said[text] = c
		}
	}
	if got := Words(Scheme("no-choice")); got != "no-choice" {
		t.Errorf("a name that is no choice is %q", got)
	}
}

// A name that several sets share has words in each: of Poisson batches and of a Poisson number of runs.
func TestSharedNames(t *testing.T) {
	owner, shared := map[string]Field{}, 0
	for _, f := range Fields() {
		for _, c := range f.Choices {
			other, twice := owner[c]
			owner[c] = f
			if !twice {
				continue
			}
			shared++
			if f.Words(c) == other.Words(c) {
				t.Errorf("%s is %q both of %s and of %s", c, f.Words(c), other.Name, f.Name)
			}
		}
	}
	if shared == 0 {
		t.Error("0 names are shared by two choices, want at least 1")
	}
	if got := Words(PoissonTuning); got != "the best of a Poisson number of runs" {
		t.Errorf("a Poisson number of runs is %q", got)
	}
}
