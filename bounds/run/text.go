package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// number is the value of a numeric field; ok is false for a choice.
func (f Field) number(r Run) (value float64, ok bool) {
	switch p := f.in(&r).(type) {
	case *float64:
		return *p, true
	case *int:
		return float64(*p), true
	}
	return 0, false
}

// text is the field's canonical text.
func (f Field) text(r Run) string {
	if x, ok := f.number(r); ok {
		return FormatNumber(x)
	}
	p, _ := f.in(&r).(*string)
	if f.Optional && *p == "" {
		return f.Choices[0]
	}
	return *p
}

// FormatNumber writes the shortest digits that read back to the same float64,
// as 60000, 1234567, 1e6 and 1e-5 rather than 1.234567e+06 and 1e-05; infinity
// is "inf".
func FormatNumber(x float64) string {
	if math.IsInf(x, 1) {
		return "inf"
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	mantissa, exponent, found := strings.Cut(text, "e")
	if !found {
		return text
	}
	text = mantissa + "e" + strings.TrimLeft(exponent, "+0")
	if exponent[0] == '-' {
		text = mantissa + "e-" + strings.TrimLeft(exponent[1:], "0")
	}
	if plain := strconv.FormatFloat(x, 'f', -1, 64); len(plain) <= len(text) {
		return plain
	}
	return text
}

// Get returns the named field as canonical text: a number as FormatNumber
// writes it, a choice as its name. It is empty for a name that is not a field.
func (r Run) Get(name string) string {
	if f, ok := FieldByName(name); ok {
		return f.text(r)
	}
	return ""
}

// Number returns the named numeric field; ok is false for choices and unknown names.
func (r Run) Number(name string) (value float64, ok bool) {
	if f, ok := FieldByName(name); ok {
		return f.number(r)
	}
	return 0, false
}

// SetNumber sets the named field to a number. It refuses fractions and magnitudes above MaxCount in a whole-number field, with a
// FieldError. It checks no other range; Validate does.
func (r *Run) SetNumber(name string, value float64) error {
	f, ok := FieldByName(name)
	if !ok || f.Kind == Choice {
		return FieldError{Field: name, Value: FormatNumber(value), Message: fmt.Sprintf("a run has no number called %q", name)}
	}
	switch p := f.in(r).(type) {
	case *int:
		if value != math.Trunc(value) || math.Abs(value) > MaxCount {
			return FieldError{Field: name, Value: FormatNumber(value), Message: f.Label + " " + wholeNumber}
		}
		*p = int(value)
	case *float64:
		*p = value
	}
	return nil
}

// Set sets the named field to the value of a text: a known choice, or a number as ParseDecimal reads it. If it returns an error,
// it is a FieldError, and the run is unchanged.
func (r *Run) Set(name, text string) error {
	f, ok := FieldByName(name)
	if !ok {
		return FieldError{Field: name, Value: text, Message: fmt.Sprintf("there is no field %q", name)}
	}
	if f.Kind == Choice {
		if p, ok := f.in(r).(*string); ok && slices.Contains(f.Choices, text) {
			*p = text
			return nil
		}
		return FieldError{Field: name, Value: text, Message: f.Label + " must be one of " + strings.Join(f.Choices, ", ")}
	}
	value, err := ParseDecimal(text)
	if errors.Is(err, strconv.ErrRange) { // a decimal that overflows to ±Inf
		return FieldError{Field: name, Value: text, Message: f.numberFault(math.Copysign(math.MaxFloat64, value))}
	}
	if err != nil {
		return FieldError{Field: name, Value: text, Message: f.Label + " must be a number" + f.OrInf()}
	}
	return r.SetNumber(name, value)
}

// OrInf is the end of a message that asks for a number, if the field also accepts "inf"; otherwise it is empty.
func (f Field) OrInf() string {
	if f.Kind == PositiveOr {
		return `, or "inf" for no projection`
	}
	if f.Kind == NonNegOr {
		return `, or "inf" for convex losses that are not smooth`
	}
	return ""
}

// ParseDecimal reads a decimal floating-point number or "inf". Unlike
// strconv.ParseFloat it refuses NaN, hexadecimal, underscores and signed infinity.
func ParseDecimal(text string) (float64, error) {
	if text == "inf" {
		return math.Inf(1), nil
	}
	if strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}
