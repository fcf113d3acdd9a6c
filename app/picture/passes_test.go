package picture

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// What is drawn of a bound at a whole number is its value there, to two pixels, or a bound that is not below it,
// or nothing: in every order of batches that passes over the data, from few values and from all. As a smooth curve
// through its values the bound of a new order every epoch was drawn at 1.07 where it is 0.74.
func TestDrawnAtEveryStep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, scheme := range []run.Scheme{run.Cyclic, run.Reshuffle, run.ShuffleOnce} {
		r := bounds.DefaultRun()
		r.B, r.T, r.Scheme = 1, 289, scheme
		s, rows := fewLines(t, r)
		checkDrawn(t, string(scheme), s, rows)
	}
	stated := bounds.DefaultRun()
	stated.N, stated.B, stated.T, stated.Scheme, stated.Position, stated.Loss = 60, 5, 200, run.Cyclic, 3, run.Convex
	s, rows := fewLines(t, stated)
	checkDrawn(t, "a stated position", s, rows)
}

// fewLines is the scene of a run as it is drawn first, with its answer and the lines beside it.
func fewLines(t *testing.T, r run.Run) (Scene, []string) {
	t.Helper()
	q := claim.Question{Delta: 1e-5}
	report, err := bounds.Evaluate(context.Background(), r, q, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	s := Scene{Tab: OverT, Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report), Here: float64(r.T), Width: 720}
	rows := Drawn(link.View{}, s.Result)
	s.At = SpanOf(s.View, "T", s.Query, s.Result).Values(s.Here)
	series, err := bounds.Curve(context.Background(), r, q, "T", s.At, bounds.Settings{Rows: rows, SlowValues: slowValues})
	if err != nil {
		t.Fatal(err)
	}
	s.Curve = engine.FromCurve(series, 0)
	return s, rows
}

// checkDrawn compares a scene's lines with what the engine says at steps that they do and do not have.
func checkDrawn(t *testing.T, name string, s Scene, rows []string) {
	t.Helper()
	var steps []float64
	for x := 1.0; x <= s.At[len(s.At)-1]; x++ {
		if e := float64(s.Run.EpochSteps()); len(s.At) < 60 || math.Mod(x, 12*e) < 3 || math.Mod(x, 37) == 0 {
			steps = append(steps, x)
		}
	}
	truth, err := bounds.Curve(context.Background(), s.Run, s.Question, "T", steps, bounds.Settings{Rows: rows, SlowValues: len(steps)})
	if err != nil {
		t.Fatal(err)
	}
	chart := s.Chart()
	layout, svg := chart.Layout(), chart.SVG()
	top, bottom := layout.RangeY()
	seen := 0
	for _, row := range truth {
		id := row.Row
		line := pieces(t, svg, id)
		known := chart.Series[slices.IndexFunc(chart.Series, func(l plot.Series) bool { return l.ID == id })].Between
		for j, x := range steps {
			want := row.Epsilon[j]
			drawn, ok := lowestPoint(line, layout.X(x))
			if !ok || math.IsNaN(want) || want > bottom+top {
				continue
			}
			seen++
			off := layout.Y(want) - drawn // how many pixels the line is above the value
			if above := known == plot.Rises; off < -2 || off > 2 && !above {
				t.Errorf("%s: %s at T = %v is drawn at %v, and is %v", name, id, x, layout.ValueY(drawn), want)
				break
			}
		}
	}
	if seen < 20 {
		t.Errorf("%s: %d values were seen", name, seen)
	}
}

type dot struct{ x, y float64 }

var segment = regexp.MustCompile(`([Mlh])(-?[\d.]+)(?: ?(-?[\d.]+))?`)

// pieces are the stretches of a series' line in a drawing.
func pieces(t *testing.T, svg, id string) (out [][]dot) {
	t.Helper()
	_, rest, ok := strings.Cut(svg, `<path data-series="`+id+`"`)
	if !ok {
		return nil
	}
	_, rest, _ = strings.Cut(rest, ` d="`)
	data, _, _ := strings.Cut(rest, `"`)
	for _, m := range segment.FindAllStringSubmatch(data, -1) {
		var p dot
		fmt.Sscan(m[2], &p.x)
		fmt.Sscan(m[3], &p.y)
		switch m[1] {
		case "M":
			out = append(out, []dot{p})
		case "l":
			piece := &out[len(out)-1]
			last := (*piece)[len(*piece)-1]
			*piece = append(*piece, dot{last.x + p.x, last.y + p.y})
		}
	}
	return out
}

