package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// A pinned run keeps its answer when the form changes; runs that are not known are asked
// for together, by an engine of their own, and their curves one after the other once the
// picture is there.
func TestPinsAndComparison(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Pin{})
	if e := v.browser.Asked(protocol.MethodCompare); e != nil {
		t.Error("the run whose answer is on show is asked for")
	}
	if p := v.Pinned(); p.Count != 1 || !p.Present || p.Full {
		t.Errorf("pinned: %+v", p)
	}
	v.typed("eta", "0.05")
	v.answer(1.2)
	columns := v.Comparison().Columns
	if len(columns) != 2 || columns[0].Pin != -1 || columns[1].Pin != 0 || columns[1].Present ||
		columns[0].Subject.Result.Answer.Epsilon != 1.2 || columns[1].Subject.Result.Answer.Epsilon != 1.5 {
		t.Fatalf("compared: %+v", columns)
	}
	own := v.asked(protocol.MethodCurve)
	v.draw(false)
	pinned := v.asked(protocol.MethodCurve)
	if pinned == own || string(pinned.Last().Run) == string(protocol.EncodeRun(v.Model.Run)) {
		t.Fatal("the pinned run's curve is not asked for, by an engine of its own")
	}
	if scene, _ := v.Scene(); len(scene.Beside) != 0 {
		t.Error("a line is drawn before it is known")
	}
	asked := len(pinned.Asked)
	v.draw(false)
	if scene, _ := v.Scene(); len(scene.Beside) != 1 || scene.Beside[0].Pin != 0 {
		t.Errorf("beside the run there are %d lines", len(scene.Beside))
	}
	v.Do(state.Open{Row: "shift"})
	v.browser.Pass(0)
	if len(pinned.Asked) != asked {
		t.Error("a curve that is known is asked for again")
	}
}

// Runs that a link has pinned are computed, each once; one that cannot be says why.
func TestPinsOfALink(t *testing.T) {
	m := state.New(visiting(t).Base)
	for _, eta := range []string{"0.05", "0.06"} {
		m = state.Pin{}.Do(state.Type{Field: "eta", Text: eta}.Do(m))
	}
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = link.Encode(m.State) })
	e := v.asked(protocol.MethodCompare)
	if n := len(e.Last().Runs); n != 2 {
		t.Fatalf("%d runs are asked for", n)
	}
	v.Do(state.Open{Row: "shift"})
	if len(e.Asked) != 1 || e.Stopped {
		t.Error("what is under way is asked for again")
	}
	e.Count(1, 2)
	if c := v.Comparison(); c.Status != engine.Running || c.Done != 1 || c.Of != 2 {
		t.Errorf("under way: %+v", c)
	}
	r := result(1.1)
	e.Answer(protocol.CompareResult{Runs: []protocol.Compared{{Result: &r}, {Error: &protocol.Error{Message: "it says why"}}}})
	v.browser.Pass(0)
	c := v.Comparison()
	if c.Status != engine.Done || c.Columns[0].Subject.Result.Answer == nil || c.Columns[1].Err != "it says why" {
		t.Errorf("compared: %+v", c)
	}
	if embed := visiting(t, embedded, func(_ *session.Setting,
		b *sessiontest.Browser) {
		b.Text = link.Encode(m.State)
	}); len(embed.browser.Engines) != 1 {
		t.Error("an embed compares")
	}
}

func (v visit) solving() words.Wanted {
	w := words.Wanted{Query: v.Model.Query, Epsilon: 1, Field: "sigma"}
	v.Solve(w)
	v.browser.Pass(0)
	return w
}

