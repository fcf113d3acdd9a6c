package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
	"lastiterate/wasm/protocol/protocoltest"
)

const openingRun = `{"n":5,"b":5,"T":200,"eta":0.1,"clip":2,"sigma":1,"noise":"iterate","diameter":1,"adjacency":"replace","scheme":"full","loss":"strongly-convex","smoothness":1,"strong_convexity":1,"clipping":"never"}`

var addOnce = sync.OnceFunc(func() { engine.Add(Methods()...) })

// serve sends lines to the engine with the laboratory's methods and returns what it
// answers. Every request that is good must meet the schema.
func serve(t *testing.T, good bool, lines ...string) []protocol.Response {
	t.Helper()
	addOnce()
	if good {
		schema := protocoltest.ReadSchema(t, "")
		for _, line := range lines {
			if err := schema.Validate(line); err != nil {
				t.Errorf("request %.300s: %v", line, err)
			}
		}
	}
	return protocoltest.Serve(t, engine.Lines, lines...)[1:]
}

// ask gives the result of one good request in the named definition of the schema.
func ask[Result any](t *testing.T, line string) Result {
	t.Helper()
	messages := serve(t, true, line)
	last := messages[len(messages)-1]
	if last.Error != nil {
		t.Fatalf("%.200s: %+v", line, *last.Error)
	}
	var result Result
	if err := json.Unmarshal(last.Result, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

// An engine computes once what is proved about a run, for all tools that ask about it, and anew for another run or other theorems.
func TestProfileIsKept(t *testing.T) {
	line := func(id, of string) string {
		return `{"v":1,"id":"` + id + `","progress":true,"method":"lab.tradeoff",` + of + `}`
	}
	opening := `"run":` + openingRun
	counts, results := map[string]int{}, map[string]Tradeoff{}
	for _, m := range serve(t, true, line("first", opening), line("again", opening+`,"input":{"prior":0.2,"fit":true}`),
		line("published", `"published_only":true,`+opening), line("other", strings.Replace(opening, `"sigma":1`, `"sigma":2`, 1))) {
		id := strings.Trim(string(m.ID), `"`)
		if m.Progress != nil {
			counts[id]++
			continue
		}
		var result Tradeoff
		if err := json.Unmarshal(m.Result, &result); err != nil {
			t.Fatalf("%s: %v, %+v", id, err, m.Error)
		}
		results[id] = result
	}
	first, again := results["first"], results["again"]
	if counts["again"] != 0 || !slices.Equal(again.Rows, first.Rows) || again.Advantage != first.Advantage || again.Risk == nil ||
		again.Fit == nil {
		t.Errorf("for the same run the profile is computed again, in %d counts: %+v after %+v", counts["again"], again, first)
	}
	for _, id := range []string{"first", "published", "other"} {
		if counts[id] == 0 {
			t.Errorf("%s: nothing is computed", id)
		}
	}
	if published := results["published"]; slices.Equal(published.Rows, again.Rows) || published.Advantage <= first.Advantage {
		t.Errorf("with published theorems only the advantage is %v, with all %v", published.Advantage, first.Advantage)
	}
	if other := results["other"]; other.Advantage >= first.Advantage {
		t.Errorf("with more noise the advantage is %v, with less %v", other.Advantage, first.Advantage)
	}
}

func TestAudits(t *testing.T) {
	a := ask[Audit](t, `{"v":1,"id":1,"method":"lab.audit","input":{"true_positives":60,"members":100,"false_positives":10,"non_members":100,"delta":1e-5}}`)
	if math.Abs(float64(a.Epsilon)-1.0372426951) > 1e-9 || a.Side != "positives" || a.Bound != nil {
		t.Errorf("%+v", a)
	}
	// Beside the opening run, whose ε is 0.4, such an attack cannot be.
	a = ask[Audit](t, `{"v":1,"id":1,"method":"lab.audit","run":`+openingRun+`,"input":{"true_positives":60,"members":100,"false_positives":10,"non_members":100,"delta":1e-5}}`)
	if a.Bound == nil || a.Bound.Epsilon > 0.41 || !a.Contradicted || a.Published == nil {
		t.Errorf("%+v", a)
	}
	// By composition alone more is allowed.
	a = ask[Audit](t, `{"v":1,"id":1,"method":"lab.audit","rows":["composition"],"run":`+openingRun+`,"input":{"true_positives":60,"members":100,"false_positives":10,"non_members":100,"delta":1e-5}}`)
	if a.Bound == nil || a.Bound.Row != "composition" || a.Contradicted || a.Floor != nil {
		t.Errorf("%+v", a)
	}
	a = ask[Audit](t, `{"v":1,"id":1,"method":"lab.audit","run":`+openingRun+`,"input":{"table":"tp,fp\n60,50\n30,5\n","members":100,"non_members":100,"delta":1e-5}}`)
	if len(a.Points) != 2 || a.Best == nil || *a.Best != 1 || !a.Corrected || a.TruePositives != 30 ||
		a.Contradicted != (a.Epsilon > a.Bound.Epsilon) {
		t.Errorf("%+v", a)
	}
}

func TestTradeoffs(t *testing.T) {
	g := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"mu":0.3,"fpr":[0.8]}}`)
	if math.Abs(float64(g.TPR[0])-0.8732) > 5e-5 || *g.Mu != 0.3 {
		t.Errorf("%+v", g)
	}
	g = ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"epsilon":1.0986122886681098}}`)
	if len(g.FPR) != 3 || math.Abs(float64(g.TPR[2])-0.3) > 1e-9 {
		t.Errorf("%+v", g)
	}
	pause := countPause
	countPause = 0
	defer func() { countPause = pause }()
	messages := serve(t, true, `{"v":1,"method":"lab.tradeoff","progress":true,"run":`+openingRun+`}`)
	last := messages[len(messages)-1]
	var r Tradeoff
	if err := json.Unmarshal(last.Result, &r); err != nil || len(messages) < 3 || len(r.Rows) == 0 || r.TPR[1] < 0.01 || r.TPR[1] > 0.03 {
		t.Errorf("%d messages, %+v, %v", len(messages), r, last.Error)
	}
}

