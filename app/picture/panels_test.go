package picture

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// The second panel, of how each step's noise is shared, stands only where the share
// changes: a flat one is told in the title, and one that is nowhere is not told.
func TestSecondPanelHasSomethingToShow(t *testing.T) {
	given := func(shares ...float64) (out []*protocol.Number) {
		for _, share := range shares {
			n := protocol.Number(share)
			out = append(out, &n)
		}
		return out
	}
	numbers := []protocol.Number{1, 0.7, 0.4}
	for _, c := range []struct {
		name   string
		shares []*protocol.Number
		panels int
		title  string
	}{
		{"changing", given(0.2, 0.5, 0.9), 2, ""},
		{"flat", given(0.51, 0.51, 0.51), 1, "51 % of each step’s noise hides the step itself"},
		{"whole", given(1, 1, 1), 1, "3 of 10 steps hide a distance of 1.00."},
		{"one step", append(given(0.5), nil, nil), 1, ""},
		{"none", make([]*protocol.Number, 3), 1, ""},
	} {
		plan := &protocol.ScheduleResult{Row: "shift", Tau: 7, T: 10, At: []int{7, 8, 9}, Z: numbers, A: numbers, S: numbers,
			Beta:     c.shares,
			Composed: numbers, Paid: numbers}
		charts := Scene{Tab: Schedule, Plan: plan, Width: 800}.Charts()
		if len(charts) != c.panels {
			t.Errorf("%s: %d panels, want %d", c.name, len(charts), c.panels)
			continue
		}
		if !strings.Contains(charts[0].Title+".", c.title) {
			t.Errorf("%s: the title is %q", c.name, charts[0].Title)
		}
	}
}

// A learning rate that changes is drawn under the payments, over the same steps.
func TestRatesUnderPayments(t *testing.T) {
	numbers := []protocol.Number{1, 0.7, 0.4}
	plan := &protocol.ScheduleResult{Row: "shift", Tau: 0, T: 3, Complete: true, At: []int{0, 1, 2}, Z: numbers, A: numbers, S: numbers,
		Beta: make([]*protocol.Number, 3), Composed: numbers, Paid: numbers}
	s := Scene{Tab: Schedule, Plan: plan, Width: 800}
	s.Run = run.Run{N: 1, B: 1, T: 3, Eta: 0.1, Warmup: 2, Schedule: run.LinearFall, ScheduleFinal: 0.5}
	charts := s.Charts()
	if len(charts) != 2 {
		t.Fatalf("%d charts", len(charts))
	}
	if got := charts[1].Series[0].Y; !slices.Equal(got, []float64{0.05, 0.1, 0.1}) {
		t.Errorf("rates %v", got)
	}
	if got := charts[1].Title; got != "The learning rate goes from 0.05 to 0.1 over these steps" {
		t.Error(got)
	}
	s.Run.Warmup = 0
	s.Run.ScheduleFinal = 0.1
	s.Run.T, plan.T = 4, 4
	if got := s.Charts()[1].Title; got != "The learning rate goes from 0.1 to 0.0325 over these steps" {
		t.Error(got)
	}
}
