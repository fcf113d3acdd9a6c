package contraction

import (
	"sync"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A memory keeps the bounds of one problem for rows and bounds that share them: the joint bound uses contraction, and the
// profile uses both.
type memory struct {
	variation, renyi, joint, cycles memo.Of[memoryKey, memo.PaidValue[chosenBound]]
	lower                           memo.Of[memoryKey, memo.PaidValue[*lowPath]]

	once    sync.Once
	lengths lengths                     // without a budget
	paid    memo.Of[*work.Budget, bool] // the budgets that have counted the mirror's work
}

// memoryKey is the order and those parts of the problem that a bound may replace with its own.
type memoryKey struct {
	alpha float64
	T     int
	order run.Order
}

// chosenBound is a bound on a Rényi divergence and the choice that gives it.
type chosenBound struct {
	epsilon float64
	choice  Cycle
}

// budgetsKept is the largest number of budgets for which a memory knows that its mirror's work has been charged. A forgotten
// budget is charged again.
const budgetsKept = 64

// Remembering returns the problem with a memory for its Rényi bounds, which copies of the result share. Their other parts
// must not be changed afterwards.
func (p Problem) Remembering() Problem {
	p.memory = &memory{paid: memo.Of[*work.Budget, bool]{Most: budgetsKept}}
	return p
}

// kept returns the problem's memory, or a new one if it has none.
func (p Problem) kept() *memory {
	if p.memory == nil {
		p = p.Remembering()
	}
	return p.memory
}

// recall returns the bound of an order, and computes it if it is not known yet.
func (p Problem) recall(known *memo.Of[memoryKey, memo.PaidValue[chosenBound]], alpha float64,
	compute func(alpha float64) (float64, Cycle)) (float64, Cycle) {
	s := memo.Pay(known, p.Work, memoryKey{alpha, p.T, p.Order}, func() chosenBound {
		epsilon, choice := compute(alpha)
		return chosenBound{epsilon, choice}
	})
	return s.epsilon, s.choice
}

// A Family keeps values that runs that differ only in T have in common: their lengths, with the mirrored noise followed so
// far, and the profiles after one block, two blocks and so on, since a longer run goes on where a shorter one has ended.
// Several goroutines may use it at once.
type Family struct {
	once    sync.Once
	lengths lengths

	sketches, answers memo.Of[lineageKey, *lineage]
}

const (
	// sketchesKept and answersKept are the largest numbers of lineages that are remembered. The profiles of a sketch have 49 numbers
	// each and those of an answer 321; a search tries many plans and answers few.
	sketchesKept, answersKept = 1024, 64
	// apartKept is the number of blocks between two profiles that a lineage keeps, which saves memory. At most 7 blocks are then
	// followed again.
	apartKept = 8
)

// NewFamily returns a family that knows nothing yet.
func NewFamily() *Family {
	return &Family{sketches: memo.Of[lineageKey, *lineage]{Most: sketchesKept}, answers: memo.Of[lineageKey, *lineage]{Most: answersKept}}
}

// lengthsOf returns the lengths of a member, with a cache of its own: its content is cheap, and each run counts its own work
// for it. A nil Family keeps no lengths.
func (f *Family) lengthsOf(p Problem) lengths {
	if f == nil {
		return p.newLengths()
	}
	f.once.Do(func() { f.lengths = p.newLengths() })
	l := f.lengths
	l.cache = &lengthCache{}
	return l
}

// lineageKey has all on which a lineage depends: the grid, the block, where it starts and, from above, where it ends.
type lineageKey struct {
	plan
	tail, step float64 // the steps of the block's tail, and the step of the grid
	points     int
	order      run.Order
	mirrored   bool
	matching   bool
	// From above: the bound on what came before, and when the target counts as constant.
	startMu, chi2, tolerance float64
	want                     target
	// From the start: the μ of the first block.
	first float64
}

// lineageKey returns the key of a plan's blocks on a grid, without the fields that say where they start and end.
func (s *search) lineageKey(g *grid, pl plan) lineageKey {
	return lineageKey{plan: pl, tail: s.tail(pl.block), step: g.step, points: g.last(), order: s.Order, mirrored: s.mirrored != nil,
		matching: s.matching}
}

// of returns the memo of a lineage: answers are larger than sketches, and fewer are kept.
func (f *Family) of(d *lineageKey) *memo.Of[lineageKey, *lineage] {
	if d.points > sketch.points {
		return &f.answers
	}
	return &f.sketches
}

// known returns the lineage as far as it was followed; nil if it was not.
func (f *Family) known(d lineageKey) *lineage {
	if f == nil {
		return nil
	}
	l, _ := f.of(&d).Known(d)
	return l
}

func (f *Family) keep(d lineageKey, l *lineage) {
	if f != nil {
		f.of(&d).Keep(d, l)
	}
}

// A lineage holds the profiles of blocks as far as they were followed. They are never changed.
type lineage struct {
	// From the start: the profiles after 0, apartKept, 2·apartKept … blocks.
	every [][]float64

	// From above:
	h, before []float64 // the last profile, and the one a block earlier
	value     float64   // the target's progress at the last profile
	falls     []float64 // by block: how far progress fell
	needs     []int     // by block: an estimate, from below, of the blocks until progress is constant
	still     bool      // progress is constant
	ended     bool      // further blocks would gain nothing
}
