package main

import (
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// Adversary is two datasets for one run on a line, described by the gradients of
// their examples before clipping. They differ in one example, or in those of one person.
type Adversary struct {
	Low   float64 `json:"low"`   // the domain is [Low, Low + D]; not used if D is infinite
	Start float64 `json:"start"` // W_0
	// Others are the gradients of the other examples. In a known order all other examples of batch p have
	// Others[p mod len]; in other schemes the i-th other example has Others[i mod len].
	Others []Piecewise `json:"others,omitempty"`
	// Example has the two versions of the differing example. The second is used only if the example is
	// replaced; otherwise the second dataset has a zero gradient, or nothing, in its place.
	Example  [2]Piecewise `json:"example"`
	Position int          `json:"position"` // the differing example's batch, from 0, in a known cyclic order
	// Further are the positions, in a known cyclic order, of the other examples of the same person. Those examples also have
	// the gradients in Example.
	Further []int   `json:"members,omitempty"`
	Centre  float64 `json:"centre,omitempty"` // where the gradient of an unclipped regulariser is 0
	// Refill says that after the deletion another example takes the differing one's place, of the first kind in the batch.
	Refill bool `json:"refill,omitempty"`
	// Ball is the length of a second component of the differing example's gradient, orthogonal to the line. Off the line
	// the domain is a ball so small that the projection hides all pushes but the last step's. The component points up in
	// one run; in the other it points down if the example is replaced, and is 0 otherwise.
	Ball float64 `json:"ball,omitempty"`
	// AllIterates says that all iterates are released, not only the last one.
	AllIterates bool `json:"published,omitempty"`
}

// domain returns the ends of the domain, an interval.
func (a Adversary) domain(r run.Run) (lo, hi float64) {
	if !r.Bounded() {
		return math.Inf(-1), math.Inf(1)
	}
	return a.Low, a.Low + r.Diameter
}

// versions returns the gradients that the differing example has in the two datasets: one if the other dataset lacks it.
func (a Adversary) versions(r run.Run) []Piecewise {
	switch r.Adjacency {
	case run.Replace:
		return a.Example[:]
	case run.ZeroOut, run.AddRemove:
		return a.Example[:1]
	}
	panic(run.Unknown(r.Adjacency))
}

// usedLast reports whether the last step is certain to use the differing example. Unless the order is known, it is
// certain only if every batch holds all examples.
func (a Adversary) usedLast(r run.Run) bool {
	if r.After > 0 {
		return false
	}
	if r.Scheme.Known() {
		return r.Scheme.UsesAll() || a.Position == (r.T-1)%epochSteps(r)
	}
	return r.B == r.N
}

// usedGradient is the gradient as the run uses it: clipped if clipping may act.
func usedGradient(r run.Run, g Piecewise) Piecewise {
	switch r.Clipping {
	case run.ClippingActive, run.ClippingGLM:
		return g.clipped(r.Clip)
	case run.ClippingNever, run.ClippingDifference, run.ClippingDifferenceAll:
		return g
	}
	panic(run.Unknown(r.Clipping))
}

// A batch says how many other examples of each kind are in it, and how many of the differing examples. There is one
// differing example unless the datasets differ in all examples of a person.
type batch struct {
	others []int
	used   int
}

// deleted is the batch after the deletion of the differing examples, refilled if Refill is set.
func (a Adversary) deleted(in batch) batch {
	out := batch{others: slices.Clone(in.others)}
	if a.Refill {
		for kind, count := range in.others {
			if count > 0 {
				out.others[kind] += in.used
				break
			}
		}
	}
	return out
}

// knotReach is the distance from the start, in standard deviations of the noise, up to which a map keeps its
// knots if there is no projection. Farther knots are never reached, and would take digits from the near ones.
const knotReach = 1e5

// step is the map ψ of a batch in one of the two runs (0 or 1), at the full learning rate, with lengths in units of σ.
//
//	ψ(x) = x − (η/b)·Σ clip(g_i(x)) − η·reg·(x − Centre) − η·ω·x
//
// The regulariser of a generalised linear model is added after the clip and is the
// same in both runs, whatever is in the batch. Weight decay, which pulls towards 0, is the same too.
func (a Adversary) step(r run.Run, which int, in batch) Piecewise {
	type part struct {
		Piecewise
		factor float64
	}
	parts := []part{{line(1, 0), 1}}
	for kind, count := range in.others {
		if count > 0 {
			parts = append(parts, part{usedGradient(r, a.Others[kind]), -r.Eta / float64(r.B) * float64(count)})
		}
	}
	if in.used > 0 && which < len(a.versions(r)) {
		parts = append(parts, part{usedGradient(r, a.Example[which]), -r.Eta / float64(r.B) * float64(in.used)})
	}
	if r.WeightDecay > 0 {
		parts = append(parts, part{line(-r.Eta*r.WeightDecay, 0), 1})
	}
	if reg := regulariser(r); reg > 0 {
		parts = append(parts, part{line(-r.Eta*reg, a.Centre), 1})
	}
	unit := noise(r)
	lo, hi := a.domain(r)
	lo, hi = max(lo, a.Start-knotReach*unit), min(hi, a.Start+knotReach*unit)
	knots := []float64{a.Start}
	for _, p := range parts[1:] {
		for _, x := range p.X {
			if x > lo && x < hi {
				knots = append(knots, x)
			}
		}
	}
	slices.Sort(knots)
	knots = slices.Compact(knots)
	// The sum of the parts is linear between two neighbouring knots.
	var out Piecewise
	for _, x := range knots {
		y := 0.0
		for _, p := range parts {
			y += p.factor * p.At(x)
		}
		out.X, out.G = append(out.X, x/unit), append(out.G, y/unit)
	}
	for _, p := range parts {
		below, above := p.slopesAt(knots[0]), p.slopesAt(knots[len(knots)-1])
		out.Left += p.factor * below[0]
		out.Right += p.factor * above[1]
	}
	return out
}

// ballShift is the distance, in units of σ, between the moves of the two runs in the last step, in the dimensions of the
// ball.
func (a Adversary) ballShift(r run.Run) float64 {
	return float64(len(a.versions(r))) * r.Eta * a.Ball / float64(r.B) / noise(r)
}
