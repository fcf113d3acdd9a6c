package shift

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/shift/shifttest"
)

// pathBetween is what a path from one distance to another costs that starts at the first.
func (p CyclicProgram) pathBetween(j, steps int, from, to float64) float64 {
	q := p.Proven()
	if j >= steps {
		return q.idleCost(steps, q.level(from), q.level(to))
	}
	return q.pathCost(j, steps-1-j, q.level(from), q.level(to))
}

// φ must be the cost of a feasible path and at least the optimum: it is
// compared with the hull over the epoch's steps when it ends at 0, and with
// bisection on the last payment otherwise.
func TestEpochCostIsTheHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cyclic(t)
		steps := rapid.IntRange(1, p.Period).Draw(t, "steps")
		j := rapid.IntRange(0, p.Period-1).Draw(t, "j")
		from := 0.0
		if rapid.Bool().Draw(t, "away") {
			from = shifttest.LogUniform(t, "from", 1e-3, 10)
		}
		sequence := p.steps(p.Period, j)[:steps]
		want := taut(len(sequence), from, func(i int) LinearStep { return sequence[i] }).R
		if got := p.pathBetween(j, steps, from, 0); math.Abs(got-want) > 1e-9*want+shifttest.Negligible {
			t.Fatalf("%+v: φ(%d; %v, 0) over %d steps = %v, hull %v", p, j, from, steps, got, want)
		}
		// Ending at a distance to is ending at 0 after a last step whose
		// payment of to is free: the cost falls with to, and is 0 once to
		// reaches the distance that nobody pays for.
		free := from
		for _, s := range sequence {
			free = s.Factor*free + s.Sensitivity
		}
		to := free * rapid.Float64Range(0, 1).Draw(t, "to")
		if got := p.pathBetween(j, steps, from, to); got > want*(1+1e-12)+shifttest.Negligible {
			t.Fatalf("φ(%d; %v, %v) = %v exceeds φ at 0, %v", j, from, to, got, want)
		}
		if got := p.pathBetween(j, steps, from, free*(1+1e-12)); got > 1e-18*(1+want) {
			t.Fatalf("φ(%d; %v, %v) = %v, want 0: that distance is free", j, from, free, got)
		}
	})
}

// exactMean is log E exp(weight·R) over all sequences of positions, R the
// optimum of each: what the levels approach from above. The last epoch may be cut
// short, before the differing example's turn or after it.
func exactMean(p CyclicProgram, T int, weight float64) float64 {
	return LogMean(exactLaw(p, T), weight)
}

// exactLaw is the law of the cost over all sequences of positions.
func exactLaw(p CyclicProgram, T int) []Share {
	epochs := (T + p.Period - 1) / p.Period
	sequence := make([]LinearStep, epochs*p.Period)
	var costs []float64
	var walk func(e int)
	walk = func(e int) {
		if e == epochs {
			costs = append(costs, hull(sequence[:T], p.Diameter).R)
			return
		}
		for j := range p.Period {
			copy(sequence[e*p.Period:], p.steps(p.Period, j))
			walk(e + 1)
		}
	}
	walk(0)
	shares := make([]Share, len(costs))
	for i, c := range costs {
		shares[i] = Share{1 / float64(len(costs)), c}
	}
	return shares
}

// mixed is log E exp(weight·R) under plans that hold if the differing example
// comes up in the last epoch: where that is cut short, of the plan for all steps
// and of the one without the last epoch, with their probabilities.
func mixed(p CyclicProgram, T int, weight float64, plan func(T, idle int) []EpochGroup) float64 {
	mean := func(T, idle int) (sum float64) {
		for _, s := range plan(T, idle) {
			sum += float64(s.Epochs) * LogMean(s.Shares, weight)
		}
		return sum
	}
	last := T % p.Period
	if last == 0 {
		return mean(T, 0)
	}
	share, without := float64(last)/float64(p.Period), 0.0
	if T > p.Period {
		without = mean(T-last, last)
	}
	return LogMean([]Share{{share, mean(T, 0)}, {1 - share, without}}, weight)
}

