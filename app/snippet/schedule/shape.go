// Package schedule is what the calls mean with which libraries change the learning rate from step to step.
package schedule

import (
	"cmp"
	"fmt"
	"math"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// Shape is how a schedule of learning rates changes them, as far as the form can say it; and, where it is not
// quite that, the nearest that the form can say.
type Shape struct {
	Unit  Unit
	Peak  float64 // the learning rate that shares are of; 0 for the optimiser's
	Warm  float64 // it rises linearly over so many steps
	Fall  run.RateSchedule
	Over  float64 // it falls over so many steps; 0 for as long as there are
	Final float64 // what it falls to, as a share of the peak
	Least float64 // … as a learning rate, if it is not 0
	Every float64
	Share float64 // the factor of a drop
	Own   bool    // its peak takes the place of the optimiser's learning rate
	Moves bool    // it moves the momentum
	Why   string  // it is not quite this; empty where it is
	more  bool    // for several reasons
}

// Because adds a reason why a plan is not what the form can say.
func (p *Shape) Because(why string) {
	p.more = p.more || p.Why != "" && why != ""
	p.Why = cmp.Or(p.Why, why)
}

// Nearly reports whether all that differs is how the learning rate rises.
func (p Shape) Nearly() bool {
	return !p.more && (p.Why == NotFromShare || p.Why == oneCycle) && p.Words() != ""
}

// Unit is what the numbers of a schedule count.
type Unit int

const (
	Iterates Unit = iota // it is asked for its value at every step
	Stepped              // it changes where the code says scheduler.step()
)

// reasons why a schedule is not what the form can say.
const (
	NotFromShare = "the form’s warm-up is at (t+1)/w of the learning rate in step t = 0, 1, …"
	oneCycle     = "it rises from a fraction of its own, along a cosine or a line; the form’s warm-up rises linearly from 1/w"
	NotToEnd     = "in the form the learning rate falls from the end of the warm-up to the last step"
	NotInNumbers = "its numbers are not in the text"
	NotKnown     = "the form has no such schedule"
	ByResults    = "it depends on measurements, and only schedules fixed in advance are covered"
)

// Near reports whether two numbers differ by rounding at most.
func Near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) }

// Of is what a plan is of where its shape is known, as those of learning rates are.
func (p Shape) Of() string {
	if p.Fall != "" || p.Warm > 0 {
		return lexicon.OfRate
	}
	return "" // its name may say it
}

// Words say a plan as the form has it; empty where its numbers are not known.
func (p Shape) Words() string {
	text := ""
	if source.Has([]string{NotKnown, NotInNumbers, ByResults}, p.Why) || math.IsNaN(p.Warm+p.Final+p.Every+p.Share) {
		return text
	}
	if p.Warm > 1 {
		text = fmt.Sprintf("a warm-up over %s steps", run.FormatNumber(math.Round(p.Warm)))
	}
	fall := ""
	switch p.Fall {
	case run.LinearFall:
		fall = "a linear fall to " + run.FormatNumber(p.Final) + " of the learning rate"
	case run.CosineFall:
		fall = "a cosine to " + run.FormatNumber(p.Final) + " of the learning rate"
	case run.StepFall:
		fall = "a drop by the factor " + run.FormatNumber(p.Share) + " every " + run.FormatNumber(math.Round(p.Every)) + " steps"
	case "", run.ConstantRate:
		return text
	default:
		panic(run.Unknown(p.Fall))
	}
	if text != "" {
		text += ", then "
	}
	return text + fall
}
