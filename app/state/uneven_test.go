package state

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

const uneven = "v=1&n=60000&b=256&T=3510&scheme=reshuffle&noise=multiplier&adjacency=zero-out&steps=epochs&differs="

// A smaller last batch goes with the batches that have one, whoever chooses others, and returns with them. What else departs
// stays.
func TestASmallerLastBatchGoesWithItsScheme(t *testing.T) {
	m := opened(t, uneven+"momentum~remainder")
	for name, action := range map[string]Action{"chosen": Choose{"scheme", "poisson"}, "lowers": Lower{"scheme", "poisson"},
		"proposed": Apply{"scheme", "without-replacement"}, "all": Choose{"scheme", "full"}, "allocation": Choose{"scheme", "allocation"}} {
		with := do(m, action)
		if with.Run.Scheme == run.Reshuffle {
			t.Fatalf("%s: %v", name, with.Faults)
		}
		if got := with.Departures(); !slices.Equal(got, words.Departures{words.Momentum}) || !slices.Equal(with.View.Differs, got.Names()) {
			t.Errorf("%s: %q, in the link %q", name, got, with.View.Differs)
		}
		if back := do(with, Choose{"scheme", "shuffle-once"}); !back.Departures().Has(words.Remainder) || !back.Departures().Has(words.Momentum) {
			t.Errorf("%s, and back: %q", name, back.Departures())
		}
		if back := do(with, Plain{}, Choose{"scheme", "reshuffle"}); back.View.Differs != nil {
			t.Errorf("%s, nothing departs, and back: %q", name, back.View.Differs)
		}
	}
	if got := do(m, Choose{"scheme", "cyclic"}).View.Differs; !slices.Equal(got, m.View.Differs) {
		t.Errorf("another order has the departures %q", got)
	}
	if got := opened(t, strings.Replace(uneven, "reshuffle", "poisson", 1)+"remainder"); got.View.Differs != nil || got.Departures().Has(words.Remainder) {
		t.Errorf("a link with Poisson batches has %q", got.View.Differs)
	}
	never := do(opened(t, strings.TrimSuffix(uneven, "&differs=")), Choose{"scheme", "poisson"}, Choose{"scheme", "reshuffle"})
	if never.View.Differs != nil {
		t.Errorf("a run that had none has %q", never.View.Differs)
	}
}

// A pinned run keeps the smaller last batch that the form's run no longer has: hidden state would count for it otherwise.
func TestAPinnedRunKeepsItsSmallerLastBatch(t *testing.T) {
	m := do(opened(t, uneven+"remainder"), Pin{}, Choose{"scheme", "poisson"}, Choose{form.Optimiser, form.Momentum},
		Depart{words.Stopping, true}, Depart{words.Stopping, false})
	if got := m.Departures(); !slices.Equal(got, words.Departures{words.Momentum}) {
		t.Errorf("the form's run has %q", got)
	}
	if got := m.TickedFor(m.View.Pinned[0].Run.Scheme); !got.Has(words.Remainder) || !got.Has(words.Momentum) {
		t.Errorf("the pinned run has %q", got)
	}
	if got := do(m, Load{0}).Departures(); !got.Has(words.Remainder) {
		t.Errorf("loaded, it has %q", got)
	}
	if got := do(m, Unpin{0}).View.Differs; slices.Contains(got, "remainder") {
		t.Errorf("unpinned, the link has %q", got)
	}
}
