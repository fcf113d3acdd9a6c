package snippet

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// scheduled takes the schedule of learning rates that the text makes, where the form can say it; and says
// why it cannot, and what comes nearest.
func (r *reader) scheduled() {
	if len(r.plans) == 0 {
		return
	}
	r.known() // with the steps of an epoch
	var made []*plan
	for at, p := range r.plans {
		r.readPlan(at)
		made = append(made, p)
	}
	if roots := slices.DeleteFunc(slices.Clone(made), func(p *plan) bool { return p.ofAll }); len(roots) > 0 {
		made = roots
	}
	sort.Slice(made, func(i, j int) bool { return made[i].at < made[j].at })
	elsewhere := ""
	if len(made) > 1 || has(r.differs, "schedule") {
		elsewhere = "the text has several schedules"
	}
	for _, p := range made {
		whole := r.follows(*p)
		whole.because(r.rated(whole))
		whole.because(elsewhere)
		if whole.moves {
			r.hear(r.in[p.at].text+"(…)", mark{departs: "momentum", why: movesMomentum})
		}
		if whole.why != "" {
			why := marks[0].why + "; " + whole.why
			if nearest := whole.words(); nearest != "" {
				why += ": the nearest in the form is " + nearest
			}
			// With a multiplier composition does not depend on the learning rate, so that it holds for the nearest
			// and for the script.
			if whole.nearly() && r.says(multiplier) {
				r.takePlan(whole)
				why += filledIn
			}
			r.hear(r.in[p.at].text+"(…)", mark{departs: "schedule", of: whole.of(), why: why})
			if whole.why == notPaced && elsewhere == "" {
				r.offerPaces()
			}
			continue
		}
		r.takePlan(whole)
	}
}

// filledIn is said of a schedule that stands for one that is nearly the same.
const filledIn = ": it is filled in, and composition holds for both; if you untick the schedule, the answer is for the nearest, not for " +
	"this script"

// movesMomentum is said of schedules that do so unless they are told not to.
const movesMomentum = "it cycles the momentum between 0.85 and 0.95, even if momentum=0, unless cycle_momentum=False: only " +
	"composition holds"

const oncePerEpoch = "yours changes once per epoch, the form’s at every step"

// follows is a plan in steps of the run, from the first to the last.
func (r *reader) follows(root plan) plan {
	p := root
	if len(root.parts) > 0 && root.why == "" {
		p = *root.parts[len(root.parts)-1]
		p.said, p.at = root.said, root.at
		if first := *root.parts[0]; len(root.parts) > 2 || first.fall != "" || first.warm == 0 || p.warm != 0 || first.unit != p.unit ||
			!near(first.peak, p.peak) {
			p.why = notKnown
		} else if p.warm = root.from[0]; len(root.parts) == 2 {
			p.why = either(first.why, p.why)
			if !near(first.warm, p.warm) {
				p.why = either(p.why, notFromShare)
			}
		}
	}
	if p.unit == stepped && p.why != byResults && (p.warm > 0 || p.fall != "") {
		steps, why := r.pace(root)
		if (p.warm > 0 || p.fall != run.StepFall) && (why == notCounted || why == "" && steps != 1) {
			if why = oncePerEpoch; r.loader == 0 && p.warm > 0 {
				steps = math.NaN()
			}
		}
		p.warm, p.every, p.over = p.warm*steps, p.every*steps, p.over*steps
		p.because(why)
	}
	return r.toEnd(p)
}

// toEnd is a plan that falls to the last step, which it may not be.
func (r *reader) toEnd(p plan) plan {
	if p.over > 0 {
		T, err := strconv.ParseFloat(r.values["T"].Value, 64)
		left := T - p.warm
		switch {
		case err != nil || !r.says("T"):
			p.because("the number of steps is not known yet")
		case math.IsNaN(p.over):
		case p.fall == run.LinearFall && p.over > left: // it ends on its way
			p.final = 1 + (p.final-1)*left/p.over
		case p.fall == run.StepFall && p.over >= left, near(p.over, left):
		default:
			p.because(notToEnd)
		}
	}
	if p.least != 0 {
		peak := p.peak
		if peak == 0 {
			peak, _ = strconv.ParseFloat(r.values["eta"].Value, 64)
		}
		p.final = p.least / peak
	}
	return p
}

// rated says why the numbers of a plan are not those of a schedule.
func (r *reader) rated(p plan) string {
	eta, err := strconv.ParseFloat(r.values["eta"].Value, 64)
	whole := func(x float64) bool { return x >= 0 && x <= run.MaxCount && near(math.Round(x), x) }
	switch {
	case math.IsNaN(p.warm + p.over + p.final + p.every + p.share + p.peak), math.IsInf(p.final, 0):
		return notInNumbers
	case !whole(p.warm), !whole(p.every), p.fall == run.StepFall && !(p.every >= 1 && p.share > 0 && p.share <= 1),
		!(p.final >= 0 && p.final <= 1):
		return notKnown
	case p.peak != 0 && !p.own && err == nil && !near(eta, p.peak):
		return "the text also says " + r.values["eta"].Said
	}
	return ""
}

