package adversary

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

const (
	// gridCells is about the number of cells of the grid for the law of a sum of powers.
	gridCells = 1024
	// faintMass is the mass that each convolution may cut off a law's lower tail; faintTop is the mass at its upper end that
	// is rounded down to one place.
	faintMass = 1e-30
	faintTop  = 1e-16
	// forgotten is the power of c below which uses are left out.
	forgotten = 1e-17
	// gridError bounds the relative rounding error of the masses of a law on a grid, without the error of the shares of
	// single steps: 4·gridCells·U for each of at most 200 convolutions.
	gridError = 1e-10
)

// Forgetting returns a law of a number that is at most S = Σ_t c^{T−1−t}X_t, where the X_t are independent and 1 with
// probability part/whole, otherwise 0. It also returns Σ_t c^{2t} over the T steps, rounded up. For |c| > 1, S is relative to
// the largest power, c^{T−1}, and the sum to its square. The law bounds S from below only: Most of its atoms is +Inf, except
// for c = 0, where S is the last step's use.
func Forgetting(c interval.Number, T, part, whole int) (Law, interval.Number) {
	if c.IsZero() {
		return Chances(whole, []int{0, 1}, []int{whole - part, part}), interval.Int(1)
	}
	c, size, squares := atMostOne(c, T)
	if !squares.Defined() {
		return Law{}, squares
	}
	p, rest := share(part, whole), share(whole-part, whole)
	use := grid{atoms: []gridAtom{{0, rest}, {1, p}}}
	sign, _ := c.Sign()
	law, off := grid{atoms: []gridAtom{{0, 1}}}, 0.0
	if sign > 0 {
		law, _, _ = use.repeated(T, size.Down())
	} else {
		// Two steps are taken at a time, so that the powers between them are positive.
		two, factor := grid{atoms: []gridAtom{{c.Down(), p}, {0, rest}}}.plus(use, 1), below(size.Down()*size.Down())
		power, all := 1.0, true
		if T > 1 {
			law, power, all = two.repeated(T/2, factor)
		}
		switch {
		case !all: // the omitted uses may be at odd powers, which are negative
			off = 1.01 * forgotten / (1 - size.Up()*size.Up())
		case T%2 == 1:
			law = law.plus(use, power)
		}
	}
	for i := range law.atoms {
		law.atoms[i].at -= off
	}
	all, effort := decayed(size.Down(), sign, T, bernoulliUnits, func(theta float64) float64 { return bernoulli(p, rest, theta) })
	return law.asLaw(T, all, effort), squares.Upper()
}

// ForgettingOrder is Forgetting for passes of the given steps in a secret order: a pass has the example with probability
// part/whole, equally likely at each of its steps. If once is set, the step is the same in all passes; otherwise it is drawn
// anew. c is positive.
func ForgettingOrder(c interval.Number, T, steps, part, whole int, once bool) (Law, interval.Number) {
	if sign, certain := c.Sign(); !certain || sign <= 0 {
		return Law{}, interval.Undefined
	}
	_, size, squares := atMostOne(c, T)
	if !squares.Defined() {
		return Law{}, squares
	}
	inverted := !c.AtMost(interval.Int(1))
	log := size.Sub(interval.Int(1)).Log1p().Down() // ln size, from below
	p := share(part, whole)
	passes, rest := T/steps, T%steps
	if once {
		// Let the example's place be a steps from where powers are largest. Its uses are at that place and every `steps`
		// steps further: passes + 1 of them if the incomplete pass contains the place, a < rest.
		law := grid{atoms: []gridAtom{{0, 1 - p}}}
		law = law.joined(powersOf(0, rest, gridCells, log, p/float64(steps), sumOfPowers(log*float64(steps), passes+1)))
		law = law.joined(powersOf(rest, steps, gridCells, log, p/float64(steps), sumOfPowers(log*float64(steps), passes)))
		atoms := law.atoms
		return law.asLaw(1, func(theta float64) float64 { return logMean(atoms, theta) }, atomUnits*len(atoms)), squares.Upper()
	}
	inPass := func(length, cells int) grid { // the power of a use among the first steps of a pass
		none := grid{atoms: []gridAtom{{0, 1 - p*float64(length)/float64(steps)}}}
		return none.joined(powersOf(0, length, cells, log, p/float64(steps), 1))
	}
	pass, last := inPass(steps, gridCells/2), inPass(rest, gridCells/2)
	const few = 32 // cells of the law within a pass, for cumulants
	coarse, coarseLast := inPass(steps, few), inPass(rest, few)
	all := grid{atoms: []gridAtom{{0, 1}}}
	if passes > 0 {
		all, _, _ = pass.repeated(passes, powerBelow(log, float64(steps)))
	}
	first, second, between := last, all, powerBelow(log, float64(rest))
	if inverted {
		first, second, between = all, last, powerBelow(log, float64(passes)*float64(steps))
	}
	inner, effort := decayed(powerBelow(log, float64(steps)), 1, passes, atomUnits*len(coarse.atoms),
		func(theta float64) float64 { return logMean(coarse.atoms, theta) })
	return first.plus(second, between).asLaw(T, func(theta float64) float64 {
		if inverted {
			return inner(theta) + logMean(coarseLast.atoms, theta*between)
		}
		return logMean(coarseLast.atoms, theta) + inner(theta*between)
	}, effort+atomUnits*len(coarseLast.atoms)), squares.Upper()
}

