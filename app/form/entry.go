package form

import (
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// entry is what the form says of a field.
type entry struct {
	name, group string
	called      string // its name in the form; empty if that is its label in package run
	symbol      string // only for what is not a field of a run
	unit        string
	label       func(r run.Run, l *Label) // adjusts the label to the run; nil if it never changes
	help        func(r run.Run) string
	shown       func(r run.Run) bool // whether it is shown for a run that uses it; nil for always

	linear bool                               // a curve along it has a linear axis unless the visitor chooses otherwise
	span   func(r run.Run) (from, to float64) // the default range of such a curve; nil for decades around the run's own value
	least  float64                            // the least value of such a curve; used for kinds that do not fix it
}

func always(text string) func(run.Run) string { return func(run.Run) string { return text } }

// entries lists all fields of the form with their words and the axis of a curve along each, in the
// order of the form.
var entries = []entry{
	{name: "n", group: "data", unit: "examples", help: always("`len(train_dataset)`: all examples to draw from.")},
	{name: "scheme", group: "data", called: "batches",
		help: func(r run.Run) string {
			if r.Scheme == run.Allocation && r.B >= 1 && r.T > r.StepsPerEpoch() {
				return "Each example’s batch is drawn anew every epoch. JAX Privacy’s balls in bins draws it once for all cycles: no " +
					"scheme here covers that beyond the first cycle."
			}
			return "How the loader forms its batches. `shuffle=True` in a PyTorch loader reshuffles every epoch; Opacus’ " +
				"`poisson_sampling=True` is Poisson; JAX Privacy’s balls in bins is random allocation, for one cycle."
		}},
	{name: "b", group: "data", unit: "examples", help: func(r run.Run) string {
		what := "Examples in one optimiser step, on all devices."
		if r.Scheme == run.Poisson { // a rate that a library derives need not give the script's batch size
			what = "Expected batch size, n times the sampling rate."
		}
		return what + " Batches that are accumulated into one step count together. `batch_size` may be the share of one device or one of " +
			"these batches."
	},
		span: func(r run.Run) (from, to float64) { return 1, float64(r.N) }},
	{name: "position", group: "data", unit: "0: the worst", linear: true,
		help:  always("For examples in batch j of each epoch, from 1. 0 means the worst batch, whose guarantee holds for every example."),
		shown: func(r run.Run) bool { return r.B >= 1 && (r.StepsPerEpoch() > 1 || r.Position != 0) },
		span:  func(r run.Run) (from, to float64) { return 1, float64(min(r.StepsPerEpoch(), r.T)) }},
	{name: "adjacency", group: "data", called: "neighbouring datasets",
		help: always("How two neighbouring datasets differ. One example is replaced by another, its gradient is set to zero, or one " +
			"example is added or removed. A value for one does not hold for another. The accountants of Opacus, TF Privacy and " +
			"JAX Privacy take add or remove one, with Poisson batches.")},
	{name: "group", group: "data", unit: "1: one example", linear: true,
		help: always("The most examples that one person has. All of them are protected together."),
		span: func(r run.Run) (from, to float64) { return 1, float64(min(r.N, 20)) }},

	{name: "T", group: "training", unit: "steps", help: always("Optimiser steps: how often `optimizer.step()` runs.")},
	{name: Epochs, group: "training", symbol: "E", help: always("`for epoch in range(E)`: passes over the data."),
		label: func(r run.Run, l *Label) { l.Unit = "of " + Counted(r.EpochSteps(), "step") },
		shown: func(r run.Run) bool { return r.B >= 1 && r.EpochSteps() > 1 }},
	{name: Optimiser, group: "training", help: always("What turns the noisy gradients into steps. The hidden-state theorems are about " +
		"plain SGD. Composition holds for every optimiser that reads the data only through the noisy gradients.")},
	{name: "eta", group: "training", help: func(r run.Run) string {
		which := ": the highest"
		if r.Steady() {
			which = ", the same throughout"
		}
		if r.Noise == run.IterateNoise {
			return "`lr=`" + which + "; it does not scale the noise."
		}
		return "`lr=` in your optimiser" + which + "."
	}},
	{name: "warmup", group: "training", unit: "steps, 0: none", linear: true,
		help: always("Steps over which the learning rate rises linearly."),
		span: func(r run.Run) (from, to float64) { return 1, float64(r.T) }},
	{name: "schedule", group: "training", called: "learning rate after that",
		help: always("`CosineAnnealingLR`, `LinearLR` or `StepLR`. Assumes `scheduler.step()` after every optimiser step.")},
	{name: "schedule_final", group: "training", linear: true,
		help: always("`eta_min` over `lr`, or `end_factor`. After the last step the learning rate is this fraction of its highest."),
		span: func(run.Run) (from, to float64) { return 0, 1 }},
	{name: "schedule_every", group: "training", unit: "steps",
		help: always("`step_size` of `StepLR`, in optimiser steps. If yours counts epochs, multiply it by the steps per epoch.")},
	{name: "schedule_factor", group: "training", linear: true, least: 1e-3, help: always("`gamma` of `StepLR`.")},
	{name: "weight_decay", group: "training", unit: "0: none", linear: true,
		help: always("`weight_decay=` of SGD, outside the clip. Each step also shrinks the weights by the fraction ηω."),
		span: func(r run.Run) (from, to float64) { return 0, 0.1 / r.Eta }},
	{name: "clipping", group: "training", called: "gradients", help: clippingHelp},
	{name: "clip", group: "training", label: clipLabel, help: func(r run.Run) string { return clipHelp(r.Clipping) }},

	{name: "noise", group: "noise", called: "noise is stated as",
		help: always("Which quantity your script names. A σ about 1 beside a clipping norm is often the multiplier z. Changing this " +
			"keeps the noise and rewrites the number.")},
	{name: "sigma", group: "noise", label: func(r run.Run, l *Label) { *l = noiseLabel(r.Noise) },
		help: func(r run.Run) string { return noiseHelp(r.Noise) }},

	{name: "loss", group: "model", called: "each example’s loss is", help: func(r run.Run) string { return classHelp(r.Loss) }},
	{name: "smoothness", group: "model", help: smoothnessHelp, label: func(r run.Run, l *Label) {
		if r.Loss == run.Holder {
			l.Name = "Hölder constant of the gradient"
		}
	}},
	{name: "strong_convexity", group: "model",
		help: always("The factor of an L2 regulariser in the loss. It is part of each example’s loss, inside the clip.")},
	{name: "weak_convexity", group: "model",
		help: always("The most negative curvature, sign reversed. The loss plus w‖·‖²/2 is convex.")},
	{name: "holder_constant", group: "model", unit: "0: not known", linear: true,
		help: always("How fast gradients change, if they do not jump. Gradients at x and y differ by at most L‖x − y‖^λ everywhere, not " +
			"only on the domain."),
		span: func(r run.Run) (from, to float64) { return 0, 10 * r.Clip }},
	{name: "holder_order", group: "model", linear: true, least: 1e-3,
		help: always("1 is smooth; if gradients jump, no order fits. Gradients differ by at most L‖x − y‖^λ. Those of ReLU networks jump."),
		span: func(run.Run) (from, to float64) { return 0.05, 1 }},
	{name: "diameter", group: "model",
		help: always("For a ball, twice its radius. After each step the weights are projected onto a set of this diameter.")},

	{name: "after", group: "release", unit: "steps, 0: none", linear: true,
		help: always("Steps at the end that run without the example. They are among the T steps. The answer is the example’s privacy " +
			"loss after them."),
		span: func(r run.Run) (from, to float64) { return 0, float64(r.T - 1) }},
	{name: "release", group: "release", called: "what is released", help: func(r run.Run) string { return releaseHelp(r.Release) }},
	{name: "every", group: "release", unit: "steps", help: everyHelp,
		label: func(r run.Run, l *Label) {
			if l.Name = "steps between releases"; r.Release == run.LastIterates {
				l.Name, l.Unit = "released iterates", ""
			}
		},
		span: func(r run.Run) (from, to float64) { return 1, float64(r.T) }},
	{name: "tuning", group: "release", called: "the released run is", help: func(r run.Run) string { return tuningHelp(r.Tuning) }},
	{name: "tuning_mean", group: "release", linear: true, help: runsHelp, label: func(r run.Run, l *Label) {
		if r.Tuning == run.FixedTuning {
			l.Name = "number of runs"
		}
	},
		span: func(run.Run) (from, to float64) { return 2, 100 }},
	{name: "tuning_shape", group: "release", linear: true, least: -0.999,
		help: always("1: geometric, 0: logarithmic, lower: heavier. This is ν of the truncated negative binomial distribution, whose " +
			"tail is heavier the lower ν is."),
		span: func(run.Run) (from, to float64) { return -0.9, 2 }},

	{name: Delta, group: "question", called: "failure probability", symbol: "δ",
		help: always("A result’s probability beyond what e^ε covers. Results may be e^ε times as likely for the other dataset, plus δ. " +
			"Choose δ well below 1/n.")},
	{name: Alpha, group: "question", called: "Rényi order", symbol: "α",
		help: always("Asks for ε(α) of Rényi DP at this order, above 1.")},
}

// entryOf is the entry of a field, an empty one for a name that has none.
func entryOf(name string) entry {
	if i := slices.IndexFunc(entries, func(e entry) bool { return e.name == name }); i >= 0 {
		return entries[i]
	}
	return entry{}
}

// Linear reports whether a curve along the field has a linear axis by default, because the field's values do
// not range over decades.
func Linear(name string) bool { return entryOf(name).linear }

// Span is the default range of a curve along the field. ok is false if the range follows from the run's own
// value instead.
func Span(r run.Run, name string) (from, to float64, ok bool) {
	e := entryOf(name)
	if e.span == nil {
		return 0, 0, false
	}
	from, to = e.span(r)
	return from, to, true
}

// Limits are the least and the greatest value of a field that a curve can show; NaN for a choice.
func Limits(name string) (least, most float64) {
	f, _ := run.FieldByName(name)
	switch f.Kind {
	case run.Integer:
		if name == "after" { // whose 0 is a deletion at the end
			return 0, run.MaxCount
		}
		return 1, run.MaxCount
	case run.NonNeg, run.NonNegOr:
		return 0, run.MaxMagnitude
	case run.Fraction:
		return entryOf(name).least, 1
	case run.Shape:
		return entryOf(name).least, run.MaxMagnitude
	case run.Positive, run.PositiveOr:
		return run.MinMagnitude, run.MaxMagnitude
	default: // a choice
		return math.NaN(), math.NaN()
	}
}

func clipLabel(r run.Run, l *Label) {
	switch r.Clipping {
	case run.ClippingActive, run.ClippingGLM: // as the field is called
	case run.ClippingNever:
		l.Name = "Lipschitz constant of the loss"
	case run.ClippingDifference, run.ClippingDifferenceAll:
		l.Name = "bound on a gradient difference, over κ"
	}
}
