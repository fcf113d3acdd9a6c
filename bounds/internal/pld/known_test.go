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
					t.Fatalf("μ = %v: no law", mu)
				}
				got, err := EpsilonWithin(nil, delta, RepeatedStep{step, times})
				want := convert.GaussianEpsilonLower(mu*math.Sqrt(float64(times)), delta)
				if err != nil || got < want || got > want*1.01+1e-3 {
					t.Errorf("μ = %v, %d times, δ = %v: %v (%v), want %v", mu, times, delta, got, err, want)
				}
			}
		}
	}
	few, ok := Profile(gaussianPoints(0.3, 12))
	if !ok {
		t.Fatal("no law of few points")
	}
	got, err := EpsilonWithin(nil, 1e-5, RepeatedStep{few, 4}, RepeatedStep{Gaussian(2), 3})
	want := convert.GaussianEpsilonLower(math.Sqrt(4*0.09+3*0.25), 1e-5)
	if err != nil || got < want || got > 1.3*want {
		t.Errorf("from few points %v (%v), the Gaussians have %v", got, err, want)
	}
}

// Points that are of no profile are refused.
func TestKnownProfilesAreProfiles(t *testing.T) {
	for _, points := range [][]ProfilePoint{nil, {{0.1, 0.5}}, {{0, 0.5}, {1, 0.6}}, {{0, 0.5}, {0, 0.4}}, {{0, 0.5}, {0.01, 0.3}, {0.02, 0.1}}} {
		if _, ok := Profile(points); ok {
			t.Errorf("%v is a profile", points)
		}
	}
}
