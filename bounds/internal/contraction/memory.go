package contraction

import (
	"slices"
	"sync"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/work"
)

// A memory keeps the bounds of one problem that several rows ask for: contraction
// is part of the joint bound, and both of the profile.
type memory struct {
	renyi memo.Of[asked, memo.Paid[solved[Choice]]]
	joint memo.Of[asked, memo.Paid[solved[Cycle]]]

	lengthsOnce sync.Once
	lengths     lengths // without what counts work, and without mirrored noise

	mu       sync.Mutex
	mirrored bool // whether mirror is known
	mirror   *mirror
	paid     [8]*work.Budget // what counted it lately
	next     int
}

// asked is the order, and what of the problem a bound may replace.
type asked struct {
	alpha float64
	T     int
	order Order
}

// solved is a bound and the choice that gives it.
type solved[C any] struct {
	epsilon float64
	choice  C
}

// Remembering is the problem with a memory for its Rényi bounds, which its copies
// share. Its other parts must not be changed afterwards.
func (p Problem) Remembering() Problem {
	p.memory = &memory{}
	return p
}

// recall returns what is known of an order, or computes it and keeps it.
func recall[C any](p Problem, alpha float64, known func(*memory) *memo.Of[asked, memo.Paid[solved[C]]], compute func() (float64, C)) (float64, C) {
	if p.memory == nil {
		return compute()
	}
	v := memo.Pay(known(p.memory), p.Work, asked{alpha, p.T, p.Order}, func() (v solved[C]) {
		v.epsilon, v.choice = compute()
		return v
	})
	return v.epsilon, v.choice
}

// mirror is the problem's, and counts its work once for every budget.
func (p Problem) mirror(compute func() *mirror) *mirror {
	m := p.memory
	if m == nil {
		x := compute()
		if x != nil {
			p.Work.Spend(x.units(p.T))
		}
		return x
	}
	m.mu.Lock()
	if !m.mirrored {
		m.mirrored, m.mirror = true, compute()
	}
	x, paid := m.mirror, p.Work == nil || slices.Contains(m.paid[:], p.Work)
	if !paid {
		m.paid[m.next] = p.Work
		m.next = (m.next + 1) % len(m.paid)
	}
	m.mu.Unlock()
	if x != nil && !paid {
		p.Work.Spend(x.units(p.T))
	}
	return x
}
