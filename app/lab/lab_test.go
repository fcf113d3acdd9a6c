package lab

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"lastiterate/app/snippet/preset"
	"lastiterate/wasm/engine"
	methods "lastiterate/wasm/lab"
	"lastiterate/wasm/protocol"
)

var addOnce = sync.OnceFunc(func() { engine.Add(methods.Methods()...) })

// answers are those that the engine has given, by request: several tests look at a tool's first one,
// which takes up to seconds.
var answers = map[string]protocol.Response{}

// answered puts a tool's fields to the engine and shows its answer.
func answered(t *testing.T, tool *Tool, v Values) (View, *protocol.Error) {
	t.Helper()
	addOnce()
	q, problems := tool.Request(v)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tool.Name, problems)
	}
	q.V, q.ID = protocol.Version, json.RawMessage("1")
	line, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	last, asked := answers[string(line)]
	if !asked {
		engine.Handle(t.Context(), line, func(r protocol.Response) { last = r })
		answers[string(line)] = last
	}
	if last.Error != nil {
		return View{}, last.Error
	}
	view, err := tool.Show(v, last.Result)
	if err != nil {
		t.Fatalf("%s: %v", tool.Name, err)
	}
	return view, nil
}

// with are a tool's defaults, some of them changed.
func with(tool *Tool, pairs ...string) Values {
	v := tool.Defaults()
	for i := 0; i < len(pairs); i += 2 {
		v[pairs[i]] = pairs[i+1]
	}
	return v
}

// Every tool answers as it opens, in a sentence with the number, with a table.
func TestEveryToolOpensWithAnAnswer(t *testing.T) {
	want := map[string]string{
		"audit":      "The attack shows ε ≥ 0.217 at δ = 10⁻⁵, with 95 % confidence.",
		"tradeoff":   "At a 1 % false-positive rate an attack notices a replaced example at most 1.",
		"risk":       "At π = 0.5 no attack errs in less than 47.7 % of its guesses; without the model the best guess errs in 50 %.",
		"fit":        "μ = 0.11177 bounds the curve at rates from 1",
		"regression": "Smoothness 8.6, of which β₀ = 8.5 comes from the loss itself.",
		"account":    "Together ε ≤ ",
		"hoelder":    "Estimated L = ",
		"noise":      "σ = 0.2416 is enough",
		"operators":  "The Rényi divergence of order 8 between the results exceeds the starts’ divergence, shifted by τ, by at most ",
		"dynamics":   "ε(2) ≤ ",
		"replay":     "In the last ",
		"utility":    "Halving the diameter multiplies the bound on the optimality gap by 0.",
	}
	for _, tool := range Tools() {
		v := tool.Defaults()
		if tool.Slow {
			v = with(tool, "starts", "1", "epochs", "2", "points", "2")
		}
		view, fault := answered(t, tool, v)
		if fault != nil {
			t.Errorf("%s: %v", tool.Name, *fault)
			continue
		}
		if !strings.HasPrefix(view.Answer, want[tool.Name]) || want[tool.Name] == "" {
			t.Errorf("%s: %q, want %q", tool.Name, view.Answer, want[tool.Name])
		}
		if len(view.Facts) == 0 || len(view.Notes) == 0 {
			t.Errorf("%s: %d facts, %d notes", tool.Name, len(view.Facts), len(view.Notes))
		}
		if view.Chart != nil && !strings.Contains(view.Chart.SVG(), "<path") {
			t.Errorf("%s: nothing is drawn", tool.Name)
		}
		// What a tool opens in the calculator can be read there in full.
		for _, l := range view.Links {
			if _, fault := ReadRun("#" + l.Fragment); fault != "" {
				t.Errorf("%s: the link %q: %s", tool.Name, l.Text, fault)
			}
		}
	}
}

// A guarantee is given as a run or as a number; of no guarantee there is no fit.
func TestGuaranteesAsNumbers(t *testing.T) {
	risk, fit := ByName("risk"), ByName("fit")
	// ε = ln 3: an even prior is at most three to one afterwards.
	view, fault := answered(t, risk, with(risk, "run", "", "epsilon", "1.0986122886681098"))
	if fault != nil || !strings.Contains(view.Answer, "in less than 24.9 %") || !strings.HasPrefix(view.Facts[3].Value, "at most 75.") ||
		len(view.Notes) != 2 {
		t.Errorf("%+v, %v", view, fault)
	}
	for _, alone := range []Values{with(risk, "run", "", "delta", "1e-5"), with(risk, "run", "", "mu", "1", "delta", "1e-5")} {
		if _, problems := risk.Request(alone); len(problems) != 1 || problems[0].Field != "delta" || !strings.Contains(problems[0].Message, "ε") {
			t.Errorf("a δ without ε: %v", problems)
		}
	}
	if _, fault := answered(t, risk, with(risk, "prior", "1.5")); fault == nil || fault.Errors[0].Field != "prior" {
		t.Errorf("a prior of 1.5: %v", fault)
	}
	view, fault = answered(t, fit, with(fit, "run", "", "mu", "1.5"))
	if fault != nil || !strings.HasPrefix(view.Answer, "μ = 1.5000 bounds the curve at rates from 1") {
		t.Errorf("%+v, %v", view, fault)
	}
	view, fault = answered(t, fit, with(fit, "run", "", "epsilon", "inf", "delta", "0.1"))
	if fault != nil || !strings.HasPrefix(view.Answer, "No μ fits") || view.Chart != nil {
		t.Errorf("%+v, %v", view, fault)
	}
	if _, problems := fit.Request(with(fit, "epsilon", "1")); len(problems) != 1 || problems[0].Field != "epsilon" {
		t.Errorf("a run and ε: %v", problems)
	}
	if _, problems := fit.Request(with(fit, "run", "")); len(problems) != 1 || problems[0].Field != "run" {
		t.Errorf("nothing given: %v", problems)
	}
}