// The first answer to a run is what its ε and the parameters of its rows prove; the whole profile proves more. Both depend on the
// question as the calculator's attacker tab does.
func TestQuickTradeoffs(t *testing.T) {
	for _, question := range []string{`{"delta":1e-5}`, `{"delta":1e-3}`, `{"alpha":8}`} {
		at := func(input string) Tradeoff {
			return ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","run":`+openingRun+`,"question":`+question+`,"input":`+input+`}`)
		}
		quick, whole := at(`{"quick":true,"prior":0.5}`), at(`{"prior":0.5}`)
		for i := range quick.TPR {
			if quick.TPR[i] < whole.TPR[i] {
				t.Errorf("%s: %v at once, %v by the whole profile", question, quick.TPR, whole.TPR)
			}
		}
		if !(whole.TPR[1] < 0.99*quick.TPR[1]) || quick.Advantage < whole.Advantage || quick.Risk.Error > whole.Risk.Error ||
			quick.Rows != nil || whole.Rows == nil {
			t.Errorf("%s: %+v at once, %+v by the whole profile", question, quick, whole)
		}
		if question != `{"delta":1e-5}` {
			continue
		}
		if quick, whole := at(`{"quick":true,"fit":true}`), at(`{"fit":true}`); quick.Fit.Mu < whole.Fit.Mu ||
			quick.Fit.Mu > 1.03*whole.Fit.Mu {
			t.Errorf("%s: %+v at once, %+v by the whole profile", question, quick.Fit, whole.Fit)
		}
	}
}

