package number

import (
	"math"
	"strings"
	"testing"

	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"
)

func TestUpDownPlain(t *testing.T) {
	for _, c := range []struct {
		x               float64
		digits          int
		up, down, plain string
	}{
		{1.2655, 3, "1.27", "1.26", "1.2655"},
		{0.1, 3, "0.100", "0.100", "0.1"},
		{1.28, 3, "1.28", "1.28", "1.28"},
		{1.2800000000000002, 3, "1.29", "1.28", "1.2800000000000002"},
		{1.00000000001, 6, "1.00001", "1.00000", "1.00000000001"},
		{0.20000000000000062, 6, "0.200001", "0.200000", "0.20000000000000062"},
		{0.0024999999999999996, 6, "0.00250000", "0.00249999", "0.0024999999999999996"},
		{-1.2800000000000002, 6, "−1.28000", "−1.28001", "−1.2800000000000002"},
		{0.99999999999, 7, "1.000000", "0.9999999", "0.99999999999"},
		{1.00000001, 6, "1.00001", "1.00000", "1.00000001"},
		{1.0000000000000002, 15, "1.00000000000001", "1.00000000000000", "1.0000000000000002"},
		{0.9996, 3, "1.00", "0.999", "0.9996"},
		{9.9999, 3, "10.0", "9.99", "9.9999"},
		{0.54634251, 6, "0.546343", "0.546342", "0.54634251"},
		{1e-5, 3, "1.00 × 10⁻⁵", "1.00 × 10⁻⁵", "10⁻⁵"},
		{2.5e-7, 1, "3 × 10⁻⁷", "2 × 10⁻⁷", "2.5 × 10⁻⁷"},
		{9.5e-7, 1, "10⁻⁶", "9 × 10⁻⁷", "9.5 × 10⁻⁷"},
		{0.001, 2, "0.0010", "0.0010", "0.001"},
		{0.00099, 2, "9.9 × 10⁻⁴", "9.9 × 10⁻⁴", "9.9 × 10⁻⁴"},
		{60000, 3, "60,000", "60,000", "60,000"},
		{60001, 3, "60,100", "60,000", "60,001"},
		{999999, 2, "1.0 × 10⁶", "990,000", "999,999"},
		{1234.5, 6, "1234.50", "1234.50", "1234.5"},
		{5e4, 1, "50,000", "50,000", "50,000"},
		{3e8, 3, "3.00 × 10⁸", "3.00 × 10⁸", "3 × 10⁸"},
		{-1.2655, 3, "−1.26", "−1.27", "−1.2655"},
		{math.SmallestNonzeroFloat64, 2, "4.9 × 10⁻³²⁴", "4.9 × 10⁻³²⁴", "5 × 10⁻³²⁴"},
		{0, 3, "0", "0", "0"},
		{math.Copysign(0, -1), 3, "0", "0", "0"},
		{math.Inf(1), 3, "∞", "∞", "∞"},
		{math.Inf(-1), 3, "−∞", "−∞", "−∞"},
		{math.NaN(), 3, "—", "—", "—"},
	} {
		if got := Up(c.x, c.digits); got != c.up {
			t.Errorf("Up(%v, %d) = %q, want %q", c.x, c.digits, got, c.up)
		}
		if got := Down(c.x, c.digits); got != c.down {
			t.Errorf("Down(%v, %d) = %q, want %q", c.x, c.digits, got, c.down)
		}
		if got := Plain(c.x); got != c.plain {
			t.Errorf("Plain(%v) = %q, want %q", c.x, got, c.plain)
		}
	}
}

// aFloat draws any finite float64, and often one that is nearly round.
func aFloat() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-math.MaxFloat64/10, math.MaxFloat64/10),
		rapid.Float64Range(-100, 100),
		rapid.Custom(func(t *rapid.T) float64 {
			x := float64(rapid.IntRange(-9999, 9999).Draw(t, "digits")) * math.Pow10(rapid.IntRange(-20, 20).Draw(t, "exponent"))
			switch rapid.IntRange(0, 2).Draw(t, "neighbour") {
			case 1:
				x = math.Nextafter(x, math.Inf(1))
			case 2:
				x = math.Nextafter(x, math.Inf(-1))
			}
			return x
		}),
	)
}

// What is shown reads back on the safe side,
// and within one unit of the last digit.
func TestDirectedRounding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := aFloat().Draw(t, "x")
		digits := rapid.IntRange(1, MaxDigits).Draw(t, "digits")
		up, down := read(t, Up(x, digits)), read(t, Down(x, digits))
		if up < x || down > x {
			t.Fatalf("%v with %d digits: up %v, down %v", x, digits, up, down)
		}
		if unit := math.Abs(x) * math.Pow10(1-digits) * (1 + 1e-12); up-x > unit || x-down > unit {
			t.Fatalf("%v with %d digits: up %v, down %v are further than %v", x, digits, up, down, unit)
		}
		if up != x && Down(up, digits) != Up(x, digits) && Down(up, digits+3) != Up(x, digits) {
			t.Fatalf("Up(%v) = %v is not a fixed point", x, up)
		}
	})
}

func TestPlainReadsBackExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := aFloat().Draw(t, "x")
		if back := read(t, Plain(x)); back != x {
			t.Fatalf("Plain(%v) = %q reads as %v", x, Plain(x), back)
		}
	})
}

func read(t *rapid.T, text string) float64 {
	x, err := Parse(text)
	if err != nil {
		// Rounding a subnormal down may leave less than half of the least float64.
		if strings.Contains(err.Error(), "too close to zero") {
			return 0
		}
		t.Fatal(err)
	}
	return x
}

func TestDelta(t *testing.T) {
	for x, want := range map[float64]string{1e-5: "10⁻⁵", 1.234567e-9: "1.234567 × 10⁻⁹", 1.0 / 60000: "1.667 × 10⁻⁵", 0.05: "0.05"} {
		if got := Delta(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

// A bound at an order holds at every lower one, so orders are rounded down.
func TestOrder(t *testing.T) {
	for alpha, want := range map[float64]string{11.98: "11.9", 12: "12", 2: "2", 5.2649: "5.26", 1.0009: "1"} {
		if got := Order(alpha); got != want {
			t.Errorf("%v is %s, want %s", alpha, got, want)
		}
	}
}

// A number that was computed from stated ones is not written with all the digits of its float64.
func TestStated(t *testing.T) {
	for x, want := range map[float64]string{2.23606797749979: "2.23607", 0.1: "0.1", 1.234567: "1.23457", 0.29999999999999999: "0.3",
		0.9999999: "1", 123457: "123,457", 1234567: "1.234567 × 10⁶", math.Inf(1): "∞", -0.44721359549995793: "−0.447214", 1e-5: "10⁻⁵"} {
		if got := Stated(x); got != want {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
}
