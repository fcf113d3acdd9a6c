package picture

import (
	"context"
	"math"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
)

// Lines end where the form begins to say that no loss meets the assumptions: along each of the three parameters on which that
// depends, at a limit that is a number and at one that is rounded.
func TestLinesEndWhereNoLossIsPossible(t *testing.T) {
	strongly := func(m, c, d float64) func(*run.Run) {
		return func(r *run.Run) {
			r.Loss, r.Clipping, r.StrongConvexity, r.Clip, r.Diameter = run.StronglyConvex, run.ClippingNever, m, c, d
		}
	}
	for _, c := range []struct {
		parameter string
		change    func(*run.Run)
		beyond    float64 // the factor that leads out of the range
		label     string
		says      string
	}{
		{"diameter", strongly(0.5, 1, 1), 1.001, "beyond D = 4", " goes from 0.1 to 4"},
		{"diameter", strongly(0.3, 1.1, 1), 1.001, "beyond D = 7.33", " to 7.33"},
		{"strong_convexity", strongly(0.5, 1, 3), 1.001, "beyond m = 0.667", " to 0.667"},
		{"clip", strongly(0.7, 1, 1.1), 1 / 1.001, "below C = 0.385", " from 0.385 to 5"},
	} {
		s := looked(t, link.View{Tab: "sweep", Sweep: c.parameter}, delta, c.change)
		chart := s.Chart()
		least, limit := possible(c.parameter, s.Run)
		if c.beyond < 1 {
			limit = least
		}
		for _, v := range []float64{limit, limit * c.beyond} {
			r := s.Run
			if err := r.SetNumber(c.parameter, v); err != nil {
				t.Fatal(err)
			}
			report, err := bounds.Evaluate(context.Background(), r, delta, bounds.Settings{Rows: []string{"composition"}})
			if err != nil {
				t.Fatal(err)
			}
			said := words.About(claim.Query{Run: r, Question: delta}, engine.FromReport(report), nil).Impossible()
			if (said == "") != (v == limit) || s.isPossible(v) != (v == limit) {
				t.Errorf("%s = %v: the form says %q, possible is %v", c.parameter, v, said, s.isPossible(v))
			}
		}
		label, reaches := "", false
		for _, m := range chart.Markers {
			if m.ID == "possible" && m.At == limit {
				label = m.Label
			}
		}
		for _, l := range chart.Series {
			for _, x := range l.X {
				reaches = reaches || x == limit
				if math.Abs(math.Log(x/limit)) > 0 && (x > limit) == (c.beyond > 1) {
					t.Fatalf("%s: %s has a value at %v, beyond %v", c.parameter, l.ID, x, limit)
				}
			}
		}
		if !reaches || label != "no loss meets these assumptions "+c.label || !strings.Contains(chart.Title, c.says) {
			t.Errorf("%s: marked %q, the lines end there: %v; the title is %q", c.parameter, label, reaches, chart.Title)
		}
	}
	never := looked(t, link.View{Tab: "sweep", Sweep: "diameter"}, delta, func(r *run.Run) {
		strongly(0.5, 1, 1)(r)
		r.Clipping = run.ClippingDifference
	})
	if m := never.lastPossible(); m != nil {
		t.Errorf("where only differences are bounded: %+v", m)
	}
}
