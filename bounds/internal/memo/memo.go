// Package memo keeps what was computed, by what it was computed from. What is kept
// must depend on its key alone. All of it may be used by several at once.
package memo

import (
	"math"
	"sync"

	"lastiterate/bounds/work"
)

// Of keeps values by their keys. The zero value is empty and keeps all.
type Of[K comparable, V any] struct {
	Most int // it forgets all before it would keep more; 0 for no limit

	mu   sync.Mutex
	kept map[K]V
}

// Known returns the key's value, if it was kept.
func (m *Of[K, V]) Known(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, known := m.kept[key]
	return v, known
}

// Keep keeps the key's value.
func (m *Of[K, V]) Keep(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, v)
}

// Get returns the key's value, or computes and keeps it. Whoever asks meanwhile waits.
func (m *Of[K, V]) Get(key K, compute func() V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, known := m.kept[key]
	if !known {
		v = compute()
		m.keep(key, v)
	}
	return v
}

func (m *Of[K, V]) keep(key K, v V) {
	if m.kept == nil || m.Most > 0 && len(m.kept) >= m.Most {
		m.kept = map[K]V{}
	}
	m.kept[key] = v
}

// Func is f, of which no value that was computed is computed again.
func Func[K comparable, V any](f func(K) V) func(K) V {
	var m Of[K, V]
	return func(key K) V { return m.Get(key, func() V { return f(key) }) }
}

// Paid is a value, and the units of work that it took.
type Paid[V any] struct {
	value V
	units int64
}

// Pay returns the key's value, or computes and keeps it. Its work is spent again
// whenever it is asked for, so that a row gives up at the same place whatever was
// asked before.
func Pay[K comparable, V any](m *Of[K, Paid[V]], w *work.Budget, key K, compute func() V) V {
	p, known := m.Known(key)
	if known {
		w.Spend(int(p.units))
		return p.value
	}
	before := w.Used()
	p.value = compute()
	p.units = w.Used() - before
	m.Keep(key, p)
	return p.value
}

// Recent keeps what was last made of a few things: rows that build on each other are
// proved one after the other for the same run.
type Recent[K comparable, V any] struct {
	mu   sync.Mutex
	kept [4]struct {
		of    K
		value V
		known bool
	}
	next int
}

// Get returns what was made of the key, or makes it.
func (l *Recent[K, V]) Get(of K, fill func() V) V {
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

// PayRecent is Pay for what was made lately. It is made with a budget of its own within
// w, so that its work is known also where nobody counts.
func PayRecent[K comparable, V any](l *Recent[K, Paid[V]], w *work.Budget, of K, fill func(own *work.Budget) V) V {
	fresh := false
	p := l.Get(of, func() Paid[V] {
		fresh = true
		own := work.NewBudget(math.MaxInt64, w)
		v := fill(own)
		return Paid[V]{v, own.Used()}
	})
	if !fresh {
		w.Spend(int(p.units))
	}
	return p.value
}
