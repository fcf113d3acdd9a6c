package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lastiterate/bounds/run"
)

// Clipping, sums and slopes of random gradients agree with what they say, point by
// point.
func TestGradientPointByPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	g := bend(-2, 3)
	for x, want := range map[float64][2]float64{-1: {-2, -2}, 0: {-2, 3}, 2: {3, 3}} {
		if got := g.slopesAt(x); got != want {
			t.Errorf("slopes at %v: %v, want %v", x, got, want)
		}
	}
	for range 300 {
		r := drawRun(rng, focus{})
		d := newDrafter(rng, r, Adversary{Low: -r.Diameter / 2})
		a, b := d.bent(), d.ramp()
		both := sum(a, b)
		for range 20 {
			x := d.scale * 4 * rng.NormFloat64()
			room := 1e-9 * (math.Abs(a.At(x)) + math.Abs(b.At(x)) + r.Clip)
			for _, g := range both.G { // a steep ramp ends far away, and what is between is rounded there
				room += 1e-14 * math.Abs(g)
			}
			if got, want := both.At(x), a.At(x)+b.At(x); math.Abs(got-want) > room {
				t.Fatalf("the sum at %v is %v, want %v: %+v %+v", x, got, want, a, b)
			}
			if got, want := a.clipped(r.Clip).At(x), max(-r.Clip, min(r.Clip, a.At(x))); math.Abs(got-want) > room {
				t.Fatalf("clipped at %v: %v, want %v: %+v", x, got, want, a)
			}
		}
	}
}

// The map of a step is what the mechanism says, wherever an iterate can be.
func TestStepPointByPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 400 {
		r := drawRun(rng, focus{})
		a, ok := draw(rng, r)
		if !ok {
			continue
		}
		in := batch{others: make([]int, len(a.Others)), used: rng.IntN(min(r.B, 2) + 1)}
		left := r.B - in.used
		for i := range in.others {
			in.others[i] = rng.IntN(left + 1)
			left -= in.others[i]
		}
		which := rng.IntN(2)
		m, sigma := a.step(r, which, in), noise(r)
		lo, hi := a.domain(r)
		steepest := 0.0
		for _, g := range append(slices.Clone(a.Others), a.Example[:]...) {
			for i := 1; i < len(g.X); i++ {
				steepest = max(steepest, math.Abs((g.G[i]-g.G[i-1])/(g.X[i]-g.X[i-1])))
			}
		}
		for range 30 {
			x := a.Start + 60*sigma*rng.NormFloat64()
			x = max(lo, min(hi, x))
			clip := func(g Piecewise) float64 {
				v := g.At(x)
				if r.Clipping == run.ClippingActive || r.Clipping == run.ClippingGLM {
					v = max(-r.Clip, min(r.Clip, v))
				}
				return v
			}
			total, size := 0.0, 0.0
			for i, count := range in.others {
				total += float64(count) * clip(a.Others[i])
				size += float64(count) * math.Abs(clip(a.Others[i]))
			}
			if in.used > 0 && (which == 0 || r.Adjacency == run.Replace) {
				total += float64(in.used) * clip(a.Example[which])
				size += float64(in.used) * math.Abs(clip(a.Example[which]))
			}
			want := x - r.Eta/float64(r.B)*total
			if r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex {
				want -= r.Eta * r.StrongConvexity * (x - a.Centre)
				size += float64(r.B) * r.StrongConvexity * (math.Abs(x) + math.Abs(a.Centre))
			}
			room := 1e-9 * (sigma + math.Abs(x) + math.Abs(a.Start) + r.Eta*size)
			room += r.Eta * steepest * 1e-15 * math.Abs(x) // x/σ is rounded
			if got := m.At(x/sigma) * sigma; math.Abs(got-want) > room {
				t.Fatalf("ψ(%v) = %v, want %v\n%+v\n%+v %+v", x, got, want, r, a, in)
			}
		}
	}
}
