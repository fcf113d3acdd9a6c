package renyi

import (
	"errors"
	"math"
	"testing"
)

// profileNodes samples WithoutReplacement's profile at equal steps of ln e, or
// the Gaussian one at q = 1.
func profileNodes(q, u, step float64, n int) (logGamma, h []float64) {
	for i := range n {
		s := float64(i) * step
		logGamma = append(logGamma, math.Log1p(q*math.Expm1(s)))
		h = append(h, q*math.Exp(hockeyAt(s, 1, u).log))
	}
	return logGamma, h
}

// The profile integral and the rearranged one are the same function; chords
// lie above the profile and close in on it quadratically.
func TestFromProfileMeetsClosedRoute(t *testing.T) {
	for _, c := range []struct{ q, u, a float64 }{{0.01, 1, 2}, {0.2, 0.7, 3.5}, {0.5, 2, 12}, {1, 1.5, 1.01}} {
		want := must(t, Counted{}.WithoutReplacement, c.q, c.u, c.a)
		reach := 14/c.u + c.a/c.u/c.u // 14 standard deviations beyond the peak
		var gaps [2]float64
		for i, n := range []int{4000, 8000} {
			g, h := profileNodes(c.q, c.u, reach/float64(n), n+1)
			got, err := FromProfile(c.a, g, h, math.Inf(-1))
			if err != nil {
				t.Fatal(err)
			}
			gaps[i] = got/want - 1
		}
		if !(gaps[1] > 0 && gaps[1] < 0.01 && gaps[0] > 3.5*gaps[1]) {
			t.Errorf("%v: chords lie above by %v", c, gaps)
		}
	}
}

// A discrete pair is piecewise linear, so that the chords are exact: randomised
// response with e^ε = 3 has h = (3−γ)/4 up to γ = 3, and
// exp((α−1)D) = (3^α + 3^{1−α})/4.
func TestFromProfileRandomisedResponse(t *testing.T) {
	for _, a := range []float64{1.001, 1.5, 2, 10, 400} {
		want := (logAdd(a*math.Log(3), (1-a)*math.Log(3)) - math.Log(4)) / (a - 1)
		got, err := FromProfile(a, []float64{0, math.Log(2), math.Log(3)}, []float64{0.5, 0.25, 0}, math.Inf(-1))
		if err != nil || math.Abs(got/want-1) > 1e-12 {
			t.Errorf("alpha=%v: %v, %v, want %v", a, got, err, want)
		}
	}
}

func TestFromProfileRefuses(t *testing.T) {
	for _, c := range []struct{ g, h []float64 }{
		{nil, nil},
		{[]float64{0, 1}, []float64{0.5}},
		{[]float64{0.1, 1}, []float64{0.5, 0}},
		{[]float64{0, 1}, []float64{0.5, 0.6}},
		{[]float64{0, 0}, []float64{0.5, 0.4}},
		{[]float64{0, 1}, []float64{1.5, 0.4}},
		{[]float64{0, 1}, []float64{0.5, math.NaN()}},
		{[]float64{0, math.NaN()}, []float64{0.5, 0.1}},
	} {
		if v, err := FromProfile(2, c.g, c.h, math.Inf(-1)); !errors.Is(err, ErrProfile) || !math.IsInf(v, 1) {
			t.Errorf("%v gives %v, %v", c, v, err)
		}
	}
	if v, err := FromProfile(2, []float64{0}, []float64{0.1}, math.Inf(1)); err != nil || !math.IsInf(v, 1) {
		t.Errorf("unbounded tail gives %v, %v", v, err)
	}
	if v, err := FromProfile(2, []float64{0, 1}, []float64{0, 0}, math.Inf(-1)); err != nil || v != 0 {
		t.Errorf("no loss gives %v, %v", v, err)
	}
}
