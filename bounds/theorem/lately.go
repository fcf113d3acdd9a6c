package theorem

import (
	"sync"

	"lastiterate/bounds/run"
)

// lately keeps what was last made of a few runs: rows that build on each other
// are proved one after the other for the same run. What is kept must depend on the
// run alone.
type lately[V any] struct {
	mu   sync.Mutex
	kept [4]struct {
		of    run.Run
		value V
		known bool
	}
	next int
}

// get returns what was made of the run, or makes it.
func (l *lately[V]) get(r run.Run, fill func() V) V {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.kept {
		if k.known && k.of == r {
			return k.value
		}
	}
	k := &l.kept[l.next]
	l.next = (l.next + 1) % len(l.kept)
	k.of, k.value, k.known = r, fill(), true
	return k.value
}
