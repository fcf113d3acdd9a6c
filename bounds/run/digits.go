package run

import (
	"fmt"
	"strconv"
	"strings"
)

// Digits rounds x to the nearest number with that many significant digits.
func Digits(x float64, digits int) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil { // the rounded number overflows
		return x
	}
	return y
}

// DigitsUp is the least number with that many significant digits that is at least x ≥ 0, and DigitsDown
// the largest that is at most x.
func DigitsUp(x float64, digits int) float64   { return roundTowards(x, digits, 1) }
func DigitsDown(x float64, digits int) float64 { return roundTowards(x, digits, -1) }

// roundTowards rounds x up if side is 1, and down if side is −1.
func roundTowards(x float64, digits, side int) float64 {
	y := Digits(x, digits)
	if !(float64(side)*(x-y) > 0) {
		return y
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	whole, _ := strconv.Atoi(strings.Replace(mantissa, ".", "", 1))
	power, _ := strconv.Atoi(exponent)
	power -= digits - 1
	if side < 0 && strings.Trim(mantissa, ".0") == "1" { // below 1.00 is 0.999
		whole, power = 10*whole, power-1
	}
	next, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", whole+side, power), 64)
	return next
}
