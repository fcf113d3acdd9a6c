package sampled

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/average"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/run"
)

// StartAlike bounds the last steps of a run by the mean over their batches (average.md), for two runs that start these steps
// at one point.
type StartAlike struct{ averagedRun }

// NewStartAlike returns the bounds for r. ok is false if the mean over batches does not apply.
func NewStartAlike(ctx context.Context, r run.Run) (s *StartAlike, ok bool) {
	for _, h := range averagedHypotheses(r) {
		if !h.Holds {
			return nil, false
		}
	}
	x := certify.StatedOf(r)
	return &StartAlike{averagedRun{ctx: ctx, run: r, stated: x, k: x.Ratio().Sqrt().Up()}}, true
}

// Renyi returns bounds of order alpha for some numbers of steps, up to `most`.
func (s *StartAlike) Renyi(alpha float64, most int) average.Lengths {
	w := s.windowAt(alpha)
	p := s.problem(w)
	p.T = min(p.T, most)
	out := p.Alike(s.k, alpha)
	if w.outside {
		for i, e := range out.Bounds {
			out.Bounds[i] = (e + outsideMoment/(alpha-1)) * (1 + 8*errfloat.U)
		}
	}
	return out
}

// Epsilon returns a bound on the ε of the given steps at the stated decimal whose nearest float64 is delta.
func (s *StartAlike) Epsilon(steps int, delta float64) (float64, error) {
	last := s.averagedRun
	last.run.T = steps
	epsilon, _, err := last.epsilon(claim.AtMost(delta))
	return epsilon, err
}
