package shift

import (
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// exactPiece and verifiedPiece are pieces of a path: what a piece pays off and the sum
// of squared weights over which it does. They are two types, not one with a type
// parameter, because a type argument's methods all go into the program, and for
// interval.Number those are all that package big has for printing and parsing: 13 kB of the
// download, for a function with such an argument, too.
type (
	exactPiece    struct{ rise, run interval.Number }
	verifiedPiece struct{ rise, run errfloat.Near }
)

func (a exactPiece) cost() interval.Number  { return a.rise.Square().Quo(a.run) }
func (a verifiedPiece) cost() errfloat.Near { return a.rise.Square().Quo(a.run) }

func (a exactPiece) add(b exactPiece) exactPiece {
	return exactPiece{a.rise.Add(b.rise), a.run.Add(b.run)}
}

func (a verifiedPiece) add(b verifiedPiece) verifiedPiece {
	return verifiedPiece{a.rise.Add(b.rise), a.run.Add(b.run)}
}

// steeper reports whether a's slope is certainly at least b's, so that paying
// both off at one slope never pays more than there is. A piece without a run
// has to be joined to the next.
func (a exactPiece) steeper(b exactPiece) bool {
	return a.run.IsZero() || b.rise.Mul(a.run).AtMost(a.rise.Mul(b.run))
}

func (a verifiedPiece) steeper(b verifiedPiece) bool {
	return a.run.IsZero() || b.rise.Mul(a.run).AtMost(a.rise.Mul(b.run))
}

// scaled is the piece in weights w times as large.
func (a exactPiece) scaled(w interval.Number) exactPiece {
	return exactPiece{a.rise.Mul(w), a.run.Mul(w.Square())}
}

func (a verifiedPiece) scaled(w errfloat.Near) verifiedPiece {
	return verifiedPiece{a.rise.Mul(w), a.run.Mul(w.Square())}
}

// pooledExactly is the cost of consecutive pieces, joined where slopes would fall.
// Pieces that are not certain to pool are left apart, which pays for each by itself.
func pooledExactly(p []exactPiece) interval.Number {
	left := pool(len(p),
		func(i, j int) bool { return p[i].steeper(p[j]) },
		func(i, j int) { p[j] = p[i].add(p[j]) })
	total := p[left[0]].cost()
	for _, i := range left[1:] {
		total = total.Add(p[i].cost())
	}
	return total
}

// pooledVerified is pooledExactly in double precision with proved errors.
func pooledVerified(p []verifiedPiece) errfloat.Near {
	left := pool(len(p),
		func(i, j int) bool { return p[i].steeper(p[j]) },
		func(i, j int) { p[j] = p[i].add(p[j]) })
	total := p[left[0]].cost()
	for _, i := range left[1:] {
		total = total.Add(p[i].cost())
	}
	return total
}
