package adversary

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// Law is the law of a number K, bounded from both sides: of the number of uses of the differing example in a run, or of the
// sum of the parts of its uses that later steps leave.
type Law struct {
	Atoms        []Atom                      // in rising order
	Below, Above float64                     // at least the masses that are cut off below and above the atoms
	cumulant     func(theta float64) float64 // log E[e^{θK}] in double precision
	largest      float64                     // K is at most this
	effort       int                         // units of work of the cumulant
}

// Atom is a part of a law: its probability is between Low and High, and the number between Least
// and Most.
type Atom struct {
	Least, Most float64
	Low, High   float64
}

const (
	// negligible is the size, relative to the largest term, below which the terms of a binomial law are cut off;
	// negligibleOfMany is that size if the terms are many.
	negligible       = 1e-290
	negligibleOfMany = 1e-100
	// leastCut is the least bound on a mass that is cut off, so that it does not underflow.
	leastCut = 1e-306
	// manyTerms is the standard deviation above which the terms are many; widestLaw is the one above which they are joined to
	// cells (wide.go).
	manyTerms = 1 << 10
	widestLaw = 1 << 12
)

// Uses returns the law of the certain number k.
func Uses(k int) Law {
	n := float64(k)
	return Law{Atoms: []Atom{{n, n, 1, 1}}, largest: n, cumulant: func(theta float64) float64 { return theta * n }, effort: 1}
}

// Chances returns the law of a few numbers, in rising order, with the probabilities shares/whole; it leaves out a number of
// probability 0.
func Chances(whole int, numbers, shares []int) Law {
	var law Law
	for i, k := range numbers {
		if shares[i] > 0 {
			p := interval.Fraction(shares[i], whole)
			law.Atoms = append(law.Atoms, Atom{float64(k), float64(k), p.Down(), p.Up()})
			law.largest = float64(k)
		}
	}
	law.effort = 4 * len(law.Atoms)
	law.cumulant = func(theta float64) float64 {
		first := law.Atoms[0].Least
		sum := 0.0 // Σ w(e^{θ(k−first)} − 1)
		last := max(0, theta*(law.Atoms[len(law.Atoms)-1].Least-first))
		if last > 500 { // near overflow; relative to the largest power, the 1 does not count
			for _, a := range law.Atoms {
				sum += a.Low * math.Exp(theta*(a.Least-first)-last)
			}
			return theta*first + last + math.Log(sum)
		}
		for _, a := range law.Atoms {
			sum += a.Low * math.Expm1(theta*(a.Least-first))
		}
		if sum < -hardlyAnything {
			mean := 0.0
			for _, a := range law.Atoms {
				mean += a.Low * math.Exp(theta*(a.Least-first))
			}
			return theta*first + math.Log(mean)
		}
		return theta*first + math.Log1p(sum)
	}
	return law
}

// Binomial returns the law of the number of successes in `trials` trials that succeed with probability part/whole.
//
// The terms are products of the ratios (trials−k)/(k+1)·part/(whole−part), from the largest term on, and are divided by their
// sum: five roundings a term, which add up (see counted). Beyond the last term the ratios only fall, so a geometric series
// bounds the omitted terms.
func Binomial(trials, part, whole int) Law {
	switch {
	case part == 0 || trials == 0:
		return Uses(0)
	case part == whole:
		return Uses(trials)
	}
	n, q, rest := float64(trials), float64(part)/float64(whole), float64(whole-part)/float64(whole)
	cumulant := func(theta float64) float64 { return n * bernoulli(q, rest, theta) }
	if n*q*(1-q) > widestLaw*widestLaw {
		law := wide(trials, part, whole)
		law.cumulant, law.largest, law.effort = cumulant, n, bernoulliUnits
		return law
	}
	cut := negligible
	if n*q*(1-q) > manyTerms*manyTerms {
		cut = negligibleOfMany
	}
	law := counted(n, q, float64(part)/float64(whole-part), cut)
	law.cumulant, law.largest, law.effort = cumulant, n, bernoulliUnits
	return law
}

// counted returns the atoms of a binomial law of n trials. odds is q/(1−q) with at most two roundings; q is approximate, and
// only says where the largest term is. Terms below cut, relative to the largest, are cut off.
func counted(n, q, odds, cut float64) Law {
	mode := min(n, math.Floor((n+1)*q))
	up := terms(cut, func(i float64) float64 { return (n - mode - i) / (mode + i + 1) * odds })
	down := terms(cut, func(i float64) float64 { return (mode - i) / (n - mode + i + 1) / odds })
	sum := 1.0
	for _, t := range up.values {
		sum += t
	}
	for _, t := range down.values {
		sum += t
	}
	steps := float64(max(len(up.values), len(down.values)))
	off := 8 * (steps + 1) * errfloat.U // relative error of a term
	all := off + float64(len(up.values)+len(down.values)+8)*errfloat.U
	lowest, highest := float64(sum*(1-all)), float64(sum*(1+all))+up.rest+down.rest
	atom := func(k, t float64) Atom { return Atom{k, k, t / highest * (1 - off), t / lowest * (1 + off)} }
	law := Law{Atoms: make([]Atom, 0, len(up.values)+len(down.values)+1),
		Below: down.rest / lowest * (1 + off), Above: up.rest / lowest * (1 + off)}
	for i := len(down.values) - 1; i >= 0; i-- {
		law.Atoms = append(law.Atoms, atom(mode-float64(i)-1, down.values[i]))
	}
	law.Atoms = append(law.Atoms, atom(mode, 1))
	for i, t := range up.values {
		law.Atoms = append(law.Atoms, atom(mode+float64(i)+1, t))
	}
	return law
}

