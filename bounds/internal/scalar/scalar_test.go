package scalar

import (
	"math"
	"testing"
)

// TestHalve: the two results enclose √2 and are neighbours; a predicate may also hold everywhere or nowhere.
func TestHalve(t *testing.T) {
	above := func(x float64) bool { return x > 0 && x*x > 2 }
	no, yes := Halve(0, 10, 100, above)
	if !above(yes) || above(no) || math.Nextafter(no, 2) != yes {
		t.Errorf("Halve gives %v and %v, want neighbours around √2", no, yes)
	}
	for _, least := range []float64{1e-300, 0.3, 0.5, 1, 1.5, 64, 1000} {
		no, yes, ok := Threshold(1e3, func(x float64) bool { return x >= least })
		if !ok && least < 512 || ok && !(no < least && least <= yes && yes-no <= 1e-13*yes) {
			t.Errorf("true from %v on: Threshold gives %v and %v, %v", least, no, yes, ok)
		}
	}
	if _, yes, ok := Threshold(1e3, func(float64) bool { return true }); !ok || yes != 0 {
		t.Errorf("true everywhere: Threshold gives %v, %v, want 0, true", yes, ok)
	}
	if no, yes, ok := Threshold(1e3, func(float64) bool { return false }); ok {
		t.Errorf("true nowhere: Threshold gives %v and %v, true, want false", no, yes)
	}
}

func TestGolden(t *testing.T) {
	for _, bottom := range []float64{-0.9, 0.1, 2.7, 3} {
		a, b := Golden(-1, 3, 40, func(x float64) float64 { return math.Abs(x - bottom) })
		if !(a < b) || math.Abs(a-bottom) > 1e-6 || math.Abs(b-bottom) > 1e-6 {
			t.Errorf("Golden gives %v and %v, want both within 1e-6 of %v", a, b, bottom)
		}
	}
}

func TestShort(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 3: 3, 0.1: 0.1005859375, 1.01: 1.015625, 1000.1: 1008, math.Inf(1): math.Inf(1)} {
		if got := Short(x, 7); got != want {
			t.Errorf("%v in seven bits is %v, want %v", x, got, want)
		}
	}
}

func TestGeometric(t *testing.T) {
	for _, e := range []struct{ logR, n, want float64 }{
		{math.Log(0.5), 3, 1.75}, {0, 1e12, 1e12}, {math.Inf(-1), 5, 1}, {-1, 0, 0}, {-1e-30, 1e12, 1e12}, {math.Log(0.9), 1e12, 10},
	} {
		if got := Geometric(e.logR, e.n); math.Abs(got-e.want) > 1e-12*e.want {
			t.Errorf("Σ r^i at ln r = %v, n = %v: %v, want %v", e.logR, e.n, got, e.want)
		}
	}
}
