package run

import "lastiterate/bounds/internal/mutants"

// Segments are consecutive segments of a run with equally many steps each, of which the last iterate is
// released: given that iterate, what comes after does not depend on what came before.
type Segments struct {
	From, Steps, Times int // the first step of the first segment, steps of each, and how many there are
}

// End is the step after the last segment's last.
func (s Segments) End() int { return s.From + s.Steps*s.Times }

// Segments are the segments of the whole run, in order: the release is the adaptive composition of
// theirs. If only the last iterate is released, there is one segment.
func (r Run) Segments() []Segments {
	length, head := r.T, 0 // of the segments, and of one before them
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

// ToShown is the run up to the first iterate that is released after the deletion of the differing example. From there both runs
// take the same steps, so what they release later is computed from that iterate. Without a deletion, and where only the last
// iterate is released, it is the run itself.
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

// OnlyLast is the run with only its last iterate released.
func (r Run) OnlyLast() Run {
	r.Release, r.Every = "", 0
	return r
}
