package claim

import (
	"math"

	"lastiterate/bounds/run"
)

// Question asks for ε(α) of Rényi differential privacy, or for the ε of
// (ε, δ)-differential privacy. Exactly one field is set; the other is 0.
type Question struct {
	Alpha float64 // Rényi order α > 1
	Delta float64 // δ in (0, 1)
}

// Target is the largest ε that an answer may have, at the question's order or δ.
type Target struct {
	Epsilon  float64 // > 0
	Question Question
	// Epochs, if true, keeps the number of passes over the data instead of T while the batch size is solved for. If T is solved
	// for, it is found as a whole number of passes.
	Epochs bool
	// Before, if true, keeps the number of steps before a deletion while the number of steps after the deletion is solved for; T
	// is their sum.
	Before bool
}

// AtMost returns the float64 just below x > 0, which is at most the stated decimal whose nearest float64 is x.
func AtMost(x float64) float64 { return math.Nextafter(x, 0) }

// AtLeast returns the float64 just above x > 0, which is at least the stated decimal whose nearest float64 is x.
func AtLeast(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// Renyi reports whether the question asks for a Rényi divergence.
func (q Question) Renyi() bool { return q.Alpha != 0 }

const (
	// maxAlpha is the largest order that conversions try (maxOrder in internal/convert). It is enough for
	// every δ down to minDelta.
	maxAlpha = 1e9
	minDelta = 1e-300
)

// Validate checks that exactly one of α and δ is set, and that it is in range. It returns nil or a
// run.Errors.
func (q Question) Validate() error {
	fault := func(field string, value float64, message string) error {
		return run.Errors{{Field: field, Value: run.FormatNumber(value), Message: message}}
	}
	switch {
	case q.Alpha != 0 && q.Delta != 0:
		return fault("alpha", q.Alpha, "ask for a Rényi order alpha or for a delta, not for both")
	case q.Alpha == 0 && q.Delta == 0:
		return fault("delta", 0, "ask for a delta between 0 and 1, or for a Rényi order alpha above 1")
	case q.Alpha != 0 && !(q.Alpha > 1):
		return fault("alpha", q.Alpha, "the Rényi order must be above 1")
	case q.Alpha > maxAlpha:
		return fault("alpha", q.Alpha, "the Rényi order must be at most 1e9")
	case q.Delta != 0 && !(q.Delta > 0 && q.Delta < 1):
		return fault("delta", q.Delta, "the failure probability δ must lie strictly between 0 and 1")
	case q.Delta != 0 && q.Delta < minDelta:
		return fault("delta", q.Delta, "the failure probability δ must be at least 1e-300")
	}
	return nil
}