// The plan must never be below the exact expectation over all orders, and close to it: fixed levels cost at most 6.5 % on these small
// cases without projection, and 16 % where the diameter is below two
// sensitivities; where the last epoch lacks one or all but one of its steps, 6.5 %
// and 12 %.
func TestPlanAgainstEverySequence(t *testing.T) {
	const s = 0.3
	for _, domain := range []struct {
		name           string
		d              float64
		whole, partial float64 // allowed
	}{{"no projection", math.Inf(1), 0.065, 0.065}, {"D = 5s/3", 0.5, 0.16, 0.12}} {
		whole, partial := 0.0, 0.0
		for _, c := range []float64{0.95, 1, 1.05} {
			for _, shape := range [][2]int{{2, 3}, {3, 4}, {4, 5}, {6, 3}} {
				for _, alpha := range []float64{2, 16} {
					for _, missing := range []int{0, 1, shape[1] - 1} {
						p := CyclicProgram{c - 1, c - 1, s, domain.d, shape[1], 0}
						T := shape[0]*shape[1] - missing
						weight := (alpha - 1) * alpha / 2
						want := exactMean(p, T, weight)
						planner := NewPlanner(context.Background(), p.Proven())
						got := mixed(p, T, weight, func(T, idle int) []EpochGroup { return planner.Plan(T, idle, weight, 64) })
						if got < want*(1-1e-9) {
							t.Errorf("c=%v D=%v T=%d B=%d α=%v: %v is below the expectation %v", c, domain.d, T, shape[1], alpha, got, want)
						}
						if missing == 0 {
							whole = max(whole, got/want-1)
						} else {
							partial = max(partial, got/want-1)
						}
					}
				}
			}
		}
		t.Logf("%s: at most %.1f %% above the exact expectation, %.1f %% if the last epoch is cut short", domain.name, 100*whole,
			100*partial)
		if whole > domain.whole || partial > domain.partial {
			t.Errorf("%s: %v and %v, want at most %v and %v", domain.name, whole, partial, domain.whole, domain.partial)
		}
	}
}

// Levels that follow the positions are never below the exact expectation either, and
// at most 1 % above it without projection, and 6 % where the diameter is below two
// sensitivities.
func TestAheadAgainstEverySequence(t *testing.T) {
	const s = 0.3
	for _, domain := range []struct {
		name    string
		d       float64
		allowed float64
	}{{"no projection", math.Inf(1), 0.01}, {"D = 5s/3", 0.5, 0.06}, {"D = 3s", 0.9, 0.06}} {
		most := 0.0
		for _, c := range []float64{0.95, 1, 1.05} {
			for _, shape := range [][2]int{{1, 4}, {2, 3}, {3, 4}, {4, 5}, {6, 3}} {
				for _, alpha := range []float64{2, 16} {
					for _, missing := range []int{0, 1, shape[1] - 1} {
						p := CyclicProgram{c - 1, c - 1, s, domain.d, shape[1], 0}
						T := shape[0]*shape[1] - missing
						weight := (alpha - 1) * alpha / 2
						want := exactMean(p, T, weight)
						got := p.Proven().Ahead(nil, T, 0, weight)
						if last := T % p.Period; last != 0 {
							share, without := float64(last)/float64(p.Period), 0.0
							if T > p.Period {
								without = p.Proven().Ahead(nil, T-last, last, weight)
							}
							got = LogMean([]Share{{share, got}, {1 - share, without}}, weight)
						}
						if got < want*(1-1e-9) {
							t.Errorf("c=%v D=%v T=%d B=%d α=%v: %v is below the expectation %v", c, domain.d, T, shape[1], alpha, got, want)
						}
						most = max(most, got/want-1)
					}
				}
			}
		}
		t.Logf("%s: at most %.1f %% above the exact expectation", domain.name, 100*most)
		if most > domain.allowed {
			t.Errorf("%s: %v above, want at most %v", domain.name, most, domain.allowed)
		}
	}
}

// A level chosen without looking ahead only raises the bound, and stays within that of
// fixed levels.
func TestAheadOfLongEpochs(t *testing.T) {
	for _, c := range []float64{0.97, 1, 1.02} {
		for _, d := range []float64{math.Inf(1), 0.5} {
			for _, shape := range [][2]int{{3, 20}, {60, 6}, {10, 48}} {
				p := CyclicProgram{c - 1, c - 1, 0.3, d, shape[1], 0}
				T, weight := shape[0]*shape[1], 2.0
				ahead, fixed := p.Proven().Ahead(nil, T, 0, weight), 0.0
				for _, s := range NewPlanner(context.Background(), p.Proven()).Plan(T, 0, weight, 256) {
					fixed += float64(s.Epochs) * LogMean(s.Shares, weight)
				}
				if !(ahead <= fixed*(1+1e-9)) {
					t.Errorf("c=%v D=%v, %d epochs of %d: %v, with fixed levels %v", c, d, shape[0], shape[1], ahead, fixed)
				}
			}
		}
	}
	p := (CyclicProgram{0, 0, 1, 1, 49, 0}).Proven()
	if one, none := p.Ahead(nil, 490, 0, 1), p.Ahead(nil, 490, 0, 0); !math.IsInf(one, 1) || !math.IsInf(none, 1) {
		t.Errorf("Ahead of no levels = %v and %v, want +Inf twice", one, none)
	}
}

