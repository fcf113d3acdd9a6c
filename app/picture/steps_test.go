package picture

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// The parts are those of Chien and Li, arXiv:2410.01068, Figure 2(b): (A) and
// (B) add up to the row's divergence, and their sentences hold the numbers.
func TestPartsAddUp(t *testing.T) {
	for i, change := range []func(*run.Run){convex, cyclic, nil, sampled, sampled} {
		s := looked(t, link.View{Tab: "parts"}, []claim.Question{renyi, renyi, renyi, renyi, delta}[i], change)
		row, ok := find(s.Result, s.Plan.Row)
		if !ok {
			t.Fatalf("no row %q", s.Plan.Row)
		}
		if sum := s.stepsCost() + s.distanceCost(); math.Abs(sum-float64(row.RDP.Epsilon)) > 1e-6*sum {
			t.Errorf("%s: (A) + (B) = %v, ε = %v", row.ID, sum, row.RDP.Epsilon)
		}
		parts := s.Explain()
		if len(parts) != 3 || parts[0].Letter != "A" || parts[1].Letter != "B" || parts[2].Letter != "C" {
			t.Fatalf("parts %+v", parts)
		}
		for _, p := range parts {
			if !strings.HasSuffix(p.Text, ".") || len(p.Text) < 60 {
				t.Errorf("(%s): %q", p.Letter, p.Text)
			}
		}
	}
}

// The schedule and the parts of one row say different things: no sentence stands in both, no number twice
// beside the parts, and the schedule ends with what its steps pay.
func TestScheduleAndPartsDiffer(t *testing.T) {
	for i, change := range []func(*run.Run){convex, cyclic, sampled} {
		said := map[Tab][]string{}
		for _, tab := range []Tab{Schedule, Parts} {
			s := looked(t, link.View{Tab: string(tab)}, renyi, change)
			for _, c := range s.Charts() {
				_, title, _ := strings.Cut(c.Title, ": ")
				said[tab] = append(said[tab], strings.Split(title, "; ")...)
			}
			if tab == Schedule {
				said[tab] = append(said[tab], s.Payments())
				continue
			}
			for _, p := range s.Explain() {
				said[tab] = append(said[tab], p.Text)
			}
		}
		for _, sentence := range said[Schedule] {
			if sentence != "" && slices.Contains(said[Parts], sentence) {
				t.Errorf("run %d: both say %q", i, sentence)
			}
		}
		if last := said[Schedule][len(said[Schedule])-1]; !strings.Contains(last, " pays ") {
			t.Errorf("run %d: the schedule ends with %q", i, last)
		}
		once := map[string]bool{}
		for _, n := range regexp.MustCompile(`\d\.\d{2,}`).FindAllString(strings.Join(said[Parts], " "), -1) {
			if once[n] {
				t.Errorf("run %d: %s stands twice in %q", i, n, said[Parts])
			}
			once[n] = true
		}
	}
}

// The steps are read at the last one until somebody reads them elsewhere.
func TestStepsAreReadAtTheEnd(t *testing.T) {
	s := Scene{Plan: &protocol.ScheduleResult{At: []int{187, 193, 199}}}
	if got := s.Begins(); got != 199 {
		t.Errorf("at %v", got)
	}
	if s.View.To = 195; s.Begins() != 0 {
		t.Errorf("of a stretch at %v", s.Begins())
	}
}
