package session_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// solveTruly answers the search under way by the real engine.
func (v visit) solveTruly() {
	v.Helper()
	v.browser.Pass(0)
	e := v.asked(protocol.MethodSolve)
	q := e.Last()
	r, fault := protocol.DecodeRun(q.Run)
	if fault != nil {
		v.Fatal(fault)
	}
	found, err := bounds.Solve(context.Background(), r, q.Field, claim.Target{Epsilon: 2, Question: v.Model.Question},
		bounds.Settings{Rows: q.Rows})
	if err != nil {
		v.Fatal(err)
	}
	e.Answer(protocol.SolveResult{Value: protocol.Number(found.Value), Epsilon: protocol.Number(found.Epsilon), Row: found.Row,
		Bracket: []protocol.Number{protocol.Number(found.Value), protocol.Number(found.Miss)}})
	v.browser.Pass(0)
}

// After a solution for the noise, the assumptions that cost most are named with the noise that is enough without each,
// which is what the search finds for that run.
func TestAssumptionsThatCostNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) {
		b.Text = "v=1&n=60&b=6&T=40&eta=0.05&clip=1&sigma=1.2&noise=multiplier&diameter=1&adjacency=replace&scheme=cyclic" +
			"&loss=convex&smoothness=1&clipping=never&delta=1e-5&differs=remainder"
	})
	if v.Cost(); v.browser.Asked(protocol.MethodSolve) != nil {
		t.Error("costs are looked for before there is a solution, want no request")
	}
	wanted := words.Wanted{Query: v.Model.Query, Epsilon: 2, Field: "sigma", Departures: v.Model.Departures()}
	v.Solve(wanted)
	v.solveTruly()
	v.solveTruly() // by published theorems
	before := v.Search()
	if !before.Costly() || before.Costs.Status != engine.Idle {
		t.Fatalf("%+v", before)
	}
	v.Cost()
	for range 10 {
		if v.Search().Costs.Status != engine.Running {
			break
		}
		v.solveTruly()
	}
	costs := v.Search().Costs
	if costs.Status != engine.Done || costs.Done != costs.Of || len(costs.Found) == 0 || len(costs.Found) > 2 {
		t.Fatalf("%+v", costs)
	}
	if got := v.Search(); got.Result.Value != before.Result.Value || got.Status != engine.Done {
		t.Errorf("the solution is %v, it was %v", got.Result.Value, before.Result.Value)
	}
	const drops = "if the loader drops the smaller last batch: noise multiplier z = "
	at := slices.IndexFunc(costs.Found, func(c words.Cost) bool { return strings.HasPrefix(c.Says(), drops) })
	if at < 0 || !slices.IsSortedFunc(costs.Found, func(a, b words.Cost) int { return cmp.Compare(a.Value, b.Value) }) {
		t.Fatalf("%+v", costs.Found)
	}
	told := costs.Found[at]
	whole, err := bounds.Solve(context.Background(), v.Model.Run, "sigma", claim.Target{Epsilon: 2, Question: v.Model.Question}, bounds.Settings{})
	if err != nil || float64(told.Value) != whole.Value || !(told.Value < before.Result.Value) {
		t.Errorf("%s; without the smaller batch the engine finds %v, with it %v", told.Says(), whole.Value, before.Result.Value)
	}
	v.Do(state.Type{Field: "eta", Text: "0.06"})
	if got := v.Search().Costs.Status; got != engine.Idle {
		t.Errorf("beside another run the costs are %v, want idle", got)
	}

	v.Solve(wanted)
	v.solveTruly()
	v.solveTruly() // by published theorems
	v.Cost()
	v.StopCost()
	if costs := v.Search().Costs; costs.Status != engine.Done || costs.Done == costs.Of {
		t.Errorf("stopped: %+v", costs)
	}
	if got := v.Search().Status; got != engine.Done {
		t.Errorf("after the costs were stopped the solution is %v, want done", got)
	}
}

// Departures that are taken back together are listed if that needs less noise than taking one of them back.
func TestCostsTogetherNeedLessThanEachAlone(t *testing.T) {
	for together, want := range map[protocol.Number][]string{
		3: {"if the loader drops the smaller last batch", "if your loader draws Poisson batches"},
		2: {"if the loader drops the smaller last batch and the loss is convex, smooth or not", "if the loader drops the smaller last batch"},
	} {
		v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) {
			b.Text = "v=1&n=64&b=10&T=12&noise=multiplier&adjacency=zero-out&scheme=reshuffle&differs=remainder~loss&steps=epochs"
		})
		v.answer(5)
		solved := func(value protocol.Number) {
			v.browser.Pass(0)
			v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: value, Epsilon: 2, Row: "composition"})
			v.browser.Pass(0)
		}
		v.Solve(words.Wanted{Query: v.Model.Query, Epsilon: 2, Field: "sigma", Epochs: true, Departures: v.Model.Departures()})
		solved(5)
		if v.Search().ByPublished == words.Seeking {
			solved(5)
		}
		v.Cost()
		for _, value := range []protocol.Number{3, 5, together, 4} {
			solved(value)
		}
		var got []string
		for _, c := range v.Search().Costs.Found {
			got = append(got, c.If)
		}
		if costs := v.Search().Costs; costs.Status != engine.Done || costs.Done != 4 || !slices.Equal(got, want) {
			t.Errorf("together %v: %d of %d tried, found %q", together, costs.Done, costs.Of, got)
		}
	}
}
