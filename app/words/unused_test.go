package words

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// If only composition holds, its value does not depend on any field that is called unused.
func TestUnusedFieldsChangeNothing(t *testing.T) {
	others := map[string]string{"eta": "0.7", "warmup": "20", "schedule": "cosine", "schedule_final": "0.1", "weight_decay": "0.01",
		"loss": "strongly-convex", "smoothness": "3", "strong_convexity": "0.2", "weak_convexity": "0.3", "holder_constant": "2",
		"holder_order": "0.25", "diameter": "4", "release": "all", "every": "7", "schedule_every": "9", "schedule_factor": "0.3",
		"clip": "3"}
	unused := 0
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.Reshuffle, run.Poisson, run.WithoutReplacement, run.Allocation} {
		for _, noise := range []run.Convention{run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier} {
			r := bounds.DefaultQuery().Run
			r.N, r.B, r.Scheme, r.Noise, r.Sigma, r.Clipping, r.Loss = 60, 6, scheme, noise, 2, run.ClippingActive, run.Smooth
			if r.T = 60; scheme.UsesAll() {
				r.B = r.N
			}
			if !scheme.FixedSize() {
				r.Adjacency = run.AddRemove
			}
			of := composed(t, r)
			if !(of < 1e6) {
				t.Fatalf("%s, %s: composition gives nothing", scheme, noise)
			}
			for _, f := range run.Fields() {
				if !Spared(r, f.Name) {
					continue
				}
				if (Departures{}).Unused(r, f.Name) || (Departures{Tuning}).Unused(r, f.Name) {
					t.Errorf("%s is not used though composition is not all that holds", f.Name)
				}
				other := r
				if err := other.Set(f.Name, others[f.Name]); err != nil {
					t.Fatalf("%s: %v", f.Name, err)
				}
				unused++
				if got := composed(t, other); math.Abs(got-of) > 1e-6*of {
					t.Errorf("%s, %s: with %s = %s composition gives %v, else %v", scheme, noise, f.Name, others[f.Name], got, of)
				}
				earlier, otherwise := r, other
				earlier.After, otherwise.After = 12, 12
				if x, y := composed(t, earlier), composed(t, otherwise); math.Abs(x-y) > 1e-6*x {
					t.Errorf("%s, %s, deleted: with %s = %s composition gives %v, else %v", scheme, noise, f.Name, others[f.Name], y, x)
				}
			}
		}
	}
	if unused < 200 {
		t.Errorf("%d values were compared", unused)
	}
}

func composed(t *testing.T, r run.Run) float64 {
	t.Helper()
	rows, err := bounds.Rows(context.Background(), r, claim.Question{Alpha: 4}, bounds.Settings{Rows: AllIteratesRows})
	if err != nil || len(rows) != len(AllIteratesRows) {
		t.Fatal(rows, err)
	}
	least := math.Inf(1)
	for _, row := range rows {
		if row.Applies && row.Err == nil {
			least = min(least, row.Epsilon)
		}
	}
	return least
}
