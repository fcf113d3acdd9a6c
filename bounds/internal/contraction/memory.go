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
	renyi, joint memo.Of[asked, memo.Paid[solved]]

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
