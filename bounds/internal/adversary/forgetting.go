package adversary

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

const (
	// gridCells is how many cells the law of a sum of powers is followed on.
	gridCells = 1024
	// faintMass is what is cut off a law's lower tail at every convolution, and
	// faintTop what is rounded down at its upper end.
	faintMass = 1e-30
	faintTop  = 1e-16
	// forgotten is the power of c from which on uses are left out.
	forgotten = 1e-17
	// gridError bounds what rounding does to the masses of a law on a grid, but for
	// the shares of single steps: 4·gridCells·U for each of at most 200 convolutions.
	gridError = 1e-10
)

// Forgetting is a law that is at most that of S = Σ_t c^{T−1−t}X_t, the X_t
// independent and 1 with probability part/whole, else 0; and, rounded up, Σ_t c^{2t}
// over the T steps. For |c| > 1 both are relative to the largest power, c^{T−1} for S
// and its square. The law's atoms are rounded down only: Most is +Inf, but for
// c = 0, where S is the last step's use.
func Forgetting(c interval.Number, T, part, whole int) (Law, interval.Number) {
	if c.IsZero() {
		return Chances(whole, []int{0, 1}, []int{whole - part, part}), interval.Int(1)
	}
	c, size, squares := inside(c, T)
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
		// Two steps at a time, so that the powers between them are positive.
		two, factor := grid{atoms: []gridAtom{{c.Down(), p}, {0, rest}}}.plus(use, 1), below(size.Down()*size.Down())
		power, all := 1.0, true
		if T > 1 {
			law, power, all = two.repeated(T/2, factor)
		}
		switch {
		case !all: // uses that were left out, by odd powers
			off = 1.01 * forgotten / (1 - size.Up()*size.Up())
		case T%2 == 1:
			law = law.plus(use, power)
		}
	}
	for i := range law.atoms {
		law.atoms[i].at -= off
	}
	all, effort := decayed(size.Down(), sign, T, bernoulliUnits, func(theta float64) float64 { return bernoulli(p, theta) })
	return law.asLaw(T, all, effort), squares.Upper()
}

