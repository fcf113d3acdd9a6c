package form

import (
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

// A form whose batch size is not given yet has help all the same.
func TestHelpWithoutABatchSize(t *testing.T) {
	if text := everyHelp(run.Run{N: 60, Scheme: run.Cyclic, Release: run.EveryKth}); text != "How often a checkpoint is kept, in optimiser steps." {
		t.Error(text)
	}
	if text := everyHelp(run.Run{N: 60, B: 5, Scheme: run.Cyclic, Release: run.EveryKth}); text != "One checkpoint per epoch is one every 12 steps." {
		t.Error(text)
	}
}

// An average that starts with the iterate s steps before the end is covered by the k that the help says, and by none smaller.
func TestHelpForAnAverage(t *testing.T) {
	const s = 4
	advice, k := "the first averaged one. If that one is s steps before the end, enter s + 1.", s+1
	if text := releaseHelp(run.LastIterates); !strings.HasSuffix(text, advice) {
		t.Errorf("the help is %q, want it to end in %q", text, advice)
	}
	for _, every := range []int{k - 1, k} {
		r := run.Run{T: 20, Release: run.LastIterates, Every: every}
		first := r.Segments()[0].Steps // after as many steps an iterate is released first
		if covered := first <= r.T-s; covered != (every == k) {
			t.Errorf("k = %d: the first release is after %d of %d steps", every, first, r.T)
		}
	}
}
