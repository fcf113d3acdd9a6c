package pld

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
)

// gaussianPoints are points of the profile of μ-GDP, rounded up.
func gaussianPoints(mu float64, n int) []ProfilePoint {
	points := []ProfilePoint{{0, errfloat.Profile(mu, 0)}}
	for i := 1; i <= n; i++ {
		epsilon := mu*mu/2 + 8*mu*float64(i)/float64(n)
		points = append(points, ProfilePoint{epsilon, errfloat.Profile(mu, epsilon)})
	}
	return points
}

// From many points of a Gaussian's profile the composition of several is nearly that of the Gaussians, and never below.
func TestKnownProfilesCompose(t *testing.T) {
	for _, mu := range []float64{0.05, 0.3, 1} {
		for _, times := range []int{1, 2, 7, 40} {
			for _, delta := range []float64{1e-3, 1e-6} {
				step, ok := Profile(gaussianPoints(mu, 400))
				if !ok {
					t.Fatalf("μ = %v: Profile of 400 points has no law, want one", mu)
				}
				got, err := EpsilonWithin(nil, delta, RepeatedStep{step, times})
				want := convert.GaussianEpsilonLower(mu*math.Sqrt(float64(times)), delta)
				if err != nil || got < want || got > want*1.01+1e-3 {
					t.Errorf("μ = %v, %d times, δ = %v: ε = %v (%v), want from %v to %v", mu, times, delta, got, err, want, want*1.01+1e-3)
				}
			}
		}
	}
	few, ok := Profile(gaussianPoints(0.3, 12))
	if !ok {
		t.Fatal("Profile of 12 points has no law, want one")
	}
	got, err := EpsilonWithin(nil, 1e-5, RepeatedStep{few, 4}, RepeatedStep{Gaussian(2), 3})
	want := convert.GaussianEpsilonLower(math.Sqrt(4*0.09+3*0.25), 1e-5)
	if err != nil || got < want || got > 1.3*want {
		t.Errorf("a profile of few points beside Gaussians: ε = %v (%v), want from the Gaussians' %v to 1.3 times that", got, err, want)
	}
}

// Points that no profile has are refused.
func TestKnownProfilesAreProfiles(t *testing.T) {
	for _, points := range [][]ProfilePoint{nil, {{0.1, 0.5}}, {{0, 0.5}, {1, 0.6}}, {{0, 0.5}, {0, 0.4}}, {{0, 0.5}, {0.01, 0.3}, {0.02, 0.1}}} {
		if _, ok := Profile(points); ok {
			t.Errorf("Profile(%v) has a law, want none", points)
		}
	}
}

// A known profile is composed with a step that hardly ever uses the example, that has very little noise, or that loses nothing at
// positive ε, in either order: the whole loss of the profile is counted. A step whose coin is unknown is not taken for one
// that loses nothing.
func TestKnownProfilesBesideOthers(t *testing.T) {
	const delta = 1e-5
	known := func(points []ProfilePoint) StepLoss {
		step, ok := Profile(points)
		if !ok {
			t.Fatalf("Profile(%v) has no law, want one", points)
		}
		return step
	}
	one := known(gaussianPoints(1, 400))
	for _, c := range []struct {
		name   string
		beside StepLoss
		least  float64 // μ of both together
	}{
		{"nothing above 0", known([]ProfilePoint{{0, 1e-9}}), 1},
		{"a narrow profile", known(gaussianPoints(1e-5, 20)), 1},
		{"a rare step of little noise", Poisson(1e-9, 0.01), 1},
		{"a rare step of less noise", Poisson(1e-9, 1e-3), 1},
		{"a step of little noise", Gaussian(1.0 / 40), math.Sqrt(1601)},
		{"a step of less noise", Gaussian(1.0 / 400), math.Sqrt(160001)},
		{"much noise", Gaussian(1e6), 1},
	} {
		want := convert.GaussianEpsilonLower(c.least, delta)
		for _, parts := range [][]RepeatedStep{{{one, 1}, {c.beside, 1}}, {{c.beside, 1}, {one, 1}}} {
			if got, err := EpsilonWithin(nil, delta, parts...); err == nil && !(got >= want*(1-1e-6)) {
				t.Errorf("%s: ε = %v, want at least %v", c.name, got, want)
			} else if err != nil && !math.IsInf(got, 1) {
				t.Errorf("%s: ε = %v with the error %v, want +Inf", c.name, got, err)
			} else if err != nil {
				t.Logf("%s: %v", c.name, err)
			}
		}
	}
}
