package theorem

import "sync"

// lately keeps what was last made of a few things: rows that build on each other
// are proved one after the other for the same run. What is kept must depend on its
// key alone.
type lately[K comparable, V any] struct {
	mu   sync.Mutex
	kept [4]struct {
		of    K
		value V
		known bool
	}
	next int
}

// get returns what was made of the key, or makes it.
func (l *lately[K, V]) get(of K, fill func() V) V {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.kept {
		if k.known && k.of == of {
			return k.value
		}
	}
	k := &l.kept[l.next]
	l.next = (l.next + 1) % len(l.kept)
	k.of, k.value, k.known = of, fill(), true
	return k.value
}
