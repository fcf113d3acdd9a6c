package certify

import (
	"math"
	"testing"
)

func TestTenDigits(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0.3, 0.3}, {0.29999999996, 0.3}, {0.30000000001, 0.3000000001}, {9.9999999999, 10}, {1234567890.5, 1234567891}, {1e-300, 1e-300},
		{0, 0}, {math.Inf(1), math.Inf(1)},
	} {
		if got := TenDigits(c.x); got != c.want {
			t.Errorf("%v to ten digits: %v, want %v", c.x, got, c.want)
		}
	}
}