// side are the terms of a binomial law on one side of its largest, relative to it.
type side struct {
	values []float64
	rest   float64 // at least the sum of the terms that follow
}

// terms multiplies by ratio(0), ratio(1), … until a term is below cut.
func terms(cut float64, ratio func(i float64) float64) (s side) {
	t := 1.0
	for i := 0.0; ; i++ {
		r := ratio(i)
		if r <= 0 {
			return s
		}
		if t < cut { // where the ratios are below 1, and fall
			s.rest = max(t*r/(1-r)*(1+1e-6), leastCut)
			return s
		}
		t = float64(t * r)
		s.values = append(s.values, t)
	}
}

// Plus returns the law of the sum with an independent number that is 1 with probability part/whole, otherwise 0.
func (l Law) Plus(part, whole int) Law {
	switch part {
	case 0:
		return l
	case whole:
		return l.shifted(1)
	}
	p, rest := interval.Fraction(part, whole), interval.Fraction(whole-part, whole)
	out := Law{Below: l.Below, Above: l.Above, largest: l.largest + 1, effort: l.effort + bernoulliUnits,
		cumulant: func(theta float64) float64 {
			return l.cumulant(theta) + bernoulli(float64(part)/float64(whole), float64(whole-part)/float64(whole), theta)
		}}
	add := func(a Atom, by, low, high float64) {
		a = Atom{a.Least + by, a.Most + by, float64(a.Low*low) * (1 - 2*errfloat.U), float64(a.High*high) * (1 + 2*errfloat.U)}
		if last := len(out.Atoms) - 1; last >= 0 && out.Atoms[last].Least == a.Least && out.Atoms[last].Most == a.Most {
			out.Atoms[last].Low = (out.Atoms[last].Low + a.Low) * (1 - errfloat.U)
			out.Atoms[last].High = (out.Atoms[last].High + a.High) * (1 + errfloat.U)
			return
		}
		out.Atoms = append(out.Atoms, a)
	}
	restLow, restHigh, low, high := rest.Down(), rest.Up(), p.Down(), p.Up()
	for _, a := range l.Atoms {
		add(a, 0, restLow, restHigh)
		add(a, 1, low, high)
	}
	return out
}

// bernoulliUnits is the work of one bernoulli, in units of package work.
const bernoulliUnits = 4

// hardlyAnything is the 1 − E[e^{θX}] above which E is summed directly: E is then so small that computing it as 1 less a number
// would lose its digits.
const hardlyAnything = 0.999

// bernoulli returns log E[e^{θX}] of an X that is 1 with probability q, and 0 with probability `rest`.
func bernoulli(q, rest, theta float64) float64 {
	if theta > 500 {
		return theta + math.Log(q+rest*math.Exp(-theta))
	}
	more := q * math.Expm1(theta)
	if more < -hardlyAnything {
		return math.Log(rest + q*math.Exp(theta))
	}
	return math.Log1p(more)
}

// shifted returns the law of K + by.
func (l Law) shifted(by float64) Law {
	out := l
	out.Atoms, out.largest = nil, l.largest+by
	out.cumulant = func(theta float64) float64 { return l.cumulant(theta) + theta*by }
	for _, a := range l.Atoms {
		out.Atoms = append(out.Atoms, Atom{a.Least + by, a.Most + by, a.Low, a.High})
	}
	return out
}

// central is the number of standard deviations on either side of the mean that Grouped divides finely. A quarter of the cells
// remains for numbers beyond.
const central = 9

// Grouped returns the law with its atoms joined to about the given number of cells, or a few more. A cell is an atom between
// the least and the most of its numbers, with all of their masses.
func (l Law) Grouped(cells int) Law {
	if len(l.Atoms) <= cells {
		return l
	}
	mass, mean, square := 0.0, 0.0, 0.0
	for _, a := range l.Atoms {
		mass += a.High
		mean += float64(a.High * a.Least)
	}
	mean /= mass
	for _, a := range l.Atoms {
		square += float64(a.High * float64((a.Least-mean)*(a.Least-mean)))
	}
	reach := central * math.Sqrt(square/mass)
	span := l.Atoms[len(l.Atoms)-1].Least - l.Atoms[0].Least
	fine, coarse := 2*reach/(0.75*float64(cells)), span/(0.25*float64(cells))
	out := l
	out.Atoms = nil
	for i := 0; i < len(l.Atoms); {
		cell, n := l.Atoms[i], 1.0
		width := coarse
		if math.Abs(cell.Least-mean) < reach {
			width = fine
		}
		for i++; i < len(l.Atoms) && l.Atoms[i].Least-cell.Least <= width; i++ {
			cell.Most = l.Atoms[i].Most
			cell.Low += l.Atoms[i].Low
			cell.High += l.Atoms[i].High
			n++
		}
		cell.Low *= 1 - n*errfloat.U
		cell.High *= 1 + n*errfloat.U
		out.Atoms = append(out.Atoms, cell)
	}
	return out
}

// AtMost returns a number that the law exceeds with probability at most `beyond`. beyond is at most `share`, unless more was cut
// off above.
func (l Law) AtMost(share float64) (number, beyond float64) {
	beyond = l.Above
	for i := len(l.Atoms) - 1; i >= 0; i-- {
		a := l.Atoms[i]
		next := (beyond + a.High) * (1 + errfloat.U)
		if next > share {
			return a.Most, beyond
		}
		beyond = next
	}
	return 0, 1
}
