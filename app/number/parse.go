package number

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

const howToWrite = "write it like 0.1, 1e-5, 60,000, 60k or 1/256"

// Parse reads a number as a person writes it. Infinity is "inf" or "∞"; it is positive, and NaN is never returned. The error is
// a sentence for the visitor.
func Parse(text string) (float64, error) {
	s := plainSigns(text)
	if s == "" {
		return 0, errors.New("a number is missing: " + howToWrite)
	}
	if isInfinity(s) {
		return math.Inf(1), nil
	}
	over, under, isFraction := strings.Cut(s, "/")
	if !isFraction {
		return parseOne(s)
	}
	if strings.Contains(under, "/") {
		return 0, fmt.Errorf("%s has two fraction bars: write one, like 1/256", quote(text))
	}
	over, under = strings.TrimSpace(over), strings.TrimSpace(under)
	if over == "" || under == "" {
		return 0, fmt.Errorf("%s lacks a number beside its fraction bar: write one on either side, like 1/256", quote(text))
	}
	numerator, err := parseOne(over)
	if err != nil {
		return 0, err
	}
	denominator, err := parseOne(under)
	if err != nil {
		return 0, err
	}
	if denominator == 0 {
		return 0, fmt.Errorf("%s divides by zero", quote(text))
	}
	return inRange(numerator/denominator, numerator != 0, s)
}

// ParseMeasure reads a number that is not a count: a rate, a length, a probability. A comma before three digits may be a
// decimal comma, so 1,100 is refused. The error is a sentence for the visitor.
func ParseMeasure(text string) (float64, error) {
	x, err := Parse(text)
	if err == nil && oneGroup(text, ",") {
		err = eitherWay(text, ",")
	}
	return x, err
}

// ParseCount reads a count, which need not be whole. A point before three digits may group thousands, so 1.000 is refused. The
// error is a sentence for the visitor.
func ParseCount(text string) (float64, error) {
	x, err := Parse(text)
	if err == nil && oneGroup(text, ".") {
		err = eitherWay(text, ".")
	}
	return x, err
}

// ParseWhole reads a whole number of at most 2⁵³ as ParseCount does. The error is a sentence for the visitor.
func ParseWhole(text string) (int, error) {
	x, err := ParseCount(text)
	if err != nil {
		return 0, err
	}
	switch {
	case x < -1<<53:
		return 0, fmt.Errorf("%s is not a count: write a whole number of at least 0", quote(text))
	case x > 1<<53:
		return 0, fmt.Errorf("%s is too large for a count: write a whole number of at most 2⁵³", quote(text))
	}
	switch below := math.Floor(x); {
	case below == x:
		return int(x), nil
	case x < 1: // only few counts may be 0
		return 0, fmt.Errorf("%s is not a whole number: write one such as 1", quote(text))
	default:
		return 0, fmt.Errorf("%s is not a whole number: write %.0f or %.0f", quote(text), below, below+1)
	}
}

func isInfinity(s string) bool {
	switch strings.ToLower(strings.TrimPrefix(s, "+")) {
	case "inf", "infinity", "∞":
		return true
	}
	return false
}

// parseOne reads a number without a fraction bar:
// sign, grouped digits, fraction, then an exponent or one of the letters k, M.
func parseOne(s string) (float64, error) {
	sign, body := "", s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, body = strings.TrimPrefix(s[:1], "+"), strings.TrimSpace(s[1:])
	}
	if isInfinity(body) {
		return 0, fmt.Errorf("%s can neither be negative nor a part of a fraction: %s", quote(s), howToWrite)
	}
	mantissa, exponent, err := splitExponent(s, body)
	if err != nil {
		return 0, err
	}
	digits, err := ungroup(s, mantissa)
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(sign+digits+"e"+exponent, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, notANumber(s)
	}
	return inRange(x, strings.Trim(digits, "0.") != "", s)
}

// inRange refuses numbers that a float64 does not distinguish from infinity or from zero.
func inRange(x float64, nonzero bool, s string) (float64, error) {
	switch {
	case math.IsInf(x, 0):
		return 0, fmt.Errorf("%s is too large to compute with", quote(s))
	case x == 0 && nonzero:
		return 0, fmt.Errorf("%s is too close to zero to compute with", quote(s))
	case x == 0:
		return 0, nil // not −0
	}
	return x, nil
}

func notANumber(s string) error {
	return fmt.Errorf("%s is not a number: %s", quote(s), howToWrite)
}

// quote repeats what was typed, with marks unless it looks like a number, and at most 40 characters of it.
func quote(s string) string {
	s = strings.TrimSpace(s)
	const most = 40
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	if strings.Trim(s, "+-.,_0123456789eE/") == "" {
		return s
	}
	return "“" + s + "”"
}
