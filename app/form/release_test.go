package form

import (
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
