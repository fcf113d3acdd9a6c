package certify

import "lastiterate/bounds/run"

// TenDigits returns the least number of ten decimal digits that is at least x. The result is the same on platforms whose x
// differ in the last digits, and a target that x meets is still met.
func TenDigits(x float64) float64 { return run.DigitsUp(x, 10) }
