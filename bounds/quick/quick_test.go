package quick

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	_ "lastiterate/bounds/draws"
)

// In WebAssembly Exp computes the bits of math's; elsewhere it is math's, and what it does
// in WebAssembly is within the last bit.
func TestExp(t *testing.T) {
	type failing interface {
		Helper()
		Fatalf(string, ...any)
	}
	same := func(t failing, x float64) {
		t.Helper()
		got, want := Exp(x), math.Exp(x)
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("Exp(%v) = %v, math says %v", x, got, want)
		}
		if !(math.Abs(x) < 700) {
			return
		}
		if got = exp(x); runtime.GOARCH == "wasm" && got != want || math.Abs(got-want) > 4e-16*want {
			t.Fatalf("exp(%v) = %v, math says %v", x, got, want)
		}
	}
	for _, x := range []float64{0, 1e-300, 3.7e-9, 3.8e-9, 0.3465, 0.3466, 1, 26, 699.9, 700, 709.7, 710, 745.1, 746, math.Inf(1), math.NaN()} {
		for _, x := range []float64{x, -x, math.Nextafter(x, 1e9), math.Nextafter(-x, 1e9)} {
			same(t, x)
		}
	}
	for i := range 100_000 {
		same(t, math.Sin(float64(i))*math.Exp(float64(i%15)-8))
	}
	rapid.Check(t, func(t *rapid.T) { same(t, rapid.Float64Range(-800, 800).Draw(t, "x")) })
}