// atMostOne returns c, |c| and Σ |c|^{2t} over T steps, with 1/c for c if |c| > 1: the powers of c, divided by the largest,
// are those of 1/c in the opposite order and with a common sign.
func atMostOne(c interval.Number, T int) (factor, size, squares interval.Number) {
	one := interval.Int(1)
	if size = interval.Max(c, c.Neg()); !size.AtMost(one) {
		c = one.Quo(c)
		size = interval.Max(c, c.Neg())
	}
	log := size.Sub(one).Log1p().Mul(interval.Int(2))
	switch {
	case log.IsZero():
		return c, size, interval.Int(T)
	case !log.Defined() || !size.AtMost(one):
		return c, size, interval.Undefined
	}
	return c, size, log.Mul(interval.Int(T)).Expm1().Quo(log.Expm1())
}

// share returns part/whole, rounded.
func share(part, whole int) float64 { return float64(part) / float64(whole) }

// below returns x > 0, lowered by about four rounding errors.
func below(x float64) float64 { return x * (1 - 4*errfloat.U) }

// decayed returns all(θ) = log E[e^{θS̃}] of an S̃ that is at most Σ_{j<T} c^j·K_j, where inner is the cumulant of each K_j,
// size is |c| and sign the sign of c. It rounds the powers of c down within blocks in which they change little. units is the
// work of one call of inner, effort that of one call of all.
func decayed(size float64, sign, T, units int, inner func(theta float64) float64) (all func(theta float64) float64, effort int) {
	const blocks = 32 // for a factor of e
	length := 1.0
	decay := -math.Log(size)
	if decay > 0 {
		length = max(1, math.Floor(1/(blocks*decay)))
	} else {
		length = float64(T)
	}
	if sign < 0 && length > 1 {
		length -= math.Mod(length, 2) // as many even powers as odd ones
	}
	type weight struct{ count, power float64 }
	var weights []weight
	for j := 0.0; j < float64(T); j += length {
		n := min(length, float64(T)-j)
		first, last := math.Exp(-decay*j), math.Exp(-decay*(j+n-1))
		switch {
		case sign > 0:
			weights = append(weights, weight{n, last})
		case n == 1 && math.Mod(j, 2) == 1:
			weights = append(weights, weight{1, -first})
		default:
			weights = append(weights, weight{math.Ceil(n / 2), last}, weight{math.Floor(n / 2), -first})
		}
		if first < forgotten {
			break
		}
	}
	return func(theta float64) float64 {
		sum := 0.0
		for _, w := range weights {
			sum += w.count * inner(theta*w.power)
		}
		return sum
	}, units * len(weights)
}

// ForgettingUnits returns about the work of Forgetting and ForgettingOrder, in units of package work: two convolutions on the
// grid for each doubling of the steps that are remembered.
func ForgettingUnits(c interval.Number, T int) int {
	const convolution = gridCells * gridCells / 8
	remembered := float64(T)
	if decay := math.Abs(math.Log(math.Abs(c.Float64()))); decay > 0 {
		remembered = min(remembered, 1-math.Log(forgotten)/decay)
	}
	return convolution * int(1+2*math.Log2(remembered+1))
}
