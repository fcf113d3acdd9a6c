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
	kinds map[any]any // a *shelf of each *Kind
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

// shelf holds the values of one kind in one store.
type shelf[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]Paid[V]
	keys []K // in the order in which they came, a ring once it is full
	next int
}

// in returns the context's shelf for this kind, nil where the context has no store.
func (k *Kind[K, V]) in(ctx context.Context) *shelf[K, V] {
	s, _ := ctx.Value(storeKey{}).(*Store)
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.kinds[k].(*shelf[K, V]); ok {
		return found
	}
	if s.kinds == nil {
		s.kinds = map[any]any{}
	}
	made := &shelf[K, V]{kept: map[K]Paid[V]{}}
	s.kinds[k] = made
	return made
}

// Get returns the key's value: the one that the context's store remembers, or the one that
// compute returns, which the store then remembers unless the context has ended. Two that ask
// for the same value at once compute it both and do not wait for each other.
//
// The work of compute is counted by the budget in its context and spent again whenever the
// value is asked for, so that a row gives up at the same place whatever was asked before.
func (k *Kind[K, V]) Get(ctx context.Context, key K, compute func(context.Context) V) V {
	s, budget := k.in(ctx), work.From(ctx)
	if s != nil {
		if p, known := s.known(key); known {
			budget.Spend(int(p.units))
			return p.value
		}
	}
	own := work.NewBudget(math.MaxInt64, budget)
	v := compute(work.With(ctx, own))
	if s != nil && ctx.Err() == nil {
		s.keep(key, Paid[V]{v, own.Used()}, max(k.Most, 1))
	}
	return v
}

func (s *shelf[K, V]) known(key K) (Paid[V], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, known := s.kept[key]
	return p, known
}

func (s *shelf[K, V]) keep(key K, p Paid[V], most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.kept[key]; !known {
		if len(s.keys) < most {
			s.keys = append(s.keys, key)
		} else {
			delete(s.kept, s.keys[s.next])
			s.keys[s.next] = key
			s.next = (s.next + 1) % most
		}
	}
	s.kept[key] = p
}