// The field that is solved for may be blank; what was found is then written into it.
func TestSearchForABlankField(t *testing.T) {
	v := visiting(t)
	s := v.Model.State
	s.View.Blank = []string{"sigma"}
	v.Do(state.Start{From: s})
	if why := v.Model.Hinders("sigma"); why != "" {
		t.Errorf("the noise cannot be solved for: %s", why)
	}
	if why := v.Model.Hinders("T"); !strings.Contains(why, "is needed first") {
		t.Errorf("iterations are solved for without a noise: %q", why)
	}
	v.solving()
	held, _ := v.Model.Run.Number("sigma")
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: protocol.Number(held), Row: "shift"})
	if found := v.Search(); found.Status != engine.Done || found.Written(v.Model.Run) {
		t.Errorf("what stands for a blank field is taken for the value found: %+v", found)
	}
	if got := v.Unwritten(); got != "" {
		t.Errorf("without an answer it says %q", got)
	}
	v.Do(state.ApplySolution{Field: "sigma", Value: "0.5"})
	if v.Model.Needs() != nil || v.Model.Run.Sigma != 0.5 {
		t.Errorf("σ = %v, %v are needed", v.Model.Run.Sigma, v.Model.Needs())
	}
	v.typed("sigma", "")
	if why := v.Model.Hinders("sigma"); why != "" {
		t.Errorf("an emptied field cannot be solved for: %s", why)
	}
	v.typed("eta", "fast")
	if why := v.Model.Hinders("sigma"); why == "" {
		t.Error("a run with a fault is solved")
	}
}

// A search has an engine of its own. It is given up when the run changes in anything but
// what is solved for, and outlives its solution's being written into the run.
func TestSearchFollowsTheRun(t *testing.T) {
	v := visiting(t)
	v.solving()
	e := v.asked(protocol.MethodSolve)
	e.Count(2, 40)
	if s := v.Search(); s.Status != engine.Running || s.Done != 2 || s.Of != 40 {
		t.Errorf("under way: %+v", s)
	}
	v.typed("eta", "0.05")
	if s := v.Search(); !e.Stopped || s.Status != engine.Idle {
		t.Errorf("stopped %v: %+v", e.Stopped, s)
	}
	v.answer(1.5)
	v.solving()
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
	if s := v.Search(); s.Status != engine.Done || s.Row != "Shift optimum" {
		t.Errorf("done: %+v", s)
	}
	if got := v.Unwritten(); !strings.HasPrefix(got, "This is the answer for σ = 1.") {
		t.Errorf("beside the answer to the value before it says %q", got)
	}
	v.Do(state.ApplySolution{Field: "sigma", Value: "0.5"})
	if got := v.Unwritten(); got != "" {
		t.Errorf("beside the answer to the value that was found it says %q", got)
	}
	if v.Search().Status != engine.Done {
		t.Error("what was found is forgotten when it is written into the run")
	}
	longer := words.Wanted{Query: v.Model.Query, Epsilon: 1, Field: "after"}
	v.Solve(longer)
	if e = v.asked(protocol.MethodSolve); e.Last().Steps != protocol.StepsBefore {
		t.Errorf("steps after a deletion are looked for with %q stated", e.Last().Steps)
	}
	found := protocol.SolveResult{Value: 30, Row: "shift"}
	e.Answer(found)
	length := v.Model.Run.T + 30
	v.Do(state.ApplySolution{Field: "after", Value: "30", T: longer.Length(found)})
	if v.Search().Status != engine.Done || v.Model.Run.T != length || v.Model.Run.After != 30 {
		t.Errorf("steps after a deletion are written as T = %d, K = %d: %v", v.Model.Run.T, v.Model.Run.After, v.Search().Status)
	}
	v.Do(state.Depart{Departure: words.Tuning, On: true})
	if v.Search().Status != engine.Idle {
		t.Error("what was found is told of a training that differs")
	}
	v.Do(state.Depart{Departure: words.Tuning})
	v.solving()
	v.asked(protocol.MethodSolve).Answer(found)
	v.Do(state.Restrict{On: true})
	if v.Search().Status != engine.Idle {
		t.Error("what all theorems give is told of published ones only")
	}
	v.answer(1.5)
	v.solving()
	v.asked(protocol.MethodSolve).Fail("internal", "it says why")
	if s := v.Search(); s.Status != engine.Failed || s.Err != "it says why" {
		t.Errorf("failed: %+v", s)
	}
	v.solving()
	e = v.asked(protocol.MethodSolve)
	v.solving()
	if !e.Stopped || v.Search().Status != engine.Running {
		t.Errorf("in place of an older search: %+v", v.Search())
	}
	e = v.asked(protocol.MethodSolve)
	v.StopSolving()
	if !e.Stopped || v.Search().Status != engine.Idle {
		t.Errorf("given up: %+v", v.Search())
	}
}

