package lab

import (
	"fmt"
	"strings"
	"testing"
)

// A list of steps may leave out those that continue it.
func TestListsOfSteps(t *testing.T) {
	for text, want := range map[string]string{
		"3, 18, 21": "[3 18 21]", "1, 2, …, 5": "[1 2 3 4 5]", "2;12 ... 42 50": "[2 12 22 32 42 50]", "": "[]", "7": "[7]",
		"1–4": "[1 2 3 4]", "1-3, 7, 9–9": "[1 2 3 7 9]", "2, 4, …, 8, 11-12": "[2 4 6 8 11 12]",
	} {
		if got, fault := readUses(text); fmt.Sprint(got) != want || fault != "" {
			t.Errorf("%q: %v, %s; want %s", text, got, fault, want)
		}
	}
	for text, want := range map[string]string{
		"1, …, 5": "continues two numbers", "5, 3, …, 1": "continues two numbers", "1, 3, …, 6": "does not lead from 3 in steps of 2 to 6",
		"1, 2, …": "needs a number after it", "1, 2, …, 1000000000": "does not lead", "1, x": "x", "1, 3, …, 3": "does not lead",
		"5-3": "“5–3” is not a range", "1-": "“1–” is not a range", "1-2-3": "not a range", "1-1000000000": "not a range",
	} {
		if got, fault := readUses(text); !strings.Contains(fault, want) || got != nil {
			t.Errorf("%q: %v, %q; want %q", text, got, fault, want)
		}
	}
}

// trainedOn is a run of known batches of 200 steps, in epochs of n/b steps.
func trainedOn(n, b int, scheme string) string {
	return fmt.Sprintf("v=1&n=%d&b=%d&T=200&eta=0.1&clip=2&sigma=0.1&noise=iterate&diameter=1&adjacency=replace&scheme=%s"+
		"&loss=convex&smoothness=1&clipping=never&delta=1e-5", n, b, scheme)
}

// The steps of an answer are steps in which the run can use the example: for each scheme, all others are refused.
func TestStepsFitTheRun(t *testing.T) {
	full, cyclic, once, fresh := trainedOn(5, 5, "full"), trainedOn(500, 10, "cyclic"), trainedOn(500, 10, "shuffle-once"),
		trainedOn(500, 10, "reshuffle")
	drawn, dropped, long := trainedOn(500, 10, "without-replacement"), trainedOn(504, 10, "reshuffle"), trainedOn(3000, 10, "reshuffle")
	for _, c := range []struct{ run, uses, why string }{
		{full, "1, 2, …, 200", ""}, {full, "200, 1, 2, …, 199", ""},
		{full, "3, 18, 21, 36, 44", "every batch of this run holds the differing example: write 1–200"},
		{full, "", "write 1–200"}, {full, "1–199", "write 1–200"}, {full, "1-200", ""},
		{cyclic, "3, 53, 103, 153", ""}, {cyclic, "50, 100, …, 200", ""}, {cyclic, "", "such as 1, 51, …, 151"},
		{cyclic, "3, 18, 21, 36, 44", "in the same batch of every epoch: list the steps of one batch, such as 3, 53, …, 153"},
		{cyclic, "3, 53, 103", "such as 3, 53, …, 153"}, {cyclic, "53, 103, 153", "such as 3, 53, …, 153"},
		{cyclic + "&position=7", "7, 57, …, 157", ""}, {cyclic + "&position=7", "3, 53, 103, 153", "every epoch: write 7, 57, …, 157"},
		{once, "3, 53, 103, 153", ""}, {once, "3, 54, 103, 153", "such as 3, 53, …, 153"}, {once, "", "such as 1, 51, …, 151"},
		{fresh, "3, 98, 101, 160", ""}, {fresh, "3, 18, 21, 36, 44", "once in each epoch of 50 steps, in a secret order"},
		{fresh, "3, 98, 101", "such as 1, 51, …, 151"}, {fresh, "3, 101, 160", "once in each"}, {fresh, "", "differing example once in each"},
		{fresh, "3, 4, 101, 160", "once in each"},
		{dropped, "3, 160", ""}, {dropped, "3, 4", "at most once in each epoch of 50 steps"}, {dropped, "", "at most once"},
		{long, "150", ""}, {long, "150, 151", "once in each epoch of 300 steps"},
		{drawn, "3, 18, 21, 36, 44", ""}, {drawn, "", "this run draws each batch: list the steps"},
		{full, "0", ""}, {fresh, "201", ""}, // the engine refuses these
	} {
		s, fault := ReadRun(c.run)
		uses, unread := readUses(c.uses)
		if fault != "" || unread != "" {
			t.Fatal(fault, unread)
		}
		if got := misfit(s.Run, uses); (got == "") != (c.why == "") || !strings.Contains(got, c.why) {
			t.Errorf("%s with the steps %q: %q, want %q", c.run, c.uses, got, c.why)
		}
	}
	tool := ByName("dynamics")
	for _, uses := range []string{"0", "201"} {
		if _, fault := answered(t, tool, with(tool, "run", fresh, "uses", uses)); fault == nil || fault.Errors[0].Field != "uses" {
			t.Errorf("the step %s of 200 is taken: %v", uses, fault)
		}
	}
}

