package session_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// lowered answers the requests of a search for changes by the real engine, and returns what it finds.
func (v visit) lowered() session.Lowering {
	v.Helper()
	v.Session.Lower()
	v.browser.Pass(0)
	for done := range 10 {
		found, ok := v.Lowering()
		if found.Done != done || found.Of < done || found.Of == 0 {
			v.Errorf("%d of %d are done, %d were answered", found.Done, found.Of, done)
		}
		if !ok || found.Status != engine.Running {
			return found
		}
		v.tryTruly()
	}
	v.Fatal("the search does not end")
	return session.Lowering{}
}

// tryTruly answers the request under way for ε with a change by the real engine.
func (v visit) tryTruly() {
	v.Helper()
	e := v.asked(protocol.MethodCurve)
	q := e.Last()
	r, question, fault := protocol.DecodeSubject(q.Run, q.Question)
	if fault != nil {
		v.Fatal(fault)
	}
	series, err := bounds.Curve(context.Background(), r, question, q.Parameter, protocol.Floats(q.Values),
		bounds.Settings{Rows: q.Rows, Epochs: q.Steps == protocol.StepsEpochs})
	if err != nil {
		v.Fatal(err)
	}
	var c protocol.CurveResult
	for _, s := range series {
		line := protocol.Series{Row: s.Row, Epsilon: []*protocol.Number{nil}}
		if x := protocol.Number(s.Epsilon[0]); !math.IsNaN(s.Epsilon[0]) {
			line.Epsilon[0] = &x
		}
		c.Series = append(c.Series, line)
	}
	e.Answer(c)
	v.browser.Pass(0)
}

// lowerable is a visit whose run has its true answer on show.
func lowerable(t *testing.T, text string) visit {
	t.Helper()
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
	report, err := bounds.Evaluate(context.Background(), v.Model.Run, v.Model.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var shown protocol.Result
	for _, row := range report.Rows {
		shown.Rows = append(shown.Rows, protocol.Row{ID: row.Theorem.ID, Side: string(row.Theorem.Side), Status: string(row.Theorem.Status),
			HiddenState: row.Theorem.HiddenState})
	}
	shown.Answer = &protocol.Answer{Row: report.Answer.Row, Epsilon: protocol.Number(report.Answer.Epsilon)}
	shown.Published = &protocol.Answer{Row: report.AllIterates.Row, Epsilon: protocol.Number(report.AllIterates.Epsilon)}
	if changes, ok := v.Lowering(); ok {
		t.Errorf("before there is an answer the changes %+v are offered, want none", changes)
	}
	v.asked(protocol.MethodEvaluate).Answer(shown)
	v.browser.Pass(0)
	return v
}

// Each change that is told gives the ε that is told with it, once it is made; the smallest come first, and none is told
// that lowers nothing.
func TestChangesLowerEpsilonAsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const sampled = "v=1&n=60&b=10&T=12&eta=0.05&clip=1&sigma=1.2&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson" +
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps="
	shuffled := strings.NewReplacer("add-remove", "zero-out", "poisson", "reshuffle").Replace(sampled) + "T&differs=remainder"
	for name, text := range map[string]string{"opening": "", "iterations": sampled + "T", "epochs": sampled + "epochs", "shuffled": shuffled,
		"uneven": strings.NewReplacer("n=60", "n=64", "steps=T", "steps=epochs").Replace(shuffled)} {
		v := lowerable(t, text)
		found := v.lowered()
		if len(found.Found) < 2 || len(found.Found) > 3 {
			t.Fatalf("%s: %+v", name, found)
		}
		drops := slices.ContainsFunc(found.Found, func(c protocol.Change) bool { return c.Field == "differs" })
		if drops != strings.Contains(text, "remainder") { // with less noise the shuffle would have no credit
			t.Errorf("%s: %+v", name, found.Found)
		}
		last, before := 0.0, v.epsilon()
		for _, c := range found.Found {
			m := state.Lower{Field: c.Field, Value: c.Value}.Do(v.Model)
			if (m.View.Steps == form.Epochs) != strings.Contains(text, "steps=epochs") {
				t.Errorf("%s: with %s = %s the length is stated in %s", name, c.Field, c.Value, m.View.Steps)
			}
			report, err := bounds.Evaluate(context.Background(), m.Run, m.Question, bounds.Settings{
				Rows: words.Wanted{Query: m.Query, Departures: m.Departures()}.Rows()})
			if err != nil {
				t.Fatalf("%s: with %s = %s: %v", name, c.Field, c.Value, err)
			}
			if e := report.Answer.Epsilon; protocol.Number(e) != c.Epsilon || e >= before || e < last {
				t.Errorf("%s: with %s = %s ε is %v, it was told as %v, after %v and for %v", name, c.Field, c.Value, e, c.Epsilon, last, before)
			}
			last = float64(c.Epsilon)
		}
	}
}

