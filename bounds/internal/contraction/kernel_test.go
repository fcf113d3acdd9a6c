package contraction

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
)

// TestLeftBeyondTheRange has a kernel that leaves nearly all where γ/a is beyond the range of a
// float64: two Gaussians 50 deviations apart are told apart up to losses of some 1250.
func TestLeftBeyondTheRange(t *testing.T) {
	const d, loss = 50, 600
	k := linear(0, 1, 1, d, 1).Kernels().Of(1)
	for _, a := range []float64{1e-40, 1e-60, 1e-100} { // 1 + e^600/a is e^692, e^738 and e^830
		want := a * errfloat.LeastProfile(d, loss-math.Log(a))
		if got := k.Left(a, math.Exp(loss)); !(got >= want) || got > a {
			t.Errorf("of %g a kernel leaves %g, want from %g to all of it", a, got, want)
		}
	}
}

// TestGrownInLongEpochs has two uses an epoch apart in which a distance doubles at every step, beyond the range
// of a float64: they are no further apart than one use of the whole domain.
func TestGrownInLongEpochs(t *testing.T) {
	const s, d = 0.01, 0.5
	for _, period := range []float64{500, 1100, 3000} {
		p := linear(1, s, 1, d, 5*int(period))
		p.Period = int(period)
		if got, want := p.lengths().grown(2, period), 2*d+s; !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("epochs of %v steps: %v, want %v", period, got, want)
		}
	}
}