// Of one run: Steinke, Nasr and Jagielski's 75 right guesses of 100 at δ = 1e-4 and 1000
// canaries, who print 0.673.
func TestAuditsOfOneRun(t *testing.T) {
	const counts = `"true_positives":60,"members":500,"false_positives":40,"non_members":500,"delta":1e-4`
	a := ask[Audit](t, `{"v":1,"method":"lab.audit","input":{`+counts+`,"guesses":100,"correct":75}}`)
	if o := a.OneRun; o == nil || math.Abs(float64(o.Epsilon)-0.6729846641) > 1e-9 || o.Canaries != 1000 || o.Guesses != 100 ||
		o.Correct != 75 {
		t.Errorf("%+v", o)
	}
	// Nothing but the guesses: a coin for each of them.
	alone := ask[Audit](t, `{"v":1,"method":"lab.audit","input":{"delta":1e-4,"guesses":100,"correct":75}}`)
	if o := alone.OneRun; alone.Point != nil || o == nil || o.Canaries != 100 || !(o.Epsilon > a.OneRun.Epsilon) {
		t.Errorf("%+v, %+v", alone, o)
	}
	// The counts alone do not contradict the run. These guesses do where neighbours differ by adding or removing an example; of other
	// neighbours they say nothing.
	for adjacency, want := range map[string]bool{"add-remove": true, "zero-out": false, "replace": false} {
		r := strings.NewReplacer(`"n":5,"b":5`, `"n":500,"b":5`, `"full"`, `"poisson"`, `"replace"`, `"`+adjacency+`"`).Replace(openingRun)
		a = ask[Audit](t, `{"v":1,"method":"lab.audit","run":`+r+`,"input":{`+counts+`,"guesses":100,"correct":75}}`)
		if a.Epsilon > a.Bound.Epsilon || a.OneRun.Epsilon <= a.Bound.Epsilon || a.Contradicted != want ||
			a.OneRun.Apart == want {
			t.Errorf("%s: %+v, %+v", adjacency, a, a.OneRun)
		}
	}
	if a := ask[Audit](t, `{"v":1,"method":"lab.audit","input":{`+counts+`}}`); a.OneRun != nil {
		t.Errorf("nothing was guessed: %+v", a.OneRun)
	}
}

// At an even prior the best attack on ε = ln 3 errs in a quarter of the cases, and is sure of a
// member by three to one; its curve's fit has the μ of its one kink at 1/4.
func TestRisksAndFits(t *testing.T) {
	a := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"epsilon":1.0986122886681098,"prior":0.5,"fit":true,"fpr":[0.01,1]}}`)
	if r := a.Risk; r == nil || math.Abs(float64(r.Error)-0.25) > 1e-9 || r.Blind != 0.5 || r.Prior != 0.5 || len(r.Posterior) != 2 ||
		math.Abs(float64(r.Posterior[0])-0.75) > 1e-9 || math.Abs(float64(r.Posterior[1])-0.5) > 1e-9 {
		t.Errorf("%+v", r)
	}
	// 2Φ⁻¹(3/4)
	if f := a.Fit; f == nil || math.Abs(float64(f.Mu)-1.3489795003921634) > 1e-9 || !(f.Regret > 0.01) || f.Least != 1e-10 ||
		len(f.TPR) != 2 || math.Abs(float64(f.Advantage)-0.5) > 1e-9 {
		t.Errorf("%+v", f)
	}
	b := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","run":`+openingRun+`,"input":{"prior":0.5,"fit":true}}`)
	if b.Risk == nil || math.Abs(float64(b.Risk.Error)-(1-float64(b.Advantage))/2) > 1e-9 {
		t.Errorf("%+v, advantage %v", b.Risk, b.Advantage)
	}
	if b.Fit == nil || !(b.Fit.Mu < 0.12 && b.Fit.Mu < *b.Mu) {
		t.Errorf("%+v", b.Fit)
	}
	if c := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"mu":1}}`); c.Risk != nil || c.Fit != nil {
		t.Errorf("not asked for: %+v, %+v", c.Risk, c.Fit)
	}
	if c := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"epsilon":"inf","fit":true}}`); !math.IsInf(float64(c.Fit.Mu), 1) {
		t.Errorf("nothing known: %+v", c.Fit)
	}
}

