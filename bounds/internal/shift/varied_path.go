package shift

import "math"

// Path writes out the cheapest path that starts before step tau, from 0 at the first step and from D at others. ok is false
// unless every group is one step and D is finite. In units of the noise of the step before, y_{t+1} = z_{t+1}/σ_t, it is the
// path of steps with equal noise and the factors c_t·σ_{t−1}/σ_t.
func (p VariedProgram) Path(tau int) (Path, bool) {
	n, start := len(p.Groups)-tau, p.Diameter
	if tau == 0 {
		start = 0
	}
	for _, s := range p.Groups {
		if s.Idle > 0 || math.IsInf(start, 1) {
			return Path{}, false
		}
	}
	path := taut(n, start, func(i int) LinearStep {
		s, before := p.Groups[tau+i], 1.0
		if i > 0 {
			before = p.Groups[tau+i-1].Noise
		}
		return LinearStep{(1 + s.Excess) * before / s.Noise, s.Shift / s.Noise}
	})
	path.Tau = tau
	for i := range n {
		s := p.Groups[tau+i]
		path.Noise = append(path.Noise, s.Noise)
		path.S[i], path.A[i], path.Z[i+1] = s.Shift, path.A[i]*s.Noise, path.Z[i+1]*s.Noise
	}
	return path, true
}

// Every returns the path on which each step pays for its own shift; ok is false as in Path.
func (p VariedProgram) Every() (Path, bool) {
	n := len(p.Groups)
	path := AtRest(n)
	for i, s := range p.Groups {
		if s.Idle > 0 {
			return Path{}, false
		}
		path.S[i], path.A[i] = s.Shift, s.Shift
		path.Noise = append(path.Noise, s.Noise)
	}
	return path.Counted(), true
}
