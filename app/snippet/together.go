package snippet

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/bounds/run"
)

// unknownLoss is the departure that is ticked if the text states nothing about the loss: no preset knows it.
const unknownLoss = "loss"

// sampledAt reads a sampling rate; n, if it is known, is the number of examples.
func (r *reader) sampledAt(v Taken, n float64) {
	q, err := strconv.ParseFloat(v.Value, 64)
	switch {
	case err != nil || !(q > 0 && q <= 1):
		r.leave(v.Said, "a sampling rate must lie between 0 and 1")
	case n > 0:
		b, err := strconv.ParseFloat(r.values["b"].Value, 64)
		if of := strings.Contains(v.Said, "/"); err == nil && (of || math.Abs(q*n-b) <= 1) {
			return // the rate is computed from b
		}
		r.take(v.Said, "b", run.FormatNumber(max(1, math.Ceil(q*n*(1-1e-12)))))
	default:
		if _, of, quotient := strings.Cut(v.Said, " / "); quotient { // batch_size / 60000
			if x, err := strconv.ParseFloat(of, 64); err == nil && x >= 1 && x == math.Trunc(x) {
				r.offer("n", run.FormatNumber(x), v.Said)
			}
		}
		r.leave(v.Said, "gives a batch size once the dataset size is known")
	}
}

// together computes values that follow from several fields: b from a sampling rate, how batches are made, and T from epochs.
func (r *reader) together(base link.State) {
	count := func(field string) float64 {
		x, err := strconv.ParseFloat(r.values[field].Value, 64)
		if err != nil && !r.whole() && !base.View.IsBlank(field) {
			x, _ = base.Run.Number(field)
		}
		return x
	}
	n := count("n")
	r.scheme(n)
	if v, said := r.values["sample rate"]; said {
		r.sampledAt(v, n)
	}
	scheme := run.Scheme(r.values["scheme"].Value)
	if scheme == "" {
		scheme = link.Hold(base.Run, base.View).Scheme
		if scheme.UsesAll() && r.says("b") {
			scheme = run.Reshuffle
		}
	}
	b := count("b")
	if scheme.UsesAll() {
		b = n
	}
	if n > 0 && b > 0 && b <= n {
		r.loader = r.passes(1, n, b, scheme)
	}
	r.remainder(n, b, scheme)
	if r.whole() && !r.says("smoothness") {
		if said := r.values["loss"].Said; said != "" {
			r.hear(said, lexicon.Mark{Why: "counts with its smoothness L, under Model: only composition holds until you enter that"})
		}
		r.depart(unknownLoss)
	}
	replaced := r.preset == "opacus" && !r.sampling.attached
	if v, said := r.values["b"]; said && v.Said != entered && replaced && !scheme.FixedSize() && !r.says("sample rate") {
		switch {
		case n > 0 && b > 0 && b <= n:
			r.sampled = true
			r.loaderRate(n, b)
		case r.sampling.dropLast:
			r.hear("drop_last = True", lexicon.Mark{Blank: "b",
				Why: "Opacus then samples at the rate 1/len(loader), which depends on the dataset size: enter n/⌊n/b⌋"})
		}
	}
	r.inSteps(n, b, scheme)
	r.sayRelease(n, b, scheme)
}

// remainder remarks that the last batch of an epoch is smaller, if the code keeps it.
func (r *reader) remainder(n, b float64, scheme run.Scheme) {
	walks := scheme.InPasses()
	if !walks && !scheme.FixedSize() {
		r.dropped = ""
	}
	if r.sampling.meets == meetSurely {
		return // batches are cut from the repeated data
	}
	if r.code && walks && (!r.sampling.dropLast || r.accumulates()) && n > 0 && b > 0 && math.Mod(n, b) != 0 {
		has := " has "
		if r.sampling.meets == meetPerhaps {
			has = " may have "
		}
		said := "the last batch of an epoch" + has + run.FormatNumber(math.Mod(n, b)) + " examples"
		full := run.FormatNumber(math.Floor(n / b))
		drops := "drop_last=True"
		if r.sampling.pipeline {
			drops = "drop_remainder=True"
		}
		drops = "; with " + drops + " hidden state would count, too"
		if r.accumulates() {
			drops = ""
		}
		counts := ", and T counts the " + full + " full batches of each epoch"
		if !r.says("epochs") { // T is what the text says
			counts = ": it counts an example once in every " + full + " steps, the full batches of an epoch"
		}
		r.hear(said, lexicon.Mark{Departs: "remainder", Why: "only composition holds" + counts + drops})
	}
}

// alike reports whether the iterations of the text agree with its epochs, up to one step an epoch, by which ways of counting
// differ.
func (r *reader) alike(steps, epochs float64) bool {
	T, err := strconv.ParseFloat(r.values["T"].Value, 64)
	return err != nil || math.Abs(T-steps) <= max(1, epochs)
}

