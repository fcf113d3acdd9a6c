package form

import (
	"fmt"

	"lastiterate/bounds/run"
)

func releaseHelp(release run.Release) string {
	switch release {
	case run.EveryKth:
		return "Checkpoints: every k-th iterate and the last. The steps between two of them are hidden."
	case run.LastIterates:
		return "The last k iterates, or their average. An average (SWA, `AveragedModel`) counts as a release of all iterates since " +
			"the first averaged one. If that one is s steps before the end, enter s + 1."
	case run.AllIterates:
		return "Nothing is hidden: the usual composition."
	case run.LastIterate, "":
	}
	return "The final weights alone. Checkpoints, logs of gradients and averages of iterates are releases too."
}

func everyHelp(r run.Run) string {
	if r.Release == run.LastIterates {
		return "The number of iterates released or averaged. Count from the first of them to the last, including any skipped in between."
	}
	if r.B >= 1 && r.EpochSteps() > 1 {
		return fmt.Sprintf("One checkpoint per epoch is one every %d steps.", r.EpochSteps())
	}
	return "How often a checkpoint is kept, in optimiser steps."
}
