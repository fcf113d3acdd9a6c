package ray

import (
	"lastiterate/bounds/internal/shift"
)

// arrival says how a ray ends: after that many steps, at the target; 0 steps if no ray was followed.
type arrival struct {
	steps  int
	target float64
}

// Path writes out the result of Solve(T), under a Gaussian price, at which a visit pays s and the distance that it takes off,
// or under a divided one. ok is false if its window was not followed step by step. The ray ends at the start τ. Steps at the
// end of the run that it has not followed are whole epochs at distance 0.
func (r Rays) Path(best RaySolution, T int) (path shift.Path, ok bool) {
	w, composed := newWalk(r, T), best.end.steps == 0
	if composed && best.R < w.composed().R {
		return shift.Path{}, false
	}
	path = r.idle(T - best.Tau)
	if composed {
		return path.Counted(), true
	}
	path.Tau = best.Tau
	q := w.leaving(best.at)
	w.step.Reset()
	for i := best.at.phase; i < best.end.steps; i++ {
		at := best.end.steps - 1 - i
		z, a := w.step.Z, q
		split, divided := r.Visit.(shift.DividedPrice)
		if divided || path.S[at] > 0 {
			a, _ = r.Visit.At(q)
		}
		if at == 0 {
			a = max(0, r.Modulus.Eval(best.end.target)-z)
			path.Z[at] = best.end.target
		} else {
			w.step.Next(z + a)
			path.Z[at] = w.step.Z
		}
		path.A[at] = path.S[at] + a
		switch {
		case divided && at == 0:
			path.Divisions[at] = split.DivisionOf(a)
		case divided:
			path.Divisions[at] = split.DivisionAt(q)
		}
		q *= w.step.Slope
	}
	return path.Counted(), true
}

// idle returns the last n steps at distance 0, whose visits pay only for themselves. Under a divided price every step is a
// visit.
func (r Rays) idle(n int) shift.Path {
	if s, gaussian := r.Visit.(shift.Gaussian); gaussian {
		if n <= r.Rest {
			return shift.AtRest(n)
		}
		return shift.Every(n-r.Rest, r.Period, float64(s)).Resting(r.Rest)
	}
	return shift.Unpaid(n, r.Visit.Of(0))
}
