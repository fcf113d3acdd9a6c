package picture

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
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
		sum := s.stepsCost() + s.distanceCost()
		if math.Abs(sum-float64(row.RDP.Epsilon)) > 1e-6*sum {
			t.Errorf("%s: (A) + (B) = %v, ε = %v", row.ID, sum, row.RDP.Epsilon)
		}
		// The read-out stands above these sentences and begins with their sum.
		for _, r := range s.Charts()[1].Draw().Readings(s.Begins()) {
			if r.ID == "all" && math.Abs(r.Value-sum) > 1e-9*sum {
				t.Errorf("%s: read at %v, everything is %v, want %v", row.ID, s.Begins(), r.Value, sum)
			}
		}
		parts := s.Explain()
		if want := map[bool]int{true: 3, false: 4}[s.Question.Renyi()]; len(parts) != want {
			t.Fatalf("%d parts, want %d: %+v", len(parts), want, parts)
		}
		for _, p := range parts {
			if !strings.HasSuffix(p.Text, ".") || len(p.Text) < 60 {
				t.Errorf("%s: %q", p.Name, p.Text)
			}
		}
	}
}

// The parts have names in words, the key says the same, and the last sentence leads from the divergence to the row's ε at δ.
func TestPartsLeadToEpsilon(t *testing.T) {
	letters := regexp.MustCompile(`\([ABC]\)`)
	for name, s := range map[string]Scene{
		"simple": looked(t, link.View{Tab: "parts", Plan: "shift"}, delta, nil), "sampled": looked(t, link.View{Tab: "parts"}, delta, sampled),
	} {
		for _, c := range s.Charts() {
			if svg := c.SVG(); letters.MatchString(svg) {
				t.Errorf("%s, %s: %q stands for a part", name, c.ID, letters.FindString(svg))
			}
		}
		row, _ := find(s.Result, s.Plan.Row)
		parts := s.Explain()
		last := parts[len(parts)-1].Text
		for _, want := range []string{"δ = 10⁻⁵ adds " + number.Up(float64(*row.RDP.Converted)-s.paid(), 3), number.Up(float64(*row.Epsilon), 3)} {
			if !strings.Contains(last, want) {
				t.Errorf("%s: %q lacks %q", name, last, want)
			}
		}
	}
}

// The breakdown begins where something is paid, and its title and axis say so. A visitor's range is shown, under the title of the whole.
func TestPartsBeginWithTheCost(t *testing.T) {
	cut := looked(t, link.View{Tab: "parts", Plan: "shift"}, delta, nil).Charts()
	last := fmt.Sprintf("last %v of 200 steps", 200-cut[0].X.From)
	if !strings.Contains(cut[0].Title, "ore than 99 % of the bound is spent in the "+last) {
		t.Errorf("the title is %q, want one about the %s", cut[0].Title, last)
	}
	for _, c := range cut {
		if c.X.From < 100 || c.X.From > 195 || c.X.Name != last+"; step" {
			t.Errorf("%s: %q from %v", c.ID, c.X.Name, c.X.From)
		}
	}
	for _, c := range looked(t, link.View{Tab: "parts", Plan: "shift", From: 10, To: 200}, delta, nil).Charts() {
		if c.X.From != 10 || c.X.Name != "step" || strings.Contains(c.Title, "99 %") {
			t.Errorf("%s, a chosen range: %q from %v under %q", c.ID, c.X.Name, c.X.From, c.Title)
		}
	}
}

