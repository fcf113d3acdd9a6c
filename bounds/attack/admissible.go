package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// exactly is the factor by which a gradient may exceed a limit of the class, to allow for rounding.
const exactly = 1 + 1e-9

// Admissible returns nil if the adversary's datasets meet every assumption of the run, and otherwise an error that says
// which one they do not meet. It follows what each field of a run promises, for functions on a line, and is exact for
// gradients that are piecewise linear:
//
//   - every example's loss is in the class on K: slopes of its gradient within
//     [−L, L], [0, L], [m, L] or [−w, L], or (L, λ)-Hölder between any two points;
//   - if a position in a known order is stated, the differing example is there;
//   - the datasets differ in as many examples as the run says, and no batch of a known order holds more than b;
//   - clipping never active: no gradient is longer than C on K;
//   - generalised linear model: the class limits the gradient without the regulariser,
//     whose slopes are at most L − reg, and at least 0 if the class is convex; the
//     regulariser's gradient reg·(x − a) is added after the clip, with one a for all examples;
//   - difference: nothing is clipped, and |∇ℓ − ∇ℓ'| ≤ κC on K for the two versions
//     of the differing example, the second being 0 unless it is replaced; the other
//     examples' gradients have no bound;
//   - difference-all: the same for any two examples;
//   - a part of the push may go along a ball beside the interval (attack.md,
//     "interval times ball") if the last step is certain to use the example: the two parts
//     together keep to the lengths above, and in a generalised linear model, whose
//     gradients keep their direction, the part along the line is constant.
func Admissible(r run.Run, a Adversary) error {
	lo, hi := a.domain(r)
	if !(a.Start >= lo && a.Start <= hi) || math.IsInf(a.Start, 0) {
		return fmt.Errorf("the start %g is outside the domain [%g, %g]", a.Start, lo, hi)
	}
	if a.Position < 0 || a.Position >= epochSteps(r) {
		return fmt.Errorf("position %d is not one of the %d in an epoch", a.Position, epochSteps(r))
	}
	if r.States("position") && a.Position != r.Position-1 {
		return fmt.Errorf("the example is in batch %d, but the run states position %d", a.Position+1, r.Position)
	}
	if err := a.placed(r); err != nil {
		return err
	}
	if len(a.Others) == 0 && r.N > 1 {
		return errors.New("there are no other examples")
	}
	if a.Centre != 0 && r.Clipping != run.ClippingGLM {
		return errors.New("the run has no regulariser, so it can have no centre")
	}
	if math.IsNaN(a.Centre) || math.IsInf(a.Centre, 0) {
		return errors.New("the regulariser's centre is not a finite number")
	}
	mine := a.versions(r)
	for i, g := range mine {
		if err := inClass(r, g, lo, hi); err != nil {
			return fmt.Errorf("the differing example, version %d: %w", i+1, err)
		}
	}
	for i, g := range a.Others {
		if err := inClass(r, g, lo, hi); err != nil {
			return fmt.Errorf("other example %d: %w", i+1, err)
		}
		if r.Clipping == run.ClippingNever && g.longest(lo, hi) > r.Clip*exactly {
			return fmt.Errorf("other example %d: its gradient has norm %g, above C = %g", i+1, g.longest(lo, hi), r.Clip)
		}
	}
	return a.bounded(r, mine, lo, hi)
}

// bounded checks the norms of the differing example's gradients, including their part
// along the ball.
func (a Adversary) bounded(r run.Run, mine []Piecewise, lo, hi float64) error {
	if a.Ball != 0 {
		if err := a.ballAllowed(r, mine, lo, hi); err != nil {
			return err
		}
	}
	long := func(g Piecewise) float64 { return math.Hypot(g.longest(lo, hi), a.Ball) }
	if r.Clipping == run.ClippingDifferenceAll {
		if err := a.allWithin(r, mine, lo, hi); err != nil {
			return err
		}
	}
	switch r.Clipping {
	case run.ClippingDifference, run.ClippingDifferenceAll:
		if len(mine) < 2 {
			break
		}
		// The two versions push along ±Ball.
		apart := math.Hypot(sum(mine[0], mine[1].times(-1)).longest(lo, hi), 2*a.Ball)
		if apart > apartMost(r)*exactly {
			return fmt.Errorf("the two gradients are %g apart, above κC = %g", apart, apartMost(r))
		}
		return nil
	case run.ClippingActive, run.ClippingGLM:
		if a.Ball == 0 {
			return nil // longer gradients are clipped
		}
	case run.ClippingNever:
	default:
		panic(run.Unknown(r.Clipping))
	}
	for i, g := range mine {
		if long(g) > r.Clip*exactly {
			return fmt.Errorf("the differing example, version %d: its gradient has norm %g, above C = %g", i+1, long(g), r.Clip)
		}
	}
	return nil
}

