package lab

import (
	"strings"
	"testing"
)

// The picture's title says what its line does, and the answer's values have the digits of the calculator's.
func TestCourseOfTheLoss(t *testing.T) {
	tool := ByName("dynamics")
	const others = "&eta=0.1&noise=iterate&diameter=inf&adjacency=replace&loss=convex&smoothness=4&clipping=never&delta=1e-5"
	const known, drawn = "n=100&b=10&T=50&clip=1&sigma=0.1&scheme=reshuffle", "n=100&b=10&T=50&clip=1&sigma=0.1&scheme=without-replacement"
	for _, c := range []struct{ run, uses, title, answer string }{
		{known, "3, 18, 21, 36, 44", "The loss rises with each use and falls between", "ε(2) ≤ 0.102 after 50 steps, 5 of which use the example; by composition 0.200."},
		{drawn, "10, 11", "The loss rises with each use and falls afterwards", "; by composition 0.0800."},
		{"n=5&b=5&T=200&clip=2&sigma=1&scheme=full", "1–200", "The loss rises with each step", "ε(2) ≤ 1.28 after 200 steps, all of which use the example; by composition 1.28."},
		{drawn, "49, 50", "The loss rises with each use", "ε(2) ≤ 0.0800 after"},
	} {
		v := tool.Defaults()
		v["uses"], v["run"] = c.uses, "v=1&"+c.run+others
		view, fault := answered(t, tool, v)
		if fault != nil {
			t.Fatal(c.uses, *fault)
		}
		if view.Chart.Title != c.title || !strings.Contains(view.Answer, c.answer) ||
			!strings.Contains(view.Answer, "may prove less for this run.") {
			t.Errorf("uses %s: %q, %q", c.uses, view.Chart.Title, view.Answer)
		}
		if len(view.Links) != 1 {
			t.Fatal("no link to the calculator’s answer")
		}
		want, _ := ReadRun(v["run"])
		if s, fault := ReadRun(view.Links[0].Fragment); fault != "" || s.Question.Alpha != 2 || s.Run != want.Run {
			t.Errorf("the link is to %s, %s", view.Links[0].Fragment, fault)
		}
	}
}