// A plan must hold exactly the run's epochs, start at 0 or at the diameter, and
// end at 0.
func TestPlanCountsEpochs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cyclic(t)
		T := int(shifttest.LogUniform(t, "T", 1, 1e6))
		groups := NewPlanner(context.Background(), p.Proven()).Plan(T, 0, rapid.Float64Range(0, 10).Draw(t, "weight"), 32)
		total, at := 0, groups[0].From
		for _, s := range groups {
			if math.Abs(s.From-at) > 1e-12*at {
				t.Fatalf("a group starts at %v after one that ends at %v", s.From, at)
			}
			weight := 0.0
			for _, share := range s.Shares {
				weight += share.Weight
			}
			if math.Abs(weight-1) > 1e-9 {
				t.Fatalf("weights sum to %v", weight)
			}
			total, at = total+s.Epochs, s.To
		}
		epochs := (T + p.Period - 1) / p.Period
		if at != 0 || total > epochs || (groups[0].From == 0 && total != epochs) {
			t.Fatalf("%+v, T=%d: %d epochs from %v to %v, want %d from 0 or fewer from D", p, T, total, groups[0].From, at, epochs)
		}
	})
}

// A descent must bound the mean over every sequence, too, and for long runs at
// c = 1 it must be near the cyclic optimum, which no average over orders much
// exceeds.
func TestDescent(t *testing.T) {
	tried := 0
	for _, c := range []float64{0.97, 1, 1.05} {
		for _, shape := range [][2]int{{4, 3}, {6, 3}, {5, 4}} {
			p := CyclicProgram{c - 1, c - 1, 0.3, 0.9, shape[1], 0}
			groups := p.Proven().Descent(shape[0]*shape[1]+1, 64)
			if groups == nil {
				continue
			}
			tried++
			epochs, got := 0, 0.0
			for _, s := range groups {
				epochs += s.Epochs
				got += float64(s.Epochs) * LogMean(s.Shares, 1)
			}
			if epochs > shape[0]+1 || groups[0].From != p.Diameter || groups[len(groups)-1].To != 0 {
				t.Errorf("c=%v: %d epochs from %v to %v", c, epochs, groups[0].From, groups[len(groups)-1].To)
			}
			if want := exactMean(p, shape[0]*shape[1], 1); got < want*(1-1e-9) {
				t.Errorf("c=%v E=%d B=%d: %v is below the expectation %v", c, shape[0], shape[1], got, want)
			}
		}
	}
	if tried < 4 {
		t.Errorf("only %d descents were tried", tried)
	}
	p := CyclicProgram{0, 0, 1e-3, 1, 50, 0}
	got := 0.0
	for _, s := range p.Proven().Descent(1e8, 64) {
		got += float64(s.Epochs) * LogMean(s.Shares, 0)
	}
	if want := p.worst(1e8).R; got > 1.1*want {
		t.Errorf("mean cost %v, cyclic optimum %v", got, want)
	}
}

// Polished levels cost no more than those on the grid, and what is left to gain by
// moving any one of them is next to nothing: a cost that does not depend on where the
// grid happens to lie.
func TestPolish(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	polished := 0
	for range 60 {
		p := CyclicProgram{Excess: -random.LogUniform(rng, 1e-4, 0.3), Sensitivity: 1, Diameter: random.LogUniform(rng, 0.5, 100),
			Period: 1 + rng.IntN(12)}
		p.VisitExcess = p.Excess * rng.Float64()
		T, weight := int(random.LogUniform(rng, 2, 8)*float64(p.Period))+rng.IntN(p.Period), random.LogUniform(rng, 0.01, 3)
		cost := func(p CyclicProgram, plan []EpochGroup) float64 {
			sum := 0.0
			for _, s := range plan {
				sum += float64(s.Epochs) * LogMean(s.Shares, weight)
			}
			return sum
		}
		best := func(p CyclicProgram) (grid, moved float64) {
			plan := NewPlanner(context.Background(), p.Proven()).Plan(T, 0, weight, 256)
			grid, moved = cost(p, plan), cost(p, plan)
			if better := p.Proven().Polish(nil, plan, T, 0, weight, 256); better != nil {
				moved = cost(p, better)
				epochs, at := 0, better[0].From
				for _, s := range better {
					if s.From != at || s.To > p.Diameter {
						t.Errorf("%+v: a group from %v after %v", p, s.From, at)
					}
					epochs, at = epochs+s.Epochs, s.To
				}
				was := 0
				for _, s := range plan {
					was += s.Epochs
				}
				if at != 0 || epochs != was {
					t.Errorf("%+v: %d epochs that end at %v, were %d", p, epochs, at, was)
				}
			}
			return grid, moved
		}
		grid, moved := best(p)
		if moved > grid*(1+1e-12) {
			t.Errorf("%+v: %v, on the grid %v", p, moved, grid)
		}
		if moved < grid*(1-1e-4) {
			polished++
		}
		wider := p
		wider.Diameter *= 1 + rng.Float64()
		if _, more := best(wider); more < moved*(1-3e-4) {
			t.Errorf("%+v, T = %d: %v, and %v on a diameter of %v", p, T, moved, more, wider.Diameter)
		}
	}
	if polished < 20 {
		t.Errorf("%d of the plans gained by it", polished)
	}
}