// allWithin checks that each other example's gradient is at most κC from those of the rest and from both versions of
// the differing example's; an absent version is 0.
func (a Adversary) allWithin(r run.Run, mine []Piecewise, lo, hi float64) error {
	beside := slices.Clone(a.Others)
	if len(mine) == 1 {
		beside = append(beside, constant(0))
	}
	for i, g := range a.Others {
		for j, h := range append(slices.Clone(beside), mine...) {
			across := 0.0
			if j >= len(beside) {
				across = a.Ball
			}
			if apart := math.Hypot(sum(g, h.times(-1)).longest(lo, hi), across); apart > apartMost(r)*exactly {
				return fmt.Errorf("other example %d is %g apart from number %d of the rest, above κC = %g", i+1, apart, j+1, apartMost(r))
			}
		}
	}
	return nil
}

// ballAllowed says why no part of the push may go along a ball, or nil if it may.
func (a Adversary) ballAllowed(r run.Run, mine []Piecewise, lo, hi float64) error {
	switch {
	case !r.Bounded():
		return errors.New("a ball requires a domain")
	case differing(r) > 1:
		return errors.New("a ball beside the interval is for one example")
	case !(a.Ball > 0):
		return errors.New("the part along the ball must be positive")
	case !a.usedLast(r):
		return errors.New("a ball requires the last step to use the example for certain")
	}
	if r.Clipping == run.ClippingGLM {
		for _, g := range mine {
			if least, most := g.slopes(lo, hi); least != 0 || most != 0 {
				return errors.New("the gradient of a generalised linear model may not change direction")
			}
		}
	}
	return nil
}

// inClass says why the gradient is not in the class between lo and hi, or nil if it is. The gradient is the one before
// clipping, without a regulariser that is added after clipping.
func inClass(r run.Run, g Piecewise, lo, hi float64) error {
	if len(g.X) == 0 || len(g.X) != len(g.G) {
		return errors.New("a gradient must have as many values as knots, and at least one")
	}
	for i := range g.X {
		if i > 0 && !(g.X[i] > g.X[i-1]) {
			return errors.New("the knots of a gradient must rise")
		}
		if math.IsNaN(g.X[i]+g.G[i]) || math.IsInf(g.X[i]+g.G[i], 0) {
			return errors.New("a knot or a value of the gradient is not a finite number")
		}
	}
	if l, order, stated := holderOf(r); stated {
		if from, _ := g.slopes(lo, hi); r.Nonsmooth() && from < 0 {
			return fmt.Errorf("its slopes begin at %g; a convex loss allows none below 0", from)
		}
		return isHolder(g, l, order, lo, hi)
	}
	least, most := slopeRange(r)
	from, to := g.slopes(lo, hi)
	const little = exactly - 1
	room := little * max(r.Smoothness, 1e-300)
	if r.Nonsmooth() {
		room = little * r.Clip / noise(r) // slopes have no upper limit, so the margin is relative to a slope that the noise resolves
	}
	if from < least-room || to > most+room {
		return fmt.Errorf("its slopes are in [%g, %g]; the class allows [%g, %g]", from, to, least, most)
	}
	return nil
}

// slopeRange returns the slopes that the class allows for the gradient of one example's loss; in a generalised linear
// model, without the regulariser.
func slopeRange(r run.Run) (least, most float64) {
	switch r.Loss {
	case run.Convex:
		return 0, r.Smoothness
	case run.StronglyConvex:
		if r.Clipping == run.ClippingGLM {
			return 0, r.Smoothness - r.StrongConvexity
		}
		return r.StrongConvexity, r.Smoothness
	case run.WeaklyConvex:
		return -min(r.WeakConvexity, r.Smoothness), r.Smoothness
	case run.Smooth, run.Holder:
		return -r.Smoothness, r.Smoothness
	}
	panic(run.Unknown(r.Loss))
}

// holderOf returns the L and λ < 1 of Hölder gradients, which the run may state for the class of such losses and for
// convex losses that are not smooth. On a line, a gradient that is Hölder on an interval has a continuation that is Hölder
// everywhere.
func holderOf(r run.Run) (l, order float64, stated bool) {
	switch {
	case r.Loss == run.Holder && r.HolderOrder < 1:
		return r.Smoothness, r.HolderOrder, true
	case r.Nonsmooth() && r.States("holder_constant"):
		return r.HolderConstant, r.HolderOrder, true
	}
	return 0, 0, false
}

// isHolder checks |g(x) − g(y)| ≤ L|x − y|^λ. While x and y each stay on one linear piece, the left side is the absolute
// value of a linear function and −|x − y|^λ is convex, so the left side minus the right is largest where both are at ends
// of their pieces.
func isHolder(g Piecewise, l, order, lo, hi float64) error {
	if math.IsInf(lo, -1) && g.Left != 0 || math.IsInf(hi, 1) && g.Right != 0 {
		return errors.New("a gradient that keeps growing is not Hölder of order below 1")
	}
	points := g.points(lo, hi)
	for i, x := range points {
		for _, y := range points[:i] {
			if d := math.Abs(g.At(x) - g.At(y)); d > l*math.Pow(x-y, order)*exactly {
				return fmt.Errorf("between %g and %g it changes by %g, above L·|x − y|^λ = %g", y, x, d, l*math.Pow(x-y, order))
			}
		}
	}
	return nil
}

// regulariser is reg of a generalised linear model, which the class states as its
// strong convexity; 0 if there is none.
func regulariser(r run.Run) float64 {
	if r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex {
		return r.StrongConvexity
	}
	return 0
}
