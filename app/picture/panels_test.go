package picture

import (
	"math"
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
		{"whole", given(1, 1, 1), 1, "spent in the last 3 of 10 steps."},
		{"one step", append(given(0.5), nil, nil), 1, ""},
		{"none", make([]*protocol.Number, 3), 1, ""},
		{"whole, from the second step on", append([]*protocol.Number{nil}, given(1, 1)...), 1, "spent in the last 3 of 10 steps."},
		{"flat, from the second step on", append([]*protocol.Number{nil}, given(0.5, 0.5)...), 1, "10 steps; from step 9 on, 50 % of each"},
		{"flat, at some steps", append(given(0.5), nil, given(0.5)[0]), 1, "10 steps; where a step hides itself, 50 % of its noise does so"},
		{"flat but for rounding", given(0.504, 0.506, 0.506), 1, "10 steps; 51 % of each"},
	} {
		plan := &protocol.ScheduleResult{Row: "chien-li-3.1", Tau: 7, T: 10, At: []int{7, 8, 9}, Z: numbers, A: numbers, S: numbers,
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

// A share that comes back to where it began is not told as one that stayed.
func TestShareThatComesBack(t *testing.T) {
	for _, c := range []struct {
		beta []float64
		want string
	}{
		{[]float64{0.5, 0.9, 0.5}, "the share of the noise that hides it lies between 50 % and 90 %"},
		{[]float64{0.5, 0.7, 0.9}, "the share of the noise that hides it goes from 50 % to 90 %"},
		{[]float64{0.5, 0.5, 0.5}, "50 % of each step’s noise hides it, the rest the distance"},
	} {
		if got := shareTitle([]float64{7, 8, 9}, c.beta, "it"); got != c.want {
			t.Errorf("%v: %q, want %q", c.beta, got, c.want)
		}
	}
}

// Of 4 equal payments 2 are half, and of one step nobody says “steps”.
func TestHalfOfTheCost(t *testing.T) {
	for _, c := range []struct {
		paid []protocol.Number
		want string
	}{
		{[]protocol.Number{0, 1, 2, 3, 4}, "Half of the bound is spent in the last 2 of 4 steps"},
		{[]protocol.Number{0, 1, 2, 4, 8}, "Half of the bound is spent in the last of 4 steps"},
	} {
		plan := &protocol.ScheduleResult{T: 4, At: []int{0, 1, 2, 3}, Z: []protocol.Number{0, 1, 1, 1}, Paid: c.paid}
		if got := (Scene{Plan: plan}).scheduleTitle(); got != c.want {
			t.Errorf("%v: %q, want %q", c.paid, got, c.want)
		}
	}
}

// The parts are told of any number of steps that use the example, and name a diameter only where there is one.
func TestPartsOfFewSteps(t *testing.T) {
	for _, c := range []struct {
		sensitivity []protocol.Number
		diameter    float64
		a, not      string
	}{
		{[]protocol.Number{0, 0, 0}, 1, "After τ = 7 steps, no step uses the differing example, so this part costs 0 at", "each of"},
		{[]protocol.Number{0, 0.1, 0}, 1, "the one of the last 3 steps that uses the differing example moves", "each of"},
		{[]protocol.Number{0.1, 0.1, 0}, math.Inf(1), "each of the 2 of the last 3 steps that use the differing example moves", "diameter"},
		{[]protocol.Number{0.1}, 1, "the last step moves one run by up to s = 0.100 more", "each of"},
	} {
		n := len(c.sensitivity)
		paid := make([]protocol.Number, n+1)
		plan := &protocol.ScheduleResult{Row: "shift", Tau: 7, T: 7 + n, Complete: true, Z: make([]protocol.Number, n), S: c.sensitivity,
			Composed: paid, Paid: paid, Forward: protocol.Forward{Z: []protocol.Number{1}}}
		if c.sensitivity[n-1] > 0 || n > 1 && c.sensitivity[1] > 0 {
			plan.Composed = append(make([]protocol.Number, n), 1)
		}
		s := Scene{Tab: Parts, Plan: plan}
		s.Run.Diameter = c.diameter
		text := ""
		for _, p := range s.Explain() {
			text += p.Text + " "
		}
		if !strings.Contains(text, c.a) || strings.Contains(text, c.not) {
			t.Errorf("%v: %s", c.sensitivity, text)
		}
	}
	one, paid := []protocol.Number{1}, []protocol.Number{0, 1}
	once := Scene{Plan: &protocol.ScheduleResult{Tau: 1, T: 2, Z: one, S: one, Composed: paid, Paid: paid, Forward: protocol.Forward{Z: one}}}
	if said := once.Explain()[2].Text; !strings.HasPrefix(said, "In the first step the runs drift apart") {
		t.Error(said)
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
	s.Run.Schedule, plan.Tau, plan.At = "", 1, []int{1, 2}
	if got := s.Charts()[1].Title; got != "The learning rate is 0.1 at all of these steps" {
		t.Error(got)
	}
	s.Run.Schedule, plan.Tau, plan.At = run.LinearFall, 0, []int{0, 1, 2}
	s.Run.Warmup = 0
	s.Run.ScheduleFinal = 0.1
	s.Run.T, plan.T = 4, 4
	if got := s.Charts()[1].Title; got != "The learning rate goes from 0.1 to 0.0325 over these steps" {
		t.Error(got)
	}
}

// A small frame’s strip has the names of a schedule’s lines whole; and the step that pays most is named as the axis
// counts: from 1, as people do.
func TestScheduleInASmallFrame(t *testing.T) {
	plan := &protocol.ScheduleResult{Row: "shift", Tau: 0, T: 160, Complete: true, At: []int{0, 80, 159},
		Z: []protocol.Number{0, 1.9, 0.1}, A: []protocol.Number{5e-5, 0.02, 0.195}, S: []protocol.Number{0.1, 0.1, 0.1},
		Beta: make([]*protocol.Number, 3), Composed: []protocol.Number{1, 2, 3, 4}, Paid: []protocol.Number{0, 1, 2, 3}}
	s := Scene{Tab: Schedule, Plan: plan, Width: 342, Terse: true}
	s.Run = run.Run{N: 1, B: 1, T: 160, Eta: 0.1}
	c := s.Charts()[0]
	c.Terse, c.Height = true, 272
	strip := c.Draw().Strip(160)
	for _, want := range []string{"hidden, z ", "paid, a ", "added, s "} {
		if !strings.Contains(strip, want) {
			t.Errorf("the strip lacks %q: %s", want, strip)
		}
	}
	if strings.Contains(strip, "…") || strings.Contains(strip, ">+") {
		t.Errorf("the strip cuts names: %s", strip)
	}
	if got, want := s.Payments(), "The last step pays most, a = 0.195, and the first step least, a = 5.00 × 10⁻⁵."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	plan.A = []protocol.Number{5e-5, 0.3, 0.195}
	if got := s.Payments(); !strings.HasPrefix(got, "Step 81 pays most") {
		t.Errorf("of a step between it says %q", got)
	}
	plan.A[0] = 0 // out of the picture
	s.View.From, s.View.To = 50, 160
	if got, want := s.Payments(), "Of the steps shown, step 81 pays most, a = 0.300, and the last step least, a = 0.195."; got != want {
		t.Errorf("of a part it says %q, want %q", got, want)
	}
}
