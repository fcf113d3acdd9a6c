package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// bend is a gradient with a kink at 0.
func bend(left, right float64) Piecewise {
	return Piecewise{X: []float64{0}, G: []float64{0}, Left: left, Right: right}
}

// Each class takes what it promises and refuses what is just beyond it.
func TestAdmissible(t *testing.T) {
	// D = 2, C = 1, L = 2, m = 0.5, w = 0.25, λ = 0.5.
	base := run.Run{N: 1, B: 1, T: 3, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 2, Adjacency: run.Replace,
		Scheme: run.Full,
		Loss:   run.Smooth, Smoothness: 2, StrongConvexity: 0.5, WeakConvexity: 0.25, HolderOrder: 0.5, Clipping: run.ClippingActive}
	with := func(loss run.Class, clipping run.Clipping) run.Run {
		r := base
		r.Loss, r.Clipping = loss, clipping
		return r
	}
	zeroed := func(r run.Run) run.Run { r.Adjacency = run.ZeroOut; return r }
	free := func(r run.Run) run.Run { r.Diameter = math.Inf(1); return r }
	pair := func(a, b Piecewise) Adversary { return Adversary{Low: -1, Example: [2]Piecewise{a, b}} }
	same := func(g Piecewise) Adversary { return pair(g, g) }
	ramp := func(height, width float64) Piecewise {
		return Piecewise{X: []float64{0, width}, G: []float64{-height / 2, height / 2}}
	}
	change := func(a Adversary, f func(*Adversary)) Adversary { f(&a); return a }
	const little = 1e-6
	for name, c := range map[string]struct {
		run  run.Run
		in   Adversary
		out  Adversary // just not admissible; an empty one is not tried
		why  string    // part of the reason
		also string    // why this line is here
	}{
		"smooth, clipped": {run: with(run.Smooth, run.ClippingActive), in: same(bend(-2, 2)), out: same(bend(-2-little, 2)),
			why: "slopes"},
		"smooth, clipped, long": {run: with(run.Smooth, run.ClippingActive), in: same(constant(50)), out: same(bend(0, 2+little)),
			why: "slopes"},
		"smooth, never":   {run: with(run.Smooth, run.ClippingNever), in: same(bend(-1, 1)), out: same(bend(-1-little, 1)), why: "norm"},
		"convex, clipped": {run: with(run.Convex, run.ClippingActive), in: same(bend(0, 2)), out: same(bend(-little, 2)), why: "slopes"},
		"convex, never":   {run: with(run.Convex, run.ClippingNever), in: same(line(1, 0)), out: same(line(1, little)), why: "norm"},
		"strongly convex, active": {run: with(run.StronglyConvex, run.ClippingActive), in: same(line(0.5, 100)),
			out: same(bend(0.5, 0.5-little)), why: "slopes"},
		"strongly convex, never": {run: with(run.StronglyConvex, run.ClippingNever), in: same(line(0.5, 1)),
			out: same(line(0.5, 1+4*little)),
			why: "norm"},
		"strongly convex, free": {run: free(with(run.StronglyConvex, run.ClippingNever)), out: same(line(0.5, 0)), why: "norm",
			in: Adversary{}},
		"weakly convex": {run: with(run.WeaklyConvex, run.ClippingNever), in: same(line(-0.25, 0)), out: same(line(-0.25-little, 0)),
			why: "slopes"},
		"holder, ramp": {run: with(run.Holder, run.ClippingActive), in: same(ramp(2, 1)), out: same(ramp(2+little, 1)),
			why: "between"},
		"holder, steep": {run: with(run.Holder, run.ClippingActive), in: same(ramp(0.2, 0.01)), out: same(ramp(0.2, 0.01-little)),
			why: "between"},
		"holder, far apart": {run: with(run.Holder, run.ClippingActive), in: same(line(math.Sqrt2, 0)),
			out: same(line(math.Sqrt2+little, 0)), why: "between", also: "two ends of the domain"},
		"holder, free": {run: free(with(run.Holder, run.ClippingActive)), in: same(ramp(1, 1)), out: same(line(little, 0)),
			why: "growing"},
		"glm": {run: with(run.StronglyConvex, run.ClippingGLM), in: same(bend(0, 1.5)), out: same(bend(0, 1.5+little)),
			why: "slopes", also: "L counts the regulariser"},
		"glm, falling": {run: with(run.StronglyConvex, run.ClippingGLM), in: same(constant(9)), out: same(bend(-little, 0)),
			why: "slopes"},
		"glm, without regulariser": {run: with(run.Convex, run.ClippingGLM), in: same(bend(0, 2)),
			out: change(same(bend(0, 2)), func(a *Adversary) { a.Centre = math.NaN() }), why: "centre"},
		"a centre without a regulariser": {run: base, in: same(constant(0)),
			out: change(same(constant(0)), func(a *Adversary) { a.Centre = 1 }),
			why: "regulariser"},
		"difference, replace": {run: with(run.Smooth, run.ClippingDifference), in: pair(line(2, 30), line(2, 29)),
			out: pair(line(2, 30), line(2, 29-little)), why: "apart"},
		"difference, replace, slopes": {run: with(run.Smooth, run.ClippingDifference), in: pair(bend(-1, 1), bend(1, -1)),
			out: pair(bend(-1, 1), bend(1+little, -1)), why: "apart", also: "κC on all of K"},
		"difference, zero-out": {run: zeroed(with(run.Smooth, run.ClippingDifference)), in: pair(line(1, 0), constant(9)),
			out: pair(line(1, little), constant(9)), why: "norm", also: "the second version does not count"},
		"never, zero-out": {run: zeroed(with(run.Smooth, run.ClippingNever)), in: pair(constant(1), constant(9)),
			out: pair(constant(1+little), constant(9)), why: "norm"},
		"the start": {run: base, in: change(same(constant(0)), func(a *Adversary) { a.Start = 1 }),
			out: change(same(constant(0)), func(a *Adversary) { a.Start = 1 + little }), why: "start"},
		"the position": {run: base, in: same(constant(0)),
			out: change(same(constant(0)), func(a *Adversary) { a.Position = 1 }), why: "position"},
		"knots": {run: base, in: same(constant(0)), out: same(Piecewise{X: []float64{0, 0}, G: []float64{0, 1}}),
			why: "rise"},
		"no number": {run: base, in: same(constant(0)), out: same(constant(math.NaN())), why: "not a finite number"},
		"a ball": {run: with(run.Smooth, run.ClippingNever), in: change(same(bend(-0.6, 0.6)), func(a *Adversary) { a.Ball = 0.8 }),
			out: change(same(bend(-0.6, 0.6)), func(a *Adversary) { a.Ball = 0.8 + little }), why: "norm"},
		"a ball, clipped": {run: base, in: change(same(constant(0.6)), func(a *Adversary) { a.Ball = 0.8 }),
			out: change(same(constant(0.6)), func(a *Adversary) { a.Ball = 0.8 + little }), why: "norm",
			also: "a clip would turn the push"},
		"a ball, difference": {run: with(run.Smooth, run.ClippingDifference),
			in:  change(pair(line(2, 30), line(2, 29.4)), func(a *Adversary) { a.Ball = 0.8 }),
			out: change(pair(line(2, 30), line(2, 29.4)), func(a *Adversary) { a.Ball = 0.8 + little }), why: "apart"},
		"a ball, free": {run: free(base), in: change(same(constant(0)), func(a *Adversary) { a.Low = 0 }),
			out: change(same(constant(0)), func(a *Adversary) { a.Ball = 0.1 }), why: "domain"},
		"a ball, glm": {run: with(run.Convex, run.ClippingGLM), in: change(same(constant(0.6)), func(a *Adversary) { a.Ball = 0.8 }),
			out: change(same(line(0.1, 0)), func(a *Adversary) { a.Ball = 0.8 }), why: "direction"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.run.Validate(); err != nil {
				t.Fatal(err)
			}
			if c.in.Example[0].X != nil {
				if err := Admissible(c.run, c.in); err != nil {
					t.Errorf("refused: %v (%s)", err, c.also)
				}
			}
			if err := Admissible(c.run, c.out); err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("what is not of the class: %v, want a reason with %q (%s)", err, c.why, c.also)
			}
		})
	}
}

