package adversary

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// Erasing is a linear run in a known order, without a projection, in which every step has a factor of its own. Steps just
// before a use of the differing example have small factors. They erase noise but also part of what earlier uses added; steps
// erase as long as that pays. The other steps keep the sum of the uses (adversary.md, Theorem 8). A step maps x to its factor
// times x; factors are not negative.
type Erasing struct {
	Keep, Erase       Factor        // the largest and the smallest factor of a step without the example; Erase ≤ 1
	OwnKeep, OwnErase Factor        // those of a step that uses it
	Ratio             errfloat.Near // s²/σ²
	T                 int           // steps
	Period            int           // steps between two uses
	Rest              int           // steps after the last use, fewer than Period
}

// Factor is a factor c ≥ 0 of a step and |log c|, which is unknown if c = 0.
type Factor struct {
	Value, log errfloat.Near
	expands    bool // c > 1
}

// FactorOf returns the factor c. ok is false if c is negative, or if its sign or its side of 1 is uncertain.
func FactorOf(c interval.Number) (Factor, bool) {
	log := c.Log()
	sign, certain := log.Sign()
	switch {
	case c.IsZero():
		return Factor{log: errfloat.Undefined}, true
	case !certain:
		return Factor{}, false
	}
	size := interval.Max(log, log.Neg())
	return Factor{errfloat.Between(c.Down(), c.Up()), errfloat.Between(size.Down(), size.Up()), sign > 0}, true
}

// MostUses is the largest number of uses with an erasure before each.
const MostUses = 4096

// Uses is the number of uses.
func (l Erasing) Uses() int { return (l.T-1-l.Rest)/l.Period + 1 }

// gap is the state of the two runs: the distance of their means, in units of s, and their common variance, in units of σ².
type gap struct{ means, variance errfloat.Near }

// MuSquared returns the squared distance of the two final Gaussians, in standard deviations. If all steps keep with one
// factor that does not expand, only the first and the last use have an erasure before them, and the distances that the uses
// between add are summed. Otherwise each use has an erasure before it. The result is unknown if numbers leave the range of
// float64, or if more than MostUses erasures would be followed.
func (l Erasing) MuSquared() errfloat.Near {
	uses, first := l.Uses(), (l.T-1-l.Rest)%l.Period+1
	at := gap{errfloat.Whole(1), l.erased(first)}
	switch {
	case uses == 1:
	case l.addsUp():
		at = l.nextUse(l.adding(at, first, uses-2), l.Rest)
	case uses > MostUses:
		return errfloat.Undefined
	default:
		for range uses - 2 {
			at = l.nextUse(at, l.Period-1)
		}
		at = l.nextUse(at, l.Rest)
	}
	return l.Ratio.Mul(at.means.Square()).Quo(at.variance.Add(l.Keep.inverseSquares(l.Rest)))
}

// addsUp reports whether pushes add up between the first and the last use: all steps keep with one factor, at most 1.
func (l Erasing) addsUp() bool { return !l.Keep.expands && l.OwnKeep == l.Keep }

// adding returns the state after `more` further uses, between which all steps keep, from the state after the first use at
// step `first`.
func (l Erasing) adding(at gap, first, more int) gap {
	steps := more * l.Period
	variance := l.Keep.squares(steps).Add(l.Keep.power(steps).Square().Mul(at.variance))
	if !variance.Defined() { // the part of the first use that remains is too small for float64
		variance = l.Keep.squares(first + steps)
	}
	return gap{l.Keep.geometric(l.Period, more+1), variance}
}

// erased returns the variance at a use if all of the n steps up to and including it erase.
func (l Erasing) erased(n int) errfloat.Near {
	return errfloat.Whole(1).Add(l.OwnErase.Value.Square().Mul(l.Erase.squares(n - 1)))
}

// nextUse returns the state after the next use, given the state after a use. following is the number of steps that keep after
// the next use, for best.
func (l Erasing) nextUse(at gap, following int) gap {
	if l.forgets() {
		// The square of the factors' product is below 1e-270 here. The larger 1e-100 is used for it: still far below rounding,
		// and more variance only lowers the floor.
		const square = 1e-100
		return gap{errfloat.Whole(1), l.erased(l.Period).Add(at.variance.Mul(errfloat.Between(square, square)))}
	}
	e, c := l.best(at, following)
	left := c.Mul(e.left)
	return gap{left.Mul(at.means).Add(errfloat.Whole(1)), left.Square().Mul(e.variance).Add(e.noise)}
}

