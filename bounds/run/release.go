package run

import "lastiterate/bounds/internal/mutants"

// Segments are consecutive segments of a run, with equally many steps each. The last iterate of each is released; given that
// iterate, later steps do not depend on earlier ones.
type Segments struct {
	From, Steps, Times int // the first step of the first segment, steps of each, and how many there are
}

// End is the first step after the last segment.
func (s Segments) End() int { return s.From + s.Steps*s.Times }

// Segments returns the segments of the whole run, in order. The release of the run is the adaptive composition of their
// releases. If only the last iterate is released, there is one segment.
func (r Run) Segments() []Segments {
	length, head := r.T, 0 // steps of each segment, and of a first one that may be longer
	switch r.Release {
	case "", LastIterate:
	case EveryKth:
		length = min(r.Every, r.T)
	case LastIterates:
		if length = 1; r.Every < r.T {
			head = r.T - r.Every + 1
		}
	case AllIterates:
		length = 1
	default:
		panic(Unknown(r.Release))
	}
	var out []Segments
	add := func(from, steps, times int) {
		if steps > 0 && times > 0 {
			out = append(out, Segments{from, steps, times})
		}
	}
	add(0, head, 1)
	add(head, length, (r.T-head)/length)
	if rest := (r.T - head) % length; !mutants.ForgottenRelease.On() {
		add(r.T-rest, rest, 1)
	}
	return out
}

// ToShown returns the run up to the first iterate released after the deletion of the differing example. From there both runs
// take the same steps, so later releases are post-processing of that iterate. Without a deletion, or if only the last iterate
// is released, it returns the run itself.
func (r Run) ToShown() Run {
	if r.After == 0 {
		return r
	}
	held := r.T - r.After
	var first int
	switch r.Release {
	case "", LastIterate:
		return r
	case EveryKth:
		first = min((held-1)/r.Every*r.Every+r.Every, r.T)
	case LastIterates:
		first = max(held, r.T-r.Every+1)
		r.Every -= r.T - first
	case AllIterates:
		first = held
	default:
		panic(Unknown(r.Release))
	}
	r.T, r.After = first, first-held
	return r
}

// Releases is the number of iterates that are released.
func (r Run) Releases() int {
	n := 0
	for _, s := range r.Segments() {
		n += s.Times
	}
	return n
}

// OnlyLast returns the run with only its last iterate released.
func (r Run) OnlyLast() Run {
	r.Release, r.Every = "", 0
	return r
}