// Where a position is stated, the example is in that batch.
func TestExampleIsAtItsPosition(t *testing.T) {
	r := run.Run{N: 4, B: 1, T: 6, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 2, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive, Position: 3}
	a := Adversary{Low: -1, Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(0), constant(0)}}
	for a.Position = range 4 {
		if err := Admissible(r, a); (err == nil) != (a.Position == 2) {
			t.Errorf("in batch %d: %v", a.Position+1, err)
		}
	}
}

// In orders that need not end with the example no part of the push is along a ball.
func TestBallNeedsTheLastStep(t *testing.T) {
	r := run.Run{N: 4, B: 1, T: 6, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 2, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	a := Adversary{Low: -1, Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(0), constant(0)}, Ball: 1, Position: 1}
	if err := Admissible(r, a); err != nil {
		t.Errorf("step 5 of 6 uses position 1 of 4: %v", err)
	}
	a.Position = 2
	if err := Admissible(r, a); err == nil {
		t.Error("Admissible at position 2: no error, want one: the last step, 5 of 6, uses position 1 of 4")
	}
	a.Position = 0
	for _, scheme := range []run.Scheme{run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
		r.Scheme = scheme
		if Admissible(r, a) == nil {
			t.Errorf("%s: the last step need not use the example", scheme)
		}
	}
}

