package memo

import (
	"context"
	"math"
	"sync"

	"lastiterate/bounds/work"
)

// Store is what one engine remembers. The zero value remembers nothing yet.
type Store struct {
	mu    sync.Mutex
	kinds map[any]*shelf // by the address of the kind
}

type storeKey struct{}

// With returns a context whose computations remember in the store.
func With(ctx context.Context, s *Store) context.Context {
	return context.WithValue(ctx, storeKey{}, s)
}

// Remembering is the context, with a store of its own where it has none.
func Remembering(ctx context.Context) context.Context {
	if _, has := ctx.Value(storeKey{}).(*Store); has {
		return ctx
	}
	return With(ctx, new(Store))
}

// Kind is a kind of value that an engine remembers, by its key. It is declared once, as a
// variable of its package, and holds no value itself: a Store does.
type Kind[K comparable, V any] struct {
	Most int // values kept, the latest ones; at least 1
}

// Get returns the key's value: the one that the context's store remembers, or the one that
// compute returns, which the store then remembers unless the context has ended. Two that ask
// for the same value at once compute it both and do not wait for each other.
//
// The work of compute is counted by the budget in its context and spent again whenever the
// value is asked for, so that a row gives up at the same place whatever was asked before.
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

// shelf holds the values of one kind. It is not generic: every instance would go into the
// program, and a kind is asked once a row, not in a loop.
type shelf struct {
	kept map[any]storedValue
	keys []any // in the order in which they came, a ring once it is full
	next int
}

// storedValue is a value, and the units of work that it took.
type storedValue struct {
	value any
	units int64
}

// known looks for a value and spends the work that it took. A nil store knows none.
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
