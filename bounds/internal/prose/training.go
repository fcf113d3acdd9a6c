package prose

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Examples is "example", or "3 examples".
func Examples(n int) string {
	if n == 1 {
		return "example"
	}
	return fmt.Sprintf("%d examples", n)
}

// Unsaid returns the fields of a run whose choice has no words here. There is then no statement, since any words would
// describe another choice.
func Unsaid(r run.Run) (fields []string) {
	for _, part := range []struct{ field, words string }{
		{"scheme", Batches(r)}, {"adjacency", Adjacency(r)}, {"loss", Assumptions(r)}, {"clipping", Gradients(r)}, {"noise", Noise(r)},
		{"schedule", Rates(r)}, {"release", Released(r)},
	} {
		if part.words == "" {
			fields = append(fields, part.field)
		}
	}
	return fields
}

// whose says which examples a guarantee is about, unless it is about all.
func whose(r run.Run) string {
	switch {
	case r.States("group"):
		return fmt.Sprintf(", for all %d examples of one person together,", r.Members())
	case !r.States("position"):
		return ""
	}
	return fmt.Sprintf(", for the examples in batch %d of each epoch,", r.Position)
}

// Under returns the opening words of a guarantee: its adjacency and, if there was a deletion, the deleted example before it.
func Under(r run.Run) string {
	under := "nder " + Adjacency(r) + " adjacency"
	if r.After == 0 {
		return "U" + under + whose(r)
	}
	deleted := "an example that was"
	switch {
	case r.States("group"):
		deleted = fmt.Sprintf("all %d examples of one person together, which were", r.Members())
	case r.States("position"):
		deleted = fmt.Sprintf("an example in batch %d of each epoch that was", r.Position)
	}
	return fmt.Sprintf("For %s deleted %s before the end, u%s,", deleted, stepCount(r.After), under)
}

// Deleted describes the training after the deletion; empty if there was none.
func Deleted(r run.Run) string {
	if r.After == 0 {
		return ""
	}
	what, it := "One example was", "it"
	if r.States("group") {
		what, it = fmt.Sprintf("The %d examples of one person were", r.Members()), "them"
	}
	return fmt.Sprintf("%s deleted, and %s more %s made on the data without %s, with the sum of a batch’s gradients "+
		"still divided by b. ", what, run.FormatNumber(float64(r.After)), stepsWere(r.After), it)
}

// Others says, after a deletion, with which run the guarantee compares, and that it is about no other example; empty if there
// was no deletion.
func Others(r run.Run) string {
	if r.After == 0 {
		return ""
	}
	return " " + otherRun(r) + " For every example that was not deleted the bound is that of the run without the deletion, " +
		"usually a larger number."
}

func stepCount(n int) string {
	if n == 1 {
		return "one step"
	}
	return run.FormatNumber(float64(n)) + " steps"
}

func stepsWere(n int) string {
	if n == 1 {
		return "step was"
	}
	return "steps were"
}

// Length writes T, and the number of epochs if it is whole.
func Length(r run.Run) string {
	text := Several("T", r.T, "iteration")
	if steps := r.EpochSteps(); steps > 1 && r.T%steps == 0 {
		if epochs := r.T / steps; epochs == 1 {
			text += " (1 epoch)"
		} else {
			text += fmt.Sprintf(" (%d epochs)", epochs)
		}
	}
	return text
}

// Decay writes the weight decay; empty if there is none.
func Decay(r run.Run) string {
	if !r.States("weight_decay") {
		return ""
	}
	return "weight decay " + run.FormatNumber(r.WeightDecay) + " outside the clipping, "
}

// Noise describes the noise as it is stated; empty for a convention that has no words here.
func Noise(r run.Run) string {
	stated := run.FormatNumber(r.Sigma)
	switch r.Noise {
	case run.NoiseMultiplier:
		return "noise multiplier " + stated
	case run.GradientNoise:
		return "Gaussian noise of standard deviation " + stated + " on the gradient"
	case run.LangevinNoise:
		return "Langevin noise of standard deviation " + stated
	case run.IterateNoise:
		return "Gaussian noise of standard deviation " + stated + " added to every iterate"
	}
	return ""
}

// OnIterate states the noise on the iterate of plain SGD, if the run states its noise in another convention.
func OnIterate(r run.Run) string {
	if r.Noise == run.IterateNoise {
		return ""
	}
	text := ", which adds Gaussian noise of standard deviation " + run.FormatNumber(run.Digits(r.Steps().Peak().Noise, 4)) +
		" to every iterate"
	if !r.Steady() {
		text += " at learning rate " + run.FormatNumber(r.Eta) + " and less at lower rates"
	}
	return text
}

