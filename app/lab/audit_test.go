package lab

import (
	"fmt"
	"strings"
	"testing"
)

// An attack beside a run says what disagreement means.
func TestAuditBesideARun(t *testing.T) {
	tool := ByName("audit")
	view, fault := answered(t, tool, with(tool, "run", "opening", "false_positives", "10"))
	if fault != nil || !strings.HasPrefix(view.Answer, "The attack shows ε ≥ 1.03 at δ = 10⁻⁵, with 95 % confidence, "+
		"but the run is proved to have ε ≤ 0.") {
		t.Errorf("%q, %v", view.Answer, fault)
	}
	if fault != nil || !view.Wrong || len(view.Scale) != 4 || !strings.Contains(strings.Join(view.Notes, " "), "one of 20 cases") {
		t.Errorf("%+v, %v", view, fault)
	}
	svg, alt := view.ScaleSVG(600)
	if !strings.Contains(svg, `class="attack"`) || !strings.Contains(alt, "attack 1.03; ") {
		t.Errorf("%s, %q", svg, alt)
	}
	for _, counts := range [][]string{{"true_positives", "30"}, nil} { // the example does not contradict the run that a visitor brings
		view, fault = answered(t, tool, with(tool, append([]string{"run", "opening"}, counts...)...))
		if fault != nil || view.Wrong {
			t.Errorf("an attack within the bound: %+v, %v", view, fault)
		}
	}
	view, fault = answered(t, tool, with(tool, "table", "tp,fp\n60,10\n30,2\n"))
	if fault != nil || view.Chart == nil || !strings.Contains(view.Notes[0], "Threshold 1 of 2 proves") {
		t.Errorf("%+v, %v", view, fault)
	}
	if _, fault = answered(t, tool, with(tool, "table", "tp,fp\n600,10\n")); fault == nil ||
		!strings.Contains(fault.Errors[0].Message, "line 2: there are 600 true positives but only 100 examples") {
		t.Errorf("a table that cannot be: %v", fault)
	}
}

// The audit of one run stands beside that of the counts; either may contradict a run.
func TestAuditOfOneRun(t *testing.T) {
	tool := ByName("audit")
	counted := []string{"members", "120", "non_members", "80", "true_positives", "70", "false_positives", "8"}
	view, fault := answered(t, tool, with(tool, append(counted, "guesses", "70", "correct", "60")...))
	// 1.2058 by a separate program, see bounds/lab/audit.
	if fault != nil || !strings.HasSuffix(view.Answer, " One run shows ε ≥ 1.20.") || len(view.Scale) != 3 ||
		!strings.Contains(strings.Join(view.Notes, " "), "fair coin") {
		t.Errorf("%+v, %v", view, fault)
	}
	guessed := append(counted, "true_positives", "30", "guesses", "70", "correct", "60")
	view, fault = answered(t, tool, with(tool, append(guessed, "run", sampledBy("add-remove"))...))
	if fault != nil || !view.Wrong || len(view.Scale) < 3 {
		t.Errorf("the guesses contradict the run, the counts do not: %+v, %v", view, fault)
	}
	view, fault = answered(t, tool, with(tool, append(guessed, "run", "opening")...))
	if fault != nil || view.Wrong || strings.Contains(view.Answer, "One run") || !strings.Contains(view.Answer, "; the run’s bound is ε ≤ 0.383.") ||
		strings.Contains(fmt.Sprint(view.Scale), "one run") || !strings.Contains(fmt.Sprint(view.Notes), "is not compared") {
		t.Errorf("the guesses are compared with a bound for replacing an example: %+v, %v", view, fault)
	}
	if _, problems := tool.Request(with(tool, "guesses", "70")); len(problems) != 1 || problems[0].Field != "correct" {
		t.Errorf("guesses alone: %v", problems)
	}
	if _, problems := tool.Request(with(tool, "correct", "70", "table", "tp,fp\n1,1\n")); len(problems) != 1 ||
		problems[0].Field != "guesses" {
		t.Errorf("correct ones alone: %v", problems)
	}
}

