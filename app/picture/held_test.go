package picture

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// heldEpochs is the scene of 30 epochs of Poisson-sampled batches along a parameter, as it is drawn first.
func heldEpochs(t *testing.T, parameter string, from, to float64, slow int) Scene {
	t.Helper()
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Adjacency, r.Noise, r.Sigma = 600, 50, 360, run.Poisson, run.AddRemove, run.NoiseMultiplier, 1.1
	r.Diameter, r.Clipping, r.Loss = math.Inf(1), run.ClippingActive, run.Smooth
	v := link.View{Tab: "sweep", Sweep: parameter, Steps: form.Epochs, From: from, To: to, YScale: "linear"}
	s := Scene{View: v, Tab: Sweep, Parameter: parameter, Query: claim.Query{Run: r, Question: delta}, Epochs: true, Width: 720}
	rows := []string{"composition"}
	report, err := bounds.Evaluate(context.Background(), r, delta, bounds.Settings{Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	s.Result = engine.FromReport(report)
	s.Here, _ = Here(parameter, s.Query)
	s.At = SpanOf(v, parameter, s.Query, s.Result).Values(s.Here)
	s.Curve = engine.FromCurve(s.heldAt(t, s.At, slow), 0)
	return s
}

func (s Scene) heldAt(t *testing.T, at []float64, slow int) []bounds.Series {
	t.Helper()
	series, err := bounds.Curve(context.Background(), s.Run, s.Question, s.Parameter, at,
		bounds.Settings{Rows: []string{"composition"}, Epochs: true, SlowValues: slow})
	if err != nil {
		t.Fatal(err)
	}
	return series
}

// While n or b varies and the epochs are held, T jumps, and the bound with it. A line is nowhere drawn below the bound, and where the
// jumps are few not far above it; the title has the highest of all bounds in the picture, at its place.
func TestEpochsHeldAreSteps(t *testing.T) {
	for _, c := range []struct {
		parameter string
		from, to  float64
		steps     bool
		title     string
	}{
		{"b", 1, 600, false, "as the batch size goes from 1 to 599"},
		{"b", 120, 600, true, "highest, 54.0, near b = 599"},
		{"n", 50, 5000, false, "as the dataset size goes from 51 to 4951"},
		{"n", 60, 220, true, "lowest, 17.5, near n = 200"},
	} {
		s := heldEpochs(t, c.parameter, c.from, c.to, FewValues)
		chart := s.Chart()
		if !strings.Contains(chart.Title, c.title) || (chart.X.Note == "") != c.steps {
			t.Errorf("%s: the title is %q, the axis %q", c.parameter, chart.Title, chart.X.Words())
		}
		chart.Y.To = 60
		layout, line := chart.Layout(), pieces(t, chart.SVG(), "composition")
		var at []float64
		for v := c.from; v <= c.to; v = math.Ceil(v * 1.09) {
			first, last := s.held().alike(v, c.from, c.to)
			at = append(at, first, last, v)
		}
		slices.Sort(at)
		at = slices.Compact(at)
		truth := s.heldAt(t, at, 0)[0].Epsilon
		seen, top := 0, 0.0
		for j, v := range at {
			drawn, ok := lowestPoint(line, layout.X(v))
			if !ok {
				continue
			}
			seen, top = seen+1, max(top, truth[j])
			if off := layout.Y(truth[j]) - drawn; off < -2 || c.steps && layout.ValueY(drawn) > 1.06*truth[j] {
				t.Errorf("%s = %v is drawn at %v, and is %v", c.parameter, v, layout.ValueY(drawn), truth[j])
			}
		}
		if _, upper, _ := s.envelopes(); seen < 12 || slices.Max(upper) < top*(1-1e-9) {
			t.Errorf("along %s %d values are seen, the highest %v, and %v is drawn", c.parameter, seen, top, slices.Max(upper))
		}
	}
}

// A line that lacks the sides of a jump is dots, and no title says how it goes on between them.
func TestJumpsWithoutSidesAreDots(t *testing.T) {
	some := protocol.Number(1)
	least := protocol.Number(0.5)
	s := Scene{Tab: Sweep, Parameter: "b", Epochs: true, Query: bounds.DefaultQuery()}
	s.Run.N, s.Run.B = 600, 20
	s.At = []float64{150, 250, 300, 301, 600}
	s.Result.Rows = []protocol.Row{{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Epsilon: &some, Applies: true}}
	s.Result.Answer = &protocol.Answer{Row: "composition", Epsilon: 1}
	for name, c := range map[string]struct {
		scheme run.Scheme
		at     []float64
		want   plot.Between
	}{
		"both sides of each jump": {run.Cyclic, []float64{250, 300, 301, 600}, plot.Smooth},
		"no jump between":         {run.Cyclic, []float64{310, 400, 500, 600}, plot.Smooth},
		"peaks":                   {run.Poisson, []float64{119, 149, 199, 299}, plot.Smooth},
		"peaks of another run":    {run.Poisson, []float64{110, 149, 190, 299}, plot.Unknown},
		"one side of a jump":      {run.Cyclic, []float64{250, 300, 400, 600}, plot.Unknown},
	} {
		s.At, s.Run.Scheme = c.at, c.scheme
		s.Curve.Series = []protocol.Series{{Row: "composition", Epsilon: []*protocol.Number{&some, &least, &some, &some}}}
		if got := s.knownBetween(s.Result.Rows[0]); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if title := s.Chart().Title; strings.Contains(title, "bound is") != (c.want == plot.Smooth) {
			t.Errorf("%s: %q", name, title)
		}
	}
}
