package extend

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// A segment is one of a release: a run of its own from a fixed start.
type segment struct {
	steps int
	rest  int  // steps after the last use of the differing example before its deletion, in an order that is known or given
	after int  // steps of it that follow the deletion
	all   bool // every iterate of it counts as released
}

// in is the segment as a run: in a known order, which a secret one is once it is given.
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

// segments are a number of a run's, and the steps of each that follow the deletion of the differing example.
type segments struct {
	run.Segments
	after int
}

// deleting are the segments of a run that ends with the first release after a deletion, if there is one: it is in the
// last of them, which then stands alone.
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

// A placement is where the differing example stands in an epoch, or within a group of such
// places: how likely that is, and how many segments of each kind the run then has.
type placement struct {
	weight float64
	times  map[segment]int
	order  []segment // those of times, the longest first: sums are taken in this order
}

func (p *placement) add(s segment, times int) {
	if times > 0 {
		p.times[s] += times
	}
}

const (
	// segmentPlaces is the number of places that are told apart, fewSegmentPlaces where each
	// takes a row a while; more are grouped under what bounds each of a group.
	segmentPlaces    = 256
	fewSegmentPlaces = 16
	// mostSegments is the number of segments that are followed one by one.
	mostSegments = 1 << 12
)

// divided are a run's segments, for every place of the differing example in an epoch if it is known,
// or secret and the same in all epochs. later says that a use that comes later costs no less, the number
// of uses being the same; places is how many of them are told apart. Of a run that is tied the epoch in which it ends may be told.
func divided(r run.Run, later bool, places int, tied bool) []placement {
	out := placements(r, later, places, tied)
	for i := range out {
		out[i].order = out[i].sorted()
	}
	return out
}

// sorted are the segments of a placement, the longest first.
func (p placement) sorted() []segment {
	out := slices.Collect(maps.Keys(p.times))
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		return cmp.Or(cmp.Compare(b.steps, a.steps), cmp.Compare(a.rest, b.rest), cmp.Compare(a.after, b.after)) < 0
	})
	return out
}

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
	period int // steps of an epoch
	places int // of them, told apart at most, and
	width  int // of a group, so that there are no more
	later  bool
}

// at are the segments for the places low … high. Where these are several, no place of them costs
// more: a segment that uses the example at some of them has its last use at the last
// of them, at least as often as each (release.md, “Groups of places”).
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

// follow adds segments one by one, as far as their places in an epoch differ.
func (d placing) follow(p *placement, s segments, low, high int) {
	kinds := min(s.Times, d.period/gcd(d.period, s.Steps))
	for i := range kinds {
		last := s.From + (i+1)*s.Steps - s.after - 1 // step before the deletion
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

// mostUsed is how many of the segments use the example at most, of the places low … high. Of segments that are
// shorter than an epoch each use is one of another.
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

// segment is one whose last use is so many steps before its end, or more if that is not exact: it is then
// the run up to there, whose worst position bounds every one.
func (d placing) segment(s segments, rest int, exact bool) segment {
	if !exact && !d.later && rest > 0 {
		return segment{steps: s.Steps - s.after - rest}
	}
	return segment{steps: s.Steps, rest: rest, after: s.after}
}

// wholeEpochs divides a run whose order is drawn anew for every epoch. Segments of whole epochs are
// independent. The place of the example ties those that share an epoch: such an epoch is
// counted as if all of its iterates were released, which releases more.
func wholeEpochs(r run.Run, tied bool) placement {
	p, period, held := newPlacement(1), r.StepsPerEpoch(), r.Holding()
	hidden := func(steps, after, times int) {
		if steps > after {
			p.add(segment{steps: steps, after: after}, times)
		}
	}
	from := 0                  // the first step that is not yet counted
	shown := func(steps int) { // from there, of those before the deletion
		if steps = min(steps, held-from); steps > 0 {
			p.add(segment{steps: steps, all: true}, 1)
		}
	}
	for _, s := range deleting(r) {
		switch {
		case s.From == from && s.Steps%period == 0: // ends with an epoch
			hidden(s.Steps, s.after, s.Times)
			from = s.End()
		case s.From <= from && s.End() == r.T && s.Times == 1 && !tied: // no more is released
			hidden(r.T-from, s.after, 1)
			from = r.T
		case s.Steps < period || s.Times > mostSegments:
			from = max(from, s.From/period*period)
			shown(r.T - from)
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
					shown(cut)
					from += cut
				}
			}
		}
	}
	shown(r.T - from)
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