func TestNoises(t *testing.T) {
	n := ask[Noise](t, `{"v":1,"method":"lab.noise","input":{"n":1000,"b":10,"epochs":10,"clip":1,"smoothness":1,"weak_convexity":0.1,"alpha":8,"epsilon":1}}`)
	if n.Theorem.Sigma != 0.351434 || n.Best.Sigma > 0.2417 || math.Abs(float64(n.Costs)-412.6) > 0.05 ||
		math.Abs(float64(n.Printed)-0.0173) > 5e-5 || math.Abs(float64(n.Repaired)-0.5537) > 5e-5 {
		t.Errorf("%+v", n)
	}
	o := ask[Operators](t, `{"v":1,"method":"lab.operators","input":{"lipschitz":1,"apart":0.7,"start":2,"sigma":1,"cycle":10,"steps":2,"alpha":4}}`)
	if want := 4 * 2.7 * 2.7 / 4; math.Abs(float64(o.Epsilon)-want) > 1e-9 || o.Printed >= o.Epsilon {
		t.Errorf("%+v, want %v", o, want)
	}
}

func TestRegressions(t *testing.T) {
	l := ask[Logistic](t, `{"v":1,"method":"lab.logistic","input":{"features":4,"bias":true,"classes":10,"reg":0.1}}`)
	if l.Curvature != 8.5 || l.Run == nil || l.Run.Smoothness != 8.6 || *l.Run.StrongConvexity != 0.1 || l.Run.Clipping != "difference" ||
		l.Modulus != nil {
		t.Errorf("%+v", l)
	}
	l = ask[Logistic](t, `{"v":1,"method":"lab.logistic","input":{"features":4,"bias":true,"classes":10,"reg":0.1,"clip":1,"eta":0.01}}`)
	if l.Run != nil || !l.Clips || l.Modulus == nil || *l.Modulus < *l.WithoutClip || *l.Before < *l.Modulus {
		t.Errorf("%+v", l)
	}
}

func TestAccounts(t *testing.T) {
	a := ask[Account](t, `{"v":1,"method":"lab.account","run":`+openingRun+`,"question":{"alpha":2},"input":{"releases":[{"name":"norm","mu":1}]}}`)
	if math.Abs(float64(a.Epsilon-a.Alone)-1) > 1e-9 || a.Order != 2 {
		t.Errorf("%+v", a)
	}
}

// An attacker who raises no false alarm finds nobody, however large ε is.
func TestTradeoffsOfLargeEpsilons(t *testing.T) {
	for _, epsilon := range []string{"709.9", "710", "1e300"} {
		a := ask[Tradeoff](t, `{"v":1,"method":"lab.tradeoff","input":{"epsilon":`+epsilon+`,"delta":0.25,"fpr":[0,1e-12,1]}}`)
		if math.Abs(float64(a.TPR[0])-0.25) > 1e-11 || a.TPR[1] != 1 || a.TPR[2] != 1 {
			t.Errorf("ε = %s: %v", epsilon, a.TPR)
		}
	}
}

func TestUtilities(t *testing.T) {
	const input = `"input":{"dimension":7,"deviation":1.5,"alpha":8,"epsilon":2,"delta":1e-5`
	u := ask[Utility](t, `{"v":1,"method":"lab.utility","run":`+openingRun+`,`+input+`}}`)
	if u.Along != "diameter" || len(u.Shapes) != 8 || len(u.Factor) != 121 || u.Factor[60] != 1 || u.Shapes[0].Half != 1 ||
		!u.Shapes[6].Firm {
		t.Errorf("%+v", u)
	}
	// The last term of (19) grows with D itself, and is the largest here.
	if math.Abs(float64(u.Shapes[5].Half)-0.5) > 1e-9 || u.Shapes[5].Ratios[60] != 1 {
		t.Errorf("%+v", u.Shapes[5])
	}
	// What follows 3.8 moves with neither: max{p, 1.5^(4/3)·p^(1/3)} at p = 7·ln(10⁵)/(2·5)².
	if after := u.Shapes[2]; after.ID != "liang-3.8-after" || math.Abs(float64(after.Value)-1.5978999743) > 1e-9 || after.Half != 1 {
		t.Errorf("%+v", after)
	}
	u = ask[Utility](t, `{"v":1,"method":"lab.utility","run":`+openingRun+`,`+input+`,"noise":true}}`)
	if u.Along != "noise" || u.Shapes[5].Half != 1 || u.Shapes[3].Half >= 1 {
		t.Errorf("%+v", u)
	}
}