// The page around an embed hears of the run that it has set itself, and once the visitor
// has changed anything only that; unless its link says that it hears all.
func TestHostHearsOnlyItsOwn(t *testing.T) {
	for _, report := range []bool{false, true} {
		text := "v=1&show=answer"
		if report {
			text += "&report=" + link.ReportAll
		}
		v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
		v.answer(1.5)
		told := strings.Join(v.browser.Told, "\n")
		for _, want := range []string{`"epsilon":1.5`, `"row":"shift"`, "https://calculator.example/#v=1", "state ready"} {
			if !strings.Contains(told, want) {
				t.Errorf("of its own run the host does not hear %s", want)
			}
		}
		if strings.Contains(told, "show=") {
			t.Error("the link that it hears is of an embed")
		}
		v.browser.Told = nil
		v.typed("eta", "0.0517")
		v.answer(1.2)
		v.typed("eta", "0.0518")
		v.asked(protocol.MethodEvaluate).Fail("internal", "it says why")
		v.typed("eta", "-7")
		v.browser.Pass(time.Second)
		told = strings.Join(v.browser.Told, "\n")
		if heard := strings.Contains(told, "1.2") || strings.Contains(told, "it says why") ||
			strings.Contains(told, "ready"); heard != report {
			t.Errorf("report all: %v; of the visitor's run the host hears\n%s", report, told)
		}
		if !report && slices.ContainsFunc(v.browser.Told, func(s string) bool { return s != "state edited" }) {
			t.Errorf("the host hears\n%s", told)
		}
		if !v.browser.WasEdited {
			t.Error("the entry of the history is not the visitor's")
		}
	}
	// Who reloads, or goes back to an entry that is the visitor's, has handed over nothing.
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.WasEdited = "v=1&eta=0.05", true })
	v.answer(1.5)
	if told := strings.Join(v.browser.Told, "\n"); strings.Contains(told, "1.5") {
		t.Errorf("after a reload the host hears %s", told)
	}
	// A page that is no embed tells nobody.
	v = visiting(t)
	v.answer(1.5)
	if v.browser.Told != nil {
		t.Errorf("told: %s", v.browser.Told)
	}
}

// Of a link that cannot be read in full the page around an embed hears what is wrong with
// it, and no answer: that on show is to another run.
func TestHostHearsWhatItsLinkLacks(t *testing.T) {
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&n=7%&show=answer" })
	v.browser.Pass(0)
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("another run is answered")
	}
	told := strings.Join(v.browser.Told, "\n")
	if strings.Contains(told, "1.5") || strings.Contains(told, "ready") {
		t.Errorf("the host hears\n%s", told)
	}
	for _, want := range []string{"n=7%", "“%” is not a valid escape", "state failed"} {
		if !strings.Contains(told, want) {
			t.Errorf("the host does not hear %q:\n%s", want, told)
		}
	}
}

