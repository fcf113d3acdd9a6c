package words

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

// An ε of 0 at a large δ says that it may mean nothing, in the sentence and in the line at the top; at a small δ, and for another ε,
// it does not.
func TestEmptyGuarantee(t *testing.T) {
	const large = "δ = 0.5 is not below 1/n = 1/5: publishing one randomly drawn example in full satisfies (0, 1/n)-differential privacy."
	for _, c := range []struct {
		epsilon protocol.Number
		warning string
		want    bool
	}{{0, large, true}, {0, "", false}, {1, large, false}} {
		r := result()
		r.Answer.Epsilon, r.Warnings = c.epsilon, nil
		if c.warning != "" {
			r.Warnings = []string{c.warning}
		}
		s := about(r)
		if said := s.Say().Sentence(); strings.Contains(said, "may mean nothing: at δ = 1/n") != c.want || s.Empty() != c.want {
			t.Errorf("ε = %v, warned %q: it says %q", c.epsilon, c.warning, said)
		}
		warns := slices.ContainsFunc(s.Digest(), func(part string) bool { return strings.Contains(part, "is not below 1/n") })
		if warns != (c.warning != "") {
			t.Errorf("ε = %v, warned %q: the line says %q", c.epsilon, c.warning, s.Digest())
		}
	}
}

// Lead is the first sentence of a warning or, if that is too long for a line, its part before a colon or semicolon.
// Without such a part the whole sentence stays.
func TestLead(t *testing.T) {
	for _, c := range []struct{ warning, want string }{
		{"Short.", "Short."},
		{"One thing. Another.", "One thing."},
		{"δ = 0.1 is not below 1/n = 1/50: publishing one randomly drawn example in full satisfies (0, 1/n)-differential privacy, so a " +
			"guarantee at this δ need not keep any example secret. Choose δ well below 1/n.",
			"δ = 0.1 is not below 1/n = 1/50: the guarantee may be empty."},
		{"The batch size 256 does not divide the dataset size 60000: each pass leaves out the last 96 examples. A loader that keeps them " +
			"in a smaller last batch takes one more step per epoch.",
			"The batch size 256 does not divide the dataset size 60000: each pass leaves out the last 96 examples."},
		{"This is the privacy loss of the examples in batch 3 of each epoch; the loss for everyone is that of the worst position.",
			"This is the privacy loss of the examples in batch 3 of each epoch."},
		{"Withdrawn: The bound of A.4 was a tenth too low, and what it said of a hundred runs that people had asked about was wrong.",
			"Withdrawn: The bound of A.4 was a tenth too low, and what it said of a hundred runs that people had asked about was wrong."},
	} {
		if got := Lead(c.warning); got != c.want {
			t.Errorf("of %q: %q, want %q", c.warning, got, c.want)
		}
	}
}
