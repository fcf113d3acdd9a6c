package work

import (
	"context"
	"errors"
	"math"
)

// ErrSpent says that a row was given up because its budget was spent.
var ErrSpent = errors.New("the row was stopped: for this run it would exceed the work allowed for one row")

// Budget counts and limits the work of one computation. A nil Budget has no limit. Two goroutines must not use a Budget at once.
type Budget struct {
	limit, used int64
	within      *Budget
}

// NewBudget returns a budget of the given units. Work that it counts also counts for `within`, unless that is nil.
func NewBudget(units int64, within *Budget) *Budget { return &Budget{limit: units, within: within} }

// spent is the value of Spend's panic, which Alone turns into ErrSpent.
type spent struct{}

// Spend counts units of work that are about to be done. If they exceed the budget, it panics, and Alone recovers: a loop that returns
// a number has no other way out that could not be mistaken for a number. A negative count has overflowed, and exceeds any budget.
func (b *Budget) Spend(units int) {
	if b == nil {
		return
	}
	if units < 0 || b.used > math.MaxInt64-int64(units) {
		b.used = math.MaxInt64
		panic(spent{})
	}
	if b.used += int64(units); b.used > b.limit {
		panic(spent{})
	}
	b.within.Spend(units)
}

// Ended reports whether the budget, or one that it is within, was spent.
func (b *Budget) Ended() bool { return b != nil && (b.used > b.limit || b.within.Ended()) }

// Left is the number of units that may still be spent.
func (b *Budget) Left() int64 {
	if b == nil {
		return math.MaxInt64
	}
	return min(b.limit-b.used, b.within.Left())
}

// Used is the number of units counted so far.
func (b *Budget) Used() int64 {
	if b == nil {
		return 0
	}
	return b.used
}

type key struct{}

// With returns a context that carries the budget.
func With(ctx context.Context, b *Budget) context.Context { return context.WithValue(ctx, key{}, b) }

// From is the context's budget, nil if it carries none.
func From(ctx context.Context) *Budget {
	b, _ := ctx.Value(key{}).(*Budget)
	return b
}
