package extend

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// A segment is the steps from one release to the next: a run of its own from a fixed start.
type segment struct {
	steps int
	rest  int  // in a known or given order: steps from the last use of the differing example to the deletion or the end
	after int  // steps after the deletion
	all   bool // every iterate of it counts as released
}

// in returns the segment of r as a run. A secret order that stays the same counts as known: the average over the order is
// taken outside.
func (s segment) in(r run.Run) run.Run {
	r = r.OnlyLast()
	r.T, r.After, r.Position = s.steps, s.after, 0
	if r.Order() == run.SecretOrder {
		r.Scheme = run.Cyclic
	}
	if s.rest > 0 {
		r.Position = (s.steps-s.after-1-s.rest)%r.StepsPerEpoch() + 1
	}
	return r
}

// segments are several segments of one length, with the number of steps of each after the deletion.
type segments struct {
	run.Segments
	after int
}

// deleting returns the segments of a run that ends with the first release after a deletion, or has no deletion. The deletion
// is in the last segment, which is then listed separately.
func deleting(r run.Run) (out []segments) {
	for _, s := range r.Segments() {
		out = append(out, segments{Segments: s})
	}
	if r.After == 0 {
		return out
	}
	last := &out[len(out)-1]
	end := segments{run.Segments{From: last.End() - last.Steps, Steps: last.Steps, Times: 1}, last.End() - r.Holding()}
	if mutants.LaterShown.On() {
		end.Steps, end.after = 2*end.Steps, end.Steps+end.after
	}
	if last.Times--; last.Times == 0 {
		out = out[:len(out)-1]
	}
	if mutants.FreeMiddle.On() && len(out) > 0 {
		return out
	}
	return append(out, end)
}

// A placement is a place of the differing example in an epoch, or a group of places, and the segments of the run with that
// place.
type placement struct {
	weight float64         // probability of the place in a random order
	times  map[segment]int // how many segments of each kind
	order  []segment       // the keys of times, the longest first: sums are taken in this order
}

func (p *placement) add(s segment, times int) {
	if times > 0 {
		p.times[s] += times
	}
}

const (
	// segmentPlaces is the largest number of groups of places, and fewSegmentPlaces the largest for rows that take long for
	// each. The places of a longer epoch form groups.
	segmentPlaces    = 256
	fewSegmentPlaces = 16
	// mostSegments is the largest number of segments that are followed one by one.
	mostSegments = 1 << 12
)

// divided returns a run's segments: a placement for every group of places of the differing example if its order is known, or
// secret and the same in all epochs; otherwise one. later says that a use that comes later costs no less, for the same number
// of uses; places is the largest number of groups. tied says that later releases may reveal the order of the epoch in which
// the run ends.
func divided(r run.Run, later bool, places int, tied bool) []placement {
	out := placements(r, later, places, tied)
	for i := range out {
		out[i].order = out[i].sorted()
	}
	return out
}

// sorted returns the segments of a placement, the longest first.
func (p placement) sorted() []segment {
	out := slices.Collect(maps.Keys(p.times))
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		return cmp.Or(cmp.Compare(b.steps, a.steps), cmp.Compare(a.rest, b.rest), cmp.Compare(a.after, b.after)) < 0
	})
	return out
}

// placements returns what divided does, but leaves order empty.
func placements(r run.Run, later bool, places int, tied bool) []placement {
	switch r.Order() {
	case run.Drawn:
		p := newPlacement(1)
		for _, s := range deleting(r) {
			p.add(segment{steps: s.Steps, after: s.after}, s.Times)
		}
		return []placement{p}
	case run.FreshOrder:
		return []placement{wholeEpochs(r, tied)}
	case run.KnownOrder, run.SecretOrder:
	}
	d := placing{run: r, period: r.StepsPerEpoch(), places: places, later: later}
	d.width = (d.period-1)/places + 1
	if r.Scheme == run.Cyclic && r.Position > 0 {
		return []placement{d.at(r.Position-1, r.Position-1)}
	}
	var out []placement
	for low := 0; low < d.period; low += d.width {
		out = append(out, d.at(low, min(low+d.width, d.period)-1))
	}
	return out
}

func newPlacement(weight float64) placement {
	return placement{weight: weight, times: map[segment]int{}}
}

// placing divides a run in an order for places of the differing example.
type placing struct {
	run    run.Run
	period int  // steps of an epoch
	places int  // largest number of groups of places
	width  int  // places of a group
	later  bool // a use that comes later costs no less
}

