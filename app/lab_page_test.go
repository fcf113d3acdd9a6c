package app

import (
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/view/viewtest"
	"lastiterate/wasm/protocol"
)

// inputs are a laboratory's leads, tabs and fields, without what asks for a browser.
type inputs struct {
	app.Compo

	of *labPage
}

func (i *inputs) Render() app.UI {
	return app.Div().Body(app.Div().Body(i.of.leads()...), i.of.tabs(), i.of.form())
}

// opens is what the page shows of a tool that is opened with a run at hand.
func opens(t *testing.T, name, field, text string) string {
	t.Helper()
	p := newLabPage()
	p.atHand = "v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic&loss=convex&smoothness=1&clipping=active&delta=1e-6"
	p.tool = lab.ByName(name)
	p.values[name] = p.tool.Open(p.atHand)
	if field != "" {
		p.values[name][field] = text
		p.check()
	}
	return viewtest.HTML(t, &inputs{of: p})
}

func TestLaboratoryShowsRunsByTheirFields(t *testing.T) {
	shown := opens(t, "risk", "", "")
	for _, want := range []string{">What an attack shows</h2>", ">Where constants come from</h2>", ">Plan and look inside</h2>", "<dd>500</dd>",
		"<dd>0.02</dd>", "Remove the run", "Another run"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %s is shown", want)
		}
	}
	// Of a boolean attribute it is the name that counts.
	if strings.Contains(shown, "open=") {
		t.Error("the field with the link of a run that can be read is open, want it closed")
	}
	shown = opens(t, "risk", "run", "v=1&n=x")
	if !strings.Contains(shown, `open="true"`) && !strings.Contains(shown, " open>") && !strings.Contains(shown, " open ") ||
		strings.Contains(shown, "lab-run\"") {
		t.Errorf("with a link that cannot be read the page is\n%s\nwant the field with the link open, and no run", shown)
	}
	// A run that was removed can be taken back.
	shown = opens(t, "audit", "run", "")
	if !strings.Contains(shown, "Use the calculator’s run") || strings.Contains(shown, "<dd>500</dd>") {
		t.Errorf("the audit's page is\n%s\nwant it to offer the calculator's run, and not to show that run", shown)
	}
}

// A run is one line, whose fields unfold; the audit's other kinds of counts are folded until they are used. The answer's
// remarks are below a heading, and a button leads to the inputs.
func TestLaboratoryFolds(t *testing.T) {
	shown := opens(t, "risk", "", "")
	if !strings.Contains(shown, `class="lab-run-lines"`) || !strings.Contains(strings.Join(strings.Fields(shown), " "), "= 500, ") {
		t.Errorf("the run is not one line: %s", shown)
	}
	fold := func(shown, heading string) (tag string) {
		before, _, found := strings.Cut(shown, "<summary>"+heading+"</summary>")
		if !found {
			t.Fatalf("nothing is folded under %q: %s", heading, shown)
		}
		tag = before[strings.LastIndex(before, "<details"):]
		tag, _, _ = strings.Cut(tag, ">")
		return tag
	}
	for text, open := range map[string]bool{"": false, "10": true} {
		shown := opens(t, "audit", "guesses", text)
		if got := strings.Contains(fold(shown, "One training run"), "open"); got != open {
			t.Errorf("with the guesses %q the fold is open: %t", text, got)
		}
		if strings.Contains(fold(shown, "Several thresholds"), "open") {
			t.Errorf("with the guesses %q the thresholds are open", text)
		}
	}
}

// A run that can be read but has no answer is opened in the calculator from beside the reason.
func TestLaboratoryLinksARefusedRun(t *testing.T) {
	const own = "v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic" +
		"&loss=convex&smoothness=1&clipping=active&delta=1e-6"
	const link = "Open this run in the calculator"
	for _, name := range []string{"replay", "utility"} {
		shown := opens(t, name, "run", own+"&differs=momentum")
		if !strings.Contains(shown, "untick “Momentum”") || !strings.Contains(shown, link) || !strings.Contains(shown, "differs=momentum\"") {
			t.Errorf("%s refuses momentum without a link to the run: %s", name, shown)
		}
		for _, other := range []string{own, "v=1&n=x"} {
			if shown := opens(t, name, "run", other); strings.Contains(shown, link) {
				t.Errorf("%s links %q beside the field", name, other)
			}
		}
	}
}