// sampledBy is a run with Poisson sampling for which a small ε is proved, with this adjacency.
func sampledBy(adjacency string) string {
	return "v=1&n=500&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=" + adjacency + "&scheme=poisson" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5"
}

// One run's ε is for adding or removing an example. It is compared with a run's bound only where that is, too.
func TestOneRunIsComparedWithItsOwnNeighbours(t *testing.T) {
	tool := ByName("audit")
	for adjacency, words := range map[string]string{"add-remove": "", "zero-out": "“zero out one”", "replace": "“replace one”"} {
		view, fault := answered(t, tool, with(tool, "guesses", "1000", "correct", "600", "run", sampledBy(adjacency)))
		if fault != nil {
			t.Fatal(*fault)
		}
		notes, compared := strings.Join(view.Notes, " "), words == ""
		if strings.Contains(view.Answer, "the run") != compared || view.Wrong != compared || len(view.Scale) > 1 != compared ||
			strings.Contains(notes, "is not compared") == compared || !strings.Contains(notes, words) ||
			strings.Contains(notes, "contradict") {
			t.Errorf("%s: %+v", adjacency, view)
		}
	}
}

// The guesses of one run are enough: beside them no count of the example proves anything, and no count is needed.
func TestOneRunAlone(t *testing.T) {
	tool := ByName("audit")
	for name, v := range map[string]Values{
		"the example's counts": with(tool, "guesses", "1000", "correct", "600"),
		"emptied counts": with(tool, "guesses", "1000", "correct", "600", "members", "", "non_members", "", "true_positives", "",
			"false_positives", ""),
	} {
		view, fault := answered(t, tool, v)
		if fault != nil || !strings.HasPrefix(view.Answer, "One run shows ε ≥ 0.") || strings.Contains(view.Answer, "attack") ||
			len(view.Scale) != 1 || len(view.Facts) != 1 || !strings.Contains(view.Facts[0].Note, "about 1000 coin tosses") ||
			!strings.Contains(strings.Join(view.Notes, " "), "abstained") {
			t.Errorf("%s: %+v, %v", name, view, fault)
		}
		if mark, left := tool.Example(v); mark != "" || left != "" {
			t.Errorf("%s: marked %q, %q", name, mark, left)
		}
	}
	// Tosses that the form shows are counted: more of them prove less.
	v := with(tool, "guesses", "70", "correct", "60", "true_positives", "30")
	view, fault := answered(t, tool, v)
	if fault != nil || !strings.Contains(view.Facts[0].Note, "about 200 coin tosses") || !strings.Contains(fmt.Sprint(view.Notes), "not used") {
		t.Errorf("%+v, %v", view, fault)
	}
	if mark, left := tool.Example(v); mark == "" || left != "Still at the example’s values: members shown, non-members shown." {
		t.Errorf("%q, %q", mark, left)
	}
	v["members"], v["non_members"] = "20", "30"
	if _, fault := answered(t, tool, v); fault == nil || !strings.Contains(fault.Errors[0].Message, "members and non-members") {
		t.Errorf("more guesses than tosses: %v", fault)
	}
	if _, problems := tool.Request(with(tool, "members", "")); len(problems) != 1 || problems[0].Message != "members shown is missing" {
		t.Errorf("without a count and without guesses: %v", problems)
	}
}

// Beside a run that an attack does not contradict, the sentence has both numbers.
func TestAuditBelowTheBound(t *testing.T) {
	view, fault := answered(t, ByName("audit"), with(ByName("audit"), "run", "opening", "true_positives", "12"))
	if fault != nil || view.Wrong || !strings.Contains(view.Answer, "; the run’s bound is ε ≤ 0.383.") {
		t.Errorf("%+v, %v", view, fault)
	}
}
