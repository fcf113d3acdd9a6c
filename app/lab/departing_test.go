package lab

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/words"
)

// Of a training that departs from the run an answer counts what still holds, as in the calculator, and says so;
// where nothing holds, or the tool follows plain SGD, there is no answer.
func TestDepartures(t *testing.T) {
	const own = "v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic" +
		"&loss=convex&smoothness=1&weight_decay=0.1&clipping=active&delta=1e-6&differs="
	composed := func(name, differs string) (rows []string, said, fault string) {
		tool := ByName(name)
		v := with(tool, "run", own+differs)
		request, problems := tool.Request(v)
		for _, p := range problems {
			if p.Field == "run" {
				fault = p.Message
			}
		}
		return request.Rows, Departing(tool, v), fault
	}
	for _, name := range []string{"tradeoff", "risk", "fit", "account"} {
		rows, said, fault := composed(name, "momentum~adam")
		if fault != "" || !slices.Equal(rows, words.AllIteratesRows) {
			t.Errorf("%s asks for the rows %q, %s", name, rows, fault)
		}
		if !strings.Contains(said, "by momentum, Adam or another adaptive method. Only composition still holds") {
			t.Errorf("%s says %q", name, said)
		}
		if rows, said, fault := composed(name, "stopping"); !strings.Contains(fault, "early stopping") || rows != nil || said != "" {
			t.Errorf("%s says %q of early stopping, and %q; it asks for %q", name, said, fault, rows)
		}
		// The form states the weight decay.
		if rows, said, fault := composed(name, "decay"); rows != nil || said != "" || fault != "" {
			t.Errorf("%s says %q of what the form states, %q, %s", name, said, rows, fault)
		}
	}
	for _, name := range []string{"replay", "utility"} {
		if _, _, fault := composed(name, "momentum~adam"); !strings.Contains(fault, "by momentum, Adam or another adaptive method, ") ||
			!strings.Contains(fault, "untick “Momentum” and “Adam or another adaptive method” in the calculator") {
			t.Errorf("%s says %q of momentum and Adam", name, fault)
		}
	}
	last := func(text string) RunLine {
		lines := RunLines(text)
		return lines[len(lines)-1]
	}
	if l := last(own + "momentum"); l.Label != "departs by" || l.Value != "momentum" {
		t.Errorf("the run's last line is %+v", l)
	}
	tool := ByName("tradeoff")
	if got := RunInWords(tool, with(tool, "run", own+"momentum")); !strings.HasSuffix(got, ", departing by momentum") {
		t.Errorf("the run in words is %q, want \", departing by momentum\" at its end", got)
	}
}