// An example's run is never shown unasked where a run is at hand: its button stands beside the reason why the visitor's run has no
// answer, or why its picture shows little. Once it is shown, the page says that it is not the visitor's, and offers that one.
func TestLaboratoryTellsAnExampleFromARun(t *testing.T) {
	const says, offers = "an example’s run, not for yours", ">Use the calculator’s run"
	shown := opens(t, "dynamics", "run", lab.ByName("dynamics").Defaults()["run"])
	if at := strings.Index(shown, says); at < 0 || at > strings.Index(shown, offers) {
		t.Errorf("the page of known batches is\n%s\nwant it to say %q and to offer the run", shown, says)
	}
	p := newLabPage()
	p.tool = lab.ByName("dynamics")
	p.values["dynamics"] = p.tool.Open("")
	if alone := viewtest.HTML(t, &inputs{of: p}); strings.Contains(alone, says) || strings.Contains(alone, offers) {
		t.Errorf("without a run at hand it speaks of one: %s", alone)
	}
	taken := opens(t, "dynamics", "", "")
	if strings.Contains(taken, says) || !strings.Contains(taken, "<dd>500</dd>") || !strings.Contains(taken, ">Use the example’s run") {
		t.Errorf("with the visitor's run it still speaks of the example: %s", taken)
	}
	p.tool = lab.ByName("replay")
	p.values["replay"] = p.tool.Open("opening")
	p.view, p.shown, p.shownOf = &lab.View{Answer: "In the last step.", Hidden: "The paths jump.", Quieter: "v=1"}, p.tool, p.now()
	if read := viewtest.HTML(t, &results{of: p}); !strings.Contains(read, "The paths jump.") || !strings.Contains(read, ">Use less noise") || !strings.Contains(read, ">Use the example’s run") {
		t.Errorf("beside a picture that shows little no example is offered: %s", read)
	}
}

// offer is what stands beside the reason why a run has no answer.
type offer struct {
	app.Compo

	of *labPage
}

func (o *offer) Render() app.UI { return app.Div().Body(o.of.swap()) }

// Every tool that opens with a run of its own offers that in place of a run that it refuses.
func TestLaboratoryOffersARunForOneThatIsRefused(t *testing.T) {
	for _, g := range lab.Groups() {
		for _, tool := range g.Tools() {
			if tool.Defaults()["run"] == "" {
				continue
			}
			p := newLabPage()
			p.tool = tool
			p.values[tool.Name] = tool.Open("v=1&n=5&differs=colour")
			p.check()
			if shown := viewtest.HTML(t, &offer{of: p}); !strings.Contains(shown, ">Use the example’s run") {
				t.Errorf("%s refuses a run and offers no other: %s", tool.Name, shown)
			}
		}
	}
}

// The way back to the calculator keeps the run that the page is about, and where nothing is found
// yet the page says of which run it computes.
func TestLaboratoryKeepsItsRun(t *testing.T) {
	const text = "v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic&loss=convex&smoothness=1&clipping=active&delta=1e-6"
	p := newLabPage()
	p.tool = lab.ByName("tradeoff")
	if got := p.calculator(); strings.Contains(got, "#") {
		t.Errorf("without a run the way back is %s", got)
	}
	p.atHand = "https://calculator.example/#" + text
	p.values["tradeoff"] = p.tool.Open(p.atHand)
	if got := p.calculator(); !strings.HasSuffix(got, "#"+text) {
		t.Errorf("the way back is %s", got)
	}
	p.atHand += "&differs=momentum"
	if got := p.calculator(); !strings.HasSuffix(got, "&differs=momentum") {
		t.Errorf("the way back forgets by what the training departs: %s", got)
	}
	p.status, p.done, p.total = engine.Running, 3, 40
	shown := viewtest.HTML(t, &waits{of: p})
	read := strings.Join(strings.Fields(tags.ReplaceAllString(shown, "")), " ")
	if !strings.Contains(read, "Computing for the run with n = 500, b = 50,") || !strings.Contains(read, "T = 100, η = 0.02,") {
		t.Errorf("while it computes it says %q", read)
	}
	for _, want := range []string{"<i>η</i>", "3 of 40 steps", "<progress"} {
		if !strings.Contains(shown, want) {
			t.Errorf("while it computes there is no %q: %s", want, shown)
		}
	}
}

