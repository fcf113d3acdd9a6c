package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// Each lever is one input halved or doubled, in the direction that may lower ε, or a domain where there is none. The run
// with any of them is one that can be.
func TestLevers(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Noise = 1000, 100, 35, run.Poisson, run.NoiseMultiplier
	r.Adjacency, r.Loss, r.Clipping = run.AddRemove, run.Convex, run.ClippingActive
	unbounded, ofSize, whole, single := r, r, r, r
	unbounded.Diameter = math.Inf(1)
	ofSize.Noise = run.IterateNoise
	whole.Scheme, whole.B, whole.Adjacency = run.Full, whole.N, run.Replace
	single.T, single.B = 1, 1
	for name, c := range map[string]struct {
		run    run.Run
		epochs bool
		want   string
	}{
		"iterations":      {r, false, "sigma=2 eta=0.05 T=17 diameter=0.5 b=50"},
		"epochs":          {r, true, "sigma=2 eta=0.05 epochs=1 diameter=0.5 b=50"},
		"no domain":       {unbounded, false, "sigma=2 eta=0.05 T=17 diameter=2 b=50"},
		"noise of a size": {ofSize, false, "sigma=2 eta=0.05 T=17 diameter=0.5 b=200"},
		"full batch":      {whole, false, "sigma=2 eta=0.05 T=17 diameter=0.5"},
		"one step":        {single, false, "sigma=2 eta=0.05 diameter=0.5"},
	} {
		var got []string
		for _, l := range Levers(c.run, c.epochs) {
			got = append(got, l.Field+"="+l.Value)
			changed := c.run
			if l.Field == "epochs" {
				continue
			}
			if err := changed.Set(l.Field, l.Value); err != nil || changed.Validate() != nil {
				t.Errorf("%s: with %s = %s: %v, %v", name, l.Field, l.Value, err, changed.Validate())
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, " "), c.want)
		}
	}
}