// lowestPoint is the lowest point, in pixels, that a line has at a horizontal one: at a jump the value before it. ok is
// false where nothing is drawn.
func lowestPoint(line [][]dot, x float64) (y float64, ok bool) {
	const half = 0.06 // a path is written in tenths
	y = math.Inf(-1)
	for _, piece := range line {
		for i, p := range piece {
			if math.Abs(p.x-x) <= half {
				y = p.y // the last at an upright piece is the value there
				ok = true
			} else if i > 0 && piece[i-1].x < x-half && p.x > x+half {
				q := piece[i-1]
				y, ok = q.y+(p.y-q.y)*(x-q.x)/(p.x-q.x), true
			}
		}
	}
	return y, ok
}

// Beyond the most values that are computed, epochs that are seen apart have both sides of their jumps, and others
// have whole epochs alone, of which the axis tells: values in all parts of an epoch would make a pattern of their own.
func TestLongSpansOfEpochs(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme = 600, 5, 5000, run.Cyclic
	of := func(r run.Run) (Span, []float64) {
		s := SpanOf(link.View{}, "T", claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}}, protocol.Result{})
		return s, s.Values(float64(r.T))
	}
	s, at := of(r)
	for x := 120.0; x < s.To; x += 120 {
		if !slices.Contains(at, x) || !slices.Contains(at, x+1) {
			t.Errorf("%v and the next are not among %d values", x, len(at))
		}
	}
	r.Position = 17
	if _, at := of(r); !slices.Contains(at, 1216) || !slices.Contains(at, 1217) {
		t.Errorf("the curve is at %v, want 1216 and 1217 among them: step 17 of an epoch is a use", at)
	}
	r.Position, r.T = 0, 100007
	s, at = of(r)
	for _, x := range at {
		if math.Mod(x, 120) != 0 && x > 120 && x != 100007 && x != s.To {
			t.Errorf("%v is within an epoch", x)
		}
	}
	if len(at) > maxValues || len(at) < 200 {
		t.Errorf("%d values", len(at))
	}
	axis := (Scene{Query: claim.Query{Run: r}, At: at}).axis()
	if axis.Words() != "iterations T (whole epochs of 120)" || axis.Every != 120 {
		t.Errorf("the axis is called %q, one in %v", axis.Words(), axis.Every)
	}
}

// A bound need not rise where a step more releases the iterates after other steps, or a longer run is another.
func TestOnlyPlainRunsRise(t *testing.T) {
	plain := run.Run{N: 10, B: 1, T: 24, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	released, deleted, tuned := plain, plain, plain
	released.Release, released.Every = run.EveryKth, 7
	deleted.After = 3
	tuned.Tuning, tuned.TuningMean = run.FixedTuning, 4
	row := protocol.Row{ID: "shift", Side: "upper", Status: "proved"}
	for i, r := range []run.Run{plain, released, deleted, tuned} {
		s := Scene{Tab: OverT, Query: claim.Query{Run: r}}
		if got := s.knownBetween(row); (got == plot.Rises) != (i == 0) {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// In a secret order the loss if every iterate is public jumps at the second step, since one step is a sampled batch. The picture
// names the jump; no other run has one there, and a linear axis would not show it.
func TestJumpAfterOneBatchIsNamed(t *testing.T) {
	reshuffled := func(r *run.Run) { cyclic(r); r.Scheme = run.Reshuffle }
	named := func(v link.View, change func(*run.Run)) string {
		for _, m := range looked(t, v, delta, change).Chart().Markers {
			if m.ID == "known-order" {
				return fmt.Sprintf("%v: %s", m.At, m.Label)
			}
		}
		return ""
	}
	if got, want := named(link.View{}, reshuffled), "2: Composition: the secret order helps it only at T = 1"; got != want {
		t.Errorf("the jump is named %q, want %q", got, want)
	}
	for name, got := range map[string]string{
		"in a known order": named(link.View{}, cyclic), "with full batches": named(link.View{}, nil),
		"on a linear axis": named(link.View{XScale: "linear"}, reshuffled), "along δ": named(link.View{Tab: "delta"}, reshuffled),
		"without the line": named(link.View{Rows: []string{"shift"}}, reshuffled),
	} {
		if got != "" {
			t.Errorf("%s a jump is named %q", name, got)
		}
	}
}
