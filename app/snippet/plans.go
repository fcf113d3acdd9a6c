package snippet

import (
	"math"
	"strconv"
	"strings"
)

// listsOf are the calls whose schedules follow one another: the names of the list and of the steps
// at which the next begins.
var listsOf = map[string][2]string{
	"sequentiallr":  {"schedulers", "milestones"},
	"joinschedules": {"schedules", "boundaries"},
}

// findPlans notes the calls that make schedules. Their arguments are their own, so that
// StepLR(step_size=30) is no learning rate.
func (r *reader) findPlans() {
	r.skips, r.plans = map[int]int{}, map[int]*plan{}
	for i := 0; i < len(r.in); i++ {
		if !r.makesPlan(i) {
			continue
		}
		p := &plan{at: i}
		if i > 1 && r.is(i-1, "=") && r.in[i-2].kind == name && (i == 2 || r.in[i-3].kind == line) {
			p.named = r.in[i-2].text
		}
		_, known := shapes[shapeOf(r.in[i].text)]
		if _, apart := variesApart(p.named); known && apart {
			continue // clip_schedule = cosine_decay_schedule(…), which is heard
		}
		r.plans[i] = p
		r.skips[i] = r.closed(i + 2)
		i = r.skips[i] - 1
	}
}

// makesPlan reports whether a token is the name of a call that makes a schedule.
func (r *reader) makesPlan(at int) bool {
	t := r.in[at]
	if t.kind != name || !r.is(at+1, "(") || at > 0 && r.in[at-1].text == "def" {
		return false
	}
	key := shapeOf(t.text)
	if _, known := shapes[key]; known || listsOf[key] != [2]string{} {
		return true
	}
	switch t.text[strings.LastIndexByte(t.text, '.')+1:] {
	case "step", "get_last_lr", "get_lr", "state_dict", "load_state_dict", "param_groups":
		return false
	}
	m, ok := markOf(t.text, true)
	return ok && m.schedules()
}

