package certify

import "lastiterate/bounds/run"

// TenDigits is the least number of ten decimal digits that is at least x, so that
// what a value was found from, which differs between platforms in its last digits,
// is not seen in it, and a target that is met stays met.
func TenDigits(x float64) float64 { return run.DigitsUp(x, 10) }
