package adversary

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/errfloat"
)

// repeated returns a law at most that of Σ_{i<times} factor^i·K_i, where the K_i are independent and each is at least a
// number with the law g; factor is in (0, 1]. power is the next power, factor^times, from below. all is false if terms whose
// powers are below forgotten were left out.
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
		if factor < forgotten { // of all remaining terms only this block counts
			law = law.plus(g, power)
			done += length
			break
		}
		g = g.plus(g, factor)
		length, factor = 2*length, below(factor*factor)
	}
	return law, power, done == times
}

// powersOf returns e^{a·log}·scale for a from first up to last−1, from below and in ascending order, each with the same mass.
// If there are more than `cells`, neighbours are joined at the least of them.
func powersOf(first, last, cells int, log, mass, scale float64) []gridAtom {
	var atoms []gridAtom
	width := (last-first)/cells + 1
	for a := last; a > first; a -= width { // rising powers
		from := max(first, a-width)
		atoms = append(atoms, gridAtom{below(powerBelow(log, float64(a-1)) * scale), mass * float64(a-from)})
	}
	return atoms
}

// powerBelow returns at most e^{a·log}, log ≤ 0.
func powerBelow(log, a float64) float64 {
	x := float64(a * log)
	return errfloat.Exp(x) * (1 - errfloat.ExpError - float64(4*errfloat.U*math.Abs(x)))
}

// sumOfPowers returns at most Σ_{i<n} e^{i·log}, log ≤ 0.
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

// joined returns the law with these atoms added.
func (g grid) joined(atoms []gridAtom) grid {
	return grid{atoms: merged(append(slices.Clone(g.atoms), atoms...)), cut: g.cut}
}

// atomUnits is the work of an atom in logMean, in units of package work.
const atomUnits = 2

// logMean returns log E[e^{θK}].
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

// grid is a law on a few numbers.
type grid struct {
	atoms []gridAtom // in rising order
	cut   float64    // at least the mass that is missing
	cell  float64    // the distances of the numbers are multiples of it; 0 if not known
}

// gridAtom is a number and its mass.
type gridAtom struct{ at, mass float64 }

// plus returns a law at most that of the sum of a number with the law g and scale > 0 times a number with the law `other`. It
// takes every pair of atoms while these are few, otherwise a grid.
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

// merged returns the atoms in rising order, those at one place as one.
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

// downward returns at most any number that rounds to x.
func downward(x float64) float64 { return x - float64(math.Abs(x)*2*errfloat.U) }

// onGrid returns the law of the sum of two numbers, each rounded down to a grid with cells of length h. That is the first
// one's grid (cell) unless its cells are too small, so that the first is not rounded again.
func onGrid(a, b []gridAtom, cell float64) (sum []gridAtom, h float64) {
	lowA, lowB := a[0].at, b[0].at
	spanA, spanB := a[len(a)-1].at-lowA, b[len(b)-1].at-lowB
	if h = cell; h == 0 {
		h = (spanA + spanB) / gridCells
	}
	for (spanA+spanB)/h > gridCells {
		h *= 2
	}
	const nearly = 1e-6 // a part of a cell: a number that rounding has moved just below a grid point stays at it
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
	// slack is at least the distance by which that tolerance, and rounding, may have moved a cell up.
	slack := float64(2*nearly*h) + float64(16*errfloat.U*(math.Abs(lowA)+math.Abs(lowB)+spanA+spanB))
	for i, mass := range sums {
		if mass > 0 {
			sum = append(sum, gridAtom{lowA + lowB + float64(float64(i)*h) - slack, mass})
		}
	}
	return sum, h
}

// trimmed returns the law without its faintest masses: those at the lower end are cut off, those at the upper end are moved
// down to the last place that is kept.
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

// asLaw returns the grid as a Law with bounds on its masses, which were computed in the given number of steps from rounded
// shares.
func (g grid) asLaw(steps int, cumulant func(float64) float64, effort int) Law {
	off := gridError + 8*errfloat.U*float64(steps)
	law := Law{Below: g.cut * (1 + off) * 2, cumulant: cumulant, effort: effort}
	for _, a := range g.atoms {
		law.Atoms = append(law.Atoms, Atom{a.at, math.Inf(1), a.mass * (1 - off), a.mass * (1 + 2*off)})
		law.largest = max(law.largest, a.at)
	}
	return law
}
