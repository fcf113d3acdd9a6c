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
		t.Errorf("a computation that ends well: %v", err)
	}
	var none []int
	err := Alone(func() { none[len(none)] = 1 })
	var fault *Panic
	if !errors.As(err, &fault) {
		t.Fatalf("an index out of range gives %v", err)
	}
	if fault.Cause == nil || !strings.Contains(string(fault.Stack), "work_test.go") {
		t.Errorf("the fault tells %v at %s", fault.Cause, fault.Stack)
	}
	if text := err.Error(); strings.Contains(text, "index") || strings.Contains(text, "goroutine") {
		t.Errorf("a person reads %q", text)
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
		t.Errorf("of 100 units 30 were spent %d times: %v, used %d", done, err, From(ctx).Used())
	}
	// Whoever has no budget may go on for ever.
	unlimited := From(context.Background())
	for range 1000 {
		unlimited.Spend(1 << 60)
	}
}

// What is too much to be counted is more than any budget has.
func TestOverflow(t *testing.T) {
	for _, units := range []int{math.MinInt, -1, math.MaxInt} {
		b := NewBudget(math.MaxInt64, nil)
		b.Spend(1)
		if err := Alone(func() { b.Spend(units) }); err != ErrSpent {
			t.Errorf("%d units: %v", units, err)
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
		t.Errorf("the whole goes on: %v", err)
	}
	if err := Alone(func() { NewBudget(10, nil).Spend(11) }); err != ErrSpent {
		t.Errorf("a budget of its own: %v", err)
	}
}
