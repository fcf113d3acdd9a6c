package lab

import (
	"math"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/wasm/engine"
)

// Each row that proves a profile is quoted by itself.
func TestRowsAreQuotedEach(t *testing.T) {
	got := provedBy([]string{"composition", "profile"})
	const want = "At each δ the run’s privacy profile is the smallest ε that the calculator’s rows “Composition” and “Profile contraction” prove."
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The calculator's attacker tab and the laboratory state one limit, whatever is asked about the run, and the notes say so.
func TestTabHasTheSameLimit(t *testing.T) {
	const opening = "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never"
	tool := ByName("tradeoff")
	for _, text := range []string{
		opening + "&delta=1e-5", opening + "&delta=0.001", opening + "&alpha=8", opening + "&delta=1e-5&only=published",
		strings.NewReplacer("sigma=1&", "sigma=0.3&").Replace(opening) + "&delta=1e-5",
		strings.NewReplacer("n=5&", "n=50&", "=full", "=cyclic").Replace(opening) + "&delta=1e-5",
		"v=1&n=2000&b=20&T=300&eta=0.1&clip=1&sigma=0.02&noise=iterate&diameter=inf&adjacency=add-remove&scheme=poisson&loss=convex" +
			"&smoothness=1&clipping=active&delta=1e-5",
	} {
		view, fault := answered(t, tool, with(tool, "run", text))
		if fault != nil {
			t.Fatal(text, fault)
		}
		s, _ := ReadRun(text)
		for i, limit := range tabLimits(t, s) {
			if here := view.Facts[i].Value; here != "at most "+limit {
				t.Errorf("%s: the laboratory says %q, the tab %s", text, here, limit)
			}
		}
		if said := strings.Join(view.Notes, " "); !strings.Contains(said, "attacker tab states the same limits") {
			t.Errorf("the notes do not say that the tab has the same limit: %s", said)
		}
	}
}

// tabLimits are the limits that the calculator states at the rates of 0.1 % and 1 % once its attacker tab is drawn.
func tabLimits(t *testing.T, s link.State) (limits []string) {
	t.Helper()
	only := s.View.Only == link.OnlyPublished
	report, err := bounds.Evaluate(t.Context(), s.Run, s.Question, bounds.Settings{PublishedOnly: only})
	if err != nil {
		t.Fatal(err)
	}
	result := engine.FromReport(report)
	scene := picture.Scene{Tab: picture.Attack, Query: s.Query, Result: result, Parameter: "delta",
		At: picture.At(picture.Attack, picture.Span{}, 0, s.Query, result)}
	series, err := bounds.Curve(t.Context(), s.Run, s.Question, "delta", scene.At,
		bounds.Settings{Rows: picture.Drawn(s.View, result), SlowValues: tradeoff.MostDeltas})
	if err != nil {
		t.Fatal(err)
	}
	scene.Curve = engine.FromCurve(series, 0)
	subject := words.About(s.Query, result, nil)
	subject.Profile = scene.Profile()
	g, ok := subject.Guarantee()
	if !ok {
		t.Fatal("the calculator states no limit")
	}
	for _, rate := range []float64{0.001, 0.01} {
		limits = append(limits, percent(words.MembersFound(g, rate), true))
	}
	return limits
}

// A share that is read from a chart is in per cent, like those of the table.
func TestChartsReadInPercent(t *testing.T) {
	for name, at := range map[string]float64{"tradeoff": 1, "risk": 1, "fit": 1, "audit": 30} {
		v := ByName(name).Defaults()
		if name == "audit" {
			v["table"] = "tp,fp\n60,30\n70,40\n"
		}
		view, fault := answered(t, ByName(name), v)
		if fault != nil || view.Chart == nil {
			t.Fatalf("%s: %v, the chart is %v", name, fault, view.Chart)
		}
		c := *view.Chart
		c.Width = 700
		if c.X.Note != "in %" || c.Y.To != 100 || c.X.Unit != "\u00a0%" {
			t.Errorf("%s: the axes are %+v and %+v", name, c.X, c.Y)
		}
		readings := c.Draw().Readings(at)
		if len(readings) < 2 {
			t.Fatalf("%s: %d lines at %v %%", name, len(readings), at)
		}
		for _, r := range readings {
			if !strings.HasSuffix(r.Text, "\u00a0%") && !strings.HasSuffix(r.Text, "no value") {
				t.Errorf("%s: %s is read as %q", name, r.Name, r.Text)
			}
			if r.ID == "guess" && name != "risk" && math.Abs(r.Value-at) > 1e-9 {
				t.Errorf("%s: guessing at %v %% is read as %s", name, at, r.Text)
			}
		}
	}
}

// The sentence is the calculator's: where the run's neighbours differ by a replacement, no member is identified.
func TestAnyAttackSpeaksOfTheNeighbours(t *testing.T) {
	tool := ByName("tradeoff")
	const replaced = "v=1&n=50&b=5&T=20&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=cyclic&loss=convex&smoothness=1&clipping=never&delta=1e-5"
	for _, c := range []struct {
		v    Values
		want string
	}{
		{with(tool, "run", replaced), "At a 1 % false-positive rate an attack notices a replaced example at most "},
		{with(tool, "run", strings.Replace(replaced, "replace", "zero-out", 1)), "At a 1 % false-positive rate an attack identifies at most "},
		{with(tool, "run", "", "mu", "1"), "At a 1 % false-positive rate an attack identifies at most "},
	} {
		view, fault := answered(t, tool, c.v)
		if fault != nil || !strings.HasPrefix(view.Answer, c.want) ||
			strings.Contains(view.Answer, "member") == strings.Contains(view.Answer, "replaced") {
			t.Errorf("%s: %q, %v; want %q…", c.v["run"], view.Answer, fault, c.want)
		}
	}
}