// at returns the segments for the group of places low … high. No place of the group costs more: a segment that uses the
// example at some of the places has its last use at the last of them, and at least as many uses as at any (release.md,
// “Groups of places”).
func (d placing) at(low, high int) placement {
	p := newPlacement(float64(high-low+1) / float64(d.period))
	for _, s := range deleting(d.run) {
		if kinds := min(s.Times, d.period/gcd(d.period, s.Steps)); s.Steps < d.period && high > low || kinds > mostSegments {
			p.add(d.segment(s, 0, true), d.mostUsed(s.Segments, low, high))
			continue
		}
		d.follow(&p, s, low, high)
	}
	return p
}

// follow adds segments by where in an epoch they end: one of every kind is followed, and counted as often as the kind occurs.
func (d placing) follow(p *placement, s segments, low, high int) {
	kinds := min(s.Times, d.period/gcd(d.period, s.Steps))
	for i := range kinds {
		last := s.From + (i+1)*s.Steps - s.after - 1 // the last step, or the last before the deletion
		if mutants.RestartedPosition.On() {
			last = s.Steps - 1
		}
		rest := (last - high + d.period) % d.period
		if at := last % d.period; low <= at && at <= high {
			rest = 0
		}
		exact := low == high && (kinds <= d.places || d.width == 1)
		if !exact {
			rest -= rest % d.width
		}
		if rest < s.Steps-s.after {
			p.add(d.segment(s, rest, exact), (s.Times-i-1)/kinds+1)
		}
	}
}

// mostUsed returns the largest number of the segments that use the example, over its places low … high; all of them if they
// are as long as an epoch. A shorter segment has one use at most, so its uses are counted.
func (d placing) mostUsed(s run.Segments, low, high int) int {
	if s.Steps >= d.period {
		return s.Times
	}
	uses := func(place int) int { return d.run.Steps().UsesBetween(place, s.From, s.End()) }
	most := max(uses(low), uses(high))
	if first := s.From % d.period; low < first && first < high {
		most = max(most, uses(first))
	}
	return most
}

// segment returns a segment whose last use has `rest` steps after it or, if exact is false, one that bounds all segments with at
// least so many: the run without those steps, at its worst position, or, if later uses cost no less, the segment with its last
// use there.
func (d placing) segment(s segments, rest int, exact bool) segment {
	if !exact && !d.later && rest > 0 {
		return segment{steps: s.Steps - s.after - rest}
	}
	return segment{steps: s.Steps, rest: rest, after: s.after}
}

// wholeEpochs divides a run whose order is drawn anew for every epoch. Segments of whole epochs are independent. Segments
// that share an epoch depend on each other through the place of the example; such an epoch is counted as if all of its
// iterates were released, which costs more.
func wholeEpochs(r run.Run, tied bool) placement {
	p, period, held := newPlacement(1), r.StepsPerEpoch(), r.Holding()
	hidden := func(steps, after, times int) {
		if steps > after {
			p.add(segment{steps: steps, after: after}, times)
		}
	}
	from := 0 // the first step that is not yet counted
	// visible adds the given number of steps, from `from` up to the deletion at most; all of their iterates count as released.
	visible := func(steps int) {
		if steps = min(steps, held-from); steps > 0 {
			p.add(segment{steps: steps, all: true}, 1)
		}
	}
	for _, s := range deleting(r) {
		switch {
		case s.From == from && s.Steps%period == 0: // the segment ends with an epoch
			hidden(s.Steps, s.after, s.Times)
			from = s.End()
		case s.From <= from && s.End() == r.T && s.Times == 1 && !tied: // nothing is released later
			hidden(r.T-from, s.after, 1)
			from = r.T
		case s.Steps < period || s.Times > mostSegments:
			from = max(from, s.From/period*period)
			visible(r.T - from)
			return p
		default:
			for i := range s.Times {
				end := s.From + (i+1)*s.Steps
				if end == r.T && !tied {
					hidden(end-from, s.after, 1)
					from = end
					break
				}
				hidden(end/period*period-from, 0, 1)
				from = end / period * period
				if end%period > 0 {
					cut := min(period, r.T-from)
					visible(cut)
					from += cut
				}
			}
		}
	}
	visible(r.T - from)
	return p
}

// cutsEpochs reports whether an iterate is released within an epoch, before the last.
func cutsEpochs(r run.Run) bool {
	for _, s := range r.Segments() {
		within := s.Steps%r.StepsPerEpoch() != 0 && (s.Times > 1 || s.End() < r.T)
		if within || s.From%r.StepsPerEpoch() != 0 {
			return true
		}
	}
	return false
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