// planned is the schedule whose call or variable begins at a token: what the variable was given last
// before it, or first after; nil where none does.
func (r *reader) planned(at int) (found *plan) {
	if p := r.plans[at]; p != nil || at >= len(r.in) || r.in[at].kind != name {
		return p
	}
	best := 0
	for _, p := range r.plans {
		if p.named == "" || r.in[at].text != p.named && !strings.HasPrefix(r.in[at].text, p.named+".") {
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
	p, called := r.plans[at], r.in[at].text
	end := r.skips[at]
	said := called + " ("
	if end == 0 { // a part of another
		end = r.closed(at + 2)
	}
	said += text(r.in[at+2 : end])
	kept := plan{said: said, named: p.named, at: at, ofAll: p.ofAll}
	key := shapeOf(called)
	list, joins := listsOf[key]
	shape, known := shapes[key]
	switch {
	case joins:
		r.joined(&kept, list, end)
	case known:
		if v, ok := r.argumentsOf(at+2, end, shape.takes); ok {
			made := shape.plan(v)
			made.said, made.named, made.at, made.ofAll = kept.said, kept.named, kept.at, kept.ofAll
			kept = made
		} else {
			kept.why = notKnown
		}
	case key == "multisteplr":
		r.drops(&kept, end)
	default:
		kept.why = notKnown
	}
	*p = kept
}

// joined reads schedules that follow one another.
func (r *reader) joined(p *plan, names [2]string, end int) {
	for i, a := range r.argumentsIn(p.at+2, end) {
		switch {
		case a.name == names[0], a.name == "" && r.is(a.from, "[") && p.parts == nil:
			for _, item := range r.argumentsIn(a.from+1, a.to) {
				part := r.planned(item.from)
				if part == nil && r.makesPlan(item.from) {
					part = &plan{at: item.from}
					r.plans[item.from] = part
					r.readPlan(item.from)
				}
				if part == nil || part.at == p.at {
					p.why = notKnown
					return
				}
				part.ofAll = true
				p.parts = append(p.parts, part)
			}
		case a.name == names[1], a.name == "" && r.is(a.from, "["):
			p.from = r.list(a)
		case a.name == "optimizer", a.name == "" && i == 0:
		default:
			p.why = notKnown
		}
	}
	if len(p.parts) == 0 || len(p.from) != len(p.parts)-1 {
		p.why = notKnown
	}
}

// drops reads a schedule that falls at the steps of a list, which is StepLR's where they are evenly
// spaced and the next would be past the end.
func (r *reader) drops(p *plan, end int) {
	v, ok := r.argumentsOf(p.at+2, end, "optimizer milestones gamma=0.1 last_epoch=-1 verbose=0")
	if !ok {
		p.why = notKnown
		return
	}
	p.unit, p.fall, p.share, p.why = stepped, "step", v[2], begun(v[3])
	for i, a := range r.argumentsIn(p.at+2, end) {
		if a.name != "milestones" && !(a.name == "" && i == 1) {
			continue
		}
		steps := r.list(a)
		if len(steps) == 0 {
			p.why = notInNumbers
			return
		}
		p.every = steps[0]
		for k, at := range steps {
			if !near(at, float64(k+1)*p.every) {
				p.why = either(p.why, "its drops are not evenly spaced")
			}
		}
		p.over = float64(len(steps)+1) * p.every // to where it may go on
	}
}

// list are the numbers in brackets; NaN for what is none.
func (r *reader) list(a argument) (numbers []float64) {
	if !r.is(a.from, "[") {
		return nil
	}
	for _, item := range r.argumentsIn(a.from+1, a.to) {
		numbers = append(numbers, r.numberOf(item))
	}
	return numbers
}

// argument is one of a call, from a token up to another.
type argument struct {
	name     string
	from, to int
}

// argumentsIn are those from a token up to the bracket that closes them, before end.
func (r *reader) argumentsIn(at, end int) (list []argument) {
	for at < end {
		for at < end && r.in[at].kind == line {
			at++
		}
		a := argument{from: at}
		if at+1 < end && r.in[at].kind == name && r.is(at+1, "=") {
			a.name, a.from = strings.ToLower(r.in[at].text), at+2
		}
		depth := 0
		for a.to = a.from; a.to < end && (depth > 0 || !r.is(a.to, ",")); a.to++ {
			switch t := r.in[a.to]; {
			case t.kind != sign:
			case strings.Contains("([{", t.text):
				depth++
			case strings.Contains(")]}", t.text):
				depth--
			}
			if depth < 0 {
				break
			}
		}
		at = a.to + 1
		for a.to > a.from && r.in[a.to-1].kind == line {
			a.to--
		}
		if a.to > a.from {
			list = append(list, a)
		}
		if depth < 0 {
			return list
		}
	}
	return list
}

// numberOf is the number that an argument is; NaN where it is none.
func (r *reader) numberOf(a argument) float64 {
	if a.to == a.from+1 {
		switch r.in[a.from].text {
		case "True", "cos":
			return 1
		case "False", "linear":
			return 0
		}
	}
	if x, after, ok := r.value(a.from); ok && after == a.to {
		return x
	}
	return math.NaN()
}

// argumentsOf are the values of a call's arguments, in the order in which it takes them: those that
// the text does not say as the call has them, NaN where it has none. It fails where
// the text says others.
func (r *reader) argumentsOf(at, end int, takes string) (values []float64, ok bool) {
	if takes == "*" {
		return nil, true
	}
	places := map[string]int{}
	for i, t := range strings.Fields(takes) {
		named, stands, _ := strings.Cut(t, "=")
		x, err := strconv.ParseFloat(stands, 64)
		if err != nil {
			x = math.NaN()
		}
		places[named] = i
		values = append(values, x)
	}
	for i, a := range r.argumentsIn(at, end) {
		place, known := places[a.name]
		switch {
		case a.name != "" && !known, a.name == "" && i >= len(values):
			return nil, false
		case a.name == "":
			place = i
		}
		if a.to != a.from+1 || r.in[a.from].text != "None" {
			values[place] = r.numberOf(a)
		}
	}
	return values, true
}
