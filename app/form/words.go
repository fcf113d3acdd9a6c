package form

import (
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Label is what a practitioner calls the field, and the symbol that follows it.
type Label struct {
	Name   string // "learning rate"
	Symbol string // "η"; empty for choices
	Unit   string // what the number counts or measures, after the field; may be empty
}

// LabelOf names a field for this run: the noise is called by its convention,
// the smoothness by the loss class, the clipping norm by what clipping does.
func LabelOf(r run.Run, name string) Label {
	e := entryOf(name)
	l := Label{Name: name, Symbol: e.symbol, Unit: e.unit}
	if f, ok := run.FieldByName(name); ok {
		l.Name, l.Symbol = f.Label, f.Symbol
	}
	if e.called != "" {
		l.Name = e.called
	}
	if e.label != nil {
		e.label(r, &l)
	}
	return l
}

// noiseLabel calls the noise by its convention.
func noiseLabel(c run.Convention) Label {
	switch c {
	case run.IterateNoise:
		return Label{Name: "noise on the iterate", Symbol: "σ"}
	case run.GradientNoise:
		return Label{Name: "noise on the gradient", Symbol: "σ_DP"}
	case run.LangevinNoise:
		return Label{Name: "Langevin noise", Symbol: "σ_LD"}
	case run.NoiseMultiplier:
		return Label{Name: "noise multiplier", Symbol: "z"}
	}
	panic(run.Unknown(c))
}

// ChoiceLabel is the text of one option of a choice: its words, as everywhere,
// and what they mean.
func ChoiceLabel(name, value string) string {
	if value == UnknownLoss {
		return "of unknown smoothness: only composition holds"
	}
	if name == "noise" {
		return conventions[run.Convention(value)]
	}
	return Words(name, value) + meanings[name][value]
}

// SegmentsClass is the CSS class of a choice whose options are all shown: side by side, or
// one below the other.
func SegmentsClass(name string) string {
	if name == "noise" {
		return "segments stacked"
	}
	return "segments"
}

// Segmented reports whether all options of a choice are shown at once rather than in a menu.
func Segmented(name string) bool { return name == "adjacency" || name == "noise" }

// conventions are the options of the noise, whose label says that it is noise, with
// what each measures.
var conventions = map[run.Convention]string{
	run.NoiseMultiplier: "multiplier: z · C on the summed gradient",
	run.IterateNoise:    "on the iterate: σ on every weight, each step",
	run.GradientNoise:   "on the gradient: σ_DP on the batch’s mean",
	run.LangevinNoise:   "Langevin: √(2η) · σ_LD on every weight",
}

// meanings follow the words of a field's choice.
var meanings = map[string]map[string]string{
	"scheme": {
		string(run.Full):               ": every step uses all examples",
		string(run.Cyclic):             ", the same every epoch",
		string(run.ShuffleOnce):        ", secretly, then kept",
		string(run.Reshuffle):          ", secretly",
		string(run.WithoutReplacement): ", drawn afresh every step",
		string(run.Poisson):            ": each example joins with probability b/n",
		string(run.Allocation):         ": every epoch each example joins one of n/b batches",
	},
	"loss": {
		string(run.Smooth):         ", perhaps not convex",
		string(run.Convex):         ", smooth or not",
		string(run.StronglyConvex): " and smooth",
		string(run.WeaklyConvex):   " and smooth",
		string(run.Holder):         ", perhaps not convex",
	},
}

// Words are a choice of the named field in words: "fixed order".
//
//go:noinline
func Words(name, value string) string {
	f, _ := run.FieldByName(name)
	return f.Words(value)
}

// Summary tells a group's present values in a few words, for a heading that is
// closed. That of the training leaves out a learning rate that is not used.
func Summary(q claim.Query, group string, unused ...string) string {
	switch group {
	case "question":
		if q.Question.Renyi() {
			return "α = " + run.FormatNumber(q.Question.Alpha)
		}
		return "δ = " + run.FormatNumber(q.Question.Delta)
	case "data":
		if q.Run.Scheme.UsesAll() {
			return fmt.Sprintf("n = %d, %s", q.Run.N, run.Words(q.Run.Scheme))
		}
		text := fmt.Sprintf("n = %d, b = %d, %s", q.Run.N, q.Run.B, run.Words(q.Run.Scheme))
		if q.Run.States("position") {
			text += fmt.Sprintf(", j = %d", q.Run.Position)
		}
		return text
	case "training":
		text := fmt.Sprintf("T = %d", q.Run.T)
		if !slices.Contains(unused, "eta") {
			text += ", η = " + run.FormatNumber(q.Run.Eta)
			if !q.Run.Steady() {
				text += " at most"
			}
		}
		return text + ", C = " + run.FormatNumber(q.Run.Clip)
	case "noise":
		return noiseLabel(q.Run.Noise).Symbol + " = " + run.FormatNumber(q.Run.Sigma)
	case "model":
		return Loss(q.Run) + ", " + Domain(q.Run)
	case "release":
		text := "the last iterate"
		switch k := run.FormatNumber(float64(q.Run.Every)); q.Run.Release {
		case run.EveryKth:
			text = "one iterate every " + k + " steps"
		case run.LastIterates:
			text = "the last " + k + " iterates"
		case run.AllIterates:
			text = "all iterates"
		case run.LastIterate, "":
		}
		switch {
		case q.Run.Tuned() && q.Run.Releases() > 1:
			return text + ", of the best of several runs"
		case q.Run.Tuned():
			return "the best of several runs"
		}
		return text
	}
	return ""
}

// Loss is the class of losses with its constants in a few words.
func Loss(r run.Run) string {
	text := run.Words(r.Loss)
	if r.Nonsmooth() {
		text = "convex, not smooth"
	}
	for _, name := range []string{"smoothness", "strong_convexity", "weak_convexity", "holder_constant", "holder_order"} {
		if value, ok := r.Number(name); ok && r.States(name) && !math.IsInf(value, 1) {
			text += ", " + LabelOf(r, name).Symbol + " = " + run.FormatNumber(value)
		}
	}
	return text
}

// Infinite says what an infinite value of a field means.
func Infinite(name string) string {
	if name == "smoothness" {
		return "not smooth"
	}
	return "no projection"
}

// Domain is the set of weights in a few words.
func Domain(r run.Run) string {
	if !r.Bounded() {
		return Infinite("diameter")
	}
	return "D = " + run.FormatNumber(r.Diameter)
}

// Counted is a number of things: "1 step", "2 steps".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
