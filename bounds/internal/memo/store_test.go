package memo

import (
	"context"
	"testing"
	"time"

	"lastiterate/bounds/work"
)

// A store keeps the latest values of each kind, and another store knows nothing of them.
func TestStoreKeepsTheLatest(t *testing.T) {
	kind, other := &Kind[int, int]{Most: 4}, &Kind[int, int]{Most: 4}
	ctx := Remembering(t.Context())
	computed := 0
	get := func(ctx context.Context, kind *Kind[int, int], k int) {
		if v := kind.Get(ctx, k, func(context.Context) int { computed++; return -k }); v != -k {
			t.Errorf("the value of %d is %d, want %d", k, v, -k)
		}
	}
	for _, k := range []int{1, 2, 3, 4, 4, 3, 2, 1, 5, 5, 2} {
		get(ctx, kind, k)
	}
	if computed != 5 {
		t.Errorf("five values were computed %d times, want once each", computed)
	}
	for _, c := range []struct {
		name string
		get  func()
	}{
		{"the value that came first, beside four others", func() { get(ctx, kind, 1) }},
		{"a value of another kind", func() { get(ctx, other, 5) }},
		{"a value in another store", func() { get(With(ctx, new(Store)), kind, 5) }},
		{"a value without a store", func() { get(t.Context(), kind, 5) }},
	} {
		before := computed
		if c.get(); computed != before+1 {
			t.Errorf("%s was computed %d times, want once", c.name, computed-before)
		}
	}
}

// A known value costs as much work as it took to compute.
func TestStoreSpendsKnownWork(t *testing.T) {
	kind := &Kind[string, int]{}
	budget := work.NewBudget(1000, nil)
	ctx := work.With(Remembering(t.Context()), budget)
	for i := range 3 {
		kind.Get(ctx, "a", func(ctx context.Context) int { work.From(ctx).Spend(100); return 0 })
		if used := budget.Used(); used != int64(100*(i+1)) {
			t.Errorf("asked %d times: %d units, want %d", i+1, used, 100*(i+1))
		}
	}
}

// A value whose context ended while it was computed may be incomplete, and is not kept.
func TestStoreForgetsWhatWasCancelled(t *testing.T) {
	kind := &Kind[string, int]{}
	ctx, cancel := context.WithCancel(Remembering(t.Context()))
	kind.Get(ctx, "a", func(context.Context) int { cancel(); return 1 })
	if v := kind.Get(context.WithoutCancel(ctx), "a", func(context.Context) int { return 2 }); v != 2 {
		t.Errorf("after a cancelled computation the value is %d, want 2", v)
	}
}

// Whoever asks for a value that another one computes does not wait for it.
func TestStoreDoesNotWait(t *testing.T) {
	kind := &Kind[string, int]{}
	ctx := Remembering(t.Context())
	began, end, ended := make(chan bool), make(chan bool), make(chan int)
	go func() {
		ended <- kind.Get(ctx, "a", func(context.Context) int { close(began); <-end; return 7 })
	}()
	<-began
	answered := make(chan int)
	go func() { answered <- kind.Get(ctx, "a", func(context.Context) int { return 7 }) }()
	select {
	case v := <-answered:
		if v != 7 {
			t.Errorf("a = %d, want 7", v)
		}
	case <-time.After(time.Minute):
		t.Fatal("the second Get has no answer after a minute, want 7 at once: it must not wait for the first")
	}
	close(end)
	<-ended
}
