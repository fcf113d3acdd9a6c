package run

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		x              float64
		digits         int
		down, near, up float64
	}{
		{0.3, 10, 0.3, 0.3, 0.3},
		{0.29999999996, 10, 0.2999999999, 0.3, 0.3},
		{0.30000000001, 10, 0.3, 0.3, 0.3000000001},
		{9.9999999999, 10, 9.999999999, 10, 10},
		{1234567890.5, 10, 1234567890, 1234567890, 1234567891},
		{0.9999996, 6, 0.999999, 1, 1},
		{1.0000004, 6, 1, 1, 1.00001},
		{1e-300, 3, 1e-300, 1e-300, 1e-300},
		{0, 3, 0, 0, 0},
		{math.Inf(1), 3, math.Inf(1), math.Inf(1), math.Inf(1)},
	} {
		if d, n, u := DigitsDown(c.x, c.digits), Digits(c.x, c.digits), DigitsUp(c.x, c.digits); d != c.down || n != c.near || u != c.up {
			t.Errorf("%v to %d digits: %v, %v, %v; want %v, %v, %v", c.x, c.digits, d, n, u, c.down, c.near, c.up)
		}
	}
}

// DigitsDown and DigitsUp enclose x between neighbouring numbers of so many digits.
func TestDigitsEnclose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-30, 1e30).Draw(t, "x")
		digits := rapid.IntRange(1, 12).Draw(t, "digits")
		down, up := DigitsDown(x, digits), DigitsUp(x, digits)
		if !(down <= x && x <= up) || Digits(down, digits) != down || Digits(up, digits) != up {
			t.Fatalf("%v is not between %v and %v", x, down, up)
		}
		if near := Digits(x, digits); near != down && near != up || up > down*(1+1.01*math.Pow(10, float64(1-digits))) {
			t.Fatalf("%v, %v and %v are not neighbours", down, near, up)
		}
	})
}
