// Package memo remembers values by keys. A remembered value must depend on its key alone. Several goroutines may use
// everything here at once; none of them waits while another one computes.
package memo

import (
	"context"
	"sync"

	"lastiterate/bounds/work"
)

// Of keeps values by their keys. The zero value is empty and has no limit.
type Of[K comparable, V any] struct {
	Most int // before it would keep more values it forgets all; 0 for no limit

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
	if m.kept == nil || m.Most > 0 && len(m.kept) >= m.Most {
		m.kept = map[K]V{}
	}
	m.kept[key] = v
}

// Get returns the key's value, or computes and keeps it.
func (m *Of[K, V]) Get(key K, compute func() V) V {
	v, known := m.Known(key)
	if !known {
		v = compute()
		m.Keep(key, v)
	}
	return v
}

// GetUnless returns the key's value if it was kept, or computes and keeps it. Once the question of ctx is withdrawn it
// returns the value withdrawn and keeps nothing.
func (m *Of[K, V]) GetUnless(ctx context.Context, key K, withdrawn V, compute func() V) V {
	if v, known := m.Known(key); known {
		return v
	}
	if ctx.Err() != nil {
		return withdrawn
	}
	return m.Get(key, compute)
}

// Func returns f with a memory of its values.
func Func[K comparable, V any](f func(K) V) func(K) V {
	var m Of[K, V]
	return func(key K) V { return m.Get(key, func() V { return f(key) }) }
}

// PaidValue is a value, and the units of work that it took.
type PaidValue[V any] struct {
	value V
	units int64
}

// Pay returns the key's value, or computes and keeps it. The value's work is charged to w each time, so that a row gives up
// at the same place whatever was computed before.
func Pay[K comparable, V any](m *Of[K, PaidValue[V]], w *work.Budget, key K, compute func() V) V {
	return PayUnless(context.Background(), m, w, key, compute)
}

// PayUnless is Pay, but keeps no value computed while the question of ctx was withdrawn.
func PayUnless[K comparable, V any](ctx context.Context, m *Of[K, PaidValue[V]], w *work.Budget, key K, compute func() V) V {
	p, known := m.Known(key)
	if known {
		w.Spend(int(p.units))
		return p.value
	}
	before := w.Used()
	p.value = compute()
	p.units = w.Used() - before
	if ctx.Err() == nil {
		m.Keep(key, p)
	}
	return p.value
}
