package proof

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/run"
)

// longestPath is the largest number of steps of a path that is written out.
const longestPath = 1 << 20

// Follow gives a theorem the path of a solution that starts at step tau, or the reason why it has none, for every question.
// next returns the largest distance of the two runs after a step from the distance before it.
func Follow(p *Parts, r run.Run, tau int, followed bool, path func() (shift.Path, bool), next func(t int, z float64) float64) {
	payments := Written(r, Candidate{shift.FeasiblePoint{Tau: tau}, followed, path}, next)
	p.Pay = func(claim.Bound) claim.Payments { return payments }
}

// Written writes out a candidate's path, or says why it has none.
func Written(r run.Run, best Candidate, next func(t int, z float64) float64) claim.Payments {
	switch {
	case r.T-best.Tau > longestPath:
		return claim.Payments{WhyNone: fmt.Sprintf("it has more than %d steps, the most that are written out", longestPath)}
	case !best.Followed:
		return claim.Payments{WhyNone: "the optimum for this run is computed over long stretches rather than step by step; with fewer " +
			"iterations, or fewer batches per epoch, its steps can be listed"}
	}
	return claim.Payments{Write: func() (claim.TrackedPath, bool) {
		p, ok := best.Path()
		return claim.TrackedPath{Path: p, Track: forward(r, p.Tau, next)}, ok
	}}
}

// forward tracks the distance of the two runs from 0 up to step tau, no further than to the diameter.
func forward(r run.Run, tau int, next func(t int, z float64) float64) func(int) float64 {
	track, epoch, same := []float64{0}, r.StepsPerEpoch(), 0 // same counts the latest steps whose distance equals that of an epoch before
	repeats := r.Steady() && r.After == 0
	for t := 0; t < tau && len(track) <= longestPath && track[t] < r.Diameter; t++ {
		z := min(r.Diameter, next(t, track[t]))
		if before := t + 1 - epoch; before < 0 || z != track[before] {
			same = 0
		} else if same++; repeats && same > epoch {
			break // every later epoch is like this one, whose steps are all listed
		}
		track = append(track, z)
	}
	last := len(track) - 1
	return func(t int) float64 {
		switch {
		case t <= last:
			return track[t]
		case last == longestPath || track[last] >= r.Diameter:
			return r.Diameter
		}
		return track[last-epoch+1+(t-last-1)%epoch]
	}
}

// Apart returns the largest distance of two runs after a step. No step from end on uses the example.
func Apart(p curved.ConcaveProgram, visit, end int) func(t int, z float64) float64 {
	return func(t int, z float64) float64 {
		if t%p.Period == visit && t < end {
			return p.Visit.Eval(z) + p.Sensitivity
		}
		return p.Plain.Eval(z)
	}
}

// SomeOrder is an order at which points of the program are compared. Any would do: ε(α) is a multiple of α.
const SomeOrder = 2

// Candidate is a feasible point of the shift program and a way to write out its steps.
type Candidate struct {
	shift.FeasiblePoint
	Followed bool
	Path     func() (shift.Path, bool)
}

// WrittenBy returns a candidate that is always written out.
func WrittenBy(s shift.FeasiblePoint, path func() shift.Path) Candidate {
	return Candidate{s, true, func() (shift.Path, bool) { return path(), true }}
}

// Cheaper returns the cheaper of two candidates, the first if they cost the same.
func (a Candidate) Cheaper(b Candidate) Candidate {
	if b.R < a.R {
		return b
	}
	return a
}
