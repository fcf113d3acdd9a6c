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

// reader collects what a text says.
type reader struct {
	numbers.Script
	values map[string]Taken // by field
	order  []string         // of the fields
	left   []Left

	withheld  int  // fields that the text gives what is no number, or two
	openDelta bool // it gives δ what is not known
	training  bool // it is of one, whatever is taken back of what it says

	echoes map[string]Left // names of fields that are given a name of the same field, whose value is not known there
	more   int             // that are not listed
	aside  []string
	preset string
	code   bool // it is a program
	ours   bool // it is a message of the calculator

	defaults  map[string]defaulted // by field
	defaulted bool                 // one of them was taken
	shorts    map[string]string    // options by their letters: -b
	skips     map[int]int          // where calls end whose arguments are their own
	unheard   []Left
	kinds     map[string]int // how many of a kind are listed
	differs   []string
	schedules []string // of what; one that is empty is not known
	blanks    []string // fields whose value the text takes away
	offers    []Offer

	made       []Offer        // sizes of data that the text makes
	looped     Taken          // how often a loop of steps runs, which counts where nothing else says it
	reached    Taken          // how far a log shows that the training came
	inFunction []Offer        // of such loops in functions, which may be of something else
	launched   bool           // by a command line
	trainings  []training     // what goes through the data
	given      map[int]string // names that get the value at a token
	share      float64        // of the data that is held out
	copied     float64        // how often each example is there; 0 where nothing says it
	ofFit      bool           // by the call that trains, of what it is given
	sampling   sampling
	plans      map[int]*plan // calls that make a schedule, by their token
	loader     float64       // the steps of an epoch, as the library counts them; 0 where that is not known
	accrued    Taken         // how many batches are accumulated
	devices    float64       // that share a batch; 0 where that is not known, negative where the text has two numbers
	each       Taken         // the batch size of one
	ownEpoch   float64       // steps of an epoch that is no pass; 0 where that is not known, negative where the text has two numbers
	logical    float64       // the batch of a step, as an engine is told it that counts the privacy; 0 where none is
	physical   float64       // the batch of the loader of which some make that
	held       bool          // it depends on a condition whether a batch makes a step
	summed     float64       // how many batches make a step, by a remainder; 0 where that is not known
	looks      int           // for it
	microbatch Taken
	dropped    string // the argument that drops smaller batches; empty where nothing shows that it is used
	release    released
	rate       string           // how many batches Opacus’ loader has, where b is of 1/len(loader) rather than batch_size
	inEpochs   bool             // the form counts epochs as the library does
	offered    map[string]Offer // what was offered, and taken
	classes    map[string]*class
	objects    map[string]int // made of classes, with the token after the equals sign; negative where two statements make one
	reset      []string       // members that are given something by their names in quotation marks
	sizing
	perEpoch []string // names of the number of steps in which all examples are used once
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

// leastTarget is the least ε that anyone asks for; what is called so and is less keeps divisors from 0.
const leastTarget = 1e-3

// number takes a number for a field.
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
		if x <= 0 && (r.code || x < 0 && r.whole()) { // a counter begins at 0, and −1 is no limit
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
			return // of an optimiser: Adam(eps=1e-8)
		}
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

// take takes a value of a field. Of two that differ neither counts where ε depends on it; of two δ the smaller does, and of
// other fields the first.
func (r *reader) take(said, field, value string) {
	if old, twice := r.values[field]; twice {
		switch _, settled := r.offered[field]; {
		case old.Value == value || settled:
		case disputed[field] != "" && value == "0": // of a counter: step = 0
		case disputed[field] != "" && old.Value == "0":
			r.values[field] = Taken{clip(said), field, value}
		case disputed[field] != "":
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

// flag takes what is True, False or a name.
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