// What is drawn is of the class when it is looked at point by point, too: differences
// of gradients between random places, and their lengths.
func TestDrawnPointByPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 400 {
		r := drawRun(rng, focus{})
		a, ok := draw(rng, r)
		if !ok {
			continue
		}
		lo, hi := a.domain(r)
		if !r.Bounded() {
			lo, hi = -20*noise(r), 20*noise(r)
		}
		least, most := slopeRange(r)
		for _, g := range append(a.versions(r), a.Others...) {
			for range 40 {
				x := lo + (hi-lo)*rng.Float64()
				y := lo + (hi-lo)*rng.Float64()
				if random.Chance(rng, 0.5) {
					y = x + (hi-lo)*1e-3*rng.Float64()
				}
				if x > y {
					x, y = y, x
				}
				d, room := g.At(y)-g.At(x), 1e-9*(math.Abs(g.At(x))+math.Abs(g.At(y)))
				if r.Loss == run.Holder && r.HolderOrder < 1 {
					if math.Abs(d) > r.Smoothness*math.Pow(y-x, r.HolderOrder)*exactly+room {
						t.Fatalf("not Hölder: %+v %+v", r, g)
					}
				} else if d < least*(y-x)-room-1e-9*r.Smoothness*(y-x) || d > most*(y-x)*exactly+room {
					t.Fatalf("slope %v: %+v %+v", d/(y-x), r, g)
				}
				if r.Clipping == run.ClippingNever && math.Abs(g.At(x)) > r.Clip*exactly {
					t.Fatalf("too long: %+v %+v", r, g)
				}
				if used := usedGradient(r, g).At(x); r.Clipping == run.ClippingActive && used != max(-r.Clip, min(r.Clip, g.At(x))) &&
					math.Abs(used-max(-r.Clip, min(r.Clip, g.At(x)))) > 1e-9*r.Clip {
					t.Fatalf("clipped to %v: %+v %+v at %v", used, r, g, x)
				}
			}
		}
	}
}
