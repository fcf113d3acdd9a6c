// Package interval computes with numbers that are known to lie between two others. A Number is an exact fraction while it is
// short, and otherwise an interval whose ends are rounded outward at 128 bits. So every result is certain: its upper end is
// at least the true value and its lower end at most. Up and Down return them as float64s.
//
// A result that cannot be computed with certainty is undefined: a division by an interval that holds 0, the root or logarithm
// of an interval that may be negative, an exponential beyond all exponents. An undefined operand makes the result undefined,
// its Up +Inf and its Down −Inf. Nothing here panics.
//
// The results do not depend on the platform: all arithmetic is on integers. The error bounds of the functions are proved in
// interval.md.
package interval
