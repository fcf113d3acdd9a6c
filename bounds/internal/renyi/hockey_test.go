package renyi

import (
	"math"
	"testing"
)

// Expected values: mpmath 1.3.0, 30 digits, erfc(x/√2)/2/φ(x).
func TestMills(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{-20.0, 1.81128301589259162e+87},
		{-5.0, 672621.636722879252},
		{-1.0, 3.47705181170369447},
		{0.0, 1.25331413731550025},
		{0.5, 0.876364456453692347},
		{3.0, 0.304590298710103296},
		{8.0, 0.123131963257932296},
		{11.99, 0.0828343877434781315},
		{12.01, 0.082698296413602817},
		{40.0, 0.0249844042057205711},
		{10000.0, 0.00009999999900000003},
	} {
		if got := mills(c.x); math.Abs(got/c.want-1) > 3e-14 {
			t.Errorf("mills(%v) = %.17g, want %.17g", c.x, got, c.want)
		}
	}
}

// Expected values: mpmath 1.3.0, 40 digits, ln(Φ(−x) − e^s Φ(−x−d)).
func TestHockey(t *testing.T) {
	for _, c := range []struct{ s, k, u, want float64 }{
		{0, 1, 1, -0.959916333695622319},
		{0.5, 1, 1, -1.43371429032369759},
		{30, 1, 1, -442.849378082303635},
		{3, 2, 0.1, -6.75500493156464371e-23},
		{700, 1, 0.1, -2119.60884796442268},
		{0.0001, 1, 10000.0, -11.6954113984822705},
		{0.003, 2, 10000.0, -127.363863880486707},
		{0.004, 1, 1000, -18.7548169702800908},
		{0.1, 1, 50.5, -20.8855866270229441},
		{0.1, 1, 49.5, -20.3294053414985543},
		{1e-09, 1, 0.5, -0.381715146534523459},
		{2.0, 2, 0.05, 0.0},
		{60.0, 1, 3.0, -16182.4174451379804},
	} {
		got := LogHockeyStick(c.s, c.k, c.u)
		if math.Abs(got-c.want) > 1e-12*(1+math.Abs(c.want)) {
			t.Errorf("hockey(s=%v, k=%v, u=%v) = %.17g, want %.17g", c.s, c.k, c.u, got, c.want)
		}
	}
}

// The series and the direct forms of the power gap meet at their border.
func TestPowerGapBranches(t *testing.T) {
	for _, p := range []float64{1.000001, 1.5, 2, 7.5, 1000, -1e-6, -0.5, -3, -1000} {
		for _, sign := range []float64{-1, 1} {
			y := sign * 0.2999999 / (1 + math.Abs(p))
			a, b := logPowerGapSeries(p, y), LogPowerGap(p, y*(1+1e-6))
			// f ~ y² moves by 2e-6 between the two.
			if math.Abs(b-a-2e-6) > 1e-6 {
				t.Errorf("p=%v, y=%v: %v, %v", p, y, a, b)
			}
		}
	}
	// f_2(y) = (e^y − 1)², f_3 = (e^y−1)²(e^y+2), f_{−1} = e^{−y}(e^y−1)².
	for _, y := range []float64{-30, -3, -0.4, -1e-3, 1e-9, 0.2, 0.5, 4, 60} {
		square := 2 * math.Log(math.Abs(math.Expm1(y)))
		for p, want := range map[float64]float64{2: square, 3: square + math.Log(math.Exp(y)+2), -1: square - y} {
			if got := LogPowerGap(p, y); math.Abs(got-want) > 2e-14*(1+math.Abs(want)) {
				t.Errorf("p=%v, y=%v: %.17g, want %.17g", p, y, got, want)
			}
		}
	}
}
