package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds"
)

// A run is shown by its fields, those that it has, and is what tools open with.
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
	for name, want := range map[string]string{"tradeoff": own, "risk": own, "account": own, "utility": own, "audit": own, "replay": own,
		"dynamics": own} {
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
	for _, want := range []string{"ε at your δ or order", "Rényi divergence of its row", "smallest Gaussian parameter of any row", "usually larger"} {
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

// Every tool that has a field for a run opens with the visitor's. Of a run whose steps are known it takes these over; of another it says
// why there is no answer, and never answers for an example that nobody asked about.
func TestToolsTakeTheRun(t *testing.T) {
	const full = "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=0.1&noise=iterate&diameter=1&adjacency=replace&scheme=full" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"
	change := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(full) }
	cyclic := change("n=5&", "n=50&", "=full", "=cyclic&position=3")
	for _, tool := range Tools() {
		v := tool.Open(full)
		for _, f := range tool.Fields {
			if f.Kind == Run && v[f.Name] != full {
				t.Errorf("%s opens with the run %q", tool.Name, v[f.Name])
			}
		}
	}
	dynamics := ByName("dynamics")
	for _, c := range []struct{ run, uses, field, why string }{
		{full, "1–200", "", ""}, {cyclic, "3, 13, …, 193", "", ""},
		{change("n=5&", "n=500&", "=full", "=cyclic"), "1, 101", "", ""},
		{change("=never", "=active"), "1–200", "run", "if gradients may be clipped"},
		{change("n=5&", "n=50&", "=full", "=reshuffle"), "", "uses", "once in each epoch of 10 steps, in a secret order"},
		{change("n=5&", "n=50&", "=full", "=poisson"), "", "run", "batches of a fixed size"},
		{change("T=200", "T=100000"), "1–100000", "run", "at most 10000 steps"},
		{full + "&differs=momentum", "1–200", "run", "momentum"},
		{full + "&weight_decay=0.1", "1–200", "run", "does not know weight decay"},
		{change("0.1&clip", "1.5&clip"), "1–200", "run", "must be below"},
		{"v=1&n=5&colour=green", dynamics.Defaults()["uses"], "run", "cannot be read"},
	} {
		v := dynamics.Open(c.run)
		if v["run"] != c.run || v["uses"] != c.uses {
			t.Errorf("known batches open for %s with %v, want the steps %q", c.run, v, c.uses)
		}
		_, problems := dynamics.Request(v)
		if (len(problems) > 0) != (c.why != "") || c.why != "" && (problems[0].Field != c.field || !strings.Contains(problems[0].Message, c.why)) {
			t.Errorf("known batches of %s: %v, want …%s…", c.run, problems, c.why)
		}
	}
	view, fault := answered(t, ByName("dynamics"), ByName("dynamics").Open(full))
	if fault != nil || !strings.Contains(view.Answer, "after 200 steps") {
		t.Errorf("%+v, %v", view, fault)
	}
	for sigma, hidden := range map[string]bool{"1": true, "0.3": true, "0.1": false} {
		own := change("sigma=0.1", "sigma="+sigma)
		view, fault = answered(t, ByName("replay"), ByName("replay").Open(own))
		if fault != nil || strings.Contains(view.Hidden, "jump between its walls") != hidden || view.Links[0].Fragment != Fragment(own) {
			t.Errorf("with σ = %s: %+v, %v", sigma, view, fault)
		}
		if !hidden {
			if view.Quieter != "" {
				t.Errorf("with σ = %s less noise is offered: %s", sigma, view.Quieter)
			}
			continue
		}
		// With less noise the same run has room, and the same schedule hides as much.
		quiet, fault := answered(t, ByName("replay"), ByName("replay").Open(view.Quieter))
		s, _ := ReadRun(view.Quieter)
		before, _, _ := strings.Cut(view.Answer, " That costs")
		if fault != nil || quiet.Hidden != "" || !strings.HasPrefix(quiet.Answer, before+" That costs") ||
			!strings.Contains(view.Hidden, "less noise, "+number.Plain(s.Run.Sigma)+" instead of "+sigma+",") {
			t.Errorf("with σ = %s: %s %s; with less noise %+v, %v", sigma, view.Answer, view.Hidden, quiet, fault)
		}
		s.Run.Sigma, _ = number.Parse(sigma)
		if got := link.Encode(s); got != Fragment(own) {
			t.Errorf("more differs than the noise: %s, of %s", got, own)
		}
	}
}

// The values on the line are those of the table, also where they are no bounds.
func TestLineHasTheValuesOfTheTable(t *testing.T) {
	for name, want := range map[string]string{
		"noise": "σ on a logarithmic line: as printed 0.0173; every theorem 0.242; ",
		"audit": "ε on a logarithmic line: attack 0.217; from the rates alone 0.693\"",
	} {
		view, fault := answered(t, ByName(name), ByName(name).Defaults())
		if fault != nil {
			t.Fatal(name, fault)
		}
		if svg, _ := view.ScaleSVG(600); !strings.Contains(svg, want) {
			t.Errorf("%s: %s", name, svg)
		}
	}
}

// The recommended noise opens with the numbers of the run at hand that it takes, for which it has an answer. Batches of all examples
// and constants that the run does not have stay the example's.
func TestNoiseTakesTheRunsNumbers(t *testing.T) {
	tool := ByName("noise")
	const rest = "&eta=0.1&sigma=1&noise=iterate&diameter=1&adjacency=replace&loss=weakly-convex&clipping=never&delta=1e-5"
	for _, c := range []struct {
		run  string
		want Values
	}{
		{"v=1&n=5000&b=25&T=401&clip=3&smoothness=2&weak_convexity=0.25&scheme=cyclic" + rest,
			Values{"n": "5000", "b": "25", "epochs": "3", "clip": "3", "smoothness": "2", "weak_convexity": "0.25", "alpha": "8"}},
		{"v=1&n=5000&b=5000&T=401&clip=3&smoothness=2&weak_convexity=0.25&scheme=full" + rest,
			Values{"n": "5000", "b": "10", "epochs": "10", "clip": "3"}},
		{"", tool.Defaults()},
	} {
		v := tool.Open(c.run)
		for name, want := range c.want {
			if v[name] != want {
				t.Errorf("%s: %s is %q, want %q", c.run, name, v[name], want)
			}
		}
		if _, fault := answered(t, tool, v); fault != nil {
			t.Errorf("%s: %v", c.run, fault)
		}
	}
}

// Two tools state a Gaussian parameter of one run, each with what sets it apart from the other's. The fitted one is never larger.
func TestTwoGaussianParametersAreToldApart(t *testing.T) {
	for _, c := range []struct{ tool, other string }{{"tradeoff", "one number for a curve"}, {"fit", "Any attack"}} {
		tool := ByName(c.tool)
		view, fault := answered(t, tool, tool.Defaults())
		if fault != nil {
			t.Fatal(fault)
		}
		i := slices.IndexFunc(view.Facts, func(f Fact) bool { return f.Name == "Gaussian parameter" })
		if i < 0 || !strings.Contains(view.Facts[i].Note, "“"+c.other+"”") {
			t.Errorf("%s states a Gaussian parameter without a word of the one of “%s”: %v", c.tool, c.other, view.Facts)
		}
	}
}
