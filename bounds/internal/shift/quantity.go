package shift

import (
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// quantity is a number whose operations bound their own errors, in one of two arithmetics:
// intervals, or near numbers. It is known within its error, or nothing is known of it, and
// then nothing is known of what is computed from it. What is computed from two has the
// arithmetic of both.
//
// It is not a type parameter, because a type argument's methods all go into the program, and
// for interval.Number those are all that package big has for printing and parsing.
type quantity struct {
	outward bool            // an interval
	exact   interval.Number // if outward
	near    errfloat.Near   // else
}

func outward(x interval.Number) quantity { return quantity{outward: true, exact: x} }
func nearly(x errfloat.Near) quantity    { return quantity{near: x} }

func (x quantity) add(y quantity) quantity {
	if x.outward {
		return outward(x.exact.Add(y.exact))
	}
	return nearly(x.near.Add(y.near))
}

func (x quantity) sub(y quantity) quantity {
	if x.outward {
		return outward(x.exact.Sub(y.exact))
	}
	return nearly(x.near.Sub(y.near))
}

func (x quantity) mul(y quantity) quantity {
	if x.outward {
		return outward(x.exact.Mul(y.exact))
	}
	return nearly(x.near.Mul(y.near))
}

func (x quantity) quo(y quantity) quantity {
	if x.outward {
		return outward(x.exact.Quo(y.exact))
	}
	return nearly(x.near.Quo(y.near))
}

// decay is e^−x.
func (x quantity) decay() quantity {
	if x.outward {
		return outward(x.exact.Neg().Exp())
	}
	return nearly(x.near.Decay())
}

// risen is 1 − e^−x.
func (x quantity) risen() quantity {
	if x.outward {
		return outward(x.exact.Neg().Expm1().Neg())
	}
	return nearly(x.near.Risen())
}

// whole is the whole number n in x's arithmetic.
func (x quantity) whole(n int) quantity {
	if x.outward {
		return outward(interval.Int(n))
	}
	return nearly(errfloat.Whole(n))
}

// atMost reports whether x ≤ y is certain.
func (x quantity) atMost(y quantity) bool {
	if x.outward {
		return x.exact.AtMost(y.exact)
	}
	return x.near.AtMost(y.near)
}

// isZero reports whether x = 0 is certain.
func (x quantity) isZero() bool {
	if x.outward {
		return x.exact.IsZero()
	}
	return x.near.IsZero()
}

// defined reports whether anything is known of x.
func (x quantity) defined() bool {
	if x.outward {
		return x.exact.Defined()
	}
	return x.near.Defined()
}

// up is at least x, +Inf where nothing is known of it.
func (x quantity) up() float64 {
	if x.outward {
		return x.exact.Up()
	}
	return x.near.Up()
}
