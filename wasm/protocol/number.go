package protocol

import (
	"fmt"
	"math"
	"strconv"

	"lastiterate/bounds/run"
)

// Number is a float64 that is written as the string "inf" if it is infinite. NaN is never written: a missing value is absent or
// null.
type Number float64

func (n Number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	switch {
	case math.IsInf(x, 1):
		return []byte(`"inf"`), nil
	case math.IsNaN(x) || math.IsInf(x, -1):
		return nil, fmt.Errorf("protocol: %v is not a value that can be sent", x)
	}
	return []byte(run.FormatNumber(x)), nil
}

func (n *Number) UnmarshalJSON(b []byte) error {
	if string(b) == `"inf"` {
		*n = Number(math.Inf(1))
		return nil
	}
	// The JSON decoder has checked the syntax, so the first byte tells a number from another
	// value. That is fast, for curves of thousands of numbers.
	x, err := strconv.ParseFloat(string(b), 64)
	if err != nil || len(b) == 0 || b[0] != '-' && (b[0] < '0' || b[0] > '9') {
		return fmt.Errorf(`want a number or "inf", got %s`, b)
	}
	*n = Number(x)
	return nil
}

// Optional is nil for NaN, so that the field is absent.
func Optional(x float64) *Number {
	if math.IsNaN(x) {
		return nil
	}
	n := Number(x)
	return &n
}

// Optionals returns pointers to the values, nil for NaN.
func Optionals(list []float64) []*Number {
	out := make([]*Number, len(list))
	for i, x := range list {
		out[i] = Optional(x)
	}
	return out
}

// Floats converts numbers of a message to float64.
func Floats(list []Number) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = float64(x)
	}
	return out
}

// Numbers converts values to numbers of a message.
func Numbers(list []float64) []Number {
	out := make([]Number, len(list))
	for i, x := range list {
		out[i] = Number(x)
	}
	return out
}
