package main

import (
	"math"

	"lastiterate/bounds/run"
)

// Adversary is two data sets for one run on a line, described by the gradients of
// their examples before any clip.
type Adversary struct {
	Low   float64 `json:"low"`   // the domain is [Low, Low + D]; not used where D is infinite
	Start float64 `json:"start"` // W_0
	// Others are the gradients of the other examples. In a known order batch p has
	// Others[p mod len]; elsewhere the i-th other example has Others[i mod len].
	Others []Gradient `json:"others,omitempty"`
	// Example are the two versions of the differing one. The second counts where it
	// is replaced; otherwise it is zeroed out, or not there.
	Example  [2]Gradient `json:"example"`
	Position int         `json:"position"`         // of its batch in a known cyclic order
	Centre   float64     `json:"centre,omitempty"` // where a regulariser outside of the clip is 0
	// Ball is the length of the differing example's gradient along a small ball of
	// many dimensions beside the interval, up in one run and down, or 0, in the other.
	Ball float64 `json:"ball,omitempty"`
}

// domain are the ends of K.
func (a Adversary) domain(r run.Run) (lo, hi float64) {
	if !r.Bounded() {
		return math.Inf(-1), math.Inf(1)
	}
	return a.Low, a.Low + r.Diameter
}

// versions are the gradients of the differing example that are in a data set.
func (a Adversary) versions(r run.Run) []Gradient {
	if r.Adjacency == run.Replace {
		return a.Example[:]
	}
	return a.Example[:1]
}

// usedLast reports whether the last step is known to use the differing example: in
// a random order, where every batch holds all examples.
func (a Adversary) usedLast(r run.Run) bool {
	switch r.Scheme {
	case run.Full:
		return true
	case run.Cyclic:
		return a.Position == (r.T-1)%r.StepsPerEpoch()
	}
	return r.B == r.N
}

// acts is the gradient as the run uses it: clipped where clipping may act.
func acts(r run.Run, g Gradient) Gradient {
	if r.Clipping == run.ClippingActive || r.Clipping == run.ClippingGLM {
		return g.clipped(r.Clip)
	}
	return g
}

// A batch says how often each of the others is in it, and whether the differing
// example is.
type batch struct {
	others []int // counts, by the kind of other example
	used   bool
}

// step is the map ψ of a batch in one of the two runs (0 or 1), in units of σ.
//
//	ψ(x) = x − (η/b)·Σ clip(g_i(x)) − η·reg·(x − a)
//
// The regulariser of a generalised linear model is added after the clip and is the
// same in both runs, whatever is in the batch.
func (a Adversary) step(r run.Run, which int, in batch) Gradient {
	total := line(1, 0)
	add := func(g Gradient, count int) {
		if count > 0 {
			total = sum(total, acts(r, g).times(-r.Eta/float64(r.B)*float64(count)))
		}
	}
	for kind, count := range in.others {
		add(a.Others[kind], count)
	}
	if in.used && which < len(a.versions(r)) {
		add(a.Example[which], 1)
	}
	if reg := regulariser(r); reg > 0 {
		total = sum(total, line(-r.Eta*reg, a.Centre))
	}
	return inUnits(total, r.IterateNoise())
}

// inUnits rescales a map of the line to lengths in the given unit.
func inUnits(g Gradient, unit float64) Gradient {
	out := Gradient{Left: g.Left, Right: g.Right}
	for i := range g.X {
		out.X, out.G = append(out.X, g.X[i]/unit), append(out.G, g.G[i]/unit)
	}
	return out
}

// ballShift is how far apart, in units of σ, the last step's pushes along the ball are.
func (a Adversary) ballShift(r run.Run) float64 {
	return float64(len(a.versions(r))) * r.Eta * a.Ball / float64(r.B) / r.IterateNoise()
}