// The address follows when the state rests; at once, as a step of the history, after what
// Back would undo. A step back shows what was there.
func TestAddressFollows(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.5")
	v.browser.Pass(300 * time.Millisecond)
	v.typed("eta", "0.05")
	v.browser.Pass(300 * time.Millisecond)
	if v.browser.Text != "" {
		t.Error("the address follows every stroke")
	}
	v.browser.Pass(time.Second)
	first := v.browser.Text
	if !strings.Contains(first, "eta=0.05") || len(v.browser.History) != 1 {
		t.Errorf("the address is %q, the history %q", first, v.browser.History)
	}
	v.typed("eta", "0.06")
	v.Do(state.Pin{})
	if h := v.browser.History; len(h) != 2 || !strings.Contains(h[0], "eta=0.06") || strings.Contains(h[0], "label") ||
		!strings.Contains(h[1], "label") {
		t.Errorf("what was left cannot be found by Back: the history is %q", h)
	}
	v.typed("eta", "0.07")
	v.browser.Text = first // a step back, before the link that is due is written
	v.browser.Pass(time.Second)
	if v.browser.Text != first {
		t.Error("a link is written into the entry to which a step has led")
	}
	v.AddressChanged()
	v.browser.Pass(time.Second)
	if v.Model.Run.Eta != 0.05 || string(v.asked(protocol.MethodEvaluate).Last().Run) != string(protocol.EncodeRun(v.Model.Run)) {
		t.Errorf("a step back shows η = %v", v.Model.Run.Eta)
	}
	requests := v.browser.Requests()
	v.AddressChanged()
	v.browser.Pass(time.Second)
	if v.browser.Requests() != requests {
		t.Error("an address that is the page's own asks anew")
	}
	v.browser.Text = ""
	v.AddressChanged()
	if v.Model.Run != v.Base.Run {
		t.Errorf("an empty address shows %+v", v.Model.Run)
	}
}

// A link after "?" moves to the fragment, which is sent to no server.
func TestQueryMoves(t *testing.T) {
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Search = "v=1&eta=0.05" })
	if v.browser.Text != "v=1&eta=0.05" || v.browser.Search != "" || v.Model.Run.Eta != 0.05 {
		t.Errorf("fragment %q, query %q, η = %v", v.browser.Text, v.browser.Search, v.Model.Run.Eta)
	}
}

// What is half typed outlives a reload of the page that shows the same link, and no other;
// embeds keep nothing.
func TestDraftsOutliveAReload(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.05x")
	v.browser.Pass(time.Second)
	again := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = v.browser.Text, v.browser.Store })
	if got := again.Model.Text("eta"); got != "0.05x" {
		t.Errorf("after a reload the field holds %q", got)
	}
	other := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = "v=1&T=77", v.browser.Store })
	if got := other.Model.Text("eta"); got == "0.05x" {
		t.Error("another link's page holds it, too")
	}
	e := visiting(t, embedded)
	e.typed("eta", "0.05x")
	if e.browser.Store != nil {
		t.Error("an embed keeps what is typed")
	}
}

// What was typed just before a reload is in the address after it, with its note: the browser ignores what a page writes
// while it leaves. It is not put under another link, nor kept for longer than it takes.
func TestTheLastKeyOutlivesAReload(t *testing.T) {
	v := visiting(t)
	v.typed("eta", "0.05")
	before := v.browser.Text
	v.Leave()
	v.browser.Text = before
	again := v.reloaded()
	if again.Model.Run.Eta != 0.05 || again.browser.Text != link.Encode(again.Model.State) || again.Assumed("") != v.Assumed("") {
		t.Errorf("η = %v at %s, %q", again.Model.Run.Eta, again.browser.Text, again.Assumed(""))
	}
	v.browser.Text = link.Encode(v.Model.State)
	v.typed("T", "x") // which also chooses how the length is stated
	if got := v.reloaded(); got.Model.Run.Eta != 0.05 || got.Model.Text("T") != "x" {
		t.Errorf("η = %v, T holds %q", got.Model.Run.Eta, got.Model.Text("T"))
	}
	other := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Store = "v=1&T=77", v.browser.Store })
	if other.Model.Run.T != 77 || other.Model.Run.Eta == 0.05 {
		t.Errorf("another link's page has T = %d, η = %v", other.Model.Run.T, other.Model.Run.Eta)
	}
	v.typed("T", "50")
	v.Leave()
	v.browser.Pass(time.Second) // it was only out of sight
	for _, text := range v.browser.Store {
		if text != "" {
			t.Errorf("it is kept: %s", text)
		}
	}
}

// What was typed before the program came is taken over, choices first: they say what the
// numbers mean.
func TestEarlyEdits(t *testing.T) {
	v := visiting(t)
	v.Open([]form.Edit{{Name: "sigma", Text: "1.5"}, {Name: "noise", Text: "multiplier"}, {Name: "search", Text: "x"}})
	if v.Model.Text("sigma") != "1.5" || v.Model.Text("noise") != "multiplier" {
		t.Errorf("σ = %s as %s", v.Model.Text("sigma"), v.Model.Text("noise"))
	}
}

