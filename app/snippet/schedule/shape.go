// Package schedule describes the calls with which libraries change the learning rate from step to step.
package schedule

import (
	"cmp"
	"fmt"
	"math"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// Shape describes how a schedule changes the learning rate, as far as the form can state it; otherwise it is the nearest
// schedule that the form can state.
type Shape struct {
	Unit  Unit
	Peak  float64 // the learning rate of which shares are taken; 0 for the optimiser's
	Warm  float64 // number of steps of a linear warm-up
	Fall  run.RateSchedule
	Over  float64 // number of steps of the fall; 0 for all remaining steps
	Final float64 // the last learning rate, as a share of the peak
	Least float64 // the last learning rate itself, if it is not 0
	Every float64
	Share float64 // the factor of a drop
	Own   bool    // the peak replaces the optimiser's learning rate
	Moves bool    // the schedule also changes the momentum
	Why   string  // why the schedule is not exactly this; empty if it is
	more  bool    // there are several reasons
}

// Because adds a reason why the form cannot state the schedule.
func (p *Shape) Because(why string) {
	p.more = p.more || p.Why != "" && why != ""
	p.Why = cmp.Or(p.Why, why)
}

// Nearly reports whether the schedule differs only in how the learning rate rises, or in that it stays the same within an epoch.
func (p Shape) Nearly() bool {
	return !p.more && (p.Why == NotFromShare || p.Why == oneCycle || p.Why == OncePerEpoch) && p.Words() != ""
}

// Unit is the unit of a schedule's numbers.
type Unit int

const (
	Iterates Unit = iota // the schedule gives a value for every step
	Stepped              // the value changes where the code calls scheduler.step()
)

// Reasons why the form cannot state a schedule.
const (
	NotFromShare = "the form’s warm-up is at (t+1)/w of the learning rate in step t = 0, 1, …"
	oneCycle     = "it rises from a fraction of its own, along a cosine or a line; the form’s warm-up rises linearly from 1/w"
	OncePerEpoch = "yours changes once per epoch, the form’s at every step"
	NotToEnd     = "in the form the learning rate falls from the end of the warm-up to the last step"
	NotInNumbers = "its numbers are not in the text"
	NotKnown     = "the form has no such schedule"
	ByResults    = "it depends on measurements, and only schedules fixed in advance are covered"
)

// Near reports whether two numbers differ by rounding at most.
func Near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) }

// Of is the quantity that a schedule of known shape changes, "" if only its name may show it.
func (p Shape) Of() string {
	if p.Fall != "" || p.Warm > 0 {
		return lexicon.OfRate
	}
	return "" // its name may show it
}

// Words describe the schedule as the form states it; empty if its numbers are not known.
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