func TestReplays(t *testing.T) {
	p := ask[Replay](t, `{"v":1,"method":"lab.replay","run":`+openingRun+`,"input":{"seed":7}}`)
	n := p.T - p.Tau + 1
	if p.T != 200 || len(p.With) != n || len(p.Left) != n || p.Left[n-1] > 1e-9 || p.Allowed[n-1] != 0 || p.Row == "" {
		t.Errorf("%+v", p)
	}
	if q := ask[Replay](t, `{"v":1,"method":"lab.replay","run":`+openingRun+`}`); q.With[n-1] == p.With[n-1] {
		t.Error("another seed gives the same noise")
	}
}

func TestDynamics(t *testing.T) {
	line := strings.Replace(`{"v":1,"method":"lab.dynamics","run":`+openingRun+`,"input":{"uses":[1]}}`, `"T":200`, `"T":4`, 1)
	d := ask[Dynamics](t, strings.Replace(line, `"strongly-convex"`, `"convex"`, 1))
	// s = 2·0.1·2/5 = 0.08, σ = 1: 0.0032, a quarter of which is left after four steps.
	if len(d.Loss) != 5 || math.Abs(float64(d.Loss[4])-0.0008) > 1e-9 || math.Abs(float64(d.Composed[4])-0.0032) > 1e-9 {
		t.Errorf("%+v", d)
	}
}

// A sum of few digits is that sum, and not more by the recursion's rounding: 200 uses of 0.0032, and 5 if one is listed twice.
func TestDynamicsEndsCertified(t *testing.T) {
	line := `{"v":1,"method":"lab.dynamics","run":` + strings.Replace(openingRun, `"strongly-convex"`, `"convex"`, 1) + `,"input":{"uses":[%s]}}`
	all := make([]string, 200)
	for i := range all {
		all[i] = fmt.Sprint(i + 1)
	}
	for text, want := range map[string]float64{strings.Join(all, ","): 0.64, "200,196,197,200,198,199": 0.016} {
		d := ask[Dynamics](t, fmt.Sprintf(line, text))
		if end := len(d.Loss) - 1; float64(d.Composed[end]) != want || float64(d.Loss[end]) != want {
			t.Errorf("uses %s: %v and %v, want %v", text, d.Loss[end], d.Composed[end], want)
		}
	}
	d := ask[Dynamics](t, fmt.Sprintf(line, "1"))
	if end := len(d.Loss) - 1; !(d.Loss[end] < d.Composed[end]/100) {
		t.Errorf("one use at the start: %v of %v", d.Loss[end], d.Composed[end])
	}
}

