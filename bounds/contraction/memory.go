package contraction

import "sync"

// A memory keeps the bounds of one problem that several rows ask for: contraction
// is part of the joint bound, and both of the profile.
type memory struct {
	mu    sync.Mutex
	renyi map[asked]remembered[Choice]
	joint map[asked]remembered[Cycle]
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