// The run that a regression is put into has its constants.
func TestRegressionBecomesARun(t *testing.T) {
	tool := ByName("regression")
	view, fault := answered(t, tool, tool.Defaults())
	if fault != nil || len(view.Links) != 1 {
		t.Fatalf("%+v, %v", view, fault)
	}
	s, _ := ReadRun("#" + view.Links[0].Fragment)
	if s.Run.Smoothness != 8.6 || s.Run.StrongConvexity != 0.1 || s.Run.Clipping != "difference" || s.Run.Eta != 0.02 {
		t.Errorf("%+v", s.Run)
	}
	view, _ = answered(t, tool, with(tool, "clip", "1"))
	if len(view.Links) != 0 || !strings.Contains(strings.Join(view.Notes, " "), "The calculator has no run for clipped soft-max") {
		t.Errorf("clipped soft-max: %+v", view)
	}
}

// Without a clipping norm it is said which one would never act, and that a run's own smaller norm is not shown to. Only an entered
// norm that no gradient exceeds never acts.
func TestClippingOfARegression(t *testing.T) {
	tool := ByName("regression")
	const empty = "No clipping norm is entered. At C = 5.831 or above, clipping would never act."
	const own = " The C = 2 of the run of the calculator is smaller than this bound: these constants do not show that its gradients " +
		"are never clipped."
	wide := strings.Replace(Fragment("opening"), "clip=2&", "clip=5.9&", 1)
	for _, c := range []struct{ clip, run, want string }{
		{"", "opening", empty + own}, {"", "#" + Fragment("opening"), empty + own}, {"", "", empty}, {"", wide, empty},
		{"6", "opening", "Clipping never acts: no gradient norm exceeds 5.831."},
	} {
		view, fault := answered(t, tool, with(tool, "clip", c.clip, "run", c.run))
		if fault != nil || !slices.Contains(view.Notes, c.want) {
			t.Errorf("C %q beside the run %q: %q, %v; want %q", c.clip, c.run, view.Notes, fault, c.want)
		}
	}
}

func TestFieldsThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ tool, field, text, says string }{
		{"audit", "members", "", "is missing"},
		{"audit", "delta", "0,1", "0.1"},
		{"audit", "true_positives", "1.5", "whole"},
		{"audit", "true_positives", "6.000", "6.000 may mean 6 or 6000"},
		{"audit", "delta", "1,100", "1,100 may mean 1.1 or 1100"},
		{"account", "releases", "epsilon=1,5", "line 1: a comma ends “epsilon=1”: write decimals with a point, like 1.5"},
		{"audit", "run", "https://example.org/", "not a link of the calculator"},
		{"tradeoff", "run", "#v=1&n=5&colour=green", "cannot be read in full"},
		{"tradeoff", "run", "", "give a run, or μ"},
		{"account", "releases", "norm, kappa=1", "there is no “kappa”"},
		{"account", "releases", "norm", "line 1 has no privacy loss"},
		{"account", "releases", "\n", "is missing"},
	} {
		tool := ByName(c.tool)
		_, problems := tool.Request(with(tool, c.field, c.text))
		if len(problems) != 1 || problems[0].Field != c.field || !strings.Contains(problems[0].Message, c.says) {
			t.Errorf("%s, %s = %q: %v, want …%s…", c.tool, c.field, c.text, problems, c.says)
		}
	}
	if says := TooLong(100_000_000); !strings.Contains(says, "100.0 MB; at most 10 MB") {
		t.Error(says)
	}
}

// The estimate leads to Chien and Li's example of a loss that is not smooth: the run
// that the calculator starts from, too.
func TestExampleThatIsNotSmooth(t *testing.T) {
	tool := ByName("hoelder")
	view, fault := answered(t, tool, with(tool, "starts", "1", "epochs", "1", "points", "1"))
	i := slices.IndexFunc(preset.All, func(p preset.Preset) bool { return p.ID == "holder" })
	if fault != nil || i < 0 || len(view.Links) == 0 {
		t.Fatalf("%+v, %v, preset %d", view.Links, fault, i)
	}
	if got := view.Links[0].Fragment; got != preset.All[i].Link {
		t.Errorf("the laboratory opens %s, the preset is %s", got, preset.All[i].Link)
	}
}

