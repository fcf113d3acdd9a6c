package contraction

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// fading are steps W ← Π(cW + drift + G) that the example moves by s, s·fade, s·fade², …, before so many that it does not move.
func fading(c, s, fade, d float64, uses, rest int) (v *VariedProblem, jumps []float64) {
	squares := []float64{0}
	v = &VariedProblem{Diameter: d}
	for i := range uses + rest {
		stage := Stage{Steps: 1, Excess: c - 1, Own: c - 1, Apart: c * d, Alone: c * d, Noise: 1}
		if i < uses {
			stage.Shift = s * math.Pow(fade, float64(i))
			stage.Paid = stage.Shift * stage.Shift
		}
		v.Stages = append(v.Stages, stage)
		jumps = append(jumps, stage.Shift)
		squares = append(squares, squares[i]+stage.Shift*stage.Shift)
	}
	// Composition, or the last use from as far apart as a step leaves the domain.
	v.Before = func(stages int) float64 { return min(math.Sqrt(squares[stages]), c*d+slices.Max(jumps)) * (1 + 1e-12) }
	return v, jumps
}

// At high orders a run whose steps differ loses no more than its bound says: held to the laws of runs that drift with and
// against what the example does.
func TestVariedHighOrdersAgainstLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	raised, close := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		within := evenly(t)
		c := rapid.SampledFrom([]float64{0.5, 0.9, 1}).Draw(t, "c")
		d, s, fade := within("D", 0.3, 4), within("s", 0.3, 1.5), within("fade", 0.6, 1.1)
		uses, rest := rapid.IntRange(2, 12).Draw(t, "uses"), rapid.IntRange(0, 3).Draw(t, "rest")
		v, jumps := fading(c, s, fade, d, uses, rest)
		last := jumps[uses-1]
		alpha := min(1000, within("α·s²", 2, 60)/(last*last)) // where doubles hold the tails
		bound, by := v.ProfileRenyi(context.Background(), nil, alpha)
		w := newFreshWalk(d, c)
		truth := 0.0
		for _, against := range []float64{0, 0.3, 0.7, 1} {
			drift := -min(28, alpha*last*against) // the tilted law stays inside, doubles hold its tails
			with, without := w.walked(jumps, drift, 1), w.walked(jumps, drift, 0)
			truth = max(truth, divergence(with, without, alpha), divergence(without, with, alpha))
		}
		const cells = 1.003
		if truth > bound*cells+1e-5 {
			t.Fatalf("c = %v, s = %v·%vⁱ, D = %v, %d uses and %d steps, α = %v: the law has %v, the bound is %v (%+v)", c, s, fade, d, uses,
				rest, alpha, truth, bound, by)
		}
		if by.Lower > 0 {
			raised++
			if truth > 0.5*bound {
				close++
			}
		}
	})
	if raised == 0 || close == 0 {
		t.Errorf("%d orders were raised; %d bounds are within a factor of 2 of a law", raised, close)
	}
}

// The bound of steps that are all alike is that of the run that they are, but for its mirrored noise.
func TestVariedHighOrderOfEqualSteps(t *testing.T) {
	v, _ := fading(0.9, 0.08, 1, 1, 200, 0)
	got, by := v.ProfileRenyi(context.Background(), nil, 1024)
	same, _, err := linear(-0.1, 0.08, 1, 1, 200).ProfileRenyi(context.Background(), 1024)
	if least := 1024 * 0.08 * 0.08 / 2; err != nil || by.Lower == 0 || got < least || got < same*0.99 || got > same*2 {
		t.Errorf("%v by %+v, the same run by itself %v, one step %v, %v", got, by, same, least, err)
	}
	// Before the last block it is the run that ends there.
	cut, _ := fading(0.9, 0.08, 1, 1, 200-by.joined*by.Block, 0)
	before := cut.ProfileRenyiBy(nil, by.Lower, Way{Cycle: Cycle{Beta: by.Beta, Block: by.Block, Matched: by.Matched}, end: by.end})
	if last := v.lastBlock(nil, by); math.Abs(last.divergence/before-1) > 1e-6 {
		t.Errorf("the last block starts from a divergence of %v, a run that ends there has %v", last.divergence, before)
	}
	if again := v.ProfileRenyiBy(nil, 1024, by); again != got {
		t.Errorf("found %v, %v by the same way", got, again)
	}
}
