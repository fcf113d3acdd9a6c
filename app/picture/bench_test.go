package picture

import (
	"context"
	"encoding/json"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// quick are rows of which 400 values are computed at once.
var quick = []string{"composition", "last-step", "chien-li-3.1", "kong-ribero-2.2", "kong-ribero-2.3", "ye-shokri-D.6", "chourasia",
	"feldman", "bok-su-altschuler", "shift"}

// BenchmarkPicture asks an engine that has answered for the lines along T that are drawn unasked, with
// as many values of slow rows as a first picture has, and with as many as a fine one may have: of the
// opening run with one example a batch, and of one with long epochs, in every scheme.
func BenchmarkPicture(b *testing.B) {
	long := bounds.DefaultRun()
	long.N, long.B, long.T, long.Eta, long.Diameter, long.Loss = 3060, 36, 500, 0.1, 0.05, run.Convex
	long.Sigma = 0.005
	for _, scheme := range run.Schemes() {
		for name, r := range map[string]run.Run{"opening": bounds.DefaultRun(), "epochs": long} {
			if r.Scheme = scheme; name == "opening" {
				r.B = 1
			}
			if scheme.UsesAll() {
				r.B = r.N
			}
			for kind, slow := range map[string]int{"coarse": 16, "fine": 100} {
				b.Run(string(scheme)+"/"+name+"/"+kind, func(b *testing.B) { drawnLines(b, r, bounds.DefaultQuestion(), slow) })
			}
		}
	}
}

func drawnLines(b *testing.B, r run.Run, q claim.Question, slow int) {
	for b.Loop() {
		b.StopTimer()
		var e bounds.Engine
		ctx := context.Background()
		report, err := e.Evaluate(ctx, r, q, bounds.Settings{})
		if err != nil {
			b.Fatal(err)
		}
		rows := Drawn(link.View{}, engine.FromReport(report))
		b.StartTimer()
		if _, err := e.Curve(ctx, r, q, "T", Values(r.T), bounds.Settings{Rows: rows, SlowValues: slow}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDraw draws ten lines of 400 points, with all that stands around them:
// what the page does on its own thread for every new curve.
func BenchmarkDraw(b *testing.B) {
	r, q := bounds.DefaultRun(), renyi
	r.Loss = run.Convex
	v := link.View{Tab: "sweep", Rows: quick}
	report, err := bounds.Evaluate(context.Background(), r, q, bounds.Settings{Rows: quick})
	if err != nil {
		b.Fatal(err)
	}
	s := Scene{View: v, Tab: Sweep, Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report), Width: 880,
		Parameter: "sigma", Here: 1}
	s.At = SpanOf(v, "sigma", s.Query, s.Result).Values(1)
	series, err := bounds.Curve(context.Background(), r, q, "sigma", s.At, bounds.Settings{Rows: quick})
	if err != nil {
		b.Fatal(err)
	}
	s.Curve = engine.FromCurve(series, 0)
	b.Run("scene", func(b *testing.B) {
		for b.Loop() {
			s.Chart()
		}
	})
	c := s.Chart()
	b.Run("svg", func(b *testing.B) {
		for b.Loop() {
			c.SVG()
		}
	})
	b.Run("layout", func(b *testing.B) {
		for b.Loop() {
			c.Layout()
		}
	})
	d := c.Draw()
	b.Run("legend", func(b *testing.B) {
		for b.Loop() {
			d.Legend()
		}
	})
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			c.Table(12)
		}
	})
	b.Run("overlay", func(b *testing.B) {
		for b.Loop() {
			d.Overlay(1)
		}
	})
	text, err := json.Marshal(s.Curve)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			var back protocol.CurveResult
			if err := json.Unmarshal(text, &back); err != nil {
				b.Fatal(err)
			}
		}
	})
}
