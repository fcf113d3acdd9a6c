package lab

import (
	"fmt"
	"strings"
	"testing"

	"lastiterate/bounds"
)

// A run is shown by its fields, those that it has, and is what tools open with: not those where
// it stands beside inputs of another training.
func TestRunAtHand(t *testing.T) {
	const own = "v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic&loss=convex&smoothness=inf&clipping=active&delta=1e-6"
	lines := map[string]string{}
	for _, l := range RunLines(" https://example.org/#" + own) {
		lines[l.Label+" "+l.Symbol] = l.Value
	}
	for label, value := range map[string]string{"batch size b": "50", "learning rate η": "0.02", "iterations T": "100",
		"noise multiplier z": "1.5", "diameter of the domain D": "no projection", "smoothness L": "not smooth"} {
		if lines[label] != value {
			t.Errorf("%s is %q, want %q, of %q", label, lines[label], value, lines)
		}
	}
	if value, said := lines["strong convexity m"]; said {
		t.Errorf("the strong convexity is shown as %q, want no such line", value)
	}
	if _, fault := ReadRun(own + "&differs=colour"); !strings.Contains(fault, "colour") {
		t.Errorf("of an unknown departure it is said %q", fault)
	}
	if none, unread, opening := RunLines(""), RunLines("#v=1&n=5&colour=green"), RunLines("opening"); none != nil || unread != nil || len(opening) < 10 {
		t.Errorf("no link has the lines %v, one that cannot be read %v, the opening run %d; want none, none and at least 10",
			none, unread, len(opening))
	}
	for name, want := range map[string]string{"tradeoff": own, "risk": own, "replay": own, "account": own, "utility": own, "audit": "",
		"dynamics": ByName("dynamics").Defaults()["run"]} {
		if v := ByName(name).Open(own); v["run"] != want {
			t.Errorf("%s opens with the run %q", name, v["run"])
		}
		if v := ByName(name).Open(""); v["run"] != ByName(name).Defaults()["run"] {
			t.Errorf("%s opens with the run %q where none is at hand", name, v["run"])
		}
	}
	audit := ByName("audit")
	utility, operators := ByName("utility"), ByName("operators")
	for what, c := range map[string]struct{ got, want string }{
		"a run":                   {RunOf(audit, with(audit, "run", own)), own},
		"a link with a fault":     {RunOf(audit, with(audit, "run", "v=1&n=5&b=x")), ""},
		"utility's own settings":  {RunOf(utility, utility.Defaults()), ""},
		"operators' own settings": {RunOf(operators, operators.Defaults()), ""},
	} {
		if c.got != c.want {
			t.Errorf("of %s the run at hand is %q, want %q", what, c.got, c.want)
		}
	}
}

// A run for which only theorems of papers count is answered by those, in every tool that looks up its
// bounds, and says so.
func TestRunOfPublishedTheoremsOnly(t *testing.T) {
	const opening = "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"
	const only = "&only=published"
	// Of the opening run a paper's row has the schedule of ours.
	cyclic := strings.NewReplacer("n=5&", "n=50&", "=full", "=cyclic", "strongly-convex&smoothness=1&strong_convexity=1",
		"convex&smoothness=1").Replace(opening)
	for name, says := range map[string]func(View) string{
		"tradeoff": func(v View) string { return strings.Join(v.Notes, " ") },
		"replay":   func(v View) string { return v.Facts[0].Value },
		"account":  func(v View) string { return fmt.Sprint(v.Facts) },
		"audit":    func(v View) string { return fmt.Sprint(v.Facts, v.Scale) },
	} {
		tool := ByName(name)
		both := []string{}
		link := opening
		if name == "replay" {
			link = cyclic
		}
		for _, text := range []string{link, link + only} {
			view, fault := answered(t, tool, with(tool, "run", text))
			if fault != nil {
				t.Fatalf("%s of %s: %v", name, text, fault)
			}
			both = append(both, says(view))
		}
		if both[0] == both[1] {
			t.Errorf("%s says the same with and without our own theorems: %s", name, both[0])
		}
		if ours := bounds.NameOf("profile"); strings.Contains(both[1], ours) {
			t.Errorf("%s of published theorems only names %s", name, ours)
		}
	}
	last := func(text string) RunLine { lines := RunLines(text); return lines[len(lines)-1] }
	if got := last(opening + only); got.Label != "theorems" || got.Value != "published only" || last(opening).Label == "theorems" {
		t.Errorf("of the theorems it is said %v and %v", got, last(opening))
	}
}

// The attacker's limit for a run says why the calculator's may be another: of all that the calculator's answer uses before
// its tab is opened, the members of a guarantee, none is the profile, so that no order of the two numbers is promised.
// A guarantee that was entered has no such note.
func TestAttackersLimitBesideTheCalculators(t *testing.T) {
	tool := ByName("tradeoff")
	notes := func(v Values) string {
		view, fault := answered(t, tool, v)
		if fault != nil {
			t.Fatal(*fault)
		}
		return strings.Join(view.Notes, " ")
	}
	said := notes(tool.Defaults())
	for _, want := range []string{"ε at your δ or order", "Rényi divergence of its row", "smallest Gaussian parameter of any row", "usually larger still"} {
		if !strings.Contains(said, want) {
			t.Errorf("it is not said that %q: %s", want, said)
		}
	}
	if strings.Contains(said, "alone") || strings.Contains(said, "never smaller") {
		t.Errorf("too much is promised: %s", said)
	}
	if said := notes(with(tool, "run", "", "mu", "1")); strings.Contains(said, "calculator") {
		t.Errorf("of μ = 1 it is said: %s", said)
	}
}
