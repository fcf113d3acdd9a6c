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
		return summands{ctx: context.Background(), run: bounds.DefaultRun(), row: "shift", orders: ordersFor(releases), others: releases,
			delta: 1e-5, sums: map[int]float64{}}
	}
	all := fresh()
	best := 0
	for i := range all.orders {
		if all.at(i) < all.at(best) {
			best = i
		}
	}
	if best == 0 || best == len(all.orders)-1 || math.IsInf(all.at(best), 1) {
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
