package contraction

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/run"
)

// A walk is a projected run in one dimension, W ← Π(cW + drift + G), σ = 1, whose law is followed at cells
// and at the two ends of the domain.
type freshWalk struct {
	half, c float64
	centres []float64 // of the cells, between the ends
	width   float64
}

func newFreshWalk(d, c float64) freshWalk {
	const cells = 100
	w := freshWalk{half: d / 2, c: c, width: d / cells}
	for i := range cells {
		w.centres = append(w.centres, (float64(i)+0.5)*w.width-w.half)
	}
	return w
}

// at is the position of an atom or a cell: the lower end, the cells, the upper end.
func (w freshWalk) at(i int) float64 {
	switch {
	case i == 0:
		return -w.half
	case i > len(w.centres):
		return w.half
	}
	return w.centres[i-1]
}

// moved is a law after a step with a drift.
func (w freshWalk) moved(law []float64, drift float64) []float64 {
	out := make([]float64, len(law))
	tail := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	for i, mass := range law {
		if mass == 0 {
			continue
		}
		mean := w.c*w.at(i) + drift
		out[0] += mass * tail(mean+w.half)
		out[len(out)-1] += mass * tail(w.half-mean)
		for j, x := range w.centres {
			out[j+1] += mass * w.width * math.Exp(-(x-mean)*(x-mean)/2) / math.Sqrt(2*math.Pi)
		}
	}
	return out
}

// walked is the law after a step for each of the pushes, from the lower end.
func (w freshWalk) walked(pushes []float64, drift, sign float64) []float64 {
	law := make([]float64, len(w.centres)+2)
	law[0] = 1
	for _, push := range pushes {
		law = w.moved(law, drift+sign*push)
	}
	return law
}

// epoch is the mean over the position of the use, of which so many steps take place; a use moves by jump.
func (w freshWalk) epoch(law []float64, period, steps int, drift, jump float64) []float64 {
	before, after := law, make([]float64, len(law)) // masses of orders that have not used the example, and have
	for i := range steps {
		hazard := 1 / float64(period-i)
		next := w.moved(after, drift)
		used := w.moved(before, drift+jump)
		idle := w.moved(before, drift)
		for j := range next {
			next[j] += hazard * used[j]
			idle[j] *= 1 - hazard
		}
		before, after = idle, next
	}
	for j := range after {
		after[j] += before[j]
	}
	return after
}

// divergence is the Rényi divergence of order alpha.
func divergence(p, q []float64, alpha float64) float64 {
	var logs []float64
	for i, v := range p {
		if v > 0 {
			logs = append(logs, alpha*math.Log(v)-(alpha-1)*math.Log(q[i]))
		}
	}
	top, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += math.Exp(v - top)
	}
	return (top + math.Log(sum)) / (alpha - 1)
}

// evenly draws numbers between two others, evenly by their logarithms, which rapid can shrink.
func evenly(t *rapid.T) func(name string, low, high float64) float64 {
	return func(name string, low, high float64) float64 {
		return math.Exp(rapid.Float64Range(math.Log(low), math.Log(high)).Draw(t, name))
	}
}

