package curved

import (
	"lastiterate/bounds/internal/shift"
)

// Path writes out a solution for T steps, with the steps at distance 0 after the path. ok is false if the solution was found
// without following its steps.
func (p ConcaveProgram) Path(s ConcaveSolution, T int) (path shift.Path, ok bool) {
	if s.Epoch.A != nil {
		return p.epochs(s.Epoch, T), true
	}
	if s.Z == nil && s.distances == nil {
		if s.R < p.composed(T) {
			return shift.Path{}, false
		}
		return shift.Every(T, p.Period, p.Sensitivity), true
	}
	n := T - s.Tau
	if s.Z == nil {
		s.Z = s.distances()
		s.A = p.paid(s.Z)
	}
	trace := shift.Trace{FeasiblePoint: s.FeasiblePoint, Z: make([]float64, n+1), A: make([]float64, n)}
	path = shift.Path{Trace: trace, S: make([]float64, n)}
	copy(path.Z, s.Z)
	copy(path.A, s.A)
	for i := (n - 1) % p.Period; i < n; i += p.Period {
		path.S[i] = p.Sensitivity
		if i >= len(s.A) {
			path.A[i] = p.Sensitivity
		}
	}
	return path.Counted(), true
}

// Followed reports whether Path writes the solution out.
func (p ConcaveProgram) Followed(s ConcaveSolution, T int) bool {
	return s.Epoch.A != nil || s.Z != nil || s.distances != nil || !(s.R < p.composed(T))
}

// paid returns the payments of a window's distances; a visit comes after the window's last step.
func (p ConcaveProgram) paid(z []float64) []float64 {
	visit, plain := newGrowth(p.Visit, p.Sensitivity), newGrowth(p.Plain, 0)
	a := make([]float64, len(z)-1)
	for i := range a {
		grown := &plain
		if p.Period == 1 || (len(a)-i)%p.Period == 0 {
			grown = &visit
		}
		a[i] = max(0, grown.at(z[i])-z[i+1])
	}
	return a
}

// composed returns the cost of composition, less any rounding error.
func (p ConcaveProgram) composed(T int) float64 {
	return float64((T-1)/p.Period+1) * p.Sensitivity * p.Sensitivity * (1 - 1e-12)
}

// epochs repeats the path of an epoch after every visit but the last, which pays for itself.
func (p ConcaveProgram) epochs(epoch shift.Trace, T int) shift.Path {
	path := shift.Every(T, p.Period, p.Sensitivity)
	for t := (T - 1) % p.Period; t < T-1; t += p.Period {
		copy(path.A[t:], epoch.A)
		copy(path.Z[t:], epoch.Z)
	}
	return path.Counted()
}
