package memo

import (
	"context"
	"math"
	"sync"

	"lastiterate/bounds/work"
)

// Store holds the values that one engine remembers. The zero value is empty and ready to use.
type Store struct {
	mu    sync.Mutex
	kinds map[any]*shelf // by the address of the kind
}

type storeKey struct{}

// With returns a context whose computations remember their values in the store.
func With(ctx context.Context, s *Store) context.Context {
	return context.WithValue(ctx, storeKey{}, s)
}

// Remembering returns the context if it has a store, and otherwise the context with a new one.
func Remembering(ctx context.Context) context.Context {
	if _, has := ctx.Value(storeKey{}).(*Store); has {
		return ctx
	}
	return With(ctx, new(Store))
}

// Kind is a kind of value that an engine remembers by keys. Each is declared once, as a variable of its package; the values
// are in a Store.
type Kind[K comparable, V any] struct {
	Most int // number of values kept, the latest ones; at least 1
}

// Get returns the key's value: the one that the context's store remembers, or the one that compute returns, which the store
// then remembers unless the context has ended. Two callers that ask for the same value at once both compute it; neither
// waits.
//
// The work of compute is charged to the budget in its context, and is charged again whenever the value is remembered. So a
// row gives up at the same place, whatever was computed before.
func (k *Kind[K, V]) Get(ctx context.Context, key K, compute func(context.Context) V) V {
	s, _ := ctx.Value(storeKey{}).(*Store)
	if v, known := s.known(ctx, k, key); known {
		return v.(V)
	}
	budget := work.NewBudget(math.MaxInt64, work.From(ctx))
	v := compute(work.With(ctx, budget))
	if s != nil && ctx.Err() == nil {
		s.keep(k, key, storedValue{v, budget.Used()}, max(k.Most, 1))
	}
	return v
}

// shelf holds the values of one kind. It is not generic, because each instance would add code to the
// WebAssembly program, and lookups are too rare for the type assertion to matter.
type shelf struct {
	kept map[any]storedValue
	keys []any // in the order in which they were stored; a ring once it is full
	next int
}

// storedValue is a value, and the units of work that computing it took.
type storedValue struct {
	value any
	units int64
}

// known returns a remembered value, and charges the work that it took. A nil store knows no value.
func (s *Store) known(ctx context.Context, kind, key any) (any, bool) {
	if s == nil {
		return nil, false
	}
	s.mu.Lock()
	var found storedValue
	of, known := s.kinds[kind]
	if known {
		found, known = of.kept[key]
	}
	s.mu.Unlock()
	if known {
		work.From(ctx).Spend(int(found.units))
	}
	return found.value, known
}

func (s *Store) keep(kind, key any, p storedValue, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.kinds[kind]
	if of == nil {
		if s.kinds == nil {
			s.kinds = map[any]*shelf{}
		}
		of = &shelf{kept: map[any]storedValue{}}
		s.kinds[kind] = of
	}
	if _, known := of.kept[key]; !known {
		if len(of.keys) < most {
			of.keys = append(of.keys, key)
		} else {
			delete(of.kept, of.keys[of.next])
			of.keys[of.next] = key
			of.next = (of.next + 1) % most
		}
	}
	of.kept[key] = p
}
