package lab

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lastiterate/bounds"
)

// The sentence tells what is hidden of every kind of schedule, and distances are told however small they are.
func TestReplaysAnswer(t *testing.T) {
	const cyclic = "v=1&n=50&b=5&T=60&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=inf&adjacency=replace&scheme=cyclic&loss=convex" +
		"&smoothness=1&clipping=never&delta=1e-5"
	for _, c := range []struct{ name, run, answer, apart string }{
		{"from the start", cyclic, "From the first step on, each step leaves a distance of at most 0.07", "0.48"},
		{"nothing hidden", strings.Replace(cyclic, "T=60", "T=1", 1), "The noise hides no distance: every step pays for itself, in total a privacy loss of ", "0.08"},
		{"one step", strings.NewReplacer("diameter=inf", "diameter=0.01", "cyclic", "full", "b=5&", "b=50&").Replace(cyclic),
			"In the last of 60 steps the noise hides a distance of 0.0100. That costs a privacy loss of ", "0"},
		{"changing rate", cyclic + "&schedule=cosine", "From the first step on, each step leaves a distance of at most ", "0.2"},
		{"small", strings.NewReplacer("clip=2", "clip=0.0002", "sigma=1", "sigma=0.0001").Replace(cyclic),
			"From the first step on, each step leaves a distance of at most 7.", "4.8 × 10⁻⁵"},
		{"large", strings.NewReplacer("clip=2", "clip=2e20", "sigma=1", "sigma=1e20").Replace(cyclic),
			"From the first step on, each step leaves a distance of at most 7.", "4.8 × 10¹⁹"},
		{"long", strings.Replace(cyclic, "T=60", "T=500", 1), "This replays the last 400 of the schedule’s 500 steps, before which a distance of 0.0", "3.27"},
	} {
		tool := ByName("replay")
		view, fault := answered(t, tool, with(tool, "run", c.run))
		if fault != nil {
			t.Errorf("%s: %v", c.name, fault)
			continue
		}
		if got := view.Facts[0].Value; got != bounds.NameOf("shift") {
			t.Errorf("%s: the schedule is said to be that of %q", c.name, got)
		}
		if !strings.HasPrefix(view.Answer, c.answer) || !strings.HasPrefix(view.Facts[1].Value, c.apart) || view.Facts[2].Value != "0" {
			t.Errorf("%s: %s %+v", c.name, view.Answer, view.Facts)
		}
		if said := view.Playing.Say(view.Playing.Steps); !strings.HasPrefix(said, "At the end: 0 left to hide, ") {
			t.Errorf("%s: %s", c.name, said)
		}
	}
}

// What a cost of so much times the order comes to as ε is the calculator's answer, to which a link leads.
func TestReplayLeadsToEpsilon(t *testing.T) {
	tool := ByName("replay")
	view, fault := answered(t, tool, tool.Defaults())
	if fault != nil || len(view.Links) != 1 || view.Links[0].Fragment != Fragment(tool.Defaults()["run"]) {
		t.Fatalf("%v, the links are %+v, want one to the run", fault, view.Links)
	}
	if notes := strings.Join(view.Notes, " "); !strings.Contains(notes, "The calculator converts such losses to ε at your δ") {
		t.Errorf("the notes do not say where ε is: %s", notes)
	}
}

// Every axis of a replay has a tick at or above its greatest value and at least three in all, and is the same at every step.
func TestReplaysAxesReachTheirValues(t *testing.T) {
	tool := ByName("replay")
	ticks := regexp.MustCompile(`text-anchor="end"[^>]*>(−?)([0-9.]+)<`)
	for _, run := range []string{tool.Defaults()["run"], "opening"} {
		view, fault := answered(t, tool, with(tool, "run", run))
		if fault != nil {
			t.Fatal(*fault)
		}
		var before [][]string
		for _, step := range []int{view.Playing.Steps, 1} {
			for i, c := range view.Playing.Charts(step) {
				c.Width = 700
				var values []string
				most := math.Inf(-1)
				for _, m := range ticks.FindAllStringSubmatch(c.SVG(), -1) {
					x, _ := strconv.ParseFloat(m[2], 64)
					if m[1] != "" {
						x = -x
					}
					values, most = append(values, m[1]+m[2]), max(most, x)
				}
				greatest := 0.0
				for _, s := range c.Series {
					greatest = max(greatest, slices.Max(s.Y))
				}
				if len(values) < 3 || most < greatest {
					t.Errorf("%s of %s: the ticks %q for values up to %v", c.Title, run, values, greatest)
				}
				if before = append(before, values); len(before) > 3 && !slices.Equal(before[i], values) {
					t.Errorf("%s of %s: the ticks are %q at the end and %q at step %d", c.Title, run, before[i], values, step)
				}
			}
		}
	}
}
