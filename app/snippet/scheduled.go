package snippet

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/schedule"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// readSchedule takes the text's schedule of learning rates if the form can state it; otherwise it says why not, and offers the
// nearest.
func (r *reader) readSchedule() {
	if len(r.plans) == 0 {
		return
	}
	r.known() // now that the steps of an epoch are known
	var made []*plan
	for at, p := range r.plans {
		r.readPlan(at)
		made = append(made, p)
	}
	if roots := slices.DeleteFunc(slices.Clone(made), func(p *plan) bool { return p.isPart }); len(roots) > 0 {
		made = roots
	}
	sort.Slice(made, func(i, j int) bool { return made[i].at < made[j].at })
	elsewhere := ""
	switch others := strings.Join(r.schedules, " and "); {
	case len(made) > 1 || source.Has(r.schedules, "") || source.Has(r.schedules, lexicon.OfRate):
		elsewhere = "the text has several schedules"
	case others != "": // a schedule of a quantity that the form keeps constant
		elsewhere = "the text changes " + others + ", too"
	}
	for _, p := range made {
		whole := r.follows(*p)
		whole.Because(r.rated(whole))
		whole.Because(elsewhere)
		if whole.Moves {
			r.hear(r.Tokens[p.at].Text+"(…)", lexicon.Mark{Departs: "momentum", Why: movesMomentum})
		}
		if whole.Why != "" {
			why := lexicon.SomeSchedule + "; " + whole.Why
			if nearest := whole.Words(); nearest != "" {
				why += ": the nearest in the form is " + nearest
			}
			// With a noise multiplier composition does not depend on the learning rate, so it holds for the nearest
			// schedule and for the script.
			if whole.Nearly() && r.says(lexicon.Multiplier) {
				r.takePlan(whole)
				why += filledIn
			}
			r.hear(r.Tokens[p.at].Text+"(…)", lexicon.Mark{Departs: "schedule", Of: whole.Of(), Why: why})
			if whole.Why == notPaced && elsewhere == "" {
				r.offerPaces()
			}
			continue
		}
		r.takePlan(whole)
	}
}

// filledIn is the remark about a schedule that replaces a nearly equal one.
const filledIn = ": it is filled in, and composition holds for this script too, while the schedule stays ticked under “What this covers”"

// movesMomentum is the remark about schedules that change the momentum by default.
const movesMomentum = "it cycles the momentum between 0.85 and 0.95, even if momentum=0, unless cycle_momentum=False: only " +
	"composition holds"

// follows returns a plan with lengths in steps of the run. A warm-up and the schedule joined to it become one plan; Why says
// what the form cannot state.
func (r *reader) follows(root plan) plan {
	p := root
	if len(root.parts) > 0 && root.Why == "" {
		p = *root.parts[len(root.parts)-1]
		p.said, p.at = root.said, root.at
		if first := *root.parts[0]; len(root.parts) > 2 || first.Fall != "" || first.Warm == 0 || p.Warm != 0 || first.Unit != p.Unit ||
			!schedule.Near(first.Peak, p.Peak) {
			p.Why = schedule.NotKnown
		} else if p.Warm = root.from[0]; len(root.parts) == 2 {
			p.Why = cmp.Or(first.Why, p.Why)
			if !schedule.Near(first.Warm, p.Warm) {
				p.Why = cmp.Or(p.Why, schedule.NotFromShare)
			}
		}
	}
	if p.Unit == schedule.Stepped && p.Why != schedule.ByResults && (p.Warm > 0 || p.Fall != "") {
		steps, why := r.pace(root.named, p)
		if (p.Warm > 0 || p.Fall != run.StepFall) && (why == notCounted || why == "" && steps != 1) {
			if why = schedule.OncePerEpoch; r.loader == 0 && p.Warm > 0 {
				steps = math.NaN()
			}
			if r.lasts("epochs", p) { // so it falls to the last step, however many an epoch has
				p.Over = 0
			}
		}
		p.Warm, p.Every, p.Over = p.Warm*steps, p.Every*steps, p.Over*steps
		p.Because(why)
	}
	return r.toEnd(p)
}

// lasts reports whether the text states a length of the run and a plan's warm-up and fall are as long, in the field's unit.
func (r *reader) lasts(field string, p plan) bool {
	x, err := strconv.ParseFloat(r.values[field].Value, 64)
	return err == nil && p.Over > 0 && schedule.Near(p.Warm+p.Over, x)
}