// inSteps converts epochs to steps.
func (r *reader) inSteps(n, b float64, scheme run.Scheme) {
	v, said := r.values["epochs"]
	if !said {
		return
	}
	epochs, err := strconv.ParseFloat(v.Value, 64)
	known := n > 0 && b > 0
	steps := epochs
	if known {
		steps = r.passes(epochs, n, b, scheme)
	}
	why := ""
	switch {
	case r.says("T"):
		why = "the iterations are also given: " + r.values["T"].Said + " is used"
		if _, settled := r.offered["T"]; !settled && known && err == nil && !r.alike(steps, epochs) {
			why = "disagrees with " + r.values["T"].Said + ": neither is used"
			r.blanks = append(r.blanks, "T")
			r.offer("epochs", v.Value, v.Said)
			r.offer("T", r.values["T"].Value, r.values["T"].Said)
		}
	case err == nil && !known && epochs != math.Trunc(epochs):
		why = "gives a number of iterations once the dataset and batch sizes are known"
	case err != nil || !(steps >= 1) || math.IsInf(steps, 1):
		why = "is not a number of passes over " + run.FormatNumber(n) + " examples in batches of " + run.FormatNumber(b)
	}
	if why != "" {
		r.leave(v.Said, why)
		r.unsay("epochs")
		return
	}
	r.values["T"] = Taken{v.Said, "T", run.FormatNumber(steps)}
	r.order = append(r.order, "T")
	if raised, err := strconv.Atoi(r.values["b"].Value); err == nil && known && !scheme.UsesAll() {
		b = float64(raised)
	}
	if r.inEpochs = !known; known && b >= 1 && b <= n && n <= run.MaxCount {
		whole := run.Run{N: int(n), B: int(b), Scheme: scheme}
		r.inEpochs = steps == epochs*float64(whole.EpochSteps())
	}
}

// passes is the number of steps that the library makes in this many epochs.
//
//	Opacus 1.5        E·len(loader): make_private samples at 1/len(data_loader)
//	TF Privacy 0.9    ⌈E·n/b⌉ in compute_dp_sgd_privacy
//	JAX Privacy 1.0   E·⌊n/b⌋: keras_api, "epochs * (train_size // batch_size)"
//
// In an order that goes through the data, each example is used once in an epoch, and the engine counts ⌊n/b⌋ steps.
func (r *reader) passes(epochs, n, b float64, scheme run.Scheme) float64 {
	switch {
	case scheme.UsesAll():
		return epochs
	case scheme.FixedSize(), r.preset == "jax-privacy", r.sampling.dropLast && !r.accumulates():
		return math.Ceil(epochs * math.Floor(n/b))
	case r.preset == "tf-privacy":
		return math.Ceil(epochs * n / b)
	}
	return math.Ceil(epochs * math.Ceil(n/b))
}

// loaderRate sets b so that b/n is the rate at which Opacus samples: make_private has each example join with probability
// 1/len(data_loader), which is b/n only if b divides n. A loader has ⌈n/b⌉ batches, with a smaller last one, or ⌊n/b⌋ if it
// drops that. b is rounded up, so that b/n is at least the probability.
func (r *reader) loaderRate(n, b float64) {
	batches, kept := math.Ceil(n/b), ""
	if r.sampling.dropLast {
		batches, kept = math.Floor(n/b), ", drop_last"
	}
	if sampled := math.Ceil(n / batches); sampled > b || sampled < b && !r.accumulates() {
		said := r.values["b"]
		r.rate = run.FormatNumber(batches)
		r.values["b"] = Taken{said.Said + kept + ": the sampling rate is 1/len(loader) = 1/" + r.rate, "b",
			run.FormatNumber(sampled)}
	}
}

// clippedTogether reports microbatches of several examples, with which the noise hides only half as much, and offers half of
// the multiplier.
func (r *reader) clippedTogether() {
	if _, halved := r.offered[lexicon.Multiplier]; halved {
		return
	}
	if m := r.microbatch; m.Said != "" && !r.alone() {
		r.hear(m.Said, lexicon.Mark{Blank: "sigma", Why: lexicon.Microbatched})
	}
	z := r.values[lexicon.Multiplier]
	if x, err := strconv.ParseFloat(z.Value, 64); err == nil && r.kinds[lexicon.Microbatched] > 0 {
		half := run.FormatNumber(x / 2)
		r.offer("sigma", half, "half of "+z.Said+" is "+half)
	}
}

// alone reports whether each microbatch is one example.
func (r *reader) alone() bool { return r.says("b") && r.values["b"].Value == r.microbatch.Value }
