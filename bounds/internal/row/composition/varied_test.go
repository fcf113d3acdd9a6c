package composition

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

func worstOf(p *varied.Program, diameter float64, groups []varied.Places) (worst float64) {
	for _, g := range groups {
		cost, _ := p.At(g, diameter).Solve()
		worst = max(worst, cost)
	}
	return worst
}

// Blocks of steps, and groups of places, cost no less than every step and every place by itself.
func TestBlocksCostMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	near := 0
	for range 300 {
		r := rowtest.VariedRun(rng)
		exact := varied.New(r, rowtest.Singles(r))
		want := worstOf(exact, r.Diameter, exact.Groups())
		places := min(r.StepsPerEpoch(), r.T)
		half := []varied.Places{{From: 0, To: places - 1}}
		if places > 2 {
			half = []varied.Places{{From: 0, To: places / 2}, {From: places/2 + 1, To: places - 1}}
		}
		got := worstOf(exact, r.Diameter, half)
		if got < want*(1-1e-9) {
			t.Fatalf("groups of places cost %v, all %v: %+v", got, want, r)
		}
		for _, most := range []int{3, 20} {
			blocks := varied.New(r, rowtest.Merged(r, most, rng))
			got := worstOf(blocks, r.Diameter, blocks.Groups())
			if got < want*(1-1e-9) {
				t.Fatalf("blocks of up to %d cost %v, steps %v: %+v", most, got, want, r)
			}
			if got < 1.2*want {
				near++
			}
		}
	}
	if near < 100 {
		t.Errorf("blocks are near the steps %d times only", near)
	}
}

// A run that is long enough to be taken in blocks costs hardly more than step by step.
func TestLongSchedules(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Full, run.Reshuffle} {
		r := run.Run{N: 40, B: 40, T: 40000, Eta: 0.1, Clip: 1, Sigma: 0.1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
			Scheme: scheme, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Schedule: run.CosineFall, Warmup: 5000}
		if scheme == run.Reshuffle {
			r.B = 10
		}
		composed := 0.0
		for from := 0; from < r.T; from += r.StepsPerEpoch() {
			most := 0.0
			for t := from; t < from+r.StepsPerEpoch(); t++ {
				s := r.Steps().At(t)
				most = max(most, s.Sensitivity/s.Noise)
			}
			composed += most * most
		}
		if got, _ := variedUses(r); !(got >= composed*(1-1e-12) && got <= composed*1.01) || r.Steps().Exact() {
			t.Errorf("%s: composed in blocks %v, step by step %v", scheme, got, composed)
		}
		r.Scheme = theorem.Whole(run.Run{N: r.N, B: r.B, Scheme: run.Cyclic, Adjacency: r.Adjacency}).Scheme
		exact, blocks := varied.New(r, rowtest.Singles(r)), varied.New(r, r.Steps().Blocks())
		want, got := worstOf(exact, r.Diameter, exact.Groups()), worstOf(blocks, r.Diameter, blocks.Groups())
		if !(got >= want*(1-1e-9) && got <= want*1.01) {
			t.Errorf("%s: in blocks %v, step by step %v", scheme, got, want)
		}
	}
}

// gathered keeps the number of steps, and counts no step with a smaller ratio than its own.
func TestGathered(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		var groups []sampledGroup
		all, sum := 0, 0.0
		for i := range 1 + rng.IntN(30) {
			g := sampledGroup{1 + rng.IntN(9), float64(i + 1), float64(i + 1)}
			groups, all, sum = append(groups, g), all+g.steps, sum+float64(g.steps)*g.ratio*g.ratio
		}
		kept, more, tails := 0, 0.0, gathered(groups, 4)
		for _, g := range tails {
			kept, more = kept+g.steps, more+float64(g.steps)*g.ratio*g.ratio
		}
		upTo := func(list []sampledGroup, ratio float64) (n int) { // steps of at most that ratio
			for _, g := range list {
				if g.ratio <= ratio {
					n += g.steps
				}
			}
			return n
		}
		for _, g := range groups {
			if upTo(tails, g.ratio) > upTo(groups, g.ratio) {
				t.Fatalf("more steps of at most %v than there are: %v of %v", g.ratio, tails, groups)
			}
		}
		if kept != all || more < sum || len(tails) > 4 || math.IsInf(more, 1) {
			t.Fatalf("%v of %v", tails, groups)
		}
	}
}
