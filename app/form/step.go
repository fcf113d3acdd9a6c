package form

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// coarse is the factor of a coarse step.
const coarse = 1.1

// Step is the number that an arrow key turns value into, as text. A fine step
// changes the last digit shown, or the digit after it if that would reach zero:
// 0.1 goes down to 0.09. A coarse step multiplies or divides by 1.1 and keeps
// three digits. Whole numbers move by at least one and stay at least 1; a whole
// 0, which means none, goes up to 1. Values that are not positive and finite
// otherwise stay as they are.
func Step(value float64, whole, up, big bool) string {
	if whole && value == 0 && up {
		return "1"
	}
	if math.IsNaN(value) || math.IsInf(value, 0) || value <= 0 {
		return run.FormatNumber(value)
	}
	if whole {
		return strconv.FormatFloat(stepWhole(value, up, big), 'f', -1, 64)
	}
	if big {
		factor := coarse
		if !up {
			factor = 1 / coarse
		}
		return run.FormatNumber(run.Digits(value*factor, 3))
	}
	exponent := lastDigit(value)
	if !up && value <= math.Pow10(exponent)*(1+1e-9) {
		exponent--
	}
	unit := math.Pow10(exponent)
	if !up {
		unit = -unit
	}
	// The sum is rounded to the stepped digit, so that 0.1+0.2 shows as 0.3.
	digits := int(math.Floor(math.Log10(value+math.Abs(unit)))) - exponent + 1
	return run.FormatNumber(run.Digits(value+unit, max(digits, 1)))
}

func stepWhole(value float64, up, big bool) float64 {
	next := value + 1
	switch {
	case up && big:
		next = max(value+1, math.Round(value*coarse))
	case big:
		next = min(value-1, math.Round(value/coarse))
	case !up:
		next = value - 1
	}
	return min(max(next, 1), run.MaxCount)
}

// lastDigit is the power of ten of the last digit that a number shows: −1 for
// 0.1, 0 for 200, −5 for 1e-5.
func lastDigit(value float64) int {
	mantissa, exponent, _ := strings.Cut(run.FormatNumber(value), "e")
	power, _ := strconv.Atoi(exponent)
	if _, decimals, found := strings.Cut(mantissa, "."); found {
		power -= len(decimals)
	}
	return power
}
