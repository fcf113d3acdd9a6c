package snippet

import (
	"math"
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// reader collects the statements of a text.
type reader struct {
	numbers.Script
	values map[string]Taken // by field
	order  []string         // of the fields
	left   []Left

	withheld  int  // number of fields to which the text gives a value that is no number, or two values
	openDelta bool // the text gives δ a value that is not known
	training  bool // the text describes a training, even if values are dropped later

	echoes map[string]Left // names of fields that are given another name of the same field, whose value is not known there
	more   int             // number of unused parts that are not listed
	aside  []string
	preset string
	code   bool // the text is a program
	ours   bool // the text is a message of the calculator

	defaults  map[string]defaulted // by field
	defaulted bool                 // a default was taken
	shorts    map[string]string    // options by their letters: -b
	skips     map[int]int          // ends of the calls whose arguments are not settings, by their tokens
	unheard   []Left
	kinds     map[string]int // number of listed parts of each kind
	differs   []string
	schedules []string // the quantities of schedules; empty for one that is not known
	blanks    []string // fields that must stay blank
	offers    []Offer

	made       []Offer        // sizes of data that the text makes
	looped     Taken          // the number of iterations of a loop of steps, which counts if nothing else states it
	reached    Taken          // the step or epoch that a log shows
	inFunction []Offer        // numbers from such loops in functions, which may mean something else
	launched   bool           // the text has a command line
	trainings  []training     // the loops and calls that go through the data
	given      map[int]string // names that get the value at a token
	share      float64        // the share of the data that is held out
	copied     float64        // the number of copies of each example; 0 if the text states none
	ofFit      bool           // the number comes from an argument of the call that trains
	sampling   sampling
	plans      map[int]*plan // calls that make a schedule, by their token
	loader     float64       // the steps of an epoch, as the library counts them; 0 if they are not known
	accrued    Taken         // the number of accumulated batches
	devices    float64       // the number of devices that share a batch; 0 if it is not known, negative if the text has two numbers
	each       Taken         // the batch size of one device
	ownEpoch   float64       // steps of an epoch that is not a pass; 0 if they are not known, negative if the text has two numbers
	logical    float64       // the batch size of a step, as the privacy engine is told; 0 if there is none
	physical   float64       // the batch size of the loader, several of which make a step
	held       bool          // a condition decides whether a batch makes a step
	summed     float64       // the number of batches of a step, from a remainder; 0 if it is not known
	looks      int           // number of places examined for a step
	microbatch Taken
	dropped    string // the argument that drops smaller batches; empty if nothing shows that it is used
	release    released
	sampled    bool             // b follows from n: see Reading.Loads
	aim        float64          // the ε that the training must meet; infinite if the text has two
	rate       string           // the number of batches of Opacus’ loader, if b comes from 1/len(loader) rather than from batch_size
	byN        []string         // see Reading
	inEpochs   bool             // the form counts epochs as the library does
	offered    map[string]Offer // offers that were made and accepted
	classes    map[string]*class
	objects    map[string]int // objects made from classes, with the token after the equals sign; negative if two statements make one
	reset      []string       // members that are given values by their names in quotation marks
	sizing
	perEpoch []string // names of the number of steps in which every example is used once
}

func newReader() *reader {
	return &reader{values: map[string]Taken{}, defaults: map[string]defaulted{}, offered: map[string]Offer{}, given: map[int]string{}}
}

// mostLeft is the largest number of unused parts that are listed.
const mostLeft = 20

//go:noinline
func (r *reader) leave(said, why string) {
	switch one := (Left{Said: clip(said), Why: why}); {
	case slices.Contains(r.left, one):
	case len(r.left) < mostLeft:
		r.left = append(r.left, one)
	default:
		r.more++
	}
}

func clip(said string) string {
	if runes := []rune(said); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return said
}

// leastTarget is the least ε that is taken as a target; a smaller one keeps a divisor from 0.
const leastTarget = 1e-3

// number takes a number as the value of a field.
func (r *reader) number(said, field string, x float64) {
	if math.IsNaN(x) {
		r.leave(said, "is not a number")
		return
	}
	if why := r.Pointed(field, said, x); why != "" {
		r.withhold(said, field, why)
		return
	}
	switch field {
	case "n", "b", "T", "epochs":
		if field == "n" && x > 0 && x < 1 {
			r.leave(said, "is a part of the data: enter how many examples it has")
			return
		}
		if field == "b" && r.makesStep(x) {
			return
		}
		if x <= 0 && (r.code || x < 0 && r.whole()) { // a counter begins at 0, and −1 means no limit
			counter, _, _ := strings.Cut(said, " ")
			r.aside = append(r.aside, counter)
			return
		}
	case "delta":
		if x >= 1 && r.code { // HuberLoss(delta=1.0)
			r.leave(said, "is not a probability below 1")
			return
		}
	case "target":
		if x < leastTarget {
			return // an argument of an optimiser: Adam(eps=1e-8)
		}
		if r.aim != 0 && r.aim != x {
			x = math.Inf(1)
		}
		r.aim = x
		r.leave(said, "is a target: “Find the value that meets a target ε”, above the run, finds the noise for it")
		return
	case "share":
		r.share, r.ofFit = x, strings.HasPrefix(said, "validation")
		return
	case "microbatches":
		r.microbatch = Taken{said, field, run.FormatNumber(x)}
		return
	case "accumulation":
		r.accrued = Taken{said, field, run.FormatNumber(x)}
		return
	case "cycle":
		r.sampling.cycle = x
		return
	case "radius":
		field, x = "diameter", 2*x
	}
	r.take(said, field, run.FormatNumber(x))
}

// take takes a value of a field. Of two different values, neither counts if ε depends on the field; of two δ the smaller
// counts, and of other fields the first.
func (r *reader) take(said, field, value string) {
	if old, twice := r.values[field]; twice {
		switch _, settled := r.offered[field]; {
		case old.Value == value || settled:
		case determines[field] != "" && value == "0": // the start of a counter: step = 0
		case determines[field] != "" && old.Value == "0":
			r.values[field] = Taken{clip(said), field, value}
		case determines[field] != "":
			r.disagree(field, said, value)
		case field == "delta" && below(value, old.Value):
			r.values[field] = Taken{clip(said), field, value}
			r.leave(old.Said, "the text gives two values: the smaller is used, "+said)
		default:
			r.leave(said, "the text gives two values: "+old.Said+" is used")
		}
		return
	}
	r.values[field] = Taken{clip(said), field, value}
	r.order = append(r.order, field)
}

// flag takes the value of a switch, which is True, False or a name, and reports whether it knows the switch and the value.
func (r *reader) flag(said, named, value string) bool {
	value = strings.ToLower(value)
	switch key := source.Plain(named[strings.LastIndexByte(named, '.')+1:]); {
	case key == "poissonsampling", key == "poissonsamplinginfit":
		r.sampling.poisson.hear(said, value)
	case key == "shuffle" && (r.code || source.Has(truths, value) || source.Has(lies, value)):
		r.sampling.shuffle.hear(said, value)
	case key == "droplast", key == "dropremainder":
		if source.Has(truths, value) {
			r.sampling.dropLast, r.dropped = true, said
		}
	case lexicon.Switches[key]:
		f, _ := run.FieldByName(key)
		if !source.Has(f.Choices, value) {
			return r.chosen(said, value) || key == "loss" && r.chosen(said, value+" loss") // loss="hinge"
		}
		r.take(said, key, value)
	default:
		return false
	}
	return true
}
