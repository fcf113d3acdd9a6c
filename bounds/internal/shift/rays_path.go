package shift

// arrival is how a ray ends: after so many steps, at the target; 0 steps where no
// ray was followed.
type arrival struct {
	steps  int
	target float64
}

// Path writes out what Solve(T) found under Gaussian prices, where a visit pays s and
// the distance that it takes off, and under divided ones; ok is false where its window
// was not followed step by step. The ray ends at the start τ; what it has not walked, at the end of the
// run, are whole epochs at distance 0.
func (r Rays) Path(best RaySolution, T int) (path Path, ok bool) {
	w, composed := newWalk(r, T), best.end.steps == 0
	if composed && best.R < w.composed().R {
		return Path{}, false
	}
	path = r.idle(T - best.Tau)
	if composed {
		return path.counted(), true
	}
	path.Tau = best.Tau
	q := w.leaving(best.at)
	w.step.reset()
	for i := best.at.phase; i < best.end.steps; i++ {
		at := best.end.steps - 1 - i
		z, a := w.step.z, q
		split, divided := r.Visit.(Divided)
		if divided || path.S[at] > 0 {
			a, _ = r.Visit.At(q)
		}
		if at == 0 {
			a = max(0, r.Modulus.Eval(best.end.target)-z)
			path.Z[at] = best.end.target
		} else {
			w.step.next(z + a)
			path.Z[at] = w.step.z
		}
		path.A[at] = path.S[at] + a
		switch {
		case divided && at == 0:
			path.Divisions[at] = split.DivisionOf(a)
		case divided:
			path.Divisions[at] = split.DivisionAt(q)
		}
		q *= w.step.slope
	}
	return path.counted(), true
}

// idle are the last n steps at distance 0, whose visits pay for themselves alone; under a
// divided price every step is one.
func (r Rays) idle(n int) Path {
	if s, gaussian := r.Visit.(Gaussian); gaussian {
		if n <= r.Rest {
			return resting(n)
		}
		return Every(n-r.Rest, r.Period, float64(s)).Resting(r.Rest)
	}
	return unpaid(n, r.Visit.Of(0))
}
