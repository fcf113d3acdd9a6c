package shift

import (
	"lastiterate/bounds/outward"
	"lastiterate/bounds/upward"
)

// certain are numbers of which enough is known to prove something: outward.Number
// and upward.Near.
type certain[N any] interface {
	Add(N) N
	Mul(N) N
	Quo(N) N
	Square() N
	AtMost(N) bool
	IsZero() bool
}

// certainPiece is a piece of a path: what it pays off and the sum of squared
// weights over which it does.
type certainPiece[N certain[N]] struct{ rise, run N }

type (
	exactPiece = certainPiece[outward.Number]
	firmPiece  = certainPiece[upward.Near]
)

func (a certainPiece[N]) cost() N { return a.rise.Square().Quo(a.run) }

func (a certainPiece[N]) add(b certainPiece[N]) certainPiece[N] {
	return certainPiece[N]{a.rise.Add(b.rise), a.run.Add(b.run)}
}

// steeper reports whether a's slope is certainly at least b's, so that paying
// both off at one slope never pays more than there is. A piece without a run
// has to be joined to the next.
func (a certainPiece[N]) steeper(b certainPiece[N]) bool {
	return a.run.IsZero() || b.rise.Mul(a.run).AtMost(a.rise.Mul(b.run))
}

// scaled is the piece in weights w times as large.
func (a certainPiece[N]) scaled(w N) certainPiece[N] {
	return certainPiece[N]{a.rise.Mul(w), a.run.Mul(w.Square())}
}

// pooled is the cost of consecutive pieces, joined where slopes would fall. Pieces
// that are not certain to pool are left apart, which pays for each by itself.
func pooled[N certain[N]](pieces []certainPiece[N]) N {
	var apart []certainPiece[N]
	for _, next := range pieces {
		for len(apart) > 0 && apart[len(apart)-1].steeper(next) {
			next = apart[len(apart)-1].add(next)
			apart = apart[:len(apart)-1]
		}
		apart = append(apart, next)
	}
	total := apart[0].cost()
	for _, a := range apart[1:] {
		total = total.Add(a.cost())
	}
	return total
}
