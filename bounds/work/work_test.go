package work

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestAlone(t *testing.T) {
	if err := Alone(func() {}); err != nil {
		t.Errorf("a computation without a fault: %v, want no error", err)
	}
	var none []int
	err := Alone(func() { none[len(none)] = 1 })
	var fault *Panic
	if !errors.As(err, &fault) {
		t.Fatalf("an index out of range: %v, want a *Panic", err)
	}
	if fault.Cause == nil || !strings.Contains(string(fault.Stack), "work_test.go") {
		t.Errorf("the fault has the cause %v and the stack %s, want the index and this file", fault.Cause, fault.Stack)
	}
	if text := err.Error(); strings.Contains(text, "index") || strings.Contains(text, "goroutine") {
		t.Errorf("the message is %q, want neither the cause nor a stack", text)
	}
}

func TestBudget(t *testing.T) {
	ctx := With(context.Background(), NewBudget(100, nil))
	done := 0
	err := Alone(func() {
		for {
			From(ctx).Spend(30)
			done++
		}
	})
	if err != ErrSpent || done != 3 || From(ctx).Used() != 120 {
		t.Errorf("of 100 units 30 were spent %d times (want 3): %v (want ErrSpent), used %d (want 120)", done, err, From(ctx).Used())
	}
	// Without a budget nothing is limited.
	unlimited := From(context.Background())
	for range 1000 {
		unlimited.Spend(1 << 60)
	}
}

// A number of units that overflows exceeds every budget.
func TestOverflow(t *testing.T) {
	for _, units := range []int{math.MinInt, -1, math.MaxInt} {
		b := NewBudget(math.MaxInt64, nil)
		b.Spend(1)
		if err := Alone(func() { b.Spend(units) }); err != ErrSpent {
			t.Errorf("%d units: %v, want ErrSpent", units, err)
		}
	}
}

// A part of a budget is spent with the whole; once the whole is, nothing more may
// be done under it, whatever is left of the parts.
func TestPartOfABudget(t *testing.T) {
	whole := NewBudget(100, nil)
	for i, want := range []error{nil, nil, ErrSpent, ErrSpent} {
		part := NewBudget(50, whole)
		if err := Alone(func() { part.Spend(40) }); err != want {
			t.Errorf("part %d: %v, want %v", i, err, want)
		}
	}
	if err := Alone(func() { whole.Spend(0) }); err != ErrSpent {
		t.Errorf("the whole, all spent: %v, want ErrSpent", err)
	}
	if err := Alone(func() { NewBudget(10, nil).Spend(11) }); err != ErrSpent {
		t.Errorf("11 of 10 units: %v, want ErrSpent", err)
	}
}
