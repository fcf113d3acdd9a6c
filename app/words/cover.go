package words

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// Departure is a way in which the training at hand differs from the run that
// is analysed.
type Departure string

const (
	Momentum    Departure = "momentum"
	Adam        Departure = "adam"
	Schedule    Departure = "schedule"
	Averaging   Departure = "averaging"
	Checkpoints Departure = "checkpoints"
	Tuning      Departure = "tuning"
	Decay       Departure = "decay"
	Remainder   Departure = "remainder"
	Unknown     Departure = "loss"
	Stopping    Departure = "stopping"
)

// Coverage says how much of the answer still holds.
type Coverage int

const (
	Everything  Coverage = iota // the run as analysed
	Composition                 // only the bound that holds when every iterate is published
	Nothing                     // no bound of this calculator
)

// Covered is what the calculator analyses, in one line.
const Covered = "Projected SGD with the learning rates, the weight decay and the releases that are stated."

// PublishedRows are the rows that hold even if every iterate is published: those
// that Composition leaves.
var PublishedRows = []string{"composition"}

// Departures are those that were ticked, in the order of the list.
type Departures []Departure

// With ticks d, or takes the tick away.
func (ds Departures) With(d Departure, on bool) Departures {
	var out Departures
	for _, each := range AllDepartures {
		if each.ID == d && on || each.ID != d && slices.Contains(ds, each.ID) {
			out = append(out, each.ID)
		}
	}
	return out
}

// Has reports whether d is ticked.
func (ds Departures) Has(d Departure) bool { return slices.Contains(ds, d) }

// Coverage is what holds with all that is ticked.
func (ds Departures) Coverage(r run.Run) Coverage {
	worst := Everything
	for _, d := range ds {
		c, _ := Consequence(d, r)
		worst = max(worst, c)
	}
	return worst
}

// Known reads names of departures, as links list them, and returns those that
// are none of ours.
func Known(names []string) (ds Departures, unknown []string) {
	for _, name := range names {
		if ticked := ds.With(Departure(name), true); len(ticked) > len(ds) {
			ds = ticked
		} else if !ds.Has(Departure(name)) {
			unknown = append(unknown, name)
		}
	}
	return ds, unknown
}

// Names are the departures as links list them; nil for none.
func (ds Departures) Names() []string {
	var names []string
	for _, d := range ds {
		names = append(names, string(d))
	}
	return names
}

// Departing names departures: "momentum, weight averaging (EMA, SWA)".
func Departing(ds Departures) string {
	var names []string
	for _, d := range AllDepartures {
		if ds.Has(d.ID) {
			names = append(names, d.If)
		}
	}
	return strings.Join(names, ", ")
}

// AllDepartures lists the checklist.
var AllDepartures = []struct {
	ID    Departure
	Label string
	If    string // the same as a condition
	// Field is what states it, so that it need not be ticked; empty where nothing does.
	Field string
}{
	{Momentum, "Momentum", "momentum is used", ""},
	{Adam, "Adam or another adaptive method", "Adam or another adaptive method is used", ""},
	{Schedule, "A schedule of another shape", "the learning rate or the noise follows a schedule", ""},
	{Averaging, "Weight averaging (EMA, SWA)", "the weights are averaged (EMA, SWA)", "release"},
	{Checkpoints, "Checkpoints released or observed", "checkpoints are released or observed", "release"},
	{Decay, "Weight decay that is not stated", "weight decay is used that is not stated", "weight_decay"},
	{Remainder, "A smaller last batch in each epoch", "each epoch ends in a smaller batch", ""},
	{Unknown, "The loss’s smoothness not known", "nothing is known of the loss’s smoothness", ""},
	{Tuning, "Hyper-parameters chosen on the private data", "hyper-parameters are chosen on the private data", "tuning"},
	{Stopping, "A stop by a look at the private data", "training stops by a look at the private data", ""},
}

// stated reports whether the run's fields say what the departure does, so that the answer counts it.
func (d Departure) stated(r run.Run) bool { return slices.Contains(r.Covers(), string(d)) }

// Consequence says what still holds for this run under one departure, and why.
//
// Composition counts what the noisy gradients of all steps reveal together, so
// it covers anything computed from them alone: that is post-processing. It
// needs the noise on the gradient, before the optimiser: noise that is added
// to the iterate after momentum or preconditioning is another mechanism.
func Consequence(d Departure, r run.Run) (Coverage, string) {
	if d.stated(r) {
		return Everything, "The fields state it, and the answer counts it."
	}
	onGradient := onGradient(r)
	switch d {
	case Momentum, Adam:
		what := "The momentum buffer"
		if d == Adam {
			what = "The adaptive step"
		}
		if !onGradient {
			return Nothing, what + " is covered by composition only where the noise is added to the gradient before it. State the noise " +
				"as gradient noise or as a noise multiplier if that is how the training runs."
		}
		return Composition, what + " is computed from the noisy gradients alone, so composition still holds. The hidden-state theorems " +
			"follow two coupled plain SGD runs and do not."
	case Schedule:
		if onGradient {
			return Composition, "Composition charges each step by its noise against the clipping norm, whatever the learning rate. It " +
				"holds if the noise entered is the smallest of the schedule and the clipping norm the largest. State a learning rate’s " +
				"warm-up and fall with it, and hidden state counts them too."
		}
		return Composition, "Composition holds if the learning rate entered is the largest of the schedule and the noise the smallest. " +
			"State a learning rate’s warm-up and fall with it, and hidden state counts them too."
	case Averaging:
		return Composition, "The average is computed from many iterates, not from the last one alone. Composition holds for anything " +
			"computed from the iterates. State how many at the end are averaged as what is released, and hidden state counts the steps " +
			"before them."
	case Checkpoints:
		return Composition, "Whoever sees checkpoints sees intermediate iterates. Composition holds even if all of them are published. " +
			"State how often there is one as what is released, and hidden state counts the steps between them."
	case Decay:
		return Composition, "The optimiser shrinks the weights by themselves, outside of the clipped gradient. That reads no data, so " +
			"composition still holds. State it as the weight decay of the run, and hidden state counts it too; a regulariser inside of " +
			"the clip is part of each example’s loss."
	case Remainder:
		if r.Noise != run.NoiseMultiplier {
			return Nothing, "An example counts for more in a smaller batch. State the noise as a noise multiplier if it is added to the " +
				"sum of the clipped gradients: composition then holds."
		}
		return Composition, "Noise on the sum of clipped gradients hides an example equally well in a smaller batch, so composition " +
			"holds: each example is used once in every epoch. The hidden-state theorems here have batches of one size."
	case Unknown:
		return Composition, "Composition needs the clipping norm alone. The hidden-state theorems need the class of the loss and its " +
			"constants: enter them under Model, then take this tick away."
	case Tuning:
		return Nothing, "Choosing a setting by looking at results on the private data releases something about every run that was tried. " +
			"State how many runs there were: what is released can be the best of them."
	case Stopping:
		return Nothing, "When training stops, or which checkpoint is kept, then releases something about the data by itself. If that is " +
			"decided by public data or by the noisy iterates alone, enter the most steps there can be, choose “all iterates” as what is " +
			"released, and take this tick away."
	}
	return Everything, ""
}

// onGradient reports whether the noise is stated on the gradient, before the optimiser.
func onGradient(r run.Run) bool {
	return r.Noise == run.GradientNoise || r.Noise == run.NoiseMultiplier
}
