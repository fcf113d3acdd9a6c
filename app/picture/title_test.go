package picture

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds/run"
)

// Titles say what is seen, with numbers from the data.
func TestTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	all := scenes(t)
	for name, patterns := range map[string][]string{
		"iterations": {`^The bound levels off after \d+ steps$`},
		"order":      {`^The Rényi bound grows in proportion to its order: 0\.0\d+ for each unit of α$`},
		"failure":    {`^A δ ten times smaller than 10⁻⁵ takes ε from 1\.\d+ to 1\.\d+$`},
		// By the shift row μ is 0.3487, and Φ(Φ⁻¹(0.01) + μ) = 0.02398.
		"attacker": {`^At a 1 % false-positive rate an attack notices a replaced example at most 2\.40.% of the time$`},
		// α/(2σ²): ε falls as σ grows.
		"sweep-noise": {`^The bound falls from 8\.\d\d to 0\.\d+ as the noise on the iterate goes from 0\.\d+ to 20$`},
		"sweep-rate":  {`^The bound grows from 0\.\d+ to \d\.\d+ as the learning rate goes from 0\.02 to 0\.3$`},
		"schedule":    {`^Chien–Li, Theorem 3\.1, ε ≤ 2\.49: half of the bound is spent in the last \d of 200 steps; \d+ % of each step’s noise hides the step itself, the rest the distance$`},
		"parts": {`^Chien–Li, Theorem 3\.1: after τ = 18[78] steps the two runs are at most 1\.00 apart; hiding this by T has a cost$`,
			`^The distance at τ is \d+ % of the bound, the steps’ own differences are the rest$`},
		"schedule-sampled": {`^Shift, sampled batches: half of the bound is spent in the last \d+ of 2000 steps$`,
			`^The share of the noise that hides whether the batch holds the example goes from 100 % to \d\d %$`},
		"parts-sampled": {`^Shift, sampled batches: after τ = 19\d\d steps the two runs are at most 0\.500 apart`,
			`^The distance at τ is \d+ % of the bound, the steps’ own differences are the rest$`},
		"parts-simple": {`^Shift optimum, ε ≤ 1\.34: more than 99 % of the bound is spent in the last \d\d of 200 steps$`, `^The steps’ own differences are all of the bound$`},
	} {
		charts := all[name].Charts()
		if len(charts) != len(patterns) {
			t.Errorf("%s has %d charts, want %d", name, len(charts), len(patterns))
			continue
		}
		for i, pattern := range patterns {
			if !regexp.MustCompile(pattern).MatchString(charts[i].Title) {
				t.Errorf("%s: %q is not %s", name, charts[i].Title, pattern)
			}
			if charts[i].Desc == "" {
				t.Errorf("%s: chart %d has no description", name, i)
			}
		}
	}
}

// What is seen of a run of one step is what happens after it; and where nothing
// is lost nothing grows.
func TestTitlesAtTheEdges(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	one := looked(t, link.View{}, delta, func(r *run.Run) { r.T = 1 })
	if got := one.Chart().Title; strings.Contains(got, "as if every iterate were public") {
		t.Errorf("a run of one step: %q, though hidden state helps from two on", got)
	}
	quiet := looked(t, link.View{}, delta, func(r *run.Run) { r.Sigma = 1e20 })
	if got := quiet.Chart().Title; got != "At this δ, ε is 0 for any number of steps shown" {
		t.Errorf("where ε is 0: %q", got)
	}
}

// The best of several runs pays most at orders near 1: over its curve the divergence grows less than its order, or falls. And
// what stands beyond the curve is not told of it.
func TestTitlesOfTunedRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	tuned := func(r *run.Run) { r.Tuning, r.TuningMean = run.Geometric, 10 }
	s := looked(t, link.View{Tab: "alpha"}, renyi, tuned)
	if got := s.Chart().Title; got != "The Rényi bound grows more slowly than its order" {
		t.Errorf("the best of ten runs: %q", got)
	}
	people := looked(t, link.View{Tab: "sweep", Sweep: "group", From: 1, To: 20}, delta, nil)
	if got := people.Chart().Title; !strings.Contains(got, "as the examples of one person go from 1 to ") {
		t.Errorf("over the examples of a person: %q", got)
	}
	late := looked(t, link.View{From: 500, To: 1000}, delta, nil)
	if got := late.Chart().Desc; strings.Contains(got, "At T = 200") {
		t.Errorf("of a picture from T = 500 on: %q", got)
	}
}

// A title is that of the line that is drawn best: where published theorems alone are left, the place at which
// another line levelled off is not that of this one.
func TestLevelOfAnotherLine(t *testing.T) {
	s := looked(t, link.View{}, delta, nil)
	own := s.Chart().Title
	for _, stale := range []int{2, 150} {
		s.Curve.LevelsOff = stale
		if got := s.Chart().Title; got != own {
			t.Errorf("with another line's %d steps: %q, want %q", stale, got, own)
		}
	}
}

// A bound that ranges over decades along a parameter that does has an axis that shows both ends of which the title tells, unless the
// visitor has chosen the axis or the bound changes little.
func TestBoundsOverDecadesHaveALogAxis(t *testing.T) {
	for _, c := range []struct {
		view link.View
		want plot.Scale
	}{
		{link.View{Tab: "sweep", Sweep: "sigma"}, plot.Log},
		{link.View{Tab: "sweep", Sweep: "sigma", YScale: "linear"}, plot.Linear},
		{link.View{Tab: "sweep", Sweep: "sigma", XScale: "linear"}, plot.Linear},
		{link.View{Tab: "sweep", Sweep: "diameter"}, plot.Linear},
	} {
		if got := looked(t, c.view, delta, nil).Chart().Y.Scale; got != c.want {
			t.Errorf("%+v: the axis is %s, want %s", c.view, got, c.want)
		}
	}
}
