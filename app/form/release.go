package form

import (
	"fmt"

	"lastiterate/bounds/run"
)

func releaseHelp(release run.Release) string {
	switch release {
	case run.EveryKth:
		return "Checkpoints: whoever has them sees the iterate after every k-th step and the last. The steps between two of them are hidden."
	case run.LastIterates:
		return "The average of the last k iterates (SWA, `AveragedModel`) counts as all of them; so does an average that starts k steps before " +
			"the end."
	case run.AllIterates:
		return "Nothing is hidden: the usual accounting, by composition."
	case run.LastIterate, "":
	}
	return "The final weights alone. Checkpoints, logs of gradients and averages of iterates are releases, too."
}

func everyHelp(r run.Run) string {
	if r.Release == run.LastIterates {
		return "How many iterates, the last one included, are released or averaged."
	}
	if steps := r.EpochSteps(); r.B >= 1 && steps > 1 {
		return fmt.Sprintf("A checkpoint after each epoch is one every %d steps.", steps)
	}
	return "How often a checkpoint is kept, in optimiser steps."
}
