package shift

import "math"

// arrival is how a ray ends: after so many steps, at the target; 0 steps where no
// ray was followed.
type arrival struct {
	steps  int
	target float64
}

// Path writes out what Solve(T) found under Gaussian prices, where a visit pays s and
// the distance that it takes off; ok is false where its window is longer than
// LongestPath, or was not followed step by step. The ray ends at the start τ; what it
// has not walked, at the end of the run, are whole epochs at distance 0.
func (r Rays) Path(best RaySolution, T int) (path Path, ok bool) {
	s, gaussian := r.Visit.(Gaussian)
	path, ok = Every(T, r.Period, float64(s))
	if !ok || !gaussian {
		return path, false
	}
	w := newWalk(r, T)
	if best.end.steps == 0 {
		return path, !(best.R < w.composed().R)
	}
	path.Tau = best.Tau
	path.Z, path.A, path.S = path.Z[best.Tau:], path.A[best.Tau:], path.S[best.Tau:]
	q := w.leaving(best.at)
	w.step.reset()
	for i := best.at.phase; i < best.end.steps; i++ {
		at := best.end.steps - 1 - i
		z, a := w.step.z, q
		if path.S[at] > 0 {
			a, _ = s.At(q)
		}
		if at == 0 {
			a = math.Max(0, r.Modulus.Eval(best.end.target)-z)
			path.Z[at] = best.end.target
		} else {
			w.step.next(z + a)
			path.Z[at] = w.step.z
		}
		path.A[at] = path.S[at] + a
		q *= w.step.slope
	}
	return path.counted(), true
}
