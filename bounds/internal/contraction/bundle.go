package contraction

import "math"

// A bundle makes the rays that one search needs.
type bundle struct {
	lengths
	coarse, fine madeRays
	curves       map[kernelSteps]*curve
}

// kernelSteps are n steps, the last of which keeps the share 1−beta of its noise.
type kernelSteps struct {
	n, beta float64
	fine    bool
}

const (
	// littleApart is the μ below which next to nothing is left to be mixed better.
	littleApart = 0.3
	// worthFollowing is how much less mirrored noise must leave in all.
	worthFollowing = 0.998
	// fewSteps are so few that a share of a step counts.
	fewSteps = 4
)

// apartness is that of n steps, mu apart by Gaussians; a bound where it is fine, else
// one by which to choose.
func (b *bundle) apartness(n, beta, mu float64, fine bool) apartness {
	a := apartness{mu: mu}
	if b == nil || n < 2 || !(mu > littleApart && mu < 40) || b.mirror == nil {
		return a
	}
	key := kernelSteps{n, beta, fine}
	if c, known := b.curves[key]; known {
		a.curve = c
		return a
	}
	if left, _ := b.mirror.theta(n, beta); left < worthFollowing*math.Erf(mu/math.Sqrt(8)) {
		a.curve = b.follow(n, beta, mu, fine)
	}
	b.curves[key] = a.curve
	return a
}

func (b *bundle) follow(n, beta, mu float64, fine bool) *curve {
	made, care := &b.coarse, coarseRays
	if fine {
		made, care = &b.fine, fineRays
	}
	switch r := made.of(b.lengths, care); {
	case r == nil:
		return nil
	case fine || n <= fewSteps:
		return r.curve(n, beta, mu)
	default:
		return r.nearly(n, beta, mu)
	}
}

func newBundle(l lengths) *bundle {
	return &bundle{lengths: l, curves: map[kernelSteps]*curve{}}
}

// curved reports whether an answer has used a curve.
func (b *bundle) curved() bool {
	if b != nil {
		for k, c := range b.curves {
			if k.fine && c != nil {
				return true
			}
		}
	}
	return false
}