// What an edit of a control means.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		made form.Edit
		want state.Action
	}{
		{form.Edit{Name: "eta", Text: "0.1", On: true}, state.Type{Field: "eta", Text: "0.1"}},
		{form.Edit{Name: "scheme", Text: "cyclic"}, state.Choose{Field: "scheme", Value: "cyclic"}},
		{form.Edit{Name: form.Unbounded, Text: "on", On: true}, state.Project{On: false}},
		{form.Edit{Name: form.Unbounded, Text: "on"}, state.Project{On: true}},
		{form.Edit{Name: form.NotSmooth, Text: "on", On: true}, state.Smooth{On: false}},
		{form.Edit{Name: form.Kind, Text: form.Alpha, On: true}, state.Ask{Alpha: true}},
		{form.Edit{Name: form.Kind, Text: form.Delta, On: true}, state.Ask{}},
		{form.Edit{Name: "start-text", Text: "x"}, nil},
	} {
		if got := session.Meaning(c.made); got != c.want {
			t.Errorf("%+v means %#v, want %#v", c.made, got, c.want)
		}
	}
}

// A paper's figure is computed once, given up when another is chosen, and asked for again
// only after a failure.
func TestFigures(t *testing.T) {
	v := visiting(t)
	choose := func(name string) { v.Do(state.Reproduce{Figure: name}); v.browser.Pass(0) }
	choose("chien-li-1a")
	e := v.asked(protocol.MethodFigure)
	choose("chien-li-1b")
	if !e.Stopped || v.asked(protocol.MethodFigure).Last().Figure != "chien-li-1b" {
		t.Error("the engine goes on with a figure that nobody looks at")
	}
	e = v.asked(protocol.MethodFigure)
	e.Fail("internal", "it says why")
	if r := v.Reproduction(); r.Status != engine.Failed || r.Err != "it says why" {
		t.Errorf("failed: %+v", r)
	}
	v.Redraw()
	v.asked(protocol.MethodFigure).Answer(protocol.FigureResult{Figure: "chien-li-1b"})
	choose("")
	if r := v.Reproduction(); r.Status != engine.Idle || r.Result != nil {
		t.Errorf("none is chosen: %+v", r)
	}
	asked := len(e.Asked)
	choose("chien-li-1b")
	if r := v.Reproduction(); r.Status != engine.Done || r.Result == nil || len(e.Asked) != asked {
		t.Errorf("chosen again: %+v, asked %d times after %d", r, len(e.Asked), asked)
	}
}

// Who follows a link to a figure comes to the figure: at once, and in the open page. A link to a
// run beside which a figure is drawn leads to the run, and who reloads the page or goes back
// stays where they were.
func TestLinksToFiguresArrive(t *testing.T) {
	of := state.Reproduce{Figure: "chien-li-1b"}.Do(state.New(visiting(t).Base))
	own := link.Encode(of.State)
	for name, c := range map[string]struct {
		text    string
		arrives bool
	}{
		"the figure's own run": {own, true},
		"no run":               {"v=1&figure=chien-li-1b", true},
		"another run":          {strings.Replace(own, "eta=0.1", "eta=0.05", 1), false},
		"no figure":            {strings.Replace(own, "&figure=chien-li-1b", "", 1), false},
		"an unknown figure":    {"v=1&figure=no-such", false},
	} {
		v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = c.text })
		if got := slices.Equal(v.browser.Arrived, []string{session.FigurePart}); got != c.arrives {
			t.Errorf("%s: the page arrives at %v", name, v.browser.Arrived)
		}
		if c.arrives != v.browser.Ours || v.browser.Text != c.text {
			t.Errorf("%s: the address is %s, written: %v", name, v.browser.Text, v.browser.Ours)
		}
	}
	if v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Ours = own, true }); len(v.browser.Arrived) > 0 {
		t.Errorf("a page that is loaded again arrives at %v", v.browser.Arrived)
	}
	v := visiting(t)
	for _, ours := range []bool{true, false} {
		v.browser.Text, v.browser.Ours = "v=1&eta=0.07", true
		v.AddressChanged()
		v.browser.Text, v.browser.Ours = own, ours
		v.AddressChanged()
		v.browser.Pass(0)
		if got := len(v.browser.Arrived) > 0; got == ours {
			t.Errorf("an address that the page has written (%v) arrives at %v", ours, v.browser.Arrived)
		}
	}
	if v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = own }); len(v.browser.Arrived) > 0 {
		t.Error("an embed arrives")
	}
	v = visiting(t)
	v.Do(state.Reproduce{Figure: "chien-li-1b"})
	v.ShowFigures()
	v.browser.Pass(0)
	if !slices.Equal(v.browser.Arrived, []string{session.FiguresPart}) {
		t.Errorf("a choice in the menu arrives at %v", v.browser.Arrived)
	}
}