// A link that names a run and no steps opens with the run's own, or with none, and never with the example's. Of a link that states the
// example's steps for another run there is no answer.
func TestLinkOfARunHasItsSteps(t *testing.T) {
	for _, c := range []struct{ run, rest, uses, answer string }{
		{trainedOn(5, 5, "full"), "", "1–200", "after 200 steps, all of which use the example; by composition"},
		{trainedOn(500, 10, "cyclic"), "", "1, 51, …, 151", "after 200 steps, 4 of which use the example (batch 1 of each epoch); by"},
		{trainedOn(500, 10, "cyclic"), "&uses=3,53,103,153", "3,53,103,153", "4 of which use the example (batch 3 of each epoch); by"},
		{trainedOn(3000, 10, "reshuffle"), "&uses=7", "7", "after 200 steps, one of which uses the example; by"},
		{trainedOn(500, 10, "reshuffle"), "", "", ""}, {trainedOn(500, 10, "without-replacement"), "", "", ""},
		{trainedOn(5, 5, "full"), "&uses=3,18,21,36,44", "3,18,21,36,44", ""},
		{ByName("dynamics").Defaults()["run"], "", ByName("dynamics").Defaults()["uses"], "after 50 steps, 5 of which use the example; by"},
	} {
		tool, v, misread := Decode("v=1&lab=dynamics&run=" + strings.NewReplacer("&", "%26", "=", "%3D").Replace(c.run) + c.rest)
		if len(misread) > 0 || v["uses"] != c.uses {
			t.Errorf("%s opens with the steps %q, %q; want %q", c.run+c.rest, v["uses"], misread, c.uses)
		}
		if _, problems := tool.Request(v); c.answer == "" {
			if len(problems) != 1 || problems[0].Field != "uses" {
				t.Errorf("%s: %v, want that the steps are asked for", c.run+c.rest, problems)
			}
			continue
		}
		if view, fault := answered(t, tool, v); fault != nil || !strings.Contains(view.Answer, c.answer) {
			t.Errorf("%s: %q, %v; want …%s…", c.run+c.rest, view.Answer, fault, c.answer)
		}
	}
}

// A run that is entered brings its steps, or takes those of another away. Steps that were entered for a run stay with another that says
// as little about its own, and other fields bring nothing.
func TestEnteredRunBringsItsSteps(t *testing.T) {
	tool := ByName("dynamics")
	v := tool.Defaults()
	enter := func(name, text, uses, changed string) {
		t.Helper()
		if got := fmt.Sprint(tool.Enter(v, name, text)); got != changed || v[name] != text || v["uses"] != uses {
			t.Errorf("with %s = %q the steps are %q, changed is %s; want %q, %s", name, text, v["uses"], got, uses, changed)
		}
	}
	full, fresh := trainedOn(5, 5, "full"), trainedOn(500, 10, "reshuffle")
	enter("run", full, "1–200", "[uses]")
	enter("run", strings.Replace(full, "T=200", "T=20", 1), "1–20", "[uses]")
	enter("run", fresh, "", "[uses]")
	enter("uses", "3, 98, 101, 160", "3, 98, 101, 160", "[]")
	enter("run", fresh+"&m=x", "3, 98, 101, 160", "[]") // cannot be read
	enter("run", trainedOn(3000, 10, "reshuffle"), "", "[uses]")
	enter("uses", "7", "7", "[]")
	enter("run", strings.Replace(trainedOn(3000, 10, "reshuffle"), "sigma=0.1", "sigma=0.2", 1), "7", "[]")
	v = tool.Defaults()
	enter("run", fresh, "", "[uses]") // the example's steps are no visitor's
	v = tool.Defaults()
	enter("run", v["run"], v["uses"], "[]")
}

// A tool without a field for a run says so of a link that has one; one that takes numbers of a run takes those of the link's.
func TestRunInTheLinkOfAToolWithoutOne(t *testing.T) {
	run := strings.NewReplacer("&", "%26", "=", "%3D").Replace(trainedOn(5000, 25, "cyclic"))
	_, _, misread := Decode("v=1&lab=operators&run=" + run)
	if fmt.Sprint(misread) != "[this tool takes no run: the link’s is not used]" {
		t.Errorf("operators: %q", misread)
	}
	_, v, misread := Decode("v=1&lab=noise&b=30&run=" + run)
	if len(misread) > 0 || v["n"] != "5000" || v["b"] != "30" || v["epochs"] != "1" {
		t.Errorf("noise: %v, %q", v, misread)
	}
	_, v, misread = Decode("v=1&lab=noise&run=x")
	if len(misread) != 1 || !strings.HasPrefix(misread[0], "the link’s run is not used: this is not a link") || v["n"] != "1000" {
		t.Errorf("noise: %v, %q", v, misread)
	}
}