// A link opens what it was made of, for every tool and whatever is typed.
func TestLinksComeBack(t *testing.T) {
	for _, tool := range Tools() {
		v := tool.Defaults()
		for name := range v {
			v[name] += " ä&=#%\n1"
		}
		text := Encode(tool, v)
		again, got, problems := Decode(text)
		if again != tool || len(problems) != 0 {
			t.Errorf("%s: %v, %v", tool.Name, again.Name, problems)
		}
		for name, want := range v {
			if got[name] != want {
				t.Errorf("%s: %s = %q, want %q", tool.Name, name, got[name], want)
			}
		}
		if strings.ContainsAny(text, " \n#") {
			t.Errorf("%s: %q", tool.Name, text)
		}
	}
	long := with(ByName("hoelder"), "table", strings.Repeat("1,2,a\n", 10_000))
	text := Encode(ByName("hoelder"), long)
	if len(text) > MaxLink {
		t.Errorf("a link of %d characters", len(text))
	}
	// What a link leaves out it says: no other table stands in for it.
	if left := LeftOut(ByName("hoelder"), long); !slices.Equal(left, []string{"table"}) {
		t.Errorf("left out: %q", left)
	}
	if _, got, problems := Decode(text); got["table"] != "" || len(problems) != 1 ||
		!strings.Contains(problems[0], "your own table, as CSV") {
		t.Errorf("a link without its table is read as %q, %q", got["table"], problems)
	}
	releases := with(ByName("account"), "releases", strings.Repeat("one, mu=0.1\n", 1000))
	if _, got, problems := Decode(Encode(ByName("account"), releases)); got["releases"] != "" || len(problems) != 1 {
		t.Errorf("a link without its releases is read as %q, %q", got["releases"], problems)
	}
	// A text that is short, but not as a link writes it.
	if text := Encode(ByName("hoelder"), with(ByName("hoelder"), "table", strings.Repeat("ä", 3000))); len(text) > MaxLink {
		t.Errorf("a link of %d characters", len(text))
	}
	for text, says := range map[string]string{
		"v=1&lab=audit&table=" + strings.Repeat("x", maxRead): "is 32020 bytes long and was not read: this page reads at most 32000",

		"v=2&lab=audit":           "version 1",
		"v=1&lab=nothing":         "no tool “nothing”",
		"v=1&lab=audit&colour=re": "unknown parameter “colour”",
		"v=1&lab=audit&n=%zz":     "“n=%zz” was left out: it cannot be decoded, since “%zz” is not a valid escape",
	} {
		tool, v, problems := Decode(text)
		if tool != ByName("audit") || v["members"] != "100" || len(problems) == 0 || !strings.Contains(strings.Join(problems, " "), says) {
			t.Errorf("%q: %v, want …%s…", text, problems, says)
		}
	}
}

// A lead says in a sentence or two what the tool answers; what one need not know before the first input stands with the
// answer.
func TestLeadsAreShort(t *testing.T) {
	for _, tool := range Tools() {
		if lead := strings.Join(tool.Lead, " "); lead == "" || utf8.RuneCountInString(lead) > 220 {
			t.Errorf("%s: the lead has %d letters: %s", tool.Name, utf8.RuneCountInString(lead), lead)
		}
		takes := tool.takes != nil || slices.ContainsFunc(tool.Fields, func(f Field) bool { return f.Kind == Run })
		if says := strings.Contains(strings.Join(tool.Lead, " "), "takes no run"); tool.Group == Plans && says == takes {
			t.Errorf("%s: it takes a run or its numbers: %t; it says that it takes none: %t", tool.Name, takes, says)
		}
	}
}

// The example of a slow tool is computed as the tool opens, and is a small part of what the paper computed; other inputs
// wait for the button.
func TestSlowExamplesOpen(t *testing.T) {
	for _, tool := range Tools() {
		if !tool.Opens(tool.Defaults()) {
			t.Errorf("%s opens without an answer", tool.Name)
		}
		if !tool.Slow {
			continue
		}
		v := tool.Defaults()
		if work := value(v, "starts") * value(v, "epochs") * value(v, "points"); work > 1000 {
			t.Errorf("%s opens with %g gradients", tool.Name, work)
		}
		if v["epochs"] = "200"; tool.Opens(v) {
			t.Errorf("%s is computed at every edit", tool.Name)
		}
	}
}

// Fields that few need are folded, neighbours of one purpose together, and none of them opens filled in.
func TestFolds(t *testing.T) {
	var folded []string
	for _, list := range ByName("audit").Folds() {
		names := list[0].Fold + ":"
		for _, f := range list {
			names += " " + f.Name
			if f.Fold != list[0].Fold || f.Fold != "" && f.Default != "" {
				t.Errorf("%s is folded under %q with the value %q", f.Name, f.Fold, f.Default)
			}
		}
		if list[0].Fold != "" {
			folded = append(folded, names)
		}
	}
	if want := []string{"Several thresholds: table", "One training run: guesses correct"}; !slices.Equal(folded, want) {
		t.Errorf("folded are %q, want %q", folded, want)
	}
}
