package theorem

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
)

// planned makes a Plan of a path, nil where there is none.
func planned(path shift.Path, ok bool, r run.Run, next func(t int, z float64) float64) *claim.Plan {
	if !ok {
		return nil
	}
	return &claim.Plan{Path: path, Track: forward(path.Tau, r.Diameter, next)}
}

// forward tracks the distance of the two runs from 0 up to step tau, no further
// than to the diameter.
func forward(tau int, diameter float64, next func(t int, z float64) float64) func(int) float64 {
	track := []float64{0}
	for t := 0; t < tau && len(track) <= shift.LongestPath && track[t] < diameter; t++ {
		z := min(diameter, next(t, track[t]))
		if t > 0 && z == track[t] && track[t-1] == z {
			break // it has come to rest
		}
		track = append(track, z)
	}
	last := track[len(track)-1]
	if len(track) > shift.LongestPath {
		last = diameter
	}
	return func(t int) float64 {
		if t < len(track) {
			return track[t]
		}
		return last
	}
}

// apart is how far a step takes two runs apart.
func apart(p shift.Concave, visit int) func(t int, z float64) float64 {
	return func(t int, z float64) float64 {
		if t%p.Period == visit {
			return p.Visit.Eval(z) + p.Sensitivity
		}
		return p.Plain.Eval(z)
	}
}
