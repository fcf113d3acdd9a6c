package run

import (
	"math"
	"math/big"
	"strconv"
	"testing"
)

// The rate after many drops is that of the stated factor, in 300 bits, to the last digits. math.Pow was off by 9·10⁻⁷
// after 10¹² drops by 0.99999999999, and by 8·10⁻¹³ after 30,000 by 0.9999.
func TestManyDrops(t *testing.T) {
	for _, c := range []struct {
		factor float64
		drops  int
	}{
		{0.5, 1}, {0.5, 60}, {0.3, 7}, {1e-6, 9}, {1.2345678901234567e-6, 9}, {0.1, 50}, {0.9, 300}, {0.99, 3000}, {0.9999, 30_000},
		{0.123456789012345678, 30}, {0.999999, 1 << 15}, {0.9999999, 100_000_000}, {0.99999999999, 1e12}, {0.9999999999999999, 1e12},
		{0.70710678118654757, 200}, {1, 1e12}, {0.9, 0},
	} {
		stated, ok := new(big.Float).SetPrec(300).SetString(strconv.FormatFloat(c.factor, 'g', -1, 64))
		if !ok {
			t.Fatal(c.factor)
		}
		want := new(big.Float).SetPrec(300).SetInt64(1)
		for n := c.drops; n > 0; n /= 2 {
			if n%2 == 1 {
				want.Mul(want, stated)
			}
			stated = new(big.Float).SetPrec(300).Mul(stated, stated)
		}
		r := Run{T: c.drops + 1, Eta: 1, Schedule: StepFall, ScheduleEvery: 1, ScheduleFactor: c.factor}
		got := r.Steps().Share(c.drops)
		off, _ := new(big.Float).SetPrec(300).Quo(new(big.Float).SetPrec(300).SetFloat64(got), want).Float64()
		if math.Abs(off-1) > 2.3e-16 {
			t.Errorf("%v after %d drops: %v, relative error %.2g, want 2.3e-16 at most", c.factor, c.drops, got, off-1)
		}
	}
}
