package run

import "testing"

// Every choice has words, no two choices of a field the same ones, and none has
// the hyphens of a link.
func TestWords(t *testing.T) {
	for _, f := range Fields() {
		said := map[string]string{}
		for _, c := range f.Choices {
			text, known := words[c]
			if !known || text == "" {
				t.Errorf("%s=%s has no words", f.Name, c)
			}
			if other, twice := said[text]; twice {
				t.Errorf("%s: %s and %s are both %q", f.Name, c, other, text)
			}
			said[text] = c
		}
	}
	if got := Words("no-choice"); got != "no-choice" {
		t.Errorf("a name that is no choice is %q", got)
	}
}
