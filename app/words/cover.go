package words

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// Departure is a way in which the training differs from the run that
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
	Composition                 // only the bound that holds if every iterate is public
	Nothing                     // no bound of this calculator holds
)

// Covered says in one line which training the answer covers.
func Covered(r run.Run, ds Departures) string {
	sgd := "SGD"
	if r.Bounded() {
		sgd = "Projected SGD"
	}
	switch ds.Coverage(r) {
	case Nothing:
		return "Nothing: no bound here holds for training with " + (Subject{Departures: ds}).of(r).ticked(Nothing) + "."
	case Composition:
		return "Whatever is computed from the noisy gradients, by composition. Hidden state is not counted."
	case Everything:
	}
	return sgd + " with the learning rates, weight decay and releases stated in the form."
}

// of returns the subject with this run.
func (s Subject) of(r run.Run) Subject {
	s.Run = r
	return s
}

// Uncovered says why nothing covers the training, and what would; empty if something does.
func (s Subject) Uncovered() string {
	var why []string
	for _, d := range AllDepartures {
		if c, text := Consequence(d.ID, s.Run); c == Nothing && s.Departures.Has(d.ID) && !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	return strings.Join(why, " ")
}

// AllIteratesRows are the rows that hold even if every iterate is public: those
// that Composition leaves.
var AllIteratesRows = []string{"composition", "shuffled-composition"}

// Rows are those of AllIteratesRows that hold with what is ticked. The proof for secret orders needs batches of one size.
func (ds Departures) Rows() []string {
	if ds.Has(Remainder) {
		return AllIteratesRows[:1]
	}
	return AllIteratesRows
}

// Departures are the departures that are ticked, in the order of AllDepartures.
type Departures []Departure

// Named returns the departures that links and exports name: those of AllDepartures, without the notes that begin with lacks
// or ofWhat.
func (ds Departures) Named() (out Departures) {
	for _, d := range AllDepartures {
		if ds.Has(d.ID) {
			out = append(out, d.ID)
		}
	}
	return out
}

// With ticks or unticks d.
//
//go:noinline
func (ds Departures) With(d Departure, on bool) Departures {
	var out Departures
	for _, each := range AllDepartures {
		if each.ID == d && on || each.ID != d && slices.Contains(ds, each.ID) {
			out = append(out, each.ID)
		}
	}
	return out.Scheduled(ds.Scheduling())
}

// Meets reports whether a run with these batches can have the departure: only a loader that passes over the data has a smaller last batch.
func (d Departure) Meets(s run.Scheme) bool { return d != Remainder || s.InPasses() }

// Of returns the departures that a run with these batches can have. It is not inlined, which keeps the program smaller.
//
//go:noinline
func (ds Departures) Of(s run.Scheme) Departures {
	if Remainder.Meets(s) {
		return ds
	}
	return ds.Less(Remainder)
}

// Less returns the departures but d. It is not inlined, like Of.
//
//go:noinline
func (ds Departures) Less(d Departure) Departures { return ds.With(d, false).Without(ds.Lacking()) }

// Has reports whether d is ticked.
func (ds Departures) Has(d Departure) bool { return slices.Contains(ds, d) }

// Coverage says how much of the answer holds with all of these departures.
func (ds Departures) Coverage(r run.Run) Coverage {
	worst := Everything
	for _, d := range ds {
		c, _ := Consequence(d, r)
		worst = max(worst, c)
	}
	if ds.Lacking() != nil {
		worst = max(worst, Composition)
	}
	return worst
}

// NotUsed is shown at a field on which the answer does not depend.
const NotUsed = "Not used: composition does not depend on it."

// Unused reports whether the answer does not depend on a field, because only composition holds: it counts what
// the noisy gradients reveal, whatever is made of them. The loss is not unused if composition alone holds only because the loss's
// class is unknown.
func (ds Departures) Unused(r run.Run, field string) bool {
	if field == "loss" {
		ds = ds.With(Unknown, false)
	}
	return field != "clip" && Spared(r, field) && ds.Coverage(r) == Composition // the statement states the clipping norm
}

// Spared reports whether composition does not depend on a field of this run.
func Spared(r run.Run, field string) bool {
	switch {
	case slices.Contains(ratesOnly, field): // the learning rate scales gradient and noise alike if the noise is on the gradient
		return r.Noise.OnGradient()
	case field == "clip": // a noise multiplier states the noise relative to C
		return r.Noise == run.NoiseMultiplier
	}
	return slices.Contains(hiddenOnly, field)
}

// ratesOnly are the fields of the learning rate; hiddenOnly are the other fields on which composition does not depend.
var (
	ratesOnly  = []string{"eta", "warmup", "schedule", "schedule_final", "schedule_every", "schedule_factor"}
	hiddenOnly = []string{"weight_decay", "loss", "smoothness", "strong_convexity", "weak_convexity", "holder_constant", "holder_order",
		"diameter", "release", "every"}
)

// Known reads names of departures, as links list them, and also returns the names
// that are unknown.
func Known(names []string) (ds Departures, unknown []string) {
	of := ""
	for _, name := range names {
		if scheduled := ofNamed(name); scheduled != "" {
			of = scheduled
		} else if ticked := ds.With(Departure(name), true); len(ticked) > len(ds) {
			ds = ticked
		} else if !ds.Has(Departure(name)) {
			unknown = append(unknown, name)
		}
	}
	return ds.Scheduled(of), unknown
}

// Names returns the departures as links list them; nil if there are none.
func (ds Departures) Names() []string {
	var names []string
	for _, d := range ds {
		if s := string(d); !strings.HasPrefix(s, ofWhat) && !strings.HasPrefix(s, lacks) {
			names = append(names, string(d))
		}
	}
	return append(names, ds.ofName()...)
}

// Departing names departures: "momentum, weight averaging (EMA, SWA)".
func Departing(ds Departures) string {
	var names []string
	for _, d := range AllDepartures {
		if ds.Has(d.ID) {
			names = append(names, ds.condition(d.ID, d.With))
		}
	}
	return strings.Join(names, ", ")
}

// AllDepartures is the checklist of departures.
var AllDepartures = []struct {
	ID    Departure
	Label string
	With  string // what a bound holds with
	// Field is the field that can state the departure, so that it need not be ticked; empty if there is none.
	Field string
}{
	{Momentum, "Momentum", "momentum", ""},
	{Adam, "Adam or another adaptive method", "Adam or another adaptive method", ""},
	{Schedule, "A schedule of another shape", "a schedule of the learning rate or the noise", ""},
	{Averaging, "Weight averaging (EMA, SWA)", "weight averaging (EMA, SWA)", "release"},
	{Checkpoints, "Checkpoints released or observed", "checkpoints released or observed", "release"},
	{Decay, "Weight decay", "weight decay", "weight_decay"},
	{Remainder, "A smaller last batch in each epoch", "a smaller last batch in each epoch", ""},
	{Unknown, "A loss of unknown smoothness", "a loss of unknown smoothness", "loss"},
	{Tuning, "Hyper-parameters chosen on the private data", "hyper-parameters chosen on the private data", "tuning"},
	{Stopping, "Early stopping on the private data", "early stopping on the private data", ""},
}

// stated reports whether the run's fields state the departure, so that the answer accounts for it.
// A schedule or an average that is ticked is of a kind that the form does not have, so no field states it.
func (d Departure) stated(r run.Run) bool {
	return d != Schedule && d != Averaging && slices.Contains(r.Covers(), string(d))
}

// Consequence says what still holds for this run under one departure, and why.
//
// Composition counts what the noisy gradients of all steps reveal together, so
// it covers anything computed from them alone: that is post-processing. It
// needs the noise on the gradient, before the optimiser: noise that is added
// to the iterate after momentum or preconditioning is another mechanism.
func Consequence(d Departure, r run.Run) (Coverage, string) {
	if d.stated(r) {
		return Everything, "The form states it, and the answer accounts for it."
	}
	onGradient := r.Noise.OnGradient()
	switch d {
	case Momentum, Adam:
		what := "The momentum buffer"
		if d == Adam {
			what = "The adaptive step"
		}
		if !onGradient {
			return Nothing, what + " is covered by composition only if the noise is added to the gradient before it. If your training " +
				"does so, state the noise as gradient noise or as a noise multiplier."
		}
		return Composition, what + " is computed from the noisy gradients alone, so composition still holds. The hidden-state theorems " +
			"couple two runs of plain SGD and do not apply."
	case Schedule:
		if onGradient {
			return Composition, "Composition charges each step by the ratio of its noise to the clipping norm, whatever the learning " +
				"rate. It holds if you enter the schedule’s smallest noise and largest clipping norm. If the warm-up and fall of " +
				"the learning rate in the form are exactly yours, enter them and untick this: hidden state counts them too."
		}
		return Composition, "Composition holds if you enter the schedule’s largest learning rate and clipping norm and its smallest " +
			"noise. If the warm-up and fall of the learning rate in the form are exactly yours, enter them and untick this: hidden state " +
			"counts them too."
	case Averaging:
		return Composition, "The average is computed from many iterates, not from the last one alone. Composition holds for anything " +
			"computed from the iterates. If you average a fixed number of final iterates (SWA), state it under Release and untick " +
			"this: hidden state counts the steps before them. An exponential moving average (EMA) uses all iterates."
	case Checkpoints:
		return Composition, "Checkpoints are intermediate iterates. Composition holds even if every iterate is public. If you state " +
			"under Release how often there is a checkpoint, hidden state counts the steps between them."
	case Decay:
		return Composition, "The optimiser shrinks the weights outside the clipped gradient. That reads no data, so composition still " +
			"holds. If you enter the weight decay in the form, hidden state counts it too. A regulariser inside the clip is part of each " +
			"example’s loss."
	case Remainder:
		if r.Noise != run.NoiseMultiplier {
			return Nothing, "An example counts for more in a smaller batch. If the noise is added to the sum of the clipped gradients, " +
				"state it as a noise multiplier: composition then holds."
		}
		return Composition, "Noise on the sum of clipped gradients hides an example equally well in a smaller batch, so composition " +
			"holds: each example is used once in every epoch, and the steps with other examples do not matter to it. An epoch here " +
			"has the full batches alone. The hidden-state theorems here assume batches of one size: if the loader drops the smaller " +
			"batch (drop_last, drop_remainder), untick this, and hidden state counts too."
	case Unknown:
		return Composition, "Composition needs only the clipping norm. The hidden-state theorems need the class of the loss and its " +
			"constants: enter them under Model."
	case Tuning:
		return Nothing, "Choosing a setting by results on the private data leaks something about every run that was tried. Under " +
			"Release, state that the released run is the best of several, and how many there were."
	case Stopping:
		return Nothing, "When training stops, or which checkpoint is kept, then leaks something about the data. If public data or the " +
			"noisy iterates alone decide it, enter the largest possible number of steps, choose “all iterates” under Release, and untick " +
			"this."
	}
	return Everything, ""
}