// takePlan takes a plan that the form can say.
func (r *reader) takePlan(p plan) {
	said := clip(p.said)
	number := func(field string, x float64) {
		if field != "eta" { // quotients of decimals
			x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
		}
		r.take(said, field, run.FormatNumber(x))
	}
	if p.own {
		r.unsay("eta")
	}
	if p.peak != 0 {
		number("eta", p.peak)
	}
	if p.fall != "" {
		r.take(said, "schedule", string(p.fall))
	}
	if p.warm > 1 {
		number("warmup", math.Round(p.warm))
	}
	switch {
	case p.fall == run.StepFall:
		number("schedule_every", math.Round(p.every))
		number("schedule_factor", p.share)
	case p.fall == run.LinearFall, p.final != 0:
		number("schedule_final", p.final)
	}
}

// unschedule takes back a schedule that the other fields do not allow.
func (r *reader) unschedule(p link.Problem) (again bool) {
	said := r.saidOf(p)
	if !ofSchedule(p.Name) || !slices.ContainsFunc(r.order, ofSchedule) {
		return false
	}
	for _, field := range slices.DeleteFunc(slices.Clone(r.order), func(f string) bool { return !ofSchedule(f) }) {
		r.unsay(field)
	}
	r.hear(said, mark{departs: "schedule", of: ofRate, why: marks[0].why + "; " + p.Message})
	return true
}

// of is what a plan is of where its shape is known, as those of learning rates are.
func (p plan) of() string {
	if p.fall != "" || p.warm > 0 {
		return ofRate
	}
	return "" // its name may say it
}

// ofSchedule reports whether a field says how the learning rate changes.
func ofSchedule(field string) bool {
	return field == "warmup" || strings.HasPrefix(field, "schedule")
}

// words say a plan as the form has it; empty where its numbers are not known.
func (p plan) words() string {
	text := ""
	if has([]string{notKnown, notInNumbers, byResults}, p.why) || math.IsNaN(p.warm+p.final+p.every+p.share) {
		return text
	}
	if p.warm > 1 {
		text = fmt.Sprintf("a warm-up over %s steps", run.FormatNumber(math.Round(p.warm)))
	}
	fall := ""
	switch p.fall {
	case run.LinearFall:
		fall = "a linear fall to " + run.FormatNumber(p.final) + " of the learning rate"
	case run.CosineFall:
		fall = "a cosine to " + run.FormatNumber(p.final) + " of the learning rate"
	case run.StepFall:
		fall = "a drop by the factor " + run.FormatNumber(p.share) + " every " + run.FormatNumber(math.Round(p.every)) + " steps"
	case "", run.ConstantRate:
		return text
	default:
		panic(run.Unknown(p.fall))
	}
	if text != "" {
		text += ", then "
	}
	return text + fall
}

// What a schedule that no field says is of.
const (
	ofRate  = "the learning rate"
	ofNoise = "the noise"
	ofClip  = "the clipping norm"
)

// someSchedule is said of a schedule of nobody knows what.
const someSchedule = "a schedule" + onlyFor + "the smallest noise and the largest clipping norm and learning rate in it"

// hearSchedule notes what a schedule is of, and says why it leaves only composition.
func (r *reader) hearSchedule(said string, m mark) (why string) {
	of := m.of
	if of == "" {
		of = varies(said)
	}
	if !has(r.schedules, of) {
		r.schedules = append(r.schedules, of)
	}
	rest, some := strings.CutPrefix(m.why, someSchedule)
	if !some || of == "" {
		return m.why
	}
	extreme := "largest"
	if of == ofNoise {
		extreme = "smallest"
	}
	return "a schedule of " + of + onlyFor + "the " + extreme + strings.TrimPrefix(of, "the") + " in it" + rest
}

const onlyFor = ": only composition holds, for "

// rateless says of schedules what composition takes of them where the noise is on the gradient: the learning
// rate scales both, and does not count.
func (r *reader) rateless() {
	for i := range r.unheard {
		why := &r.unheard[i].Why
		*why = strings.Replace(*why, onlyFor+"the largest learning rate in it",
			": only composition holds, and it does not depend on the learning rate", 1)
		*why = strings.Replace(*why, "clipping norm and learning rate in it", "clipping norm in it, whatever the learning rate", 1)
	}
}

// varies is what a schedule of a name changes; empty where the name does not say.
func varies(named string) string {
	named, _, _ = strings.Cut(named, "(")
	named, _, _ = strings.Cut(named, " ")
	parts := segmentsOf(named)
	switch {
	case hasAny([]string{"noise", "sigma"}, parts):
		return ofNoise
	case hasAny([]string{"clip", "clipping"}, parts):
		return ofClip
	case hasAny([]string{"weight", "momentum"}, parts):
	case hasAny(ofRates, parts), strings.HasSuffix(named, "LR"):
		return ofRate
	}
	return ""
}

// variesApart is what a schedule of a name changes, where the name says that it is not the learning rate.
func variesApart(named string) (of string, ok bool) {
	of = varies(named)
	return of, of == ofNoise || of == ofClip
}

// ofRates are parts of names of what changes the learning rate.
var ofRates = strings.Fields("lr learning rates warmup annealing sgdr decay cosine plateau param")
