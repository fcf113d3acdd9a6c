package sampled

import (
	"math"
	"math/rand/v2"
	"testing"
)

// stepwise is the recursion step by step.
func (s forgettingMap) stepwise(steps int) float64 {
	x := 0.0
	for range steps {
		x += max(0, s.rise(x))
	}
	return x
}

func randomForgetting(r *rand.Rand) forgettingMap {
	power := func(lo, hi float64) float64 { return math.Exp(math.Log(lo) + r.Float64()*math.Log(hi/lo)) }
	return forgettingMap{q: power(1e-6, 0.9), gain: power(1e-5, 100), forget: power(1e-9, 0.99)}
}

// TestForgettingByChords: runs beyond exactSteps are above the recursion, and by
// at most 1e-6.
func TestForgettingByChords(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewPCG(7, 11))
	converged, growing := 0, 0
	for range 120 {
		s := randomForgetting(r)
		for _, steps := range []int{exactSteps, exactSteps + 1, 5_000, 300_000} {
			got, want := s.after(steps), s.stepwise(steps)
			if !(got >= want*(1-1e-11) && got <= want*(1+1e-6)) {
				t.Errorf("%+v after %d steps: %v, want %v (%.2g)", s, steps, got, want, got/want-1)
			}
		}
		if math.IsInf(s.limit(), 1) {
			growing++
		} else if s.after(300_000) > s.limit()*(1-1e-6) {
			converged++
		}
	}
	if converged < 10 || growing < 10 {
		t.Errorf("%d runs converged and %d grow: the test has lost its range", converged, growing)
	}
}

// TestForgettingForever has the steady states in closed form.
func TestForgettingForever(t *testing.T) {
	const forever = 1_000_000_000_000
	// q·e^gain = 0.2 < 1: x* = log((1−q)/(1−q·e^gain))/forget.
	s := forgettingMap{q: 0.1, gain: math.Ln2, forget: 0.19}
	if got, want := s.after(forever), math.Log(0.9/0.8)/0.19; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("steady state %v, want %v", got, want)
	}
	// q·e^gain = 3: x grows by ln 3 a step in the end, and by more before: at
	// most log(1 + 0.7/3·e^{−0.19·ln 3·t}) more at step t, 1.4 in all.
	s = forgettingMap{q: 0.3, gain: math.Log(10), forget: 0.19}
	if got, want := s.after(forever), forever*math.Log(3); !(got >= want && got <= want*(1+1e-7)) {
		t.Errorf("growth to %v, want %v", got, want)
	}
	// Nothing is forgotten: T·log(1 + q(e^gain − 1)).
	s = forgettingMap{q: 0.25, gain: math.Log(5), forget: 0}
	if got, want := s.after(forever), forever*math.Ln2; math.Abs(got/want-1) > 1e-14 {
		t.Errorf("composition %v, want %v", got, want)
	}
	// Every step uses the example.
	s = forgettingMap{q: 1, gain: 2, forget: 0.5}
	if got := s.after(1000); math.Abs(got-2000) > 1e-9 {
		t.Errorf("full batch %v, want 2000", got)
	}
	// Gains whose exponentials overflow.
	s = forgettingMap{q: 1e-3, gain: 1e6, forget: 0.5}
	if got, want := s.after(forever), forever*(1e6+math.Log(1e-3)); !(got >= want*(1-1e-14) && got <= want*(1+1e-7)) {
		t.Errorf("large gain %v, want %v", got, want)
	}
}

// TestForgettingNeverFalls in the number of steps.
func TestForgettingNeverFalls(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 60 {
		s, last := randomForgetting(r), 0.0
		for steps := 1; steps < 1_000_000_000; steps = steps*3/2 + 1 {
			x := s.after(steps)
			if !(x >= last) {
				t.Fatalf("%+v falls from %v to %v at %d steps", s, last, x, steps)
			}
			last = x
		}
	}
}

func BenchmarkForgetting(b *testing.B) {
	s := forgettingMap{q: 0.01, gain: 1e-3, forget: 1e-7}
	for b.Loop() {
		s.after(1_000_000_000_000)
	}
}
