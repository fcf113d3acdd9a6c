package app

import (
	"strings"
	"testing"
	"time"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/view"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

func theBase() link.State {
	return link.State{Query: bounds.DefaultQuery()}
}

func TestPageRendersWithoutAnAnswer(t *testing.T) {
	page := viewtest.HTML(t, newPage(theBase(), dom.FirstPaint{}, false))
	for _, want := range []string{`id="answer-sentence"`, "Computing the answer", `id="field-eta"`, `id="question-kind"`, `id="status"`,
		`id="rows"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "style=") {
		t.Error("the page has an inline style, want none: the content security policy blocks it")
	}
}

// The laboratory opens with the run of the form, where there is a whole one, and can read it.
func TestLaboratoryIsGivenTheRun(t *testing.T) {
	p, _ := visited(t, "")
	at := laboratory(p.session.Model)
	if !strings.Contains(viewtest.HTML(t, p), at) {
		t.Errorf("the page has no link to %s", at)
	}
	_, fragment, _ := strings.Cut(at, "#")
	tool, values, problems := lab.Decode(fragment)
	s, fault := lab.ReadRun(values["run"])
	if tool.Name != "tradeoff" || len(problems) > 0 || fault != "" || s.Query != p.session.Model.Query {
		t.Errorf("%s: %s, %v, %s, %+v", at, tool.Name, problems, fault, s.Query)
	}
	m := p.session.Model
	m.View.Blank = []string{"n"}
	if at := laboratory(m); at != "lab/" {
		t.Errorf("a run that is not whole opens %s", at)
	}
	m.View.Blank, m.View.Differs = nil, []string{"momentum"}
	_, fragment, _ = strings.Cut(laboratory(m), "#")
	_, values, _ = lab.Decode(fragment)
	if s, fault := lab.ReadRun(values["run"]); fault != "" || strings.Join(s.View.Differs, "") != "momentum" || s.Query != m.Query {
		t.Errorf("a training with momentum opens %s: %s", fragment, fault)
	}
}

// visited is a page whose engines answer what the test says.
func visited(t *testing.T, address string) (*page, *sessiontest.Browser) {
	t.Helper()
	b := &sessiontest.Browser{Text: address}
	p := newPage(theBase(), dom.FirstPaint{}, false)
	p.session = session.New(b, p.session.Setting)
	p.session.Open(nil)
	p.session.Start()
	b.Pass(0)
	return p, b
}

// anAnswer is one of three rows.
func anAnswer() protocol.Result {
	n := protocol.Number(1.2644)
	return protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "shift", Epsilon: n},
			Published: &protocol.Answer{Row: "composition", Epsilon: 3.93},
			Warnings:  []string{"A warning."},
			Rows: []protocol.Row{
				{ID: "shift", Name: "Shift optimum", Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: &n,
					Formula: `\frac{1}{2}`},
				{ID: "liang", Name: "Liang et al.", Side: "upper", Status: "not-valid",
					Hypotheses: []protocol.Hypothesis{{Name: "sampling", Needed: "random batches", Actual: "full batch"}}},
			},
		},
		Verdict:   protocol.Verdict{Changes: []protocol.Change{{Field: "T", Value: "1000"}}},
		Statement: "A paragraph.",
	}
}

// answered is a page that has heard one answer.
func answered(t *testing.T) (*page, *sessiontest.Browser) {
	t.Helper()
	p, b := visited(t, "")
	b.Asked(protocol.MethodEvaluate).Answer(anAnswer())
	b.Pass(0)
	return p, b
}

// embedded is visited, in an embed.
func embedded(t *testing.T, address string) (*page, *sessiontest.Browser) {
	t.Helper()
	b := &sessiontest.Browser{Text: address}
	p := newPage(theBase(), dom.FirstPaint{}, true)
	p.session = session.New(b, p.session.Setting)
	p.session.Open(nil)
	p.session.Start()
	b.Pass(0)
	return p, b
}

// An embed says that its picture leaves out the answer's line when the picture is finished, and only if the link names other lines.
func TestEmbedSaysWhatIsNotDrawn(t *testing.T) {
	r := anAnswer()
	n := protocol.Number(3.93)
	r.Rows = append(r.Rows, protocol.Row{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Applies: true, Epsilon: &n})
	part := protocol.Partial{Answers: r.Answers, Answered: true, Pending: []string{"profile"}}
	for rows, want := range map[string]bool{"": false, "&rows=shift~composition": false, "&rows=composition": true} {
		p, b := embedded(t, "v=1&size=chart"+rows)
		said := func(when string, want bool) {
			t.Helper()
			if !strings.Contains(p.sizes(), "n\u00a0=\u00a05") {
				t.Errorf("%q, %s: no answer", rows, when)
			}
			if got := strings.Contains(p.sizes(), words.AnswerNotDrawn); got != want {
				t.Errorf("%q, %s: it says that the answer is not drawn: %t, want %t", rows, when, got, want)
			}
		}
		e := b.Asked(protocol.MethodEvaluate)
		e.Part(part)
		b.Pass(time.Second)
		said("while theorems are evaluated", false)
		e.Answer(r)
		b.Pass(0)
		said("before its picture", false)
		for b.Pass(0); ; b.Pass(time.Second) {
			curve := b.Asked(protocol.MethodCurve)
			if curve == nil || len(curve.Asked) == 0 || !p.session.Drawing().Coming {
				break
			}
			asked := curve.Last()
			result := protocol.CurveResult{}
			for _, row := range asked.Rows {
				line := protocol.Series{Row: row}
				for range asked.Values {
					line.Epsilon = append(line.Epsilon, &n)
				}
				result.Series = append(result.Series, line)
			}
			curve.Answer(result)
		}
		said("with its picture", want)
	}
}

// While a figure is on show the line at the top says that its number is not of the figure.
func TestDigestBesideAFigure(t *testing.T) {
	p, _ := answered(t)
	if got := p.digest().(*view.Digest).Parts[0]; strings.HasPrefix(got, words.OfTheForm) {
		t.Errorf("without a figure: %s", got)
	}
	p.session.Do(state.Reproduce{Figure: "chien-li-1a"})
	if got := p.digest().(*view.Digest).Parts[0]; !strings.HasPrefix(got, words.OfTheForm+"ε ") {
		t.Errorf("beside a figure: %s", got)
	}
}

func TestAnsweredPage(t *testing.T) {
	p, _ := answered(t)
	p.session.Do(state.Open{Row: "shift"})
	page := viewtest.HTML(t, p)
	for _, want := range []string{
		`data-epsilon="1.2644"`, `data-row="shift"`, "ε ≤ 1.27", "A warning.", "A paragraph.",
		"iterations T = 1000", "<mfrac>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
	// A row that does not apply is made when it is unfolded, or open.
	unfolded, _ := answered(t)
	unfolded.session.Do(state.Open{Row: "liang"})
	afterwards := viewtest.HTML(t, unfolded)
	for _, want := range []string{"needs random batches; yours: full batch", "as printed, not a valid bound"} {
		if strings.Contains(page, want) || !strings.Contains(afterwards, want) {
			t.Errorf("%s is in the page before the row is unfolded, or not afterwards", want)
		}
	}
	p, _ = answered(t)
	p.session.Do(state.Type{Field: "eta", Text: "-1"})
	if page := viewtest.HTML(t, p); !strings.Contains(page, "learning rate must be positive; you typed -1") ||
		!strings.Contains(page, `class="answer stale"`) {
		t.Errorf("with η = −1 the page is\n%s\nwant the error beside its field, and the answer greyed", page)
	}
}

// The line at the top of the screen says why the answer is out of date, or why there is none,
// and leads to what is to be mended; otherwise it leads back to the answer.
func TestDigestSaysWhatToMend(t *testing.T) {
	for name, c := range map[string]struct {
		do    []state.Action
		want  string
		leads string
	}{
		"an answer":  {nil, `<span>ε ≤ 1.27</span>`, words.BackToAnswer},
		"a fault":    {[]state.Action{state.Type{Field: "eta", Text: "-1"}}, ">Out of date: fix learning rate η<", words.ToTheField},
		"two faults": {[]state.Action{state.Type{Field: "eta", Text: "-1"}, state.Type{Field: "sigma", Text: "x"}}, ">Out of date: fix 2 fields<", words.ToTheField},
		"computing":  {[]state.Action{state.Type{Field: "eta", Text: "0.11"}}, ">out of date, computing …<", words.BackToAnswer},
	} {
		p, b := answered(t)
		for _, action := range c.do {
			p.session.Do(action)
		}
		b.Pass(0)
		_, digest, _ := strings.Cut(viewtest.HTML(t, p), `id="digest"`)
		digest, _, _ = strings.Cut(digest, "</button>")
		if !strings.Contains(digest, c.want) || !strings.Contains(digest, `title="`+c.leads+`"`) {
			t.Errorf("with %s the line is %s", name, digest)
		}
	}
	p, _ := visited(t, "v=1&n=&b=5&scheme=poisson")
	if page := viewtest.HTML(t, p); !strings.Contains(page, `class="digest-first">No answer yet: `) {
		t.Errorf("with a blank n the line has no \"No answer yet: \", want it first:\n%s", page)
	}
	p, b := answered(t)
	p.session.Do(state.Type{Field: "eta", Text: "0.11"})
	b.Asked(protocol.MethodEvaluate).Fail("internal", "it says why")
	b.Pass(time.Second)
	if page := viewtest.HTML(t, p); !strings.Contains(page, `class="digest-first">`+words.NoAnswer) {
		t.Errorf("after a failure the line has no %q, want it first:\n%s", words.NoAnswer, page)
	}
}

func TestDepartureChangesTheAnswerOnShow(t *testing.T) {
	p, _ := answered(t)
	p.session.Do(state.Depart{Departure: words.Tuning, On: true})
	page := viewtest.HTML(t, p)
	if !strings.Contains(page, "No bound here covers training with") || strings.Contains(page, `data-epsilon="1.2644"`) {
		t.Errorf("for a training that nothing covers the page is\n%s\nwant \"No bound here covers training with\" and no ε", page)
	}
}

// Every status of the engine is drawn.
func TestEngineStatusIsDrawn(t *testing.T) {
	r := anAnswer()
	part := protocol.Partial{Answers: protocol.Answers{Rows: r.Rows, Answer: r.Answer, Published: r.Published},
		Pending: []string{"profile"}}
	for _, c := range []struct {
		say  func(*sessiontest.Engine)
		want string
	}{
		{func(e *sessiontest.Engine) { e.Part(part) }, "Still computing one theorem. The answer can only fall."},
		{func(e *sessiontest.Engine) { e.Crash("out of memory") }, "The engine stopped (out of memory) and was restarted."},
	} {
		p, b := visited(t, "")
		c.say(b.Asked(protocol.MethodEvaluate))
		b.Pass(time.Second)
		if page := viewtest.HTML(t, p); !strings.Contains(page, c.want) {
			t.Errorf("the page does not say %q", c.want)
		}
	}
}

// Where rows contradict each other the page gives no number as the answer, says
// what contradicts what, and offers the link by which the run is reported.
func TestContradictionIsShown(t *testing.T) {
	p, b := visited(t, "")
	r := anAnswer()
	r.Contradiction = &protocol.Contradiction{
		Upper: protocol.Answer{Row: "liang", Epsilon: 2.1, Certified: true}, Lower: protocol.Answer{Row: "shift", Epsilon: 4.73}}
	b.Asked(protocol.MethodEvaluate).Answer(r)
	b.Pass(0)
	page := viewtest.HTML(t, p)
	for _, want := range []string{`id="contradiction"`, "Liang et al. says that ε is at most 2.1", "Please report it", "contradiction-copy",
		"#v=1&amp;n=5"} {
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
// an older answer, not a part of the new one, nor the first paint's.
func TestFailureStandsAlone(t *testing.T) {
	p, b := answered(t)
	p.session.FirstAnswer = `<p class="sentence"><span class="epsilon">ε ≤ 1.27</span></p>`
	p.session.Do(state.Type{Field: "eta", Text: "0.11"})
	e := b.Asked(protocol.MethodEvaluate)
	e.Part(protocol.Partial{Answers: protocol.Answers{Rows: anAnswer().Rows, Answer: anAnswer().Answer}, Answered: true,
		Pending: []string{"profile"}})
	e.Fail("internal", "it says why")
	b.Pass(time.Second)
	page := viewtest.HTML(t, p)
	if !strings.Contains(page, "No answer for this run: it says why") || !strings.Contains(page, "Ask again") {
		t.Errorf("after a failure the page is\n%s\nwant \"No answer for this run: it says why\" and \"Ask again\"", page)
	}
	for _, not := range []string{`class="epsilon"`, "data-epsilon", "1.26", "1.27", "Computing the answer"} {
		if strings.Contains(page, not) {
			t.Errorf("beside it the page shows %s", not)
		}
	}
	// Nor by the answer's own means, whoever draws it.
	other, _ := answered(t)
	view := viewtest.HTML(t, &view.Answer{Subject: other.session.Subject(), Known: true,
		Job: session.Job{Status: engine.Failed, Err: "it says why"}})
	if strings.Contains(view, "1.2") || !strings.Contains(view, "it says why") {
		t.Errorf("an answer that failed is drawn as %s", view)
	}
}

// The sentence of a newer answer stands before its rest has come, and only where it is the
// answer to the form.
func TestHeadIsShown(t *testing.T) {
	headed := func(spoil func(*page), change func(*protocol.Partial)) string {
		p, b := answered(t)
		p.session.Do(state.Type{Field: "eta", Text: "0.11"})
		b.Pass(0)
		part := protocol.Partial{Answers: protocol.Answers{Answer: &protocol.Answer{Row: "profile", Epsilon: 1.3},
			Published: &protocol.Answer{Row: "composition", Epsilon: 3.93}}, Answered: true}
		change(&part)
		b.Asked(protocol.MethodEvaluate).Part(part)
		spoil(p)
		return viewtest.HTML(t, p)
	}
	nothing, same := func(*page) {}, func(*protocol.Partial) {}
	shown := headed(nothing, same)
	for _, want := range []string{`class="answer stale headed"`, `data-epsilon="1.3"`, `data-row="profile"`,
		`>ε ≤ 1.30</span>`, "A warning."} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for why, shown := range map[string]string{
		"the form has changed since":    headed(func(p *page) { p.session.Do(state.Type{Field: "eta", Text: "0.12"}) }, same),
		"a field is being typed":        headed(func(p *page) { p.session.Do(state.Type{Field: "eta", Text: "x"}) }, same),
		"theorems of papers are wanted": headed(func(p *page) { p.session.Do(state.Restrict{On: true}) }, same),
		"no training is such a run": headed(nothing,
			func(p *protocol.Partial) { p.Warnings = []string{"No loss meets these assumptions: …"} }),
		"rows contradict each other": headed(nothing, func(p *protocol.Partial) { p.Contradiction = &protocol.Contradiction{} }),
	} {
		if strings.Contains(shown, "1.3") || strings.Contains(shown, "headed") {
			t.Errorf("%s: the newer number is shown", why)
		}
	}
}
