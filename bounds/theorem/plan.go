package theorem

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
)

// Plan is the path of distances and payments behind a row's value, and the
// bound on the distance of the two runs before it.
type Plan struct {
	shift.Path
	// Track bounds the distance of the two runs before step t ≤ τ.
	Track func(t int) float64
}

// planned makes a Plan of a path, nil where there is none.
func planned(path shift.Path, ok bool, r run.Run, next func(t int, z float64) float64) *Plan {
	if !ok {
		return nil
	}
	return &Plan{path, forward(path.Tau, r.Diameter, next)}
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

// planShift is the path of the shift row for batches in a known order.
func planShift(r run.Run) *Plan {
	if !r.Scheme.Known() {
		return nil
	}
	best, _ := knownOptimum(r, nil)
	if !best.followed {
		return nil
	}
	path, ok := best.path()
	return planned(path, ok, r, apart(concaveProgram(r), r.T))
}

// planConcave is the path that the solver for concave moduli finds.
func planConcave(p shift.Concave, r run.Run) *Plan {
	path, ok := p.Path(p.Solve(r.T), r.T)
	return planned(path, ok, r, apart(p, r.T))
}

// apart is how far a step takes two runs apart, the differing example being
// visited at the last step.
func apart(p shift.Concave, T int) func(t int, z float64) float64 {
	visit := (T - 1) % p.Period
	return func(t int, z float64) float64 {
		if t%p.Period == visit {
			return p.Visit.Eval(z) + p.Sensitivity
		}
		return p.Plain.Eval(z)
	}
}

// planCharged is the path of Chien and Li's Theorem 3.1.
func planCharged(p shift.Charged, r run.Run) *Plan {
	path, ok := p.Path(r.T)
	return planned(path, ok, r, func(t int, z float64) float64 {
		return min((1+p.Excess)*z+p.Sensitivity, p.Drift*float64(t+1))
	})
}

func planChienLi31(r run.Run) *Plan { return planCharged(chienLi31Program(r), r) }

// planChienLi37 is the path of Theorem 3.7.
func planChienLi37(r run.Run) *Plan {
	plan := planConcave(chienLi37Program(r), r)
	if plan != nil {
		g, s, drift := holderModulus(r, 1), r.Sensitivity(), 2*r.Eta*r.Clip
		plan.Track = forward(plan.Tau, r.Diameter, func(_ int, z float64) float64 { return min(g.Eval(z)+s, z+drift) })
	}
	return plan
}

// planComposition pays for every visit at once.
func planComposition(r run.Run) *Plan {
	period := r.StepsPerEpoch()
	if !r.Scheme.Known() {
		return nil
	}
	path, ok := shift.Every(r.T, period, r.Sensitivity())
	return planned(path, ok, r, func(int, float64) float64 { return 0 })
}

// planBok is the path of Bok, Su and Altschuler's strongly convex full batch,
// whose payments grow like 1/c.
func planBok(r run.Run) *Plan {
	if !bokContracts(r) {
		return nil
	}
	excess := bokExcess(r)
	full := shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: math.Inf(1)}
	path, ok := full.Path(r.T)
	return planned(path, ok, r, func(_ int, z float64) float64 { return (1+excess)*z + full.Sensitivity })
}

// bokContracts reports whether the value is that of a contracting full batch; the
// others are closed formulas.
func bokContracts(r run.Run) bool {
	excess := bokExcess(r)
	return r.Scheme == run.Full && excess < 0 && !(r.Bounded() && convexSquare(r) < contractingSquare(excess, r))
}