// Several is "T = 7 iterations", or "T = 1 iteration".
func Several(symbol string, n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%s = %d %s", symbol, n, noun)
}

// Batches describes how the batches are made; empty for a scheme that has no words here.
func Batches(r run.Run) string {
	size := fmt.Sprintf("stochastic gradient descent (batches of b = %d, ", r.B)
	switch r.Scheme {
	case run.Full:
		return "gradient descent (full batch)"
	case run.Cyclic:
		return size + "in a fixed order)"
	case run.ShuffleOnce:
		return size + "in one secret order)"
	case run.Reshuffle:
		return size + "in a fresh secret order every epoch)"
	case run.WithoutReplacement:
		return size + "drawn without replacement at every step)"
	case run.Poisson:
		if r.Noise == run.NoiseMultiplier { // the noise is on the sum, so only the rate counts; b may be the rate times n, rounded up
			return fmt.Sprintf("stochastic gradient descent (Poisson batches, sampling rate at most %d/%d, about %s)", r.B, r.N,
				run.FormatNumber(run.DigitsUp(r.SamplingRate(), 4)))
		}
		return fmt.Sprintf("stochastic gradient descent (Poisson batches of expected size b = %d)", r.B)
	case run.Allocation:
		text := fmt.Sprintf("stochastic gradient descent (in every epoch each example joins one of %d batches, at random and "+
			"independently of the others", r.StepsPerEpoch())
		if r.N%r.B == 0 {
			return text + fmt.Sprintf("; expected size b = %d)", r.B)
		}
		return text + fmt.Sprintf("; sums are divided by b = %d)", r.B)
	}
	return ""
}

// Gradients describes the bound on the gradients; empty for a choice that has no words here.
func Gradients(r run.Run) string {
	c := run.FormatNumber(r.Clip)
	switch r.Clipping {
	case run.ClippingNever:
		return "gradients of norm at most C = " + c + " (never clipped)"
	case run.ClippingGLM:
		text := "the unregularised gradients of a generalised linear model clipped at C = " + c
		if r.Loss == run.StronglyConvex {
			text += " and the regulariser’s gradient added once per step, whatever the batch"
		}
		return text
	case run.ClippingDifference:
		return fmt.Sprintf("unclipped gradients, those of the differing example at most %s apart in the two datasets",
			run.FormatNumber(r.Kappa()*r.Clip))
	case run.ClippingDifferenceAll:
		return fmt.Sprintf("unclipped gradients, those of any two examples at most %s apart", run.FormatNumber(r.Kappa()*r.Clip))
	case run.ClippingActive:
		return "gradients clipped at C = " + c
	}
	return ""
}

// Domain describes the set onto which the iterates are projected.
func Domain(r run.Run) string {
	if r.Bounded() {
		return "projection onto a convex set of diameter " + run.FormatNumber(r.Diameter)
	}
	return "no projection"
}

// Adjacency says what may differ between two data sets; empty for an adjacency that has no words here.
func Adjacency(r run.Run) string {
	switch r.Adjacency {
	case run.Replace:
		return "replace-one"
	case run.ZeroOut:
		return "zero-out-one"
	case run.AddRemove:
		return "add-or-remove-one"
	}
	return ""
}

// Assumptions describes the assumptions on the losses; empty for a class that has no words here.
func Assumptions(r run.Run) string {
	l := run.FormatNumber(r.Smoothness)
	switch r.Loss {
	case run.Convex:
		if r.HolderGradients() {
			return fmt.Sprintf("convex losses whose gradients are (%s, %s)-Hölder continuous on all of space",
				run.FormatNumber(r.HolderConstant), run.FormatNumber(r.HolderOrder))
		}
		if r.Nonsmooth() {
			return "convex losses that need not be smooth, whose subgradients depend on the iterate, the step and the batch only"
		}
		return "convex losses with " + l + "-Lipschitz gradients"
	case run.StronglyConvex:
		return fmt.Sprintf("%s-strongly convex losses with %s-Lipschitz gradients", run.FormatNumber(r.StrongConvexity), l)
	case run.WeaklyConvex:
		return fmt.Sprintf("%s-weakly convex losses with %s-Lipschitz gradients", run.FormatNumber(r.WeakConvexity), l)
	case run.Holder:
		return fmt.Sprintf("losses with (%s, %s)-Hölder continuous gradients", l, run.FormatNumber(r.HolderOrder))
	case run.Smooth:
		return "losses with " + l + "-Lipschitz gradients"
	}
	return ""
}
