package run

import "testing"

// After a deletion later steps show where in a secret order the example was: in what is left of its epoch, and in
// every epoch of an order that is shuffled once. Batches that are drawn anew, known orders and epochs that begin
// with the deletion tell nothing.
func TestShowsPlace(t *testing.T) {
	for _, c := range []struct {
		scheme   Scheme
		T, after int
		shows    bool
	}{
		{ShuffleOnce, 10, 3, true}, {ShuffleOnce, 20, 10, true}, {ShuffleOnce, 10, 0, false}, {Reshuffle, 20, 10, false},
		{Reshuffle, 20, 9, true}, {Reshuffle, 20, 5, false}, {Reshuffle, 3, 1, true}, {Cyclic, 10, 3, false}, {Full, 10, 3, false},
		{WithoutReplacement, 10, 3, false}, {Poisson, 10, 3, false}, {Allocation, 10, 3, false},
	} {
		r := Run{N: 50, B: 10, T: c.T, After: c.after, Scheme: c.scheme}
		if got := r.ShowsPlace(); got != c.shows {
			t.Errorf("%s, %d of %d steps after the deletion: ShowsPlace is %t, want %t", c.scheme, c.after, c.T, got, c.shows)
		}
	}
}
