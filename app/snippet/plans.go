package snippet

import (
	"cmp"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/schedule"
	"lastiterate/app/snippet/source"
)

// plan is a call that makes a schedule.
type plan struct {
	said   string // "StepLR(step_size = 30)"
	named  string // the variable that holds it
	at     int    // the token of the call
	isPart bool   // it is part of another schedule

	parts []*plan
	from  []float64 // the step at which each part but the first begins
	schedule.Shape
}

// listsOf are the calls that join schedules: the names of the list and of the steps at which the next begins.
var listsOf = map[string][2]string{
	"sequentiallr":  {"schedulers", "milestones"},
	"joinschedules": {"schedules", "boundaries"},
}

// findPlans notes the calls that make schedules. Their arguments are not settings: StepLR(step_size=30) is no learning rate.
func (r *reader) findPlans() {
	r.skips, r.plans = map[int]int{}, map[int]*plan{}
	for i := 0; i < len(r.Tokens); i++ {
		if !r.makesPlan(i) {
			continue
		}
		p := &plan{at: i}
		if i > 1 && r.Is(i-1, "=") && r.Tokens[i-2].Kind == source.Name && (i == 2 || r.Tokens[i-3].Kind == source.Line) {
			p.named = r.Tokens[i-2].Text
		}
		_, _, known := schedule.Find(r.Tokens[i].Text)
		if _, apart := lexicon.VariesApart(p.named); known && apart {
			continue // a schedule of another quantity, which is read as a mark
		}
		r.plans[i] = p
		r.skips[i] = r.Closed(i + 2)
		i = r.skips[i] - 1
	}
}

// makesPlan reports whether a token is the name of a call that makes a schedule.
func (r *reader) makesPlan(at int) bool {
	t := r.Tokens[at]
	if t.Kind != source.Name || !r.Is(at+1, "(") || at > 0 && r.Tokens[at-1].Text == "def" {
		return false
	}
	key, _, known := schedule.Find(t.Text)
	if known || listsOf[key] != [2]string{} {
		return true
	}
	switch t.Text[strings.LastIndexByte(t.Text, '.')+1:] {
	case "step", "get_last_lr", "get_lr", "state_dict", "load_state_dict", "param_groups":
		return false
	}
	m, ok := lexicon.MarkOf(t.Text, true)
	return ok && m.Schedules()
}

// planned is the schedule whose call or variable begins at a token: the last one assigned to the variable before the token, or
// the first after it; nil if there is none.
func (r *reader) planned(at int) (found *plan) {
	if p := r.plans[at]; p != nil || at >= len(r.Tokens) || r.Tokens[at].Kind != source.Name {
		return p
	}
	best := 0
	for _, p := range r.plans {
		if p.named == "" || r.Tokens[at].Text != p.named && !strings.HasPrefix(r.Tokens[at].Text, p.named+".") {
			continue
		}
		rank := -p.at
		if r.skips[p.at] <= at {
			rank = 1 + p.at
		}
		if found == nil || rank > best {
			found, best = p, rank
		}
	}
	return found
}

// readPlan reads the arguments of a call that makes a schedule.
func (r *reader) readPlan(at int) {
	p, called := r.plans[at], r.Tokens[at].Text
	end := r.skips[at]
	said := called + " ("
	if end == 0 { // a part of another schedule
		end = r.Closed(at + 2)
	}
	said += source.Join(r.Tokens[at+2 : end])
	kept := plan{said: said, named: p.named, at: at, isPart: p.isPart}
	key, call, known := schedule.Find(called)
	list, joins := listsOf[key]
	switch {
	case joins:
		r.readJoined(&kept, list, end)
	case known:
		if v, ok := r.ArgumentsOf(at+2, end, call.Takes); ok {
			kept.Shape = call.Shape(v)
		} else {
			kept.Why = schedule.NotKnown
		}
	case key == "multisteplr":
		r.readDrops(&kept, end)
	default:
		kept.Why = schedule.NotKnown
	}
	*p = kept
}

// readJoined reads schedules that follow one another.
func (r *reader) readJoined(p *plan, names [2]string, end int) {
	for i, a := range r.ArgumentsIn(p.at+2, end) {
		switch {
		case a.Name == names[0], a.Name == "" && r.Is(a.From, "[") && p.parts == nil:
			for _, item := range r.ArgumentsIn(a.From+1, a.To) {
				part := r.planned(item.From)
				if part == nil && r.makesPlan(item.From) {
					part = &plan{at: item.From}
					r.plans[item.From] = part
					r.readPlan(item.From)
				}
				if part == nil || part.at == p.at {
					p.Why = schedule.NotKnown
					return
				}
				part.isPart = true
				p.parts = append(p.parts, part)
			}
		case a.Name == names[1], a.Name == "" && r.Is(a.From, "["):
			p.from = r.List(a)
		case a.Name == "optimizer", a.Name == "" && i == 0:
		default:
			p.Why = schedule.NotKnown
		}
	}
	if len(p.parts) == 0 || len(p.from) != len(p.parts)-1 {
		p.Why = schedule.NotKnown
	}
}

// readDrops reads a schedule that falls at the steps of a list. It equals a StepLR schedule if its steps are evenly spaced and
// the run ends before another drop would be due.
func (r *reader) readDrops(p *plan, end int) {
	v, ok := r.ArgumentsOf(p.at+2, end, "optimizer milestones gamma=0.1 last_epoch=-1 verbose=0")
	if !ok {
		p.Why = schedule.NotKnown
		return
	}
	p.Unit, p.Fall, p.Share, p.Why = schedule.Stepped, "step", v[2], schedule.Begun(v[3])
	for i, a := range r.ArgumentsIn(p.at+2, end) {
		if a.Name != "milestones" && !(a.Name == "" && i == 1) {
			continue
		}
		steps := r.List(a)
		if len(steps) == 0 {
			p.Why = schedule.NotInNumbers
			return
		}
		p.Every = steps[0]
		for k, at := range steps {
			if !schedule.Near(at, float64(k+1)*p.Every) {
				p.Why = cmp.Or(p.Why, "its drops are not evenly spaced")
			}
		}
		p.Over = float64(len(steps)+1) * p.Every // the run may last this long
	}
}
