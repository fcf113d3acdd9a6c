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