// What would lower ε is not told while the answer is another's: it goes with the question, the departures and the
// theorems.
func TestChangesGoWithTheAnswer(t *testing.T) {
	for name, change := range map[string]state.Action{
		"a field":     state.Type{Field: "eta", Text: "0.05"},
		"a draft":     state.Type{Field: "eta", Text: "x"},
		"a departure": state.Depart{Departure: words.Averaging, On: true},
		"theorems":    state.Restrict{On: true},
	} {
		v := lowerable(t, "")
		if found := v.lowered(); found.Status != engine.Done {
			t.Fatalf("%+v", found)
		}
		v.Do(change)
		if found, ok := v.Lowering(); found.Status != engine.Idle || ok != (name == "a departure") {
			t.Errorf("after %s: %+v, offered %v", name, found, ok)
		}
	}
	// Composition alone counts where the training departs.
	v := lowerable(t, "v=1&n=60&b=10&T=12&eta=0.05&clip=1&sigma=1.2&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson"+
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5&differs=momentum")
	v.Session.Lower()
	v.browser.Pass(0)
	if rows := v.asked(protocol.MethodCurve).Last().Rows; !slices.Equal(rows, words.AllIteratesRows) {
		t.Errorf("with momentum %q count", rows)
	}
	// An embed offers nothing.
	v = visiting(t, embedded, justAnswer)
	v.answer(1.5)
	if changes, ok := v.Lowering(); ok {
		t.Errorf("an embed offers the changes %+v, want none", changes)
	}
}

// Without a smaller last batch hidden state counts: for Poisson batches, which have none, and if the loader drops it.
func TestLoadersAreTriedWithoutTheSmallerLastBatch(t *testing.T) {
	v := lowerable(t, "v=1&n=64&b=10&T=12&noise=multiplier&adjacency=zero-out&scheme=reshuffle&differs=remainder&steps=epochs")
	v.Session.Lower()
	v.browser.Pass(0)
	var hiding []run.Scheme
	tried := 0
	for found, _ := v.Lowering(); found.Status == engine.Running; found, _ = v.Lowering() {
		e := v.asked(protocol.MethodCurve)
		r, fault := protocol.DecodeRun(e.Last().Run)
		if fault != nil {
			t.Fatal(fault)
		}
		if tried++; slices.Contains(e.Last().Rows, "shift") {
			hiding = append(hiding, r.Scheme)
		} else if !slices.Equal(e.Last().Rows, words.AllIteratesRows[:1]) {
			t.Errorf("%s counts %q", r.Scheme, e.Last().Rows)
		}
		e.Answer(protocol.CurveResult{})
		v.browser.Pass(0)
	}
	if !slices.Equal(hiding, []run.Scheme{run.Poisson, run.Reshuffle}) || tried < 5 {
		t.Errorf("of %d changes hidden state counts for %q", tried, hiding)
	}
}

// A search that is stopped keeps what it has found, and says how far it came.
func TestLoweringIsStopped(t *testing.T) {
	v := lowerable(t, "")
	v.Session.Lower()
	v.browser.Pass(0)
	half := protocol.Number(v.epsilon() / 2)
	v.asked(protocol.MethodCurve).Answer(protocol.CurveResult{Series: []protocol.Series{{Row: "shift", Epsilon: []*protocol.Number{&half}}}})
	v.browser.Pass(0)
	if found, _ := v.Lowering(); found.Status != engine.Running || found.Done != 1 || len(found.Found) != 1 {
		t.Errorf("under way: %+v", found)
	}
	more := protocol.Number(v.epsilon() * 0.995)
	v.asked(protocol.MethodCurve).Answer(protocol.CurveResult{Series: []protocol.Series{{Row: "shift", Epsilon: []*protocol.Number{&more}}}})
	v.browser.Pass(0)
	late := v.asked(protocol.MethodCurve)
	v.StopLowering()
	late.Answer(protocol.CurveResult{Series: []protocol.Series{{Row: "shift", Epsilon: []*protocol.Number{&half}}}})
	v.browser.Pass(0)
	if found, ok := v.Lowering(); !ok || found.Status != engine.Done || found.Done != 2 || found.Of < 4 || len(found.Found) != 1 {
		t.Errorf("stopped: %+v", found)
	}
}

// For a large ε of a shuffled loader Poisson batches are tried unasked, and the explanation has the ε that the run then has. It goes
// with the answer; what would lower ε stays an offer.
func TestPoissonBatchesAreTriedForALargeEpsilon(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const shuffled = "v=1&n=120&b=10&T=96&eta=0.05&clip=1&sigma=0.7&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=reshuffle" +
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5&differs=remainder"
	v := lowerable(t, shuffled)
	if said := v.Large(); !strings.Contains(said, "computing") {
		t.Errorf("before Poisson batches are tried: %q", said)
	}
	m := state.Lower{Field: "scheme", Value: "poisson"}.Do(v.Model)
	report, err := bounds.Evaluate(context.Background(), m.Run, m.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	v.browser.Pass(time.Second)
	v.tryTruly()
	if want := " ≤ " + number.Up(report.Answer.Epsilon, words.SentenceDigits) + "."; !strings.HasSuffix(v.Large(), want) {
		t.Errorf("%q, want %q at its end", v.Large(), want)
	}
	if found, ok := v.Lowering(); !ok || found.Status != engine.Idle {
		t.Errorf("what would lower ε: %+v, offered %v", found, ok)
	}
	v.Do(state.Type{Field: "sigma", Text: "0.8"})
	if said := v.Large(); said != "" {
		t.Errorf("with other noise, whose ε is not known: %q", said)
	}
}
