package bounds

import (
	"context"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Contraction counts on it that chance leaves examples out of a secret order: who reads its
// value is told, and in a known order, where it is not so, is not.
func TestWhoIsLeftOut(t *testing.T) {
	const chance = "chance decides which"
	for scheme, told := range map[run.Scheme]bool{run.ShuffleOnce: true, run.Reshuffle: true, run.Cyclic: false} {
		r := DefaultRun()
		r.N, r.B, r.T, r.Scheme = 5, 3, 1, scheme
		report, err := Evaluate(context.Background(), r, claim.Question{Alpha: 2}, Settings{Rows: []string{"contraction"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(report.Warnings, " "), chance); got != told {
			t.Errorf("%s: %q", scheme, report.Warnings)
		}
		r.N = 6
		if report, err = Evaluate(context.Background(), r, claim.Question{Alpha: 2}, Settings{Rows: []string{"contraction"}}); err != nil || strings.Contains(strings.Join(report.Warnings, " "), "leaves out") {
			t.Errorf("%s: %q, %v", scheme, report.Warnings, err)
		}
	}
}