// Both tabs count steps from 1: they are read at T, the last step, where the schedule has its payment and no distance is left. A
// distance is at one t in both, and a learning rate at the t of its step.
func TestStepsAreCountedAlike(t *testing.T) {
	for i, change := range []func(*run.Run){nil, convex, cyclic, sampled} {
		schedule, parts := looked(t, link.View{Tab: "schedule"}, renyi, change), looked(t, link.View{Tab: "parts"}, renyi, change)
		end := float64(schedule.Run.T)
		if schedule.Begins() != end || parts.Begins() != end {
			t.Errorf("run %d of %v steps: read at %v and at %v", i, end, schedule.Begins(), parts.Begins())
		}
		value := func(s Scene, id string, at float64) float64 {
			for _, r := range s.Charts()[0].Draw().Readings(at) {
				if r.ID == id {
					return r.Value
				}
			}
			return math.NaN()
		}
		p := schedule.Plan
		last := len(p.At) - 1
		if a := value(schedule, "a", end); a != float64(p.A[last]) || value(schedule, "z", end) != 0 {
			t.Errorf("run %d: at T the last step pays %v, want %v; %v is hidden", i, a, p.A[last], value(schedule, "z", end))
		}
		for k, at := range p.At {
			one, other := value(schedule, "z", float64(at)), value(parts, "z", float64(at))
			if first, _ := parts.PlanSpan(); float64(at) >= first && one != other {
				t.Fatalf("run %d: step %d, listed as the %d-th: %v is hidden in one tab, %v in the other", i, at, k, one, other)
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

// The payments and the parts are read at the last step, T, until somebody reads them elsewhere.
func TestStepsAreReadAtTheEnd(t *testing.T) {
	s := Scene{Plan: &protocol.ScheduleResult{At: []int{187, 193, 199}, T: 200}}
	for _, s.Tab = range []Tab{Schedule, Parts} {
		if got := s.Begins(); got != 200 {
			t.Errorf("%s is read at %v", s.Tab, got)
		}
	}
	if s.View.To = 195; s.Begins() != 0 {
		t.Errorf("of a stretch at %v", s.Begins())
	}
}

// The steps of many epochs would draw a comb: the last five epochs are drawn, and the axis says so. A visitor's range is shown, and a
// run of few epochs whole.
func TestManyEpochsAreNoComb(t *testing.T) {
	long := func(r *run.Run) { cyclic(r); r.T = 400 } // 40 epochs of ten steps
	for _, tab := range []string{"schedule", "parts"} {
		for _, c := range looked(t, link.View{Tab: tab}, renyi, long).Charts() {
			if c.X.From < 350 || c.X.To != 400 || c.X.Name != "last 5 of 40 epochs, step" {
				t.Errorf("%s, %s: %q from %v to %v", tab, c.ID, c.X.Name, c.X.From, c.X.To)
			}
		}
		for _, c := range looked(t, link.View{Tab: tab, From: 100, To: 300}, renyi, long).Charts() {
			if c.X.From != 100 || c.X.To != 300 || c.X.Name != "step" {
				t.Errorf("%s, %s, a chosen range: %q from %v to %v", tab, c.ID, c.X.Name, c.X.From, c.X.To)
			}
		}
		if c := looked(t, link.View{Tab: tab}, renyi, cyclic).Charts()[0]; c.X.Name != "step" {
			t.Errorf("%s of 20 epochs: %q", tab, c.X.Name)
		}
	}
}

// What a step of a cyclic run adds is a spike, whose top is not at the edge of the plot.
func TestSpikesAreSeen(t *testing.T) {
	c := looked(t, link.View{Tab: "schedule"}, renyi, cyclic).Charts()[0]
	i := slices.IndexFunc(c.Series, func(l plot.Series) bool { return l.ID == "s" })
	y := c.Series[i].Y
	if slices.Min(y) != 0 || slices.Max(y) == 0 {
		t.Errorf("the steps add from %v to %v, want from 0", slices.Min(y), slices.Max(y))
	}
	if d := c.Draw(); d.Y(slices.Max(y)) < d.Top+4 {
		t.Errorf("the spikes end at %v, the plot at %v", d.Y(slices.Max(y)), d.Top)
	}
}

// A share of the noise is drawn for the rows whose proofs divide it, and for no other: a shifted process may pay less at a step than
// the step adds, so the quotient of the two is no share.
func TestSharesOfNoiseThatIsDivided(t *testing.T) {
	says := func(s Scene) bool {
		return slices.ContainsFunc(s.Charts(), func(c plot.Chart) bool {
			return c.ID == "shares" || strings.Contains(c.Title, "noise hides") || strings.Contains(c.Title, "share of the noise")
		})
	}
	for row, change := range map[string]func(*run.Run){"bok-su-altschuler": nil, "shift": nil} {
		if s := looked(t, link.View{Tab: "schedule", Plan: row}, delta, change); s.Plan.Row != row || says(s) {
			t.Errorf("%s divides no noise: %+v", s.Plan.Row, s.Charts())
		}
	}
	for row, change := range map[string]func(*run.Run){"chien-li-3.1": convex, "shift-sampled": sampled} {
		if s := looked(t, link.View{Tab: "schedule", Plan: row}, delta, change); s.Plan.Row != row || !says(s) {
			t.Errorf("%s divides the noise: %+v", s.Plan.Row, s.Charts())
		}
	}
}
