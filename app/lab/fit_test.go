package lab

import (
	"strings"
	"testing"
)

// The answer says whether μ may stand for the curve: of one pure point it may not, of a Gaussian's own curve it may.
func TestFitGivesAVerdict(t *testing.T) {
	tool := ByName("fit")
	for _, c := range []struct{ name, mu, epsilon, delta, verdict, says string }{
		{"one point", "", "3", "1e-5", "0.0322: too large to quote μ alone.",
			"Do not quote μ alone here: quote ε at δ, or the curve. The regret does not limit the error at small false-positive rates: at " +
				"0.1\u00a0% μ alone allows a true-positive rate of 59.9 %, the curve 2.01 %."},
		{"a Gaussian", "1.5", "", "", ": small enough to quote μ.", "both allow a true-positive rate of 5.59 %."},
	} {
		view, fault := answered(t, tool, with(tool, "run", "", "mu", c.mu, "epsilon", c.epsilon, "delta", c.delta))
		if fault != nil || !strings.HasSuffix(view.Answer, c.verdict) || !strings.Contains(view.Notes[0], c.says) {
			t.Errorf("%s: %v %q, %q; want …%s and …%s", c.name, fault, view.Answer, view.Notes[0], c.verdict, c.says)
		}
	}
	opening, fault := answered(t, tool, tool.Defaults())
	if fault != nil || !strings.HasSuffix(opening.Answer, ": small enough to quote μ.") ||
		!strings.Contains(opening.Notes[0], "quote μ, with its regret. At a false-positive rate of 0.1\u00a0% nothing is lost: both") {
		t.Errorf("the opening run: %v %q, %q", fault, opening.Answer, opening.Notes[0])
	}
	if said := advice(0.009, "2 %", "3 %"); !strings.Contains(said, ": quote μ, with its regret. The regret does not limit") ||
		!strings.HasSuffix(said, "μ alone allows a true-positive rate of 3 %, the curve 2 %.") {
		t.Errorf("of a small regret it is said %q", said)
	}
}