// forgets reports whether an epoch of steps that keep reduces a variance below the range of float64: then all steps erase.
func (l Erasing) forgets() bool { return !l.Keep.expands && !l.Keep.inverseSquares(l.Period).Defined() }

// best chooses the steps that erase before the next use, and the factor c of the step before them. Lengths are measured in
// units in which the keeping steps since the last use multiply by 1. M and V are the distance and the variance before the step
// with factor c. The erasing steps after it multiply by P, and their noise adds the variance A. So the next use has the
// distance cPM + 1 and the variance c²P²V + A. S is the variance that the following steps add, divided by their squared
// factors. Then c = (A + S)M/(PV) makes the final distance in standard deviations largest. best takes the fewest erasing steps
// for which that c is not below the range of factors, and cuts c to the range.
func (l Erasing) best(at gap, following int) (erasure, errfloat.Near) {
	e := l.before(at, following, sort.Search(l.Period-1, func(k int) bool {
		e := l.before(at, following, k)
		return e.best >= e.least.Middle()
	}))
	const inside = 1e-9 // relative, more than the rounding error: a factor this far from the ends is within the range
	switch {
	case !(e.best > e.least.Middle()*(1+inside)):
		return e, e.least
	case e.best > e.most.Middle()*(1-inside):
		return e, e.most
	}
	return e, errfloat.Between(e.best, e.best)
}

// erasure describes the steps that erase for a use, the last of which is the use's own. Letters and units are those of best.
type erasure struct {
	steps       int           // their number; if 0, the use's own step has the factor c
	least, most errfloat.Near // the range of c, the factor of the step before them
	best        float64       // about the best c, which may be outside the range
	variance    errfloat.Near // V
	left, noise errfloat.Near // P and A
}

// before returns the erasure by k steps for the next use, given the state after the last use.
func (l Erasing) before(at gap, following, k int) erasure {
	keeps := l.Period - 1 - k
	e := erasure{steps: k, variance: at.variance.Add(l.Keep.inverseSquares(keeps)), left: errfloat.Whole(1), noise: errfloat.Whole(1)}
	least, most := l.OwnErase.Value, l.OwnKeep.Value
	if k > 0 {
		least, most = l.Erase.Value, l.Keep.Value
		e.left = l.OwnErase.Value.Mul(l.Erase.power(k - 1))
		e.noise = l.erased(k + 1)
	}
	kept := l.Keep.power(keeps)
	if e.most = most.Mul(kept); !least.IsZero() {
		e.least = least.Mul(kept)
	}
	if e.left.IsZero() { // everything is erased whatever c is
		e.best = math.Inf(1)
		return e
	}
	e.best = e.noise.Add(l.Keep.inverseSquares(following)).Mul(at.means).Quo(e.left.Mul(e.variance)).Middle()
	return e
}

// inverseSquares is Σ_{1≤i≤n} c^{−2i}, unknown where c = 0 < n.
func (f Factor) inverseSquares(n int) errfloat.Near {
	sum := f.geometric(2, n)
	if n == 0 || f.log.IsZero() {
		return sum
	}
	twice := f.log.Mul(errfloat.Whole(2))
	if f.expands {
		return sum.Mul(twice.Decay())
	}
	return sum.Quo(twice.Mul(errfloat.Whole(n)).Decay())
}

// squares is Σ_{i<n} c^{2i} for c ≤ 1.
func (f Factor) squares(n int) errfloat.Near { return f.geometric(2, n) }

// geometric is Σ_{i<n} q^{stride·i}, q = min(c, 1/c).
func (f Factor) geometric(stride, n int) errfloat.Near {
	switch {
	case n == 0:
		return errfloat.Near{}
	case f.Value.IsZero():
		return errfloat.Whole(1)
	case f.log.IsZero():
		return errfloat.Whole(n)
	}
	each := f.log.Mul(errfloat.Whole(stride))
	return each.Mul(errfloat.Whole(n)).Risen().Quo(each.Risen())
}

// power returns c^n, unknown if it is outside of float64's range.
func (f Factor) power(n int) errfloat.Near {
	switch {
	case n == 0 || f.log.IsZero():
		return errfloat.Whole(1)
	case f.Value.IsZero():
		return f.Value
	}
	p := f.log.Mul(errfloat.Whole(n)).Decay()
	if f.expands {
		return errfloat.Whole(1).Quo(p)
	}
	return p
}
