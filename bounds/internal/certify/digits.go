package certify

import (
	"math"
	"strconv"
	"strings"
)

// TenDigits is the least number of ten decimal digits that is at least x, so that
// what a value was found from, which differs between platforms in its last digits,
// is not seen in it, and a target that is met stays met.
func TenDigits(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return x
	}
	text := strconv.FormatFloat(x, 'e', 9, 64)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v >= x {
		return v
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits, err := strconv.Atoi(strings.Replace(mantissa, ".", "", 1))
	power, errPower := strconv.Atoi(exponent)
	v, errValue := strconv.ParseFloat(strconv.Itoa(digits+1)+"e"+strconv.Itoa(power-9), 64)
	if err != nil || errPower != nil || errValue != nil {
		return math.Inf(1)
	}
	return v
}