// An embed that shows a figure asks for that alone; the page around it hears when it is there,
// or why not.
func TestEmbedOfAFigure(t *testing.T) {
	at := func(text string) visit {
		return visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
	}
	v := at("v=1&figure=chien-li-1b&show=figure")
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("a run is computed that nobody sees")
	}
	if v.Shows(state.ShowAnswer) || v.Shows(state.ShowChart) || !v.FigureAlone() || v.browser.Status != session.Computing {
		t.Errorf("it is %s", v.browser.Status)
	}
	v.asked(protocol.MethodFigure).Answer(protocol.FigureResult{Figure: "chien-li-1b"})
	v.browser.Pass(0)
	if v.browser.Status != "ready" || !slices.Contains(v.browser.Told, "state ready") {
		t.Errorf("it is %s, and the host hears %v", v.browser.Status, v.browser.Told)
	}
	v = at("v=1&figure=chien-li-1b&show=figure")
	v.asked(protocol.MethodFigure).Fail("internal", "it says why")
	v.browser.Pass(0)
	if v.browser.Status != "failed" || !strings.Contains(strings.Join(v.browser.Told, "\n"), "failure The figure could not be drawn: it says why.") {
		t.Errorf("it is %s, and the host hears %v", v.browser.Status, v.browser.Told)
	}
	for _, text := range []string{"v=1&show=figure", "v=1&show=figure&figure=no-such"} {
		v = at(text)
		told := strings.Join(v.browser.Told, "\n")
		if len(v.browser.Engines) > 0 && v.browser.Requests() > 0 || v.browser.Status != "failed" || !strings.Contains(told, "failure The link could not be read") {
			t.Errorf("%s: it is %s, and the host hears %s", text, v.browser.Status, told)
		}
		if n := len(v.Model.Problems); n != 1 {
			t.Errorf("%s: %d problems", text, n)
		}
	}
	// A figure beside the other parts is not drawn, as ever.
	v = at("v=1&figure=chien-li-1b&show=answer")
	if v.browser.Asked(protocol.MethodFigure) != nil || v.browser.Asked(protocol.MethodEvaluate) == nil {
		t.Error("an embed draws a figure that it does not show, or does not answer")
	}
	// The page around it may set a run in its place.
	v = at("v=1&figure=chien-li-1b&show=figure")
	v.browser.Text = "v=1&show=answer"
	v.AddressChanged()
	v.browser.Pass(0)
	v.answer(1.5)
	if v.browser.Status != "ready" || v.epsilon() != 1.5 {
		t.Errorf("of the run it is %s", v.browser.Status)
	}
}

// Where a link could not be read in full, what is answered may be another run: the page
// around an embed hears why there is no answer to its own, and no number.
func TestHostHearsOfARefusedLink(t *testing.T) {
	v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&show=answer&eta=-0.1" })
	v.browser.Pass(0)
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("another run is answered")
	}
	told := strings.Join(v.browser.Told, "\n")
	if strings.Contains(told, "1.5") || !strings.Contains(told,
		"failure The link could not be read in full, so it has no answer: at eta=-0.1, ") {
		t.Errorf("the host hears\n%s", told)
	}
}