// toEnd fits a plan's fall to the end of the run, where the falls of the form's schedules end, or says why it does not end there.
func (r *reader) toEnd(p plan) plan {
	if p.Over > 0 {
		T, err := strconv.ParseFloat(r.values["T"].Value, 64)
		left := T - p.Warm
		switch {
		case err != nil || !r.says("T"):
			p.Because("the number of steps is not known yet")
		case math.IsNaN(p.Over):
		case p.Fall == run.LinearFall && p.Over > left: // it ends during the fall
			p.Final = 1 + (p.Final-1)*left/p.Over
		case p.Fall == run.StepFall && p.Over >= left, schedule.Near(p.Over, left):
		default:
			p.Because(schedule.NotToEnd)
		}
	}
	if p.Least != 0 {
		peak := p.Peak
		if peak == 0 {
			peak, _ = strconv.ParseFloat(r.values["eta"].Value, 64)
		}
		p.Final = p.Least / peak
	}
	return p
}

// rated says why the numbers of a plan cannot be taken; empty if they can.
func (r *reader) rated(p plan) string {
	eta, err := strconv.ParseFloat(r.values["eta"].Value, 64)
	whole := func(x float64) bool { return x >= 0 && x <= run.MaxCount && schedule.Near(math.Round(x), x) }
	switch {
	case math.IsNaN(p.Warm + p.Over + p.Final + p.Every + p.Share + p.Peak), math.IsInf(p.Final, 0):
		return schedule.NotInNumbers
	case !whole(p.Warm), !whole(p.Every), p.Fall == run.StepFall && !(p.Every >= 1 && p.Share > 0 && p.Share <= 1),
		!(p.Final >= 0 && p.Final <= 1):
		return schedule.NotKnown
	case p.Peak != 0 && !p.Own && err == nil && !schedule.Near(eta, p.Peak):
		return "the text also says " + r.values["eta"].Said
	}
	return ""
}

// takePlan takes a plan that the form can state.
func (r *reader) takePlan(p plan) {
	said := clip(p.said)
	number := func(field string, x float64) {
		if field != "eta" { // these values are quotients of decimals
			x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
		}
		r.take(said, field, run.FormatNumber(x))
	}
	if p.Own {
		r.unsay("eta")
	}
	if p.Peak != 0 {
		number("eta", p.Peak)
	}
	if p.Fall != "" {
		r.take(said, "schedule", string(p.Fall))
	}
	if p.Warm > 1 {
		number("warmup", math.Round(p.Warm))
	}
	switch {
	case p.Fall == run.StepFall:
		number("schedule_every", math.Round(p.Every))
		number("schedule_factor", p.Share)
	case p.Fall == run.LinearFall, p.Final != 0:
		number("schedule_final", p.Final)
	}
}

// unschedule drops the text's schedule if a problem is about one of its fields, and reports whether it did.
func (r *reader) unschedule(p link.Problem) (again bool) {
	said := r.saidOf(p)
	if !lexicon.OfSchedule(p.Name) || !slices.ContainsFunc(r.order, lexicon.OfSchedule) {
		return false
	}
	for _, field := range slices.DeleteFunc(slices.Clone(r.order), func(f string) bool { return !lexicon.OfSchedule(f) }) {
		r.unsay(field)
	}
	r.hear(said, lexicon.Mark{Departs: "schedule", Of: lexicon.OfRate, Why: lexicon.SomeSchedule + "; " + p.Message})
	return true
}

// hearSchedule notes the quantity of a schedule, and says why only composition remains.
func (r *reader) hearSchedule(said string, m lexicon.Mark) (why string) {
	of := m.Of
	if of == "" {
		of = lexicon.Varies(said)
	}
	if !source.Has(r.schedules, of) {
		r.schedules = append(r.schedules, of)
	}
	rest, some := strings.CutPrefix(m.Why, lexicon.SomeSchedule)
	if !some || of == "" {
		return m.Why
	}
	extreme := "largest"
	if of == lexicon.OfNoise {
		extreme = "smallest"
	}
	return "a schedule of " + of + lexicon.OnlyFor + "the " + extreme + strings.TrimPrefix(of, "the") + " in it" + rest
}

// rateless says that composition does not depend on schedules of the learning rate if the noise is on the gradient: the
// learning rate then scales noise and sensitivity alike.
func (r *reader) rateless() {
	for i := range r.unheard {
		why := &r.unheard[i].Why
		*why = strings.Replace(*why, lexicon.OnlyFor+"the largest learning rate in it",
			": only composition holds, and it does not depend on the learning rate", 1)
		*why = strings.Replace(*why, "clipping norm and learning rate in it", "clipping norm in it, whatever the learning rate", 1)
	}
}