// What the engine said of other fields is not said of those that are there now.
func TestLaboratoryForgetsWhatFailed(t *testing.T) {
	p := newLabPage()
	p.tool = lab.ByName("replay")
	p.values["replay"] = p.tool.Defaults()
	p.fail(&protocol.Error{Errors: []protocol.FieldError{{Field: "schedule", Message: "nothing to play"}}})
	if p.err != "nothing to play" {
		t.Fatalf("the page says %q", p.err)
	}
	p.values["replay"]["seed"] = "x"
	if _, good := p.check(); good || p.err != "" || p.status == engine.Failed {
		t.Errorf("of other fields the page says %q, status %v", p.err, p.status)
	}
}

// Beside the answer it is said which field is to be mended, and why.
func TestLaboratorySaysWhatToMend(t *testing.T) {
	p := newLabPage()
	p.tool = lab.ByName("audit")
	for text, want := range map[string]string{"": "No answer: members shown is missing.", "ten": "Fix members shown: "} {
		p.values["audit"] = p.tool.Defaults()
		p.values["audit"]["members"] = text
		if _, good := p.check(); good || !strings.HasPrefix(p.attention(), want) || !strings.Contains(p.attention(), text) {
			t.Errorf("of %q it says %q", text, p.attention())
		}
		p.view, p.shown = &lab.View{}, p.tool
		if got := p.outdated(); strings.Contains(got, "No answer") || !strings.Contains(got, "last valid values") {
			t.Errorf("beside an older answer it says %q", got)
		}
	}
}

// tags are what a reader does not see of a page.
var tags = regexp.MustCompile(`<[^>]*>`)

// The title leads to where the tool is explained, and offers its link.
func TestLaboratoryLeadsToItsExplanation(t *testing.T) {
	p := newLabPage()
	p.tool = lab.ByName("noise")
	p.values["noise"] = p.tool.Defaults()
	p.copied = "Copied."
	shown := viewtest.HTML(t, &titles{of: p})
	for _, want := range []string{`docs/laboratory.html#recommended-noise"`, "How this is computed", "Copy the link", "Copied."} {
		if !strings.Contains(shown, want) {
			t.Errorf("the title has no %s: %s", want, shown)
		}
	}
}

// titles is what stands above an answer.
type titles struct {
	app.Compo

	of *labPage
}

func (w *titles) Render() app.UI { return app.Div().Body(w.of.titled()) }

// waits is what stands for an answer that is computed.
// results are what a laboratory's page found, without what asks for a browser.
type results struct {
	app.Compo

	of *labPage
}

func (r *results) Render() app.UI { return app.Div().Body(r.of.result()...) }

// An answer that counts only what still holds says so, in sight and aloud.
func TestLaboratorySaysWhatDeparts(t *testing.T) {
	p := newLabPage()
	p.tool, p.view = lab.ByName("tradeoff"), &lab.View{Answer: "At most 41 %."}
	p.shown, p.shownOf = p.tool, p.tool.Open("v=1&n=500&b=50&T=100&eta=0.02&clip=3&sigma=1.5&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=cyclic&loss=convex&smoothness=1&clipping=active&delta=1e-6&differs=momentum")
	const want = "The training departs from this run by momentum."
	if shown := viewtest.HTML(t, &results{of: p}); !strings.Contains(shown, want) {
		t.Errorf("the answer does not say that the training departs: %s", shown)
	}
	if said := p.announced(); !strings.HasPrefix(said, "At most 41 %. "+want) {
		t.Errorf("announced is %q", said)
	}
}

type waits struct {
	app.Compo

	of *labPage
}

func (w *waits) Render() app.UI { return app.Div().Body(w.of.waiting()...) }

// Where no engine can be started, a question fails before Ask returns, and the page knows the failure for that of its question.
func TestLaboratoryWithoutAnEngine(t *testing.T) {
	p, b, failed := newLabPage(), &sessiontest.Browser{}, 0
	p.tool = lab.ByName("account")
	p.values[p.tool.Name] = p.tool.Defaults()
	p.client = engine.NewLone(b, "another build", func(o engine.Outcome) {
		if o.Question != p.asking {
			t.Errorf("an outcome of question %d comes while the page waits for question %d", o.Question, p.asking)
		}
		if o.Status == engine.Failed {
			failed++
		}
	})
	for asked := range 2 {
		p.ask()
		b.Pass(0)
		if failed != asked+1 {
			t.Errorf("of %d questions %d failed", asked+1, failed)
		}
	}
}