// A short estimate counts what it does; the same seed gives the same.
func TestHoelderEstimates(t *testing.T) {
	pause := countPause
	countPause = 0
	defer func() { countPause = pause }()
	line := `{"v":1,"method":"lab.hoelder","progress":true,"input":{"epochs":4,"points":2,"starts":2,"seed":7,"orders":[0.5,1]}}`
	messages := serve(t, true, line)
	if len(messages) != 9 || messages[3].Progress == nil || messages[3].Progress.Done != 4 || messages[3].Progress.Of != 8 {
		t.Errorf("%d messages", len(messages))
	}
	a, b := ask[Hoelder](t, line), ask[Hoelder](t, strings.Replace(line, `"seed":7`, `"seed":8`, 1))
	if a.Compared != 16 || a.Weights != 515 || a.Examples != 150 || len(a.Classes) != 3 || a.Example[0] == b.Example[0] ||
		a.Mean[1] > a.Example[1] {
		t.Errorf("%+v, %+v", a, b)
	}
	if again := ask[Hoelder](t, line); again.Example[0] != a.Example[0] {
		t.Errorf("%v and then %v", a.Example, again.Example)
	}
	own := ask[Hoelder](t, `{"v":1,"method":"lab.hoelder","input":{"epochs":2,"points":1,"starts":1,"table":"x,y\n1,a\n2,b\n"}}`)
	if own.Features != 1 || own.Examples != 2 || len(own.Orders) != 11 {
		t.Errorf("%+v", own)
	}
}

