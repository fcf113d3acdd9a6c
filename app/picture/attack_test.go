package picture

import (
	"context"
	"math"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/snippet/preset"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/engine"
)

// The attacker's curve of a slow row, which is computed at all of its values at once, has no corner that its bound does not have: lines of
// neighbouring pieces differ by less than 8°.
func TestAttackersCurveHasNoCorners(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const corner, slow = 8, 16
	ctx := context.Background()
	for _, id := range []string{"opacus", "jax-privacy"} {
		p, _ := preset.ByID(id)
		state, _ := link.DecodeFrom(link.State{}, p.Link)
		settings := bounds.Settings{Rows: []string{"composition"}, SlowValues: slow}
		report, err := bounds.Evaluate(ctx, state.Run, delta, settings)
		if err != nil {
			t.Fatal(err)
		}
		s := Scene{Tab: Attack, Query: claim.Query{Run: state.Run, Question: delta}, Result: engine.FromReport(report), Parameter: "delta"}
		s.At = At(Attack, Span{}, 0, s.Query, s.Result)
		series, err := bounds.Curve(ctx, s.Run, delta, "delta", s.At, settings)
		if err != nil {
			t.Fatal(err)
		}
		s.Curve = engine.FromCurve(series, 0)
		if s.Curve.Series[0].Coarse {
			t.Errorf("%s: values were left out, so that the limits depend on how soon they come", id)
		}
		c := s.attack()
		layout, line := c.Layout(), c.Series[0]
		before := math.NaN()
		for i := 1; i < len(line.X); i++ {
			angle := math.Atan2(layout.Y(line.Y[i-1])-layout.Y(line.Y[i]), layout.X(line.X[i])-layout.X(line.X[i-1])) * 180 / math.Pi
			if math.Abs(angle-before) >= corner {
				t.Errorf("%s: at a false-positive rate of %.3g %% the curve turns by %.1f°", id, line.X[i-1], angle-before)
			}
			before = angle
		}
	}
}

// The attacker's chart is read at the rate of its title when it opens, unless the visitor's range lacks it.
func TestAttackerIsReadAtTheTitlesRate(t *testing.T) {
	for _, c := range []struct{ from, to, want float64 }{{0, 0, 1}, {0.1, 10, 1}, {2, 10, 0}, {0.01, 0.5, 0}} {
		s := looked(t, link.View{Tab: "attacker"}, delta, nil)
		s.View.From, s.View.To = c.from, c.to
		if got := s.Begins(); got != c.want {
			t.Errorf("from %v to %v the chart is read at %v, want %v", c.from, c.to, got, c.want)
		}
		if chart := s.attack(); c.want > 0 && len(chart.Draw().Readings(c.want)) < 2 {
			t.Errorf("from %v to %v: %d lines have a value at %v", c.from, c.to, len(chart.Draw().Readings(c.want)), c.want)
		}
	}
}
