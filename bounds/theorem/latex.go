package theorem

import (
	"math"
	"strconv"
	"strings"
)

// tex writes a number in LaTeX with at most six significant digits.
func tex(x float64) string {
	if math.IsInf(x, 1) {
		return `\infty`
	}
	mantissa, exponent, found := strings.Cut(strconv.FormatFloat(x, 'e', 5, 64), "e")
	e, err := strconv.Atoi(exponent)
	if !found || err != nil || (e >= -4 && e < 7) {
		return short(x)
	}
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	power := "10^{" + strconv.Itoa(e) + "}"
	if mantissa == "1" {
		return power
	}
	return mantissa + `\cdot ` + power
}
