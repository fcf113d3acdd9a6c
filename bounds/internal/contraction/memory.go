package contraction

import (
	"sync"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A memory keeps the bounds of one problem that several rows ask for: contraction
// is part of the joint bound, and both of the profile.
type memory struct {
	variation, renyi, joint, cycles memo.Of[asked, memo.Paid[solved]]
	lower                           memo.Of[asked, memo.Paid[*lower]]

	once    sync.Once
	lengths lengths                     // without what counts work
	paid    memo.Of[*work.Budget, bool] // what has counted the mirror's work
}

// asked is the order, and what of the problem a bound may replace.
type asked struct {
	alpha float64
	T     int
	order run.Order
}

// solved is a bound and the choice that gives it.
type solved struct {
	epsilon float64
	choice  Choice
}

// budgetsKept is how many budgets a memory knows to have counted its mirror.
const budgetsKept = 64

// Remembering is the problem with a memory for its Rényi bounds, which its copies
// share. Its other parts must not be changed afterwards.
func (p Problem) Remembering() Problem {
	p.memory = &memory{paid: memo.Of[*work.Budget, bool]{Most: budgetsKept}}
	return p
}

// kept is the problem's memory, one that nobody else sees where it has none.
func (p Problem) kept() *memory {
	if p.memory == nil {
		p = p.Remembering()
	}
	return p.memory
}

// recall is what is known of an order, or is computed and kept.
func (p Problem) recall(known *memo.Of[asked, memo.Paid[solved]], alpha float64,
	compute func(alpha float64) (float64, Choice)) (float64, Choice) {
	s := memo.Pay(known, p.Work, asked{alpha, p.T, p.Order}, func() solved {
		epsilon, choice := compute(alpha)
		return solved{epsilon, choice}
	})
	return s.epsilon, s.choice
}

// A Family is what runs that differ in T alone have in common: their lengths, with what was
// followed of mirrored noise, and the profiles that blocks make one after another, since a longer
// run goes on where a shorter one has ended. Several goroutines may use it at once.
type Family struct {
	once    sync.Once
	lengths lengths

	sketches, answers memo.Of[descent, *lineage]
}

const (
	// sketchesKept and answersKept are how many lineages are remembered.
	sketchesKept, answersKept = 1024, 64
	// apartKept is how many blocks lie between the profiles that a lineage keeps.
	apartKept = 8
)

// NewFamily is one of which nothing is known.
func NewFamily() *Family {
	return &Family{sketches: memo.Of[descent, *lineage]{Most: sketchesKept}, answers: memo.Of[descent, *lineage]{Most: answersKept}}
}

// lengthsOf are those of a member. What costs little is its own, since whoever makes it pays
// for it. A nil Family knows none.
func (f *Family) lengthsOf(p Problem) lengths {
	if f == nil {
		return p.newLengths()
	}
	f.once.Do(func() { f.lengths = p.newLengths() })
	l := f.lengths
	l.made = &made{}
	return l
}

// descent is what a lineage is made of: the grid, the block, where it starts and, from
// above, where it ends.
type descent struct {
	plan
	tail, step float64 // of the block and of the grid
	points     int
	order      run.Order
	mirrored   bool
	// From above: the bound on what came before, and when the target stands still.
	startMu, chi2, tolerance float64
	want                     target
	// From the start: the μ of the first block.
	first float64
}

// descent is that of blocks on a grid.
func (s *search) descent(g *grid, pl plan) descent {
	return descent{plan: pl, tail: s.tail(pl.block), step: g.step, points: g.last(), order: s.Order, mirrored: s.mirrored != nil}
}

// of is where lineages like this one are remembered.
func (f *Family) of(d *descent) *memo.Of[descent, *lineage] {
	if d.points > sketch.points {
		return &f.answers
	}
	return &f.sketches
}

// known is what is remembered of a lineage, nil where that is nothing.
func (f *Family) known(d descent) *lineage {
	if f == nil {
		return nil
	}
	l, _ := f.of(&d).Known(d)
	return l
}

func (f *Family) keep(d descent, l *lineage) {
	if f != nil {
		f.of(&d).Keep(d, l)
	}
}

// A lineage is how far blocks were followed. What it holds is never changed.
type lineage struct {
	// From the start: the profiles after 0, apartKept, 2·apartKept … blocks.
	every [][]float64
	// From above: the last profile and the one before, the target and by block how far it fell
	// and how many blocks it takes at least until it stands still; whether it does, and whether
	// no more is to be had.
	h, before    []float64
	value        float64
	falls        []float64
	needs        []int
	still, ended bool
}
