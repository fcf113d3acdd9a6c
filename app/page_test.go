package app

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// These tests run on the host, where go-app renders but no browser answers;
// web/browsertest drives the real page.

func theBase() link.State {
	return link.State{Run: bounds.DefaultRun(), Question: bounds.DefaultQuestion()}
}

// html renders a component as the page would.
func html(t *testing.T, c app.Composer) string {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	return app.HTMLString(c)
}

func TestPageRendersWithoutAnAnswer(t *testing.T) {
	page := html(t, newPage(theBase(), dom.FirstPaint{}))
	for _, want := range []string{`id="answer-sentence"`, "Computing the answer", `id="field-eta"`, `id="question-kind"`, `id="status"`, `id="rows"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "style=") {
		t.Error("there is an inline style, which the content security policy blocks")
	}
}

// answered is a page that has heard one answer.
func answered(t *testing.T) *page {
	t.Helper()
	p := newPage(theBase(), dom.FirstPaint{})
	n := protocol.Number(1.2644)
	p.shown = exhibit{known: true, of: inquiry{run: p.model.Run, question: p.model.Question}, result: protocol.Result{
		Answer:    &protocol.Answer{Row: "shift", Epsilon: n},
		Published: &protocol.Answer{Row: "composition", Epsilon: 3.93},
		Verdict:   protocol.Verdict{Changes: []protocol.Change{{Field: "T", Value: "1000"}}},
		Warnings:  []string{"A warning."},
		Statement: "A paragraph.",
		Rows: []protocol.Row{
			{ID: "shift", Name: "Shift optimum", Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: &n, Formula: `\frac{1}{2}`},
			{ID: "liang", Name: "Liang et al.", Side: "upper", Status: "not-valid", Hypotheses: []protocol.Hypothesis{{Name: "sampling", Needed: "random batches", Actual: "full batch"}}},
		},
	}}
	p.shown.listed = listing{run: p.model.Run, question: p.model.Question, result: p.shown.result, rows: len(p.shown.result.Rows)}
	return p
}

func TestAnsweredPage(t *testing.T) {
	p := answered(t)
	p.model = state.Open{Row: "shift"}.Do(p.model)
	page := html(t, p)
	for _, want := range []string{
		`data-epsilon="1.2644"`, `data-row="shift"`, "ε = 1.27", "A warning.", "A paragraph.",
		"iterations T = 1000", "<mfrac>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
	// A row that does not apply is made when it is unfolded, or open.
	unfolded := answered(t)
	unfolded.model = state.Open{Row: "liang"}.Do(unfolded.model)
	afterwards := html(t, unfolded)
	for _, want := range []string{"needs random batches; yours: full batch", "as printed, not a valid bound"} {
		if strings.Contains(page, want) || !strings.Contains(afterwards, want) {
			t.Errorf("%s is in the page before the row is unfolded, or not afterwards", want)
		}
	}
	if p.stale() {
		t.Error("the answer is the state's own and counts as stale")
	}
	p = answered(t)
	p.model = state.Type{Field: "eta", Text: "-1"}.Do(p.model)
	if !p.stale() {
		t.Error("beside a wrong field the answer must be greyed")
	}
	if page := html(t, p); !strings.Contains(page, "learning rate must be positive; you typed -1") {
		t.Error("the error is not beside its field")
	}
}

func TestDepartureChangesTheAnswerOnShow(t *testing.T) {
	p := answered(t)
	p.model = state.Depart{Departure: words.Tuning, On: true}.Do(p.model)
	page := html(t, p)
	if !strings.Contains(page, "No bound here covers training with") || strings.Contains(page, `data-epsilon="1.2644"`) {
		t.Error("an answer is shown for a training that nothing covers")
	}
}

// Every status of the engine is drawn.
func TestEngineStatusIsDrawn(t *testing.T) {
	for _, c := range []struct {
		job  job
		want string
	}{
		{job{Status: engine.Failed, Err: "the engine does not start"}, "There is no answer to this run: the engine does not start."},
		{job{Status: engine.Running, Pending: []string{"profile"}}, "Still computing one theorem. The answer can only fall."},
		{job{Status: engine.Running, Done: 3, Of: 12}, "3 of 12 parts are done."},
		{job{Status: engine.Running, Restart: "out of memory"}, "The engine stopped (out of memory) and was started again."},
	} {
		p := answered(t)
		p.job, p.shown.unfinished = c.job, len(c.job.Pending) > 0
		if page := html(t, p); !strings.Contains(page, c.want) {
			t.Errorf("%v: the page does not say %q", c.job.Status, c.want)
		}
	}
}

// The fields that a class of losses does not use are not in the form.
func TestFormFollowsTheLoss(t *testing.T) {
	m := state.New(theBase())
	for class, field := range map[string]string{"weakly-convex": "weak_convexity", "holder": "holder_order", "strongly-convex": "strong_convexity"} {
		m := state.Choose{Field: "loss", Value: class}.Do(m)
		page := html(t, &runForm{Run: m.Run, Question: m.Question, Entries: entries(m, dom.NewEdits())})
		for _, other := range []string{"weak_convexity", "holder_order", "strong_convexity"} {
			if got := strings.Contains(page, `id="field-`+other+`"`); got != (other == field) {
				t.Errorf("%s: field %s is there: %v", class, other, got)
			}
		}
	}
	m = state.Project{On: false}.Do(m)
	if page := html(t, &runForm{Run: m.Run, Question: m.Question, Entries: entries(m, dom.NewEdits())}); strings.Contains(page, `id="field-diameter"`) {
		t.Error("a domain without projection has a diameter")
	}
}

func TestSymbolsAndProse(t *testing.T) {
	if got := app.HTMLString(app.P().Body(symbol("σ_DP")...)); !strings.Contains(got, "<sub>DP</sub>") {
		t.Error(got)
	}
	if got := app.HTMLString(app.P().Body(prose("`lr=` in your optimiser")...)); !strings.Contains(got, "<code>lr=</code>") {
		t.Error(got)
	}
}

// While nothing is drawn yet, how far the picture has come stands in its place,
// once, and is not said to become finer.
func TestProgressOfAFirstPicture(t *testing.T) {
	c := &chart{Now: bounds.DefaultRun(), Busy: true, Count: count{Done: 3, Of: 9, Long: true, Finer: true}}
	page := html(t, c)
	if n := strings.Count(page, "Computing the picture: 3 of 9 values"); n != 1 || strings.Contains(page, "finer") || strings.Contains(page, "Drawing") {
		t.Errorf("it is told %d times: %s", n, page)
	}
	if strings.Index(page, "3 of 9") > strings.Index(page, `id="chart"`) {
		t.Error("it stands below the place of the picture")
	}
	c = &chart{Now: bounds.DefaultRun(), Busy: true, First: "<svg></svg>", Count: count{Done: 3, Of: 9, Long: true}}
	if page := html(t, c); strings.Index(page, "3 of 9") < strings.Index(page, `id="chart"`) {
		t.Error("it stands above a picture")
	}
	// A bar that is full would stand still.
	c = &chart{Now: bounds.DefaultRun(), Busy: true, Count: count{Done: 9, Of: 9, Long: true}}
	if page := html(t, c); strings.Contains(page, `value="9"`) || !strings.Contains(page, "the slowest theorems are left") {
		t.Error("when every value is counted and the picture is not there, a full bar stands still")
	}
}

// Where rows contradict each other the page gives no number as the answer, says
// what contradicts what, and offers the link by which the run is reported.
func TestContradictionIsShown(t *testing.T) {
	p := answered(t)
	p.shown.result.Contradiction = &protocol.Contradiction{
		Upper: protocol.Answer{Row: "liang", Epsilon: 2.1, Certified: true}, Lower: protocol.Answer{Row: "shift", Epsilon: 4.73}}
	p.shown.listed = listing{run: p.model.Run, question: p.model.Question, result: p.shown.result, rows: len(p.shown.result.Rows)}
	page := html(t, p)
	for _, want := range []string{`id="contradiction"`, "Liang et al. says that ε is at most 2.1", "Please report it", "contradiction-copy", "#v=1&amp;n=5"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, not := range []string{`class="epsilon"`, "certified:", "row best", "attribution\" class=\"attribution\">By"} {
		if strings.Contains(page, not) {
			t.Errorf("the page shows %s", not)
		}
	}
}

// An answer and the sentence that there is none are never on show together: not
// an older answer, not a part of the new one, nor one that is still held back.
func TestFailureStandsAlone(t *testing.T) {
	p := answered(t)
	p.shown.unfinished = true
	p.held = &protocol.Partial{Rows: p.shown.result.Rows}
	p.first.Answer = `<p class="sentence"><span class="epsilon">ε = 1.27</span></p>`
	p.fail("it says why")
	if p.held != nil || p.shown.known || p.status() != "failed" {
		t.Errorf("held back %v, on show %+v, status %s", p.held, p.shown, p.status())
	}
	page := html(t, p)
	if !strings.Contains(page, "There is no answer to this run: it says why") || !strings.Contains(page, "Ask again") {
		t.Error("the page does not say that there is no answer")
	}
	for _, not := range []string{`class="epsilon"`, "data-epsilon", "1.26", "1.27", "Computing the answer"} {
		if strings.Contains(page, not) {
			t.Errorf("beside it the page shows %s", not)
		}
	}
	// Nor by the answer's own means, whoever draws it.
	view := html(t, &answer{Subject: answered(t).subject(), Known: true, Job: job{Status: engine.Failed, Err: "it says why"}})
	if strings.Contains(view, "1.2") || !strings.Contains(view, "it says why") {
		t.Errorf("an answer that failed is drawn as %s", view)
	}
}

// The sentence of a newer answer stands before its rest has come, and only where it is the
// answer to the form.
func TestHeadIsShown(t *testing.T) {
	newer := func() *page {
		p := answered(t)
		p.model.Run.Eta = 0.11
		of := inquiry{run: p.model.Run, question: p.model.Question}
		p.head = &head{of: of, part: &protocol.Partial{Answer: &protocol.Answer{Row: "profile", Epsilon: 1.3}, Published: &protocol.Answer{Row: "composition", Epsilon: 3.93}}}
		return p
	}
	shown := html(t, newer())
	for _, want := range []string{`class="answer stale headed"`, `data-epsilon="1.3"`, `data-row="profile"`, `<span class="epsilon">ε = 1.30</span>`, "A warning."} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for why, spoil := range map[string]func(*page){
		"the form has changed since":     func(p *page) { p.model.Run.Eta = 0.12 },
		"a field is being typed":         func(p *page) { p.model = state.Type{Field: "eta", Text: "x"}.Do(p.model) },
		"theorems of papers are wanted":  func(p *page) { p.head.of.only = true },
		"no training is such a run":      func(p *page) { p.head.part.Warnings = []string{"No loss meets these assumptions: …"} },
		"no training was the run before": func(p *page) { p.shown.result.Warnings = []string{"No loss meets these assumptions: …"} },
		"there is no answer":             func(p *page) { p.fail("it says why") },
	} {
		p := newer()
		spoil(p)
		if shown := html(t, p); strings.Contains(shown, "1.3") || strings.Contains(shown, "headed") {
			t.Errorf("%s: the newer number is shown", why)
		}
	}
}

// A schedule serves every question, unless it is that of one.
func TestScheduleServesQuestions(t *testing.T) {
	asked, other := claim.Question{Alpha: 2}, claim.Question{Delta: 1e-5}
	plan := inquiry{run: bounds.DefaultRun(), question: asked, tab: picture.Schedule}
	if !plan.alongside(plan.run, other) || !plan.alongside(plan.run, asked) {
		t.Error("the schedule of every order does not serve another question")
	}
	if plan.ordered = true; plan.alongside(plan.run, other) || !plan.alongside(plan.run, asked) {
		t.Error("the schedule of one order serves another question, or not its own")
	}
	if q := plan.request(); string(q.Question) != `{"alpha":2}` {
		t.Errorf("the schedule is asked for with the question %s", q.Question)
	}
}
