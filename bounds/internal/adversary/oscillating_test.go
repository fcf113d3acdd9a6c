package adversary

import (
	"math"
	"testing"
)

// waveRun is the law of one coordinate of the oscillating adversary: a walk in units of
// the noise, with pushes at some steps.
type waveRun struct {
	kappa, phase, push float64
	used               func(t int) bool
}

// density is the density of the walk after T steps from 0, on a grid that is much finer than the
// noise: each step moves every grid point by its push and convolves with the noise.
func (w waveRun) density(T int, at []float64, h float64) []float64 {
	mean := func(t int, x float64) float64 {
		if w.used(t) {
			return x + w.push*math.Sin(w.kappa*x+w.phase)
		}
		return x
	}
	normal := func(d float64) float64 { return math.Exp(-d*d/2) / math.Sqrt(2*math.Pi) }
	p := make([]float64, len(at))
	for i, y := range at {
		p[i] = normal(y - mean(0, 0))
	}
	for t := 1; t < T; t++ {
		next := make([]float64, len(at))
		for j, x := range at {
			m := mean(t, x)
			for i, y := range at {
				if d := y - m; d*d < 81 {
					next[i] += p[j] * h * normal(d)
				}
			}
		}
		p = next
	}
	return p
}

// TestWavesInManyDimensions: coordinates are independent given their phases, so that
// divergences add up over them. In many dimensions they come to what the row says, and
// the limit, by the best statistic, is that of oscillating.md, section 4.
func TestWavesInManyDimensions(t *testing.T) {
	const dimensions, phases, h, s = 4000, 8, 0.1, 1.0
	var at []float64
	for x := -22.0; x <= 22; x += h {
		at = append(at, x)
	}
	for _, c := range []struct {
		T, period int
		alpha     float64
		replaced  bool
		best      float64 // μ² by the best statistic at κ = 1; 0 where it is not known
	}{
		{8, 8, 2, false, math.Exp(-7.0/8) * (49.0/64 + 1.0/8)},
		{8, 8, 16, true, math.Exp(-7.0/8) * (49.0/64 + 1.0/8)},
		{9, 3, 4, true, 0},
		{6, 1, 2, false, 0},
	} {
		used := func(step int) bool { return (c.T-1-step)%c.period == 0 }
		first, second := s, 0.0
		if c.replaced {
			first, second = s/2, -s/2
		}
		sum := 0.0
		for i := range phases {
			phase := 2 * math.Pi * float64(i) / phases
			scale := math.Sqrt(2.0 / dimensions)
			p := waveRun{1, phase, first * scale, used}.density(c.T, at, h)
			q := waveRun{1, phase, second * scale, used}.density(c.T, at, h)
			for j := range p {
				y := math.Log(p[j] / q[j])
				if q[j] > 1e-300 && p[j] > 1e-300 {
					sum += q[j] * h * (math.Expm1(c.alpha*y) - c.alpha*math.Expm1(y))
				}
			}
		}
		// The coordinates are spread evenly over the phases.
		got := dimensions * math.Log1p(sum/phases) / (c.alpha - 1)
		mu := 0.0
		for step := range c.T {
			if used(step) {
				mu += s * math.Exp(-float64(c.T-step)/2)
			}
		}
		if want := c.alpha * mu * mu / 2; !(got > want) {
			t.Errorf("%+v: %v, not above %v", c, got, want)
		}
		if want := c.alpha * c.best / 2; c.best > 0 && math.Abs(got/want-1) > 0.02 {
			t.Errorf("%+v: %v, want about %v", c, got, want)
		}
	}
}
