package words

import "testing"

// Lead is the first sentence of a warning or, if that is too long for a line, its part before a colon or semicolon.
// Without such a part the whole sentence stays.
func TestLead(t *testing.T) {
	for _, c := range []struct{ warning, want string }{
		{"Short.", "Short."},
		{"One thing. Another.", "One thing."},
		{"δ = 0.1 is not below 1/n = 1/50: publishing one randomly drawn example in full satisfies (0, 1/n)-differential privacy, so a " +
			"guarantee at this δ need not keep any example secret. Choose δ well below 1/n.",
			"δ = 0.1 is not below 1/n = 1/50."},
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
