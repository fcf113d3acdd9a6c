package contraction

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// hockeyStick is E_γ of two laws on cells, γ = e^epsilon, in the worse direction.
func hockeyStick(p, q []float64, epsilon float64) float64 {
	gamma, forth, back := math.Exp(epsilon), 0.0, 0.0
	for i := range p {
		forth += max(0, p[i]-gamma*q[i])
		back += max(0, q[i]-gamma*p[i])
	}
	return max(forth, back)
}

// A matched run whose steps differ loses no more than its bound says: held to the laws of runs that drift with and against what
// the example does.
func TestVariedMatchingAgainstLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	matched, close := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		within := evenly(t)
		c := rapid.SampledFrom([]float64{0.9, 1, 1.05}).Draw(t, "c")
		d, s, fade := within("D", 1, 6), within("s", 0.05, 0.8), within("fade", 0.8, 1.05)
		uses, rest := rapid.IntRange(2, 25).Draw(t, "uses"), rapid.IntRange(0, 2).Draw(t, "rest")
		v, jumps := fading(c, s, fade, d, uses, rest)
		delta := within("δ", 1e-6, 1e-2)
		bound, by := v.Profile(context.Background(), nil, delta)
		if !by.Matched {
			return
		}
		matched++
		w := newFreshWalk(d, c)
		for _, drift := range []float64{0, -0.2, -0.5, -1, -2} {
			const cells = 1.02
			truth := hockeyStick(w.walked(jumps, drift, 1), w.walked(jumps, drift, 0), bound)
			if truth > delta*cells+1e-9 {
				t.Fatalf("c = %v, s = %v·%vⁱ, D = %v, %d uses and %d steps: the law has δ(%v) = %v, the bound is %v (%+v)",
					c, s, fade, d, uses, rest, bound, truth, delta, by)
			}
			if truth > 0.1*delta {
				close++
			}
		}
	})
	if matched == 0 || close == 0 {
		t.Errorf("%d runs were matched; %d laws are within a factor of 10 of the bound", matched, close)
	}
}

// The bound of steps that are all alike is hardly above that of the run that they are, which has mirrored noise as well. Matching
// lowers it: the last column is what sections 2 and 3 of profile.md prove of these runs, by which on the widest domains nothing is
// hidden beyond composition.
func TestVariedMatchingOfEqualSteps(t *testing.T) {
	t.Parallel()
	const delta = 1e-5
	for _, c := range []struct{ excess, s, d, divided float64 }{
		{0, 0.01, 1, 0.0457}, {0, 0.01, 5, 0.237}, {0, 0.01, 10, 0.756}, {0, 0.01, 20, 1.76},
		{0.1, 0.01, 7, 1.76}, {0, 0.2667, 3.333, 4.62}, {-0.02, 0.01, 5, 0.219},
	} {
		v, _ := fading(1+c.excess, c.s, 1, c.d, 2000, 0)
		got, by := v.Profile(context.Background(), nil, delta)
		same := profile(t, linear(c.excess, c.s, 1, c.d, 2000), delta)
		if !by.Matched || got < same*0.999 || got > same*1.2 || got > c.divided*0.9 {
			t.Errorf("%+v: %v by %+v, the same run by itself %v", c, got, by, same)
		}
		if again := v.ProfileBy(nil, delta, by); again != got {
			t.Errorf("%+v: found %v, %v by the same way", c, got, again)
		}
	}
}

// Where the steps after the last use leave too much for every grid, two Gaussians answer, as they do without matching.
func TestVariedMatchingWithoutAnySketch(t *testing.T) {
	for _, uses := range []int{1, 3} {
		v, _ := fading(1, 0.1, 0.9, 100, uses, 9)
		all := v.Before
		v.Before = func(stages int) float64 {
			if stages == len(v.Stages) {
				return 0.03 // by payments after the last use, as of the shift program
			}
			return all(stages)
		}
		const delta = 1e-5
		got, by := v.Profile(context.Background(), nil, delta)
		if simple := v.ProfileBy(nil, delta, noWay); got != simple || by.Matched {
			t.Errorf("%d uses: %v by %+v, two Gaussians say %v", uses, got, by, simple)
		}
	}
}