// Orders that are drawn anew every epoch are bounded at high orders, too: by no less than the law of a run has that drifts
// with and against its uses, whatever part of the last epoch takes place.
func TestFreshOrdersAgainstLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	raised := 0
	rapid.Check(t, func(t *rapid.T) {
		within := evenly(t)
		c := rapid.SampledFrom([]float64{0, 0.5, 0.9, 0.97, 1}).Draw(t, "c")
		d, s := within("D", 0.1, 5), within("s", 0.05, 0.8)
		period, steps := rapid.IntRange(2, 4).Draw(t, "B"), rapid.IntRange(1, 14).Draw(t, "T")
		alpha := within("α", 2, 200)
		if alpha*s*s > 60 { // where doubles hold the tails
			alpha = 60 / (s * s)
		}
		p := linear(c-1, s, 1, d, steps)
		p.Period, p.Order = period, run.FreshOrder
		bound, by, err := p.ProfileRenyi(context.Background(), alpha)
		if err != nil {
			t.Fatal(err)
		}
		if by.Lower > 0 {
			raised++
		}
		w := newFreshWalk(d, c)
		drift := -min(28, alpha*s*rapid.Float64Range(0, 1.5).Draw(t, "drift")) // the tilted law stays inside, doubles hold its tails
		start := rapid.IntRange(0, 1).Draw(t, "start")
		law := func(jump float64) []float64 {
			out := make([]float64, len(w.centres)+2)
			out[start*(len(out)-1)] = 1
			for done := 0; done < steps; done += period {
				out = w.epoch(out, period, min(period, steps-done), drift, jump)
			}
			return out
		}
		with, without := law(s), law(0)
		const cells = 1.003
		if truth := max(divergence(with, without, alpha), divergence(without, with, alpha)); truth > bound*cells+1e-9 {
			t.Fatalf("c = %v, s = %v, D = %v, B = %d, T = %d, α = %v: the law has %v, the bound is %v (%+v)", c, s, d, period, steps, alpha,
				truth, bound, by)
		}
	})
	if raised == 0 {
		t.Error("0 orders were raised, want at least 1")
	}
}

// The distance of a last block's uses is the largest over all positions that they can have, and its steps are those
// from the end of an epoch on.
func TestLastUsesAreAtTheEnds(t *testing.T) {
	for _, c := range []float64{0, 0.5, 0.9, 1} {
		for period := 2; period <= 4; period++ {
			for last := 1; last <= period; last++ {
				for k := 1; k <= 4; k++ {
					p := linear(c-1, 0.1, 1, 50, 100)
					p.Period, p.Order = period, run.FreshOrder
					s := p.search(nil)
					got, steps := s.lastUses(s.lengths, float64(k), float64(last))
					if want := float64((k-1)*period + last); steps != want {
						t.Fatalf("%v steps, want %v", steps, want)
					}
					if want := farthest(c, 0.1, 0, k, period, last); got < want || got > want*(1+1e-12) {
						t.Errorf("c = %v, %d epochs of %d steps, %d of the last: %v, want %v", c, k, period, last, got, want)
					}
				}
			}
		}
	}
	for _, excess := range []float64{0.01, 0} {
		p := linear(excess, 0.1, 1, 50, 100)
		p.Period, p.Order = 3, run.FreshOrder
		if excess == 0 {
			p.Plain[0].Offset = 0.1
		}
		if z, _ := p.lastUses(p.lengths(), 3, 3); !math.IsInf(z, 1) {
			t.Errorf("steps that spread have a last block of distance %v", z)
		}
	}
}

// farthest is the largest distance, from x on, of uses in k epochs at any positions or none.
func farthest(c, s, x float64, k, period, last int) float64 {
	if k == 0 {
		return x
	}
	steps := period
	if k == 1 {
		steps = last
	}
	most := 0.0
	for at := 0; at <= steps; at++ { // 0 for an epoch without a use
		y := x
		for i := 1; i <= steps; i++ {
			y *= c
			if i == at {
				y += s
			}
		}
		most = max(most, farthest(c, s, y, k-1, period, last))
	}
	return most
}

// What is written of a raised order is what its last block pays, over its steps.
func TestRaisedFreshOrderIsWritten(t *testing.T) {
	p := linear(0, 0.144, 1, 0.914, 9)
	p.Period, p.Order = 2, run.FreshOrder
	e, c, err := p.ProfileRenyi(context.Background(), 200)
	if err != nil || c.Lower == 0 || e > 3.1 {
		t.Fatalf("%v by %+v, %v", e, c, err)
	}
	s := p.search(nil)
	z, _ := s.lastUses(s.lengths, float64(c.Block), s.last)
	if got := p.Mixing(c).Shift; math.Abs(got/(z/math.Sqrt(c.Beta))-1) > 1e-12 || 100*got*got > e*(1+1e-9) {
		t.Errorf("it is written that %v is paid of %v, a block pays %v", got, e, z)
	}
}
