package contraction

import (
	"slices"
	"sync"

	"lastiterate/bounds/work"
)

// A memory keeps the bounds of one problem that several rows ask for: contraction
// is part of the joint bound, and both of the profile.
type memory struct {
	mu    sync.Mutex
	renyi map[asked]remembered[Choice]
	joint map[asked]remembered[Cycle]

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

type remembered[C any] struct {
	epsilon float64
	choice  C
	units   int64 // of work, which it costs again, so that a row gives up at the same place whatever was asked before
}

// Remembering is the problem with a memory for its Rényi bounds, which its copies
// share. Its other parts must not be changed afterwards.
func (p Problem) Remembering() Problem {
	p.memory = &memory{renyi: map[asked]remembered[Choice]{}, joint: map[asked]remembered[Cycle]{}}
	return p
}

// recall returns what is known of an order, or computes it and keeps it.
func recall[C any](p Problem, alpha float64, known func(*memory) map[asked]remembered[C], compute func() (float64, C)) (float64, C) {
	if p.memory == nil {
		return compute()
	}
	key := asked{alpha, p.T, p.Order}
	p.memory.mu.Lock()
	v, ok := known(p.memory)[key]
	p.memory.mu.Unlock()
	if ok {
		p.Work.Spend(int(v.units))
	} else {
		before := p.Work.Used()
		v.epsilon, v.choice = compute()
		v.units = p.Work.Used() - before
		p.memory.mu.Lock()
		known(p.memory)[key] = v
		p.memory.mu.Unlock()
	}
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
