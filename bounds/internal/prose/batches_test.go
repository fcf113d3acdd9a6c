package prose

import (
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

// With noise on the sum of gradients a Poisson batch is told by its rate, since b may be the rate rounded up; else b
// divides the sum, and is told.
func TestPoissonBatchesAreToldByTheirRate(t *testing.T) {
	r := run.Run{N: 50_000, B: 511, Scheme: run.Poisson}
	for noise, want := range map[run.Convention]string{
		run.NoiseMultiplier: "(Poisson batches, sampling rate at most 511/50000, about 0.01022)",
		run.GradientNoise:   "(Poisson batches of expected size b = 511)",
	} {
		r.Noise = noise
		if got := Batches(r); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", noise, got)
		}
	}
	r.N, r.Noise = 9_000, run.NoiseMultiplier
	if got := Batches(r); !strings.HasSuffix(got, "511/9000, about 0.05678)") { // 0.056777…
		t.Error(got)
	}
}
