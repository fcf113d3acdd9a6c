package lab

import (
	"strings"
	"testing"
)

// An attack that does worse than guessing is told from one that guesses. What the reversed attack would show is the
// result of the same audit with the flags exchanged, and is not claimed.
func TestWorseThanGuessing(t *testing.T) {
	tool := ByName("audit")
	shown := func(pairs ...string) View {
		view, fault := answered(t, tool, with(tool, append([]string{"members", "100", "non_members", "60"}, pairs...)...))
		if fault != nil {
			t.Fatal(fault)
		}
		return view
	}
	worse := shown("true_positives", "10", "false_positives", "30")
	said := strings.Join(worse.Notes, " ")
	exchanged := shown("true_positives", "90", "false_positives", "30")
	_, proved, _ := strings.Cut(exchanged.Answer, "shows ")
	proved, _, _ = strings.Cut(proved, " at δ")
	if !strings.HasSuffix(worse.Answer, "shows nothing: it does worse than guessing.") || !strings.HasPrefix(proved, "ε ≥ 0.") ||
		!strings.Contains(said, "the attack would show "+proved+". ") || !strings.Contains(said, "before the counts are seen") ||
		!strings.Contains(said, "a confidence of 97.5 %.") {
		t.Errorf("%q, %q; exchanged %q", worse.Answer, said, exchanged.Answer)
	}
	if guesses := shown("true_positives", "45", "false_positives", "30"); !strings.HasSuffix(guesses.Answer, "as well be guessing.") ||
		strings.Contains(strings.Join(guesses.Notes, " "), "Reversed") {
		t.Errorf("an attack that guesses: %+v", guesses)
	}
	// Of several thresholds the limits hold at once, for the reversed attack too.
	table := strings.Join(shown("table", "tp,fp\n10,30\n5,20\n0,10\n").Notes, " ")
	if !strings.Contains(table, "Reversed") || strings.Contains(table, "would show "+proved+". ") {
		t.Errorf("of a table it is said %q, of one threshold %q", table, said)
	}
}