// ForgettingOrder is Forgetting where passes of a number of steps are walked in a
// secret order: a pass has the example with probability part/whole, at each of its
// steps alike; the same step in all passes if once, else drawn anew. c is positive.
func ForgettingOrder(c interval.Number, T, steps, part, whole int, once bool) (Law, interval.Number) {
	if sign, certain := c.Sign(); !certain || sign <= 0 {
		return Law{}, interval.Undefined
	}
	_, size, squares := inside(c, T)
	if !squares.Defined() {
		return Law{}, squares
	}
	inverted := !c.AtMost(interval.Int(1))
	log := size.Sub(interval.Int(1)).Log1p().Down() // of |c|, from below
	p := share(part, whole)
	passes, rest := T/steps, T%steps
	if once {
		// A step that is a steps from where powers are largest is used there, and every
		// pass later: once more where the incomplete pass has it.
		law := grid{atoms: []gridAtom{{0, 1 - p}}}
		law = law.joined(powersOf(0, rest, gridCells, log, p/float64(steps), sumOfPowers(log*float64(steps), passes+1)))
		law = law.joined(powersOf(rest, steps, gridCells, log, p/float64(steps), sumOfPowers(log*float64(steps), passes)))
		atoms := law.atoms
		return law.asLaw(1, func(theta float64) float64 { return logMean(atoms, theta) }, atomUnits*len(atoms)), squares.Upper()
	}
	within := func(length, cells int) grid {
		none := grid{atoms: []gridAtom{{0, 1 - p*float64(length)/float64(steps)}}}
		return none.joined(powersOf(0, length, cells, log, p/float64(steps), 1))
	}
	pass, last := within(steps, gridCells/2), within(rest, gridCells/2)
	const few = 32 // in cumulants
	coarse, coarseLast := within(steps, few), within(rest, few)
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

// inside turns a factor above 1 into its inverse: from the first step on the powers
// then fall, and the sign that the largest has turns all of them. It returns the
// factor, its size and Σ size^{2t} over T steps.
func inside(c interval.Number, T int) (factor, size, squares interval.Number) {
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

// repeated is a law at most that of Σ_i factor^i·K_i over so many independent
// numbers, each at least one that follows g; factor is in (0, 1]. power is the next
// one, from below. all is false where some of them, of powers below forgotten, were
// left out.
func (g grid) repeated(times int, factor float64) (law grid, power float64, all bool) {
	law, power = grid{atoms: []gridAtom{{0, 1}}}, 1
	done, length := 0, 1
	for n := times; ; {
		if n%2 == 1 {
			law = law.plus(g, power)
			done += length
			power = below(power * factor)
		}
		if n /= 2; n == 0 || power < forgotten {
			break
		}
		if factor < forgotten { // no more than this block counts of all that are left
			law = law.plus(g, power)
			done += length
			break
		}
		g = g.plus(g, factor)
		length, factor = 2*length, below(factor*factor)
	}
	return law, power, done == times
}

// powersOf are e^{a·log}·scale for a from first up to last, from below, each of the
// same mass; joined to cells where they are many.
func powersOf(first, last, cells int, log, mass, scale float64) []gridAtom {
	var atoms []gridAtom
	width := (last-first)/cells + 1
	for a := last; a > first; a -= width { // rising powers
		from := max(first, a-width)
		atoms = append(atoms, gridAtom{below(powerBelow(log, float64(a-1)) * scale), mass * float64(a-from)})
	}
	return atoms
}

// powerBelow is at most e^{a·log}, log ≤ 0.
func powerBelow(log, a float64) float64 {
	x := float64(a * log)
	return errfloat.Exp(x) * (1 - errfloat.ExpError - float64(4*errfloat.U*math.Abs(x)))
}

// sumOfPowers is at most Σ_{i<n} e^{i·log}, log ≤ 0.
func sumOfPowers(log float64, n int) float64 {
	if n == 0 || log == 0 {
		return float64(n)
	}
	if float64(n)*log < -700 {
		return below(-1 / errfloat.Expm1(log) * (1 - 2*errfloat.Expm1Error))
	}
	lost := 4*errfloat.Expm1Error + float64(8*errfloat.U*math.Abs(float64(n)*log))
	return below(errfloat.Expm1(float64(float64(n)*log)) / errfloat.Expm1(log) * (1 - lost))
}

// joined is the law with further atoms, in rising order.
func (g grid) joined(atoms []gridAtom) grid {
	return grid{atoms: merged(append(slices.Clone(g.atoms), atoms...)), cut: g.cut}
}

// atomUnits are the units of work of an atom in logMean.
const atomUnits = 2

// logMean is log E[e^{θK}].
func logMean(atoms []gridAtom, theta float64) float64 {
	top := math.Inf(-1)
	for _, a := range atoms {
		top = max(top, theta*a.at)
	}
	sum := 0.0
	if top < 500 {
		for _, a := range atoms {
			sum += a.mass * math.Expm1(theta*a.at)
		}
		return math.Log1p(sum)
	}
	for _, a := range atoms {
		sum += a.mass * math.Exp(theta*a.at-top)
	}
	return top + math.Log(sum)
}

// share is part/whole, rounded.
func share(part, whole int) float64 { return float64(part) / float64(whole) }

func below(x float64) float64 { return x * (1 - 4*errfloat.U) }

// grid is a law of few numbers, in rising order; cut is at least the mass that is
// missing.
type grid struct {
	atoms []gridAtom
	cut   float64
	cell  float64 // the distances of the numbers are multiples of it; 0 if not known
}

type gridAtom struct{ at, mass float64 }

// plus is a law at most that of the sum of a number that follows g and scale > 0
// times one that follows other: exactly while atoms are few, else on a grid.
func (g grid) plus(other grid, scale float64) grid {
	scaled := make([]gridAtom, len(other.atoms))
	for i, a := range other.atoms {
		scaled[i] = gridAtom{downward(a.at * scale), a.mass}
	}
	cut := g.cut + other.cut
	if len(g.atoms)*len(scaled) > gridCells {
		atoms, cell := onGrid(g.atoms, scaled, g.cell)
		return grid{atoms, cut, cell}.trimmed()
	}
	sums := make([]gridAtom, 0, len(g.atoms)*len(scaled))
	for _, a := range g.atoms {
		for _, b := range scaled {
			sums = append(sums, gridAtom{downward(a.at + b.at), float64(a.mass * b.mass)})
		}
	}
	return grid{merged(sums), cut, 0}.trimmed()
}

// merged are the atoms in rising order, one at a place.
func merged(atoms []gridAtom) []gridAtom {
	sort.SliceStable(atoms, func(i, j int) bool { return atoms[i].at < atoms[j].at })
	out := atoms[:1]
	for _, a := range atoms[1:] {
		if last := &out[len(out)-1]; a.at == last.at {
			last.mass += a.mass
		} else {
			out = append(out, a)
		}
	}
	return out
}

// downward is at most the number that was rounded to x.
func downward(x float64) float64 { return x - float64(math.Abs(x)*2*errfloat.U) }

// onGrid is the law of the sum, both numbers rounded down to a grid: that of the
// first while it is not too fine, so that it is not rounded again.
func onGrid(a, b []gridAtom, cell float64) (sum []gridAtom, h float64) {
	lowA, lowB := a[0].at, b[0].at
	spanA, spanB := a[len(a)-1].at-lowA, b[len(b)-1].at-lowB
	if h = cell; h == 0 {
		h = (spanA + spanB) / gridCells
	}
	for (spanA+spanB)/h > gridCells {
		h *= 2
	}
	// What is on the grid but for rounding stays there.
	const nearly = 1e-6
	onto := func(atoms []gridAtom, low, span float64) []float64 {
		cells := make([]float64, int(span/h)+2)
		for _, x := range atoms {
			cells[int((x.at-low)/h+nearly)] += x.mass
		}
		return cells
	}
	cellsA, cellsB := onto(a, lowA, spanA), onto(b, lowB, spanB)
	sums := make([]float64, len(cellsA)+len(cellsB)-1)
	for i, x := range cellsA {
		if x == 0 {
			continue
		}
		for j, y := range cellsB {
			sums[i+j] += float64(x * y)
		}
	}
	// What that, and rounding, does to the place of a cell.
	slack := float64(2*nearly*h) + float64(16*errfloat.U*(math.Abs(lowA)+math.Abs(lowB)+spanA+spanB))
	for i, mass := range sums {
		if mass > 0 {
			sum = append(sum, gridAtom{lowA + lowB + float64(float64(i)*h) - slack, mass})
		}
	}
	return sum, h
}

// trimmed is the law without its faintest masses: those below are cut off, those
// above are rounded down.
func (g grid) trimmed() grid {
	first, cut := 0, 0.0
	for first < len(g.atoms)-1 && cut+g.atoms[first].mass < faintMass {
		cut += g.atoms[first].mass
		first++
	}
	last, rest := len(g.atoms), 0.0
	for last > first+1 && rest+g.atoms[last-1].mass < faintTop {
		last--
		rest += g.atoms[last].mass
	}
	atoms := slices.Clone(g.atoms[first:last])
	atoms[len(atoms)-1].mass += rest
	return grid{atoms, g.cut + cut, g.cell}
}

// asLaw bounds the masses of a law of so many steps, whose shares were rounded.
func (g grid) asLaw(steps int, cumulant func(float64) float64, effort int) Law {
	off := gridError + 8*errfloat.U*float64(steps)
	law := Law{Below: g.cut * (1 + off) * 2, cumulant: cumulant, effort: effort}
	for _, a := range g.atoms {
		law.Atoms = append(law.Atoms, Atom{a.at, math.Inf(1), a.mass * (1 - off), a.mass * (1 + 2*off)})
		law.largest = max(law.largest, a.at)
	}
	return law
}

// decayed is log E[e^{θS̃}] of an S̃ that is at most Σ_j c^j·K_j over T numbers of the
// cumulant inner: the powers of c are rounded down within blocks in which they change
// by little. units are those of inner, and those of all are returned as well.
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

// ForgettingUnits are about the units of work of Forgetting and ForgettingOrder: a
// convolution on the grid for each doubling of steps that are remembered.
func ForgettingUnits(c interval.Number, T int) int {
	const convolution = gridCells * gridCells / 8
	remembered := float64(T)
	if decay := math.Abs(math.Log(math.Abs(c.Float64()))); decay > 0 {
		remembered = min(remembered, 1-math.Log(forgotten)/decay)
	}
	return convolution * int(1+2*math.Log2(remembered+1))
}
