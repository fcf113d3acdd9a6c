package contraction

import (
	"sync"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A memory keeps a problem's bounds because several callers need them: several rows, Joint (which needs the contraction bound)
// and Profile (which needs both).
type memory struct {
	variation, renyi, joint, cycles memo.Of[memoryKey, memo.PaidValue[chosenBound]]
	lower                           memo.Of[memoryKey, memo.PaidValue[*lowPath]]

	once    sync.Once
	lengths lengths                     // without a budget
	paid    memo.Of[*work.Budget, bool] // the budgets that have counted the work of following mirrored noise (type mirror)
}

// memoryKey is the Rényi order α and the parts of the problem (T and the order of batches) that a bound may replace.
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

// budgetsKept is the largest number of budgets that a memory remembers as charged for mirrored noise. A forgotten budget is
// charged again.
const budgetsKept = 64

// Remembering returns the problem with a memory for its Rényi bounds. Copies of the returned Problem share the memory, so
// afterwards only the fields in memoryKey may differ between them.
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

// A Family keeps what runs that differ only in T have in common: the scaled distances and majorants (type lengths), with the
// mirrored noise followed so far, and the profiles after one block, two blocks and so on, since a longer run goes on where a
// shorter one has ended. Several goroutines may use it at once.
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

// lengthsOf returns the family's lengths for the problem p, with a fresh cache: a cache is cheap to fill, and each run must count
// that work itself. A nil Family keeps no lengths.
func (f *Family) lengthsOf(p Problem) lengths {
	if f == nil {
		return p.newLengths()
	}
	f.once.Do(func() { f.lengths = p.newLengths() })
	l := f.lengths
	l.cache = &lengthCache{}
	return l
}

// lineageKey has all on which a lineage depends: the grid, the block, where it starts and, for fromAbove, where it ends.
type lineageKey struct {
	plan
	tail, step float64 // the steps of the block's tail, and the step of the grid
	points     int
	order      run.Order
	mirrored   bool
	matching   bool
	// Starting from a bound on the run at any time (fromAbove): that bound, and when the target counts as constant.
	startMu, chi2, tolerance float64
	want                     target
	// Starting with the run (fromStart): the μ of the first block.
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
	// Starting with the run (fromStart): the profiles after 0, apartKept, 2·apartKept … blocks.
	every [][]float64

	// Starting from a bound on the run at any time (fromAbove):
	h, before []float64 // the last profile, and the one a block earlier
	value     float64   // the target's progress at the last profile
	falls     []float64 // by block: how far progress fell
	needs     []int     // by block: an estimate, from below, of the blocks until progress is constant
	still     bool      // progress is constant
	ended     bool      // further blocks would gain nothing
}
