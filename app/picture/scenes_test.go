package picture

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// few are rows that do not change as the calculator grows.
var few = []string{"composition", "chien-li-3.1", "kong-ribero-2.2", "bok-su-altschuler", "shift", "shift-sampled", "chien-li-3.12"}

// looked is the scene of a view, as the page would ask for it.
func looked(t *testing.T, v link.View, q claim.Question, change func(*run.Run)) Scene {
	t.Helper()
	r := bounds.DefaultRun()
	if change != nil {
		change(&r)
	}
	computed := v
	computed.Pinned = nil // is drawn beside the run
	key := fmt.Sprintf("%+v %+v %+v", computed, q, r)
	s, known := seen[key]
	if !known {
		var err error
		if s, err = lookedAt(computed, q, r); err != nil {
			t.Fatal(err)
		}
		seen[key] = s
	}
	s.View = v
	return s
}

// seen are the scenes that tests have looked at: several look at the same ones.
var seen = map[string]Scene{}

func lookedAt(v link.View, q claim.Question, r run.Run) (Scene, error) {
	ctx := context.Background()
	report, err := bounds.Evaluate(ctx, r, q, bounds.Settings{Rows: few})
	if err != nil {
		return Scene{}, err
	}
	s := Scene{View: v, Tab: TabOf(v, r), Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report), Width: 720}
	if !s.Tab.Curved() {
		plan, err := bounds.MakeSchedule(ctx, r, PlanRow(v, s.Result), q)
		result := engine.FromSchedule(plan)
		s.Plan = &result
		return s, err
	}
	s.Parameter = Parameter(v, r)
	s.Here, _ = Here(s.Parameter, s.Query)
	s.At = At(s.Tab, SpanOf(v, s.Parameter, s.Query, s.Result), s.Here, s.Query, s.Result)
	if !s.Tab.Handled() {
		s.Here = 0
	}
	series, err := bounds.Curve(ctx, r, q, s.Parameter, s.At, bounds.Settings{Rows: few})
	s.Curve = engine.FromCurve(series, 0)
	return s, err
}

var (
	delta   = claim.Question{Delta: 1e-5}
	renyi   = claim.Question{Alpha: 2}
	convex  = func(r *run.Run) { r.Loss = run.Convex }
	deleted = func(r *run.Run) { r.After = 20 }
	cyclic  = func(r *run.Run) { r.N, r.Scheme, r.Loss = 50, run.Cyclic, run.Convex }
	// sampled has β_t that fall as steps come to weigh more.
	sampled = func(r *run.Run) { r.N, r.Scheme, r.T, r.Diameter = 50, run.WithoutReplacement, 2000, 0.5 }
)

// scenes are drawn into testdata/*.svg. UPDATE_SNAPSHOTS=1 go test writes them
// anew; look at every one that changed before it is committed.
func scenes(t *testing.T) map[string]Scene {
	return map[string]Scene{
		"iterations":     looked(t, link.View{}, delta, nil),
		"iterations-log": looked(t, link.View{XScale: "log", YScale: "log"}, renyi, convex),
		"deletion":       looked(t, link.View{}, delta, deleted),
		"order":          looked(t, link.View{Tab: "alpha"}, delta, nil),
		"failure":        looked(t, link.View{Tab: "delta"}, delta, nil),
		"attacker":       looked(t, link.View{Tab: "attacker"}, delta, nil),
		"sweep-noise":    looked(t, link.View{Tab: "sweep"}, delta, nil),
		"sweep-rate":     looked(t, link.View{Tab: "sweep", Sweep: "eta", From: 0.02, To: 0.3}, delta, nil),
		"schedule":       looked(t, link.View{Tab: "schedule", Plan: "chien-li-3.1"}, delta, convex),
		"schedule-order": looked(t, link.View{Tab: "schedule"}, renyi, cyclic),
		"parts":          looked(t, link.View{Tab: "parts"}, renyi, convex),
		"parts-simple":   looked(t, link.View{Tab: "parts", Plan: "shift"}, delta, nil),

		"schedule-sampled": looked(t, link.View{Tab: "schedule"}, delta, sampled),
		"parts-sampled":    looked(t, link.View{Tab: "parts"}, delta, sampled),
	}
}

//go:embed testdata/*.svg
var kept embed.FS

func TestPictures(t *testing.T) {
	drawn := map[string]bool{}
	for name, s := range scenes(t) {
		charts := s.Charts()
		c := plot.Stacked(charts)
		c.Standalone = true
		path := filepath.Join("testdata", name+".svg")
		drawn[path] = true
		got := c.SVG() + "\n"
		if os.Getenv("UPDATE_SNAPSHOTS") == "1" {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := kept.ReadFile(path)
		if err != nil {
			t.Errorf("%v: UPDATE_SNAPSHOTS=1 writes it", err)
		} else if string(want) != got {
			t.Errorf("%s is drawn differently: UPDATE_SNAPSHOTS=1 writes it; look at it", path)
		}
	}
	paths, _ := fs.Glob(kept, "testdata/*.svg")
	for _, path := range paths {
		if !drawn[path] {
			t.Errorf("%s belongs to no test: delete it", path)
		}
	}
}

// A scene is drawn anew where anything of it has changed.
func TestSame(t *testing.T) {
	s := looked(t, link.View{}, delta, nil)
	if again := s; !s.Same(again) {
		t.Error("Same(itself) = false, want true")
	}
	for name, change := range map[string]func(*Scene){
		"rows":   func(s *Scene) { s.View.Rows = []string{} },
		"zoom":   func(s *Scene) { s.View.To = 10 },
		"scale":  func(s *Scene) { s.View.YScale = "log" },
		"width":  func(s *Scene) { s.Width = 300 },
		"height": func(s *Scene) { s.Height = 300 },
		"size":   func(s *Scene) { s.Terse = true },
		"value":  func(s *Scene) { s.Here = 3 },
		"curve":  func(s *Scene) { s.Curve.Series = slices.Clone(s.Curve.Series) },
		"answer": func(s *Scene) { s.Result.Rows = slices.Clone(s.Result.Rows) },
		"plan":   func(s *Scene) { s.Plan = &protocol.ScheduleResult{} },
		"tab":    func(s *Scene) { s.Tab = Parts },
		"run":    func(s *Scene) { s.Run.Eta *= 2 },
	} {
		other := s
		if change(&other); s.Same(other) {
			t.Errorf("another %s makes no difference", name)
		}
	}
}

// Of two charts one above the other, the same step stands at the same place,
// whatever their names and numbers take of the width.
func TestChartsLineUp(t *testing.T) {
	for _, tab := range []string{"parts"} {
		for _, width := range []float64{280, 390, 720, 1400} {
			s := looked(t, link.View{Tab: tab}, renyi, convex)
			s.Width = width
			charts := s.Charts()
			if len(charts) != 2 {
				t.Fatalf("%s: %d charts", tab, len(charts))
			}
			above, below := charts[0].Layout(), charts[1].Layout()
			if above.Left != below.Left || above.Right != below.Right {
				t.Errorf("%s, %v wide: one plot goes from %v to %v, the other from %v to %v", tab, width, above.Left, above.Right,
					below.Left,
					below.Right)
			}
		}
	}
}