// Whatever comes in is answered, in words and by its field.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ line, code, field string }{
		{`{"v":1,"method":"lab.audit"}`, "bad-request", "members"},
		{`{"v":1,"method":"lab.audit","input":7}`, "bad-request", ""},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":101,"members":100,"false_positives":1,"non_members":10,"delta":1e-5}}`,
			"bad-request", "true_positives"},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":1.5,"members":100,"false_positives":1,"non_members":10,"delta":1e-5}}`,
			"bad-request", "true_positives"},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":"x","members":100,"false_positives":1,"non_members":10,"delta":1e-5}}`,
			"bad-request", "true_positives"},
		{`{"v":1,"method":"lab.audit","input":{"table":"tp,fp\n1,x\n","members":100,"non_members":10,"delta":1e-5}}`,
			"bad-request", "table"},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":1,"members":100,"false_positives":1,"non_members":10,"delta":1e-5,"leve":1}}`,
			"unknown-field", "leve"},
		{`{"v":1,"method":"lab.audit","run":{"n":1},"input":{"true_positives":1,"members":100,"false_positives":1,"non_members":10,"delta":1e-5}}`, "bad-run", "b"},
		{`{"v":1,"method":"lab.audit","rows":["shift"],"input":{}}`, "bad-request", ""},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":1,"members":10,"false_positives":1,"non_members":10,"delta":1e-5,"guesses":7}}`,
			"bad-request", "correct"},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":1,"members":10,"false_positives":1,"non_members":10,"delta":1e-5,"guesses":21,"correct":7}}`, "bad-request", "guesses"},
		{`{"v":1,"method":"lab.audit","input":{"true_positives":1,"members":10,"false_positives":1,"non_members":10,"delta":1e-5,"guesses":7,"correct":8}}`, "bad-request", "correct"},
		{`{"v":1,"method":"lab.tradeoff","input":{"mu":1,"prior":1.5}}`, "bad-request", "prior"},
		{`{"v":1,"method":"lab.tradeoff","input":{"mu":1,"fit":1}}`, "bad-request", "fit"},
		{`{"v":1,"method":"lab.tradeoff","input":{}}`, "bad-request", ""},
		{`{"v":1,"method":"lab.tradeoff","input":{"mu":-1}}`, "bad-request", "mu"},
		{`{"v":1,"method":"lab.tradeoff","input":{"mu":1,"fpr":[2]}}`, "bad-request", "fpr"},
		{`{"v":1,"method":"lab.tradeoff","input":{"mu":1,"fpr":[]}}`, "bad-request", "fpr"},
		{`{"v":1,"method":"lab.noise","run":` + openingRun + `,"input":{}}`, "bad-request", ""},
		{`{"v":1,"method":"lab.noise","input":{"n":1000,"b":7,"epochs":10,"clip":1,"smoothness":1,"weak_convexity":0.1,"alpha":8,"epsilon":1}}`,
			"bad-request", "b"},
		{`{"v":1,"method":"lab.operators","input":{"lipschitz":0,"apart":1,"sigma":1,"cycle":1,"steps":1,"alpha":2}}`, "bad-request",
			"lipschitz"},
		{`{"v":1,"method":"lab.operators","input":{"lipschitz":1,"apart":1,"sigma":1,"cycle":1,"steps":1,"alpha":1}}`,
			"bad-request", "alpha"},
		{`{"v":1,"method":"lab.logistic","input":{"features":4,"classes":3,"single":true}}`, "bad-request", "classes"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"delta":1e-5},"input":{"releases":[{"epsilon":1,"mu":1}]}}`,
			"bad-request", "releases"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"delta":1e-5},"input":{"releases":[{"eps":1}]}}`,
			"bad-request", "eps"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"delta":1e-5},"input":{}}`, "bad-request", "releases"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"delta":1e-5},"input":{"releases":[{}]}}`, "bad-request",
			"epsilon"},
		{`{"v":1,"method":"lab.account","run":` + openingRun +
			`,"question":{"delta":1e-5},"input":{"releases":[{"mu":1},{"name":"count","delta":1e-6}]}}`, "bad-request", "epsilon"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"alpha":2},"input":{"releases":[{"alpha":8}]}}`, "bad-request",
			"epsilon"},
		{`{"v":1,"method":"lab.account","run":` + openingRun + `,"question":{"alpha":2},"input":{"releases":[{"epsilon":0}]}}`,
			"bad-request",
			"releases"},
		{`{"v":1,"method":"lab.hoelder","input":{"table":"a,b\n1,u\n,v\n"}}`, "bad-request", "table"},
		{`{"v":1,"method":"lab.hoelder","input":{"starts":0}}`, "bad-request", "starts"},
		{`{"v":1,"method":"lab.utility","run":` + openingRun + `,"input":{"dimension":0,"deviation":1,"alpha":2,"epsilon":1,"delta":1e-5}}`,
			"bad-request", "dimension"},
		{`{"v":1,"method":"lab.utility","run":` + openingRun +
			`,"question":{"alpha":2},"input":{"dimension":1,"deviation":1,"alpha":2,"epsilon":1,"delta":1e-5}}`, "bad-request", ""},
		{`{"v":1,"method":"lab.dynamics","run":` + openingRun + `,"input":{"uses":[201]}}`, "bad-request", "uses"},
		{`{"v":1,"method":"lab.dynamics","run":` + openingRun + `,"input":{"uses":[1.5]}}`, "bad-request", "uses"},
		{`{"v":1,"method":"lab.replay","run":{"n":1}}`, "bad-run", "b"},
		{`{"v":1,"method":"lab.replay","run":` + strings.Replace(openingRun, `"b":5,"T":200,`, `"b":1,"T":200,`, 1) + `}`, "bad-run", ""},
		{`{"v":1,"method":"lab.replay","run":` + strings.NewReplacer(`"b":5`, `"b":1`, `"scheme":"full"`,
			`"scheme":"reshuffle"`).Replace(openingRun) + `}`, "bad-request", "run"},
		{`{"v":1,"method":"lab.replay","run":` + openingRun + `,"input":{"seed":"x"}}`, "bad-request", "seed"},
		{`{"v":1,"method":"lab.utility","input":{"dimension":1,"deviation":1,"alpha":2,"epsilon":1,"delta":1e-5}}`, "bad-run", ""},
		{`{"v":1,"method":"evaluate","run":` + openingRun + `,"question":{"delta":1e-5},"input":{}}`, "bad-request", ""},
	} {
		messages := serve(t, false, c.line)
		last := messages[len(messages)-1]
		if last.Error == nil || last.Error.Code != c.code {
			t.Errorf("%.150s: %.300s, want %s", c.line, last.Result, c.code)
			if last.Error != nil {
				t.Error(*last.Error)
			}
			continue
		}
		if c.field != "" && !slices.ContainsFunc(last.Error.Errors, func(e protocol.FieldError) bool { return e.Field == c.field }) {
			t.Errorf("%.150s: %+v, want an error of %s", c.line, *last.Error, c.field)
		}
	}
}
