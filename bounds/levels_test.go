package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Where a curve levels off is the first T at which evaluating every one finds the
// best bound within a hundredth of the last.
func TestLevelledOff(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	convex := DefaultRun()
	convex.Loss = run.Convex
	free := DefaultRun()
	free.Diameter = math.Inf(1)
	free.Loss = run.Convex
	for name, c := range map[string]struct {
		run      run.Run
		question claim.Question
		rows     []string
		some     []float64 // of the values 1 … 300
	}{
		"profile":   {DefaultRun(), DefaultQuestion(), []string{"composition", "profile", "projected-adversary"}, []float64{1, 100, 300}},
		"shift":     {convex, claim.Question{Alpha: 2}, []string{"composition", "shift", "chien-li-3.1"}, []float64{1, 2, 150, 299, 300}},
		"growing":   {free, claim.Question{Alpha: 2}, []string{"composition", "shift"}, []float64{1, 300}},
		"one value": {convex, claim.Question{Alpha: 2}, []string{"shift"}, []float64{300}},
	} {
		all := make([]float64, 300)
		for i := range all {
			all[i] = float64(i + 1)
		}
		settings := Settings{Rows: c.rows}
		every, err := Curve(context.Background(), c.run, c.question, "T", all, settings)
		if err != nil {
			t.Fatal(err)
		}
		best := make([]float64, len(all))
		for j := range all {
			best[j] = math.Inf(1)
			for _, s := range every {
				if s.Row != "projected-adversary" {
					best[j] = min(best[j], s.Epsilon[j])
				}
			}
		}
		want := 1
		for best[want-1] < 0.99*best[299] {
			want++
		}
		series, err := Curve(context.Background(), c.run, c.question, "T", c.some, settings)
		if err != nil {
			t.Fatal(err)
		}
		got, err := LevelledOff(context.Background(), c.run, c.question, c.some, series, settings)
		if err != nil || got != want {
			t.Errorf("%s: levels off at %d (%v), want %d", name, got, err, want)
		}
	}
	// Rows that are no valid upper bounds.
	rows := Settings{Rows: []string{"projected-adversary", "output-perturbation"}}
	series, err := Curve(context.Background(), convex, claim.Question{Alpha: 2}, "T", []float64{1, 10}, rows)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := LevelledOff(context.Background(), convex, claim.Question{Alpha: 2}, []float64{1, 10}, series, rows); got != 0 ||
		err != nil {
		t.Errorf("no upper bound levels off at %d (%v)", got, err)
	}
}

// A curve whose longer runs have lower learning rates at the end need not grow with T, and levels off nowhere.
func TestSchedulesDoNotLevelOff(t *testing.T) {
	r := DefaultRun()
	r.Loss, r.T, r.Schedule = run.Convex, 10, run.StepFall // no drop within its own steps
	values, rows, question := []float64{1, 10, 300}, Settings{Rows: []string{"composition", "shift"}}, claim.Question{Alpha: 2}
	for every, levels := range map[int]bool{50: false, 300: true} {
		r.ScheduleEvery = every
		series, err := Curve(t.Context(), r, question, "T", values, rows)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := LevelledOff(t.Context(), r, question, values, series, rows); err != nil || got > 0 != levels {
			t.Errorf("with drops every %d steps the curve levels off at %d (%v), want a level: %t", every, got, err, levels)
		}
	}
}

// The crossing of a curve that does not fall is the one that trying every T finds, in few
// evaluations: of slow rows each takes as long as a point of the picture.
func TestCrossing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	most := 0
	for range 2000 {
		n := 2 + rng.IntN(3000)
		scale, power := float64(n)*math.Exp(4*rng.NormFloat64()), math.Exp(rng.NormFloat64())
		jump := rng.IntN(n)
		curve := func(T int) float64 {
			y := 1 - math.Exp(-math.Pow(float64(T)/scale, power))
			if T > jump {
				y += 0.5
			}
			return y
		}
		level := levelled * curve(n)
		want := 1
		for curve(want) < level {
			want++
		}
		asked := 0
		value := func(T int) float64 {
			if asked++; T < 1 || T >= n {
				t.Fatalf("T = %d of 1 … %d is asked for", T, n-1)
			}
			return curve(T)
		}
		low := edge{T: 1, epsilon: curve(1)}
		if low.epsilon >= level {
			low = edge{}
		}
		if got := crossing(t.Context(), low, edge{T: n, epsilon: curve(n)}, level, value); got != want {
			t.Fatalf("the crossing is at %d, want %d of %d", got, want, n)
		}
		most = max(most, asked)
	}
	if most > 24 {
		t.Errorf("a crossing took %d evaluations", most)
	}
}
