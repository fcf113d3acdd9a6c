package account

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
)

// The walk finds the best of all orders from either end, and tries only few on the way.
func TestSearchWalksToTheBestOrder(t *testing.T) {
	releases := []OtherRelease{{Mu: 0.3}}
	fresh := func() summands {
		return summands{model: modelOf(context.Background(), bounds.DefaultRun(), bounds.Settings{}), row: "shift", orders: ordersFor(releases), others: releases,
			delta: 1e-5, sums: map[int]sum{}}
	}
	all := fresh()
	best := 0
	for i := range all.orders {
		if all.sumAt(i) < all.sumAt(best) {
			best = i
		}
	}
	if best == 0 || best == len(all.orders)-1 || math.IsInf(all.sumAt(best), 1) {
		t.Fatalf("the best order is number %d of %d", best, len(all.orders))
	}
	for _, from := range []int{0, best - 2, best, best + 2, len(all.orders) - 1} {
		p := fresh()
		if at := p.search(from); at != best || p.err != nil {
			t.Errorf("from number %d the walk ends at number %d, want %d (%v)", from, at, best, p.err)
		}
		if apart := max(from-best, best-from); len(p.sums) > apart+3 {
			t.Errorf("from number %d, %d orders are tried, want at most %d", from, len(p.sums), apart+3)
		}
	}
}

// Whoever waits is told how many rows are done.
func TestRowsAreCounted(t *testing.T) {
	var done []int
	settings := bounds.Settings{Rows: []string{"composition", "shift"}, Progress: func(n, of int) { done = append(done, n, of) }}
	_, err := Add(context.Background(), bounds.DefaultRun(), claim.Question{Delta: 1e-5}, []OtherRelease{{Mu: 0.3}}, settings)
	if err != nil || len(done) != 4 || done[0] != 1 || done[1] != 2 || done[2] != 2 {
		t.Errorf("%v: the counts are %v, want 1 of 2 and 2 of 2", err, done)
	}
}

// What belongs to the run alone is computed once: another release takes it from the engine's memory.
func TestTheRunIsKeptBetweenReleases(t *testing.T) {
	ctx := new(bounds.Engine).Context(context.Background())
	r, q := bounds.DefaultRun(), bounds.DefaultQuestion()
	known := func() *knownBounds { return modelOf(ctx, r, bounds.Settings{}).known }
	total := func(s OtherRelease) Total {
		all, err := Add(ctx, r, q, []OtherRelease{s}, bounds.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	first := total(OtherRelease{Alpha: 8, Epsilon: 0.1})
	at := place{first.Row, first.Order}
	if own, has := known().divergences.Known(at); !has || math.Abs(own+0.1-first.Divergence) > 1e-12 || first.Divergence >= first.Epsilon {
		t.Errorf("%+v, of which the run's part is %v, %v", first, own, has)
	}
	known().divergences.Keep(at, 0.7) // as if it had been found
	if second := total(OtherRelease{Alpha: 8, Epsilon: 0.2}); second.Order == first.Order && second.Row == first.Row && second.Divergence < 0.9 {
		t.Errorf("the run's own divergence was computed again: %+v", second)
	}
	r.Sigma *= 2
	if other := total(OtherRelease{Alpha: 8, Epsilon: 0.1}); other.Alone >= first.Alone || other.Divergence >= first.Divergence {
		t.Errorf("another run's total is %+v, the first one's %+v", other, first)
	}
}
