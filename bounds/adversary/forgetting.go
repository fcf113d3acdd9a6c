package adversary

import (
	"math"
	"slices"

	"lastiterate/bounds/outward"
	"lastiterate/bounds/upward"
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
func Forgetting(c outward.Number, T, part, whole int) (Law, outward.Number) {
	one := outward.Int(1)
	size := outward.Max(c, c.Neg())
	if size.IsZero() {
		return Chances(whole, []int{0, 1}, []int{whole - part, part}), one
	}
	if !size.AtMost(one) {
		if c = one.Quo(c); !c.Defined() {
			return Law{}, outward.Undefined
		}
		// From the first step on the powers fall; the largest has the sign of
		// c^{T−1}, which turns all of them.
		size = outward.Max(c, c.Neg())
	}
	squares := outward.Int(T)
	if log := size.Sub(one).Log1p(); !log.IsZero() {
		log = log.Mul(outward.Int(2))
		squares = log.Mul(outward.Int(T)).Expm1().Quo(log.Expm1())
	}
	if !squares.Defined() {
		return Law{}, outward.Undefined
	}
	p, rest := share(part, whole), share(whole-part, whole)
	use := grid{atoms: []gridAtom{{0, rest}, {1, p}}}
	law := grid{atoms: []gridAtom{{0, 1}}}
	block, length, done := use, 1, 0
	factor := size.Down() // of the block's weights, |c|^length from below
	sign, _ := c.Sign()
	if sign < 0 && T > 1 {
		// Two steps, so that later powers are positive.
		block = grid{atoms: []gridAtom{{c.Down(), p}, {0, rest}}}.plus(use, 1)
		length, factor = 2, below(factor*factor)
	}
	power := 1.0 // |c|^done from below
	for steps := T / length; ; {
		if steps%2 == 1 {
			law = law.plus(block, power)
			done += length
			power = below(power * factor)
		}
		if steps /= 2; steps == 0 || power < forgotten {
			break
		}
		if factor < forgotten { // no more than this block counts of all that are left
			law = law.plus(block, power)
			done += length
			power = below(power * factor)
			break
		}
		block = block.plus(block, factor)
		length, factor = 2*length, below(factor*factor)
	}
	switch {
	case done == T-1: // the first step of an odd number, by an even power
		law = law.plus(use, power)
	case done < T-1 && sign < 0: // uses that are left out, by odd powers
		left := 1.01 * power / (1 - size.Up()*size.Up())
		for i := range law.atoms {
			law.atoms[i].at -= left
		}
	}
	return law.asLaw(done, cumulant(size.Down(), sign, T, float64(part)/float64(whole))), squares.Upper()
}

// share is part/whole, rounded.
func share(part, whole int) float64 { return float64(part) / float64(whole) }

func below(x float64) float64 { return x * (1 - 4*upward.U) }

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
	slices.SortFunc(sums, func(a, b gridAtom) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	joined := sums[:1]
	for _, a := range sums[1:] {
		if last := &joined[len(joined)-1]; a.at == last.at {
			last.mass += a.mass
		} else {
			joined = append(joined, a)
		}
	}
	return grid{joined, cut, 0}.trimmed()
}

// downward is at most the number that was rounded to x.
func downward(x float64) float64 { return x - float64(math.Abs(x)*2*upward.U) }

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
	slack := float64(2*nearly*h) + float64(16*upward.U*(math.Abs(lowA)+math.Abs(lowB)+spanA+spanB))
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
func (g grid) asLaw(steps int, cumulant func(float64) float64) Law {
	off := gridError + 8*upward.U*float64(steps)
	law := Law{Below: g.cut * (1 + off) * 2, cumulant: cumulant}
	for _, a := range g.atoms {
		law.Atoms = append(law.Atoms, Atom{a.at, math.Inf(1), a.mass * (1 - off), a.mass * (1 + 2*off)})
		law.largest = math.Max(law.largest, a.at)
	}
	return law
}

// cumulant is log E[e^{θS̃}] of an S̃ that is at most S: the powers of c are rounded
// down within blocks of steps in which they change by little.
func cumulant(size float64, sign, T int, q float64) func(theta float64) float64 {
	const blocks = 64 // for a factor of e
	length := 1.0
	decay := -math.Log(size)
	if decay > 0 {
		length = math.Max(1, math.Floor(1/(blocks*decay)))
	} else {
		length = float64(T)
	}
	if sign < 0 && length > 1 {
		length -= math.Mod(length, 2) // as many even powers as odd ones
	}
	type weight struct{ count, power float64 }
	var weights []weight
	for j := 0.0; j < float64(T); j += length {
		n := math.Min(length, float64(T)-j)
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
			sum += w.count * bernoulli(q, theta*w.power)
		}
		return sum
	}
}
