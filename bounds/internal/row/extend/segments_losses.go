package extend

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

const (
	profilePoints = 24   // evaluated points of a segment's profile
	mostProfiles  = 3    // the largest number of kinds of segments whose profiles are composed
	profileTail   = 1e-3 // the part of δ for losses beyond the last points
	profileTop    = 0.9  // the largest δ of a point
)

// slowly returns the proof for segments that take long at an order: it answers a question at a δ by a few orders.
func (c composedSegments) slowly(note string) claim.Proof {
	at := memo.Func(func(alpha float64) float64 {
		return c.over(alpha, func(p piece) float64 { return p.at(alpha) })
	})
	return claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		b := claim.Found(q, math.Inf(1))
		if q.Renyi() {
			b = claim.Found(q, at(q.Alpha))
		} else {
			b = proof.FewConverted(at, q, c.near(q))
			_ = work.Alone(func() { // omitted if it takes too much work
				if e, ok := c.losses(q.Delta); ok && e < b.Epsilon {
					b.Epsilon = e
				}
			})
		}
		s := claim.Solved(q, b.Epsilon)
		s.Bound, s.Note = b, note
		s.Explain = func() ([]claim.Choice, string) { return nil, c.write(b) }
		if math.IsInf(b.Epsilon, 1) {
			return s, errNoSegment
		}
		return s, nil
	}}
}

// near returns an order at which composition, which every segment has, converts well.
func (c composedSegments) near(q claim.Question) float64 {
	composed := proof.Converted(func(alpha float64) float64 {
		return c.over(alpha, func(p piece) float64 {
			return p.least(func(way claim.Proof) float64 {
				if way.Curve == nil {
					return math.Inf(1)
				}
				return way.Curve(alpha)
			})
		})
	}, q)
	if !(composed.Alpha > 1) {
		return 8 // any order is valid
	}
	return composed.Alpha
}

// losses composes the segments as privacy loss distributions, each from points of its profile δ(ε), which holds in both
// directions and is at most linear in e^ε between them. ok is false for several placements or too many segments, and if no
// law has these points.
func (c composedSegments) losses(delta float64) (epsilon float64, ok bool) {
	if len(c.placements) != 1 || len(c.pieces) > mostProfiles {
		return 0, false
	}
	p, total := c.placements[0], 0
	for _, s := range p.order {
		total += p.times[s]
	}
	if total > pld.MostProfiles {
		return 0, false
	}
	var parts []pld.RepeatedStep
	for _, s := range p.order {
		part, ok := c.part(s, profileTail*delta/float64(total))
		if !ok {
			return 0, false
		}
		times := p.times[s]
		if mutants.SegmentOnceLess.On() && times > 1 {
			times--
		}
		part.Times *= times
		parts = append(parts, part)
	}
	e, err := pld.EpsilonWithin(work.From(c.ctx), claim.AtMost(delta), parts...)
	return e, err == nil
}

// part returns a segment as a privacy loss distribution, or its steps if they are composed. least is the smallest δ of its
// profile that is evaluated.
func (c composedSegments) part(s segment, least float64) (pld.RepeatedStep, bool) {
	p, of := c.pieces[s], s.in(c.run)
	switch {
	case p.curve != nil && p.mu.Mu > 0:
		return pld.RepeatedStep{Step: pld.Gaussian(1 / p.mu.Mu * (1 - proof.StatedError)), Times: 1}, true
	case p.curve != nil && of.Scheme.Sampled() && !stepwise.TellsBatches(of):
		step := composition.SampledStep(of.Step())
		return pld.RepeatedStep{Step: step.Loss(stepwise.MostRate(of), step.U), Times: s.steps}, true
	case p.curve != nil:
		return pld.RepeatedStep{}, false
	}
	step, ok := pld.Profile(p.points(least))
	return pld.RepeatedStep{Step: step, Times: 1}, ok
}

// points returns points of the segment's profile from ε = 0 on, with δ falling to `least`; nil if none has ε = 0. Each is
// raised by more than the rounding of a row that is not certified.
func (p piece) points(least float64) (points []pld.ProfilePoint) {
	const raised = 1 + 1e-9 // more than the rounding of a row that is not certified
	ratio := math.Pow(least/profileTop, 1.0/(profilePoints-1))
	for i := range profilePoints {
		delta := profileTop * math.Pow(ratio, float64(i))
		epsilon := raised * p.least(func(way claim.Proof) float64 {
			s, err := way.At(claim.Question{Delta: delta})
			if err != nil {
				return math.Inf(1)
			}
			return s.Epsilon
		})
		n := len(points)
		switch {
		case math.IsInf(epsilon, 1):
			return points
		case n == 0 && epsilon > 0:
			return nil
		case n > 0 && epsilon <= points[n-1].Epsilon:
			points[n-1].Delta = delta * raised
		default:
			points = append(points, pld.ProfilePoint{Epsilon: epsilon, Delta: delta * raised})
		}
	}
	return points
}

// byLosses reports whether a row's values at a δ may be found by composing privacy loss distributions of segments.
func byLosses(t *theorem.Theorem, r run.Run) bool {
	return t.NoCurve && releasesSeveral(r) && longest(r) > 1
}
