package words

import (
	"math"
	"slices"
	"strconv"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Texts about single changes that lower ε.
const (
	AskLower  = "What would lower ε?"
	leversOf  = "single changes we tried (one input halved or doubled, a domain given, another loader)"
	Lower     = "Of the " + leversOf + ", " + LowerMost
	LowerMost = "these lower ε most:"
	NoneLower = "None of the " + leversOf + " lowers ε by 1 % or more."
)

// Tried says how many changes have been tried, while the search goes on or if it was stopped, and introduces the changes
// found; empty once all have been tried.
func Tried(running bool, done, of, found int, these string) string {
	text, end := "Stopped after "+strconv.Itoa(done)+" of "+strconv.Itoa(of)+" single changes", "."
	switch {
	case running:
		text = "Trying single changes: " + strconv.Itoa(done) + " of " + strconv.Itoa(of) + " tried"
	case done == of:
		return ""
	}
	if found > 0 {
		end = "; so far " + these
	}
	return text + end
}

// Levers returns single changes of a run that may lower its ε: twice the noise; half the iterations or the learning rate; half
// the domain or, if there is none, one that ten steps cross; half the number of runs of which the best is released; the batch
// size halved if ε grows with it, and otherwise doubled; Poisson batches in place of others; no smaller last batch. Constants of the
// loss are facts, so they are not among the changes. Where epochs are stated, a change of the batches keeps them.
func (w Wanted) Levers() (list []protocol.Change) {
	r := w.Run
	add := func(field string, value float64) {
		list = append(list, protocol.Change{Field: field, Value: run.FormatNumber(value)})
	}
	add("sigma", 2*r.Sigma)
	add("eta", r.Eta/2)
	if epochs := r.T / r.EpochSteps(); !w.Epochs && r.T > 1 {
		add("T", float64(r.T/2))
	} else if w.Epochs && epochs > 1 {
		add(form.Epochs, float64(epochs/2))
	}
	if r.Bounded() {
		add("diameter", r.Diameter/2)
	} else {
		add("diameter", run.Digits(10*r.Steps().Peak().Reach(), 1))
	}
	switch {
	case r.Scheme.UsesAll():
	case !r.GrowsWithBatch() && 2*r.B <= r.N:
		add("b", float64(2*r.B))
	case r.GrowsWithBatch() && r.B > 1:
		add("b", float64(r.B/2))
	}
	if resampled(r) {
		list = append(list, protocol.Change{Field: "scheme", Value: string(run.Poisson)})
	}
	if w.Departures.Has(Remainder) {
		list = append(list, protocol.Change{Field: "differs", Value: string(Remainder)})
	}
	if r.Tuned() {
		fewer := r.TuningMean / 2
		if r.Tuning == run.FixedTuning {
			fewer = math.Floor(fewer)
		}
		with := r
		if with.TuningMean = fewer; with.Validate() == nil {
			add("tuning_mean", fewer)
		}
	}
	return list
}

// resampled reports whether a loader could draw Poisson batches in place of those of a run.
func resampled(r run.Run) bool { return r.Scheme != run.Poisson && !r.Scheme.UsesAll() }

// drawing is the condition of Poisson batches.
const drawing = "if your loader draws Poisson batches"

// Lever is a change that lowers ε, with this ε. Another loader is a condition, since the visitor may not have it.
func Lever(r run.Run, c protocol.Change) string {
	switch c.Field {
	case "scheme":
		return drawing + giving(c)
	case "differs":
		return "if " + takenBack[Departure(c.Value)] + giving(c)
	}
	return Miss(r, c)
}

// largeFrom is the ε above which a guarantee is weak to none: the third tier of Ponomareva et al. 2023, How to DP-fy ML.
const largeFrom = 10

// Large says why a large ε of a loader that passes over the data is large; empty for others. sampled is ε with as many Poisson
// batches; 0 if that is not known, since it is still being computed or no smaller.
func (s Subject) Large(sampled float64, computing bool) string {
	shown := s.Result.Answer
	if shown == nil || !(shown.Epsilon > largeFrom) || math.IsInf(float64(shown.Epsilon), 1) || !s.Run.Scheme.InPasses() ||
		!slices.Contains(AllIteratesRows, shown.Row) {
		return ""
	}
	text := s.EpsilonName() + " is large because composition charges every epoch in full"
	if s.Run.Scheme.Secret() {
		text += ", with little or no credit for the shuffle"
	}
	switch {
	case sampled > 0:
		text += "; the same run with Poisson batches has " + s.EpsilonName() + " ≤ " + number.Up(sampled, SentenceDigits)
	case computing:
		return text + "; computing it for Poisson batches …"
	}
	return text + "."
}

// Texts about assumptions that cost noise.
const (
	AskCosts  = "Which assumptions cost noise?"
	CostsMost = "these need less noise:"
	Costs     = "With one assumption changed, each alone unless named together, " + CostsMost
	NoneCosts = "No single change of an assumption that we tried needs 1 % less noise."
)

// Cost is a search for the same target with one assumption changed, and what it found.
type Cost struct {
	Wanted
	If    string          // what is changed: "if the loader drops the smaller last batch"
	Value protocol.Number // the noise that then meets the target

	Together bool // every departure is taken back; those that can be taken back alone precede it
}

// Costing returns searches that each change one assumption of a run, with which less noise may meet the target: a departure is
// taken back or, if hidden state counts, the release, loss, clipping, domain or batch scheme changes. Constants of a loss are
// not changed, since none is guessed.
func (w Wanted) Costing() (list []Cost) {
	add := func(text string, change func(*Wanted)) {
		with := w
		change(&with)
		if with.Run.Validate() == nil {
			list = append(list, Cost{Wanted: with, If: text})
		}
	}
	back := func(with *Wanted, d Departure) {
		if d == Unknown { // the class that needs no constants
			with.Run.Loss, with.Run.Smoothness, with.Run.HolderConstant = run.Convex, math.Inf(1), 0
			with.Run.HolderOrder = min(max(with.Run.HolderOrder, run.MinOrder), run.MaxOrder)
		}
		switch d {
		case Schedule:
			with.Run = with.Run.AtRate(with.Run.Eta)
		case Averaging, Checkpoints:
			with.Run.Release = run.LastIterate
		}
		with.Departures = with.Departures.Less(d)
	}
	var taken []Departure
	for _, d := range AllDepartures {
		if takenBack[d.ID] != "" && w.Departures.Has(d.ID) {
			taken = append(taken, d.ID)
			add("if "+takenBack[d.ID], func(with *Wanted) { back(with, d.ID) })
		}
	}
	if len(taken) > 1 {
		var ifs []string
		for _, d := range taken {
			ifs = append(ifs, takenBack[d])
		}
		add("if "+and(ifs), func(with *Wanted) {
			for _, d := range taken {
				back(with, d)
			}
		})
		list[len(list)-1].Together = true
	}
	if w.Run.Tuned() {
		add("if the released run is the only one", func(with *Wanted) { with.Run.Tuning = run.NoTuning })
	}
	if resampled(w.Run) {
		add(drawing, func(with *Wanted) { with.Run, with.Departures = with.Drawn() })
	}
	if w.Departures.Coverage(w.Run) != Everything {
		return list
	}
	if w.Run.Releases() > 1 {
		add("if only the last iterate is released", func(with *Wanted) { with.Run.Release = run.LastIterate })
	}
	if !w.Run.Steady() {
		add("if the learning rate is constant", func(with *Wanted) { with.Run = with.Run.AtRate(with.Run.Eta) })
	}
	if w.Run.Loss != run.Convex && w.Run.Loss != run.StronglyConvex && w.Run.Loss != run.Holder {
		add("if the loss is convex", func(with *Wanted) { with.Run.Loss = run.Convex })
	}
	// A strongly convex loss can have short gradients everywhere only on a bounded domain that is not too wide.
	short := w.Run.Loss != run.StronglyConvex || w.Run.Bounded() && w.Run.StrongConvexity*w.Run.Diameter <= 2*w.Run.Clip
	if w.Run.Clipping == run.ClippingActive && short {
		add("if no gradient is longer than C without clipping", func(with *Wanted) { with.Run.Clipping = run.ClippingNever })
	}
	if !w.Run.Bounded() {
		wide := run.Digits(10*w.Run.Steps().Peak().Reach(), 1)
		add("if the weights are projected onto a domain of diameter D = "+number.Plain(wide),
			func(with *Wanted) { with.Run.Diameter = wide })
	}
	return list
}

// Drawn is the run with Poisson batches, in as many epochs where these are stated, and the departures that it then has.
func (w Wanted) Drawn() (r run.Run, ds Departures) {
	r = w.Run
	if r.Scheme, r.Position = run.Poisson, 0; w.Epochs {
		r = r.InEpochsOf(w.Run)
	}
	return r, w.Departures.Of(r.Scheme)
}

// takenBack describes a training that does not depart in these ways.
var takenBack = map[Departure]string{
	Momentum: "there is no momentum", Adam: "the method is not adaptive", Schedule: "learning rate and noise are constant",
	Averaging: "the last iterate is released, not an average", Checkpoints: "no checkpoint is released or observed",
	Decay: "there is no weight decay", Remainder: "the loader drops the smaller last batch",
	Unknown: "the loss is convex, smooth or not",
}

// Says names the noise that is enough if the assumption is changed: "if the loss is convex: noise multiplier z = 3.81".
func (c Cost) Says() string { return c.If + ": " + c.Name() + " = " + number.Plain(float64(c.Value)) }
