package lab

import (
	"strings"
	"testing"
)

// A reader thinks of what is bounded, not of a lemma's number: facts and lines name the quantity first,
// and the headline has the whole source.
func TestUtilityNamesQuantities(t *testing.T) {
	tool := ByName("utility")
	view, fault := answered(t, tool, with(tool, "epsilon", "1"))
	if fault != nil {
		t.Fatal(fault)
	}
	const want = "Halving the diameter multiplies the bound on the optimality gap by 0.50, up to constants (Liang et al. 2025, equation (19))."
	if view.Answer != want {
		t.Errorf("the headline is %q, not %q", view.Answer, want)
	}
	labels := map[string]bool{}
	for _, line := range view.Chart.Series {
		if labels[line.Label] || !strings.Contains(line.Name, strings.SplitN(line.Label, " (", 2)[0]) {
			t.Errorf("%q is labelled %q, which another line has or which names something else", line.Name, line.Label)
		}
		labels[line.Label] = true
	}
	for _, label := range []string{"4 bounds, unchanged", "optimality gap (19)", "root of the optimality gap (3.10)"} {
		if !labels[label] {
			t.Errorf("no line is labelled %q; the labels are %v", label, labels)
		}
	}
	if lead := strings.Join(tool.Lead, " "); !strings.Contains(lead, "If you halve the diameter D") || view.Head != "What each bound becomes at half the diameter" {
		t.Errorf("neither the lead nor the table's head says what the table tells: %s, %s", lead, view.Head)
	}
	for i, value := range map[int]string{0: "× 0.98", 2: "× 0.50", 4: "unchanged"} {
		if got := view.Facts[i].Value; got != value {
			t.Errorf("of %s the table says %q, want %s", view.Facts[i].Name, got, value)
		}
	}
	for _, fact := range view.Facts {
		if strings.Contains(fact.Note, "constants are 1") {
			t.Errorf("%s: %q gives a value to a bound that is known up to constants", fact.Name, fact.Note)
		}
	}
}

// Two rows go back to one paper and are far apart: their names say of which run each is, and a note why they differ.
func TestUtilityTellsTwoRowsApart(t *testing.T) {
	tool := ByName("utility")
	const full = "v=1&n=50&b=50&T=200&eta=0.1&clip=2&sigma=0.1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=strongly-convex" +
		"&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"
	const why = "of this run, with its own noise and T"
	view, fault := answered(t, tool, with(tool, "run", full))
	if fault != nil || !strings.Contains(strings.Join(view.Notes, " "), why) {
		t.Errorf("%v: no note says why the rows differ: %q", fault, view.Notes)
	}
	names := map[string]bool{}
	for _, fact := range view.Facts {
		names[fact.Name] = true
		for _, bound := range strings.Split(fact.Note, "; ") {
			names[bound] = true
		}
	}
	if !names["optimality gap, with the run’s own noise and iterations"] ||
		!names["optimality gap, with noise and iterations chosen for ε (Chourasia et al. 2021)"] {
		t.Errorf("the rows are %v", names)
	}
	other, fault := answered(t, tool, tool.Defaults())
	if fault != nil || strings.Contains(strings.Join(other.Notes, " "), why) {
		t.Errorf("%v: of a run with one such row the notes are %q", fault, other.Notes)
	}
}

// Lines that lie on one another are one line, whose label says of how many, and whether they change: exactly, nearly, or together.
func TestUtilityDrawsALineOnce(t *testing.T) {
	tool := ByName("utility")
	const full = "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=strongly-convex" +
		"&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"
	for noise, want := range map[string]string{"": "6 bounds, nearly unchanged|root of the optimality gap (3.12)|optimality gap (19)",
		"yes": "norm of the gradient (3.7) and 1 more|5 bounds, unchanged|optimality gap (after Chourasia et al. 2021)"} {
		view, fault := answered(t, tool, with(tool, "run", full, "noise", noise))
		if fault != nil {
			t.Fatal(*fault)
		}
		var labels []string
		for _, line := range view.Chart.Series {
			labels = append(labels, line.Label)
		}
		if got := strings.Join(labels, "|"); got != want {
			t.Errorf("the lines are %q, want %q", got, want)
		}
	}
	for factor, want := range map[float64]string{1: "unchanged", 0.9999: "nearly unchanged", 0.98: "× 0.98", 1.5: "× 1.5"} {
		if got := times(factor); got != want {
			t.Errorf("a factor of %v is %q, want %q", factor, got, want)
		}
	}
}

// Where no bound varies there is no chart, which would be one flat line.
func TestUtilityWithoutVariation(t *testing.T) {
	tool := ByName("utility")
	const convex = "v=1&n=10000&b=500&T=2000&eta=1&clip=1&sigma=10&noise=multiplier&diameter=2&adjacency=replace&scheme=cyclic&loss=convex" +
		"&smoothness=0.25&clipping=never&delta=1e-5"
	view, fault := answered(t, tool, with(tool, "run", convex))
	if fault != nil || view.Chart != nil || !strings.HasPrefix(view.Answer, "No bound for this run changes with the diameter") {
		t.Errorf("%v: %s, with the chart %+v; want none", fault, view.Answer, view.Chart)
	}
}
