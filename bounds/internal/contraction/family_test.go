package contraction

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// related are problems that differ in T alone, and their family.
func related(order run.Order, period int, lengths ...int) (members []Problem, family *Family) {
	family = NewFamily()
	for _, T := range lengths {
		p := linear(0.02, 0.15, 1, 1.8, T)
		p.Order, p.Period = order, period
		if order.Sampled() {
			p.Rate, p.Prices, p.Period = 1/float64(period), []Price{{Joined, p.Sensitivity, 0}}, 1
		}
		members = append(members, p)
	}
	return members, family
}

// found is what a problem answers, and for how much work.
func found(t *testing.T, p Problem, family *Family, delta, alpha float64) (answers [3]float64) {
	t.Helper()
	budget := work.NewBudget(math.MaxInt64, nil)
	p.Work, p.Family = budget, family
	p = p.Remembering()
	answers[0], answers[1] = profile(t, p, delta), profileRenyi(t, p, alpha)
	answers[2] = float64(budget.Used())
	return answers
}

// A family changes no bit of an answer, and no unit of the work that is counted, whoever has
// asked before.
func TestFamily(t *testing.T) {
	t.Parallel()
	for _, order := range []run.Order{run.KnownOrder, run.SecretOrder, run.FreshOrder, run.Drawn} {
		for _, period := range []int{1, 6} {
			members, family := related(order, period, 300, 7, 60, 120, 61, 4000)
			for _, p := range members {
				if alone, among := found(t, p, nil, 1e-5, 4), found(t, p, family, 1e-5, 4); alone != among {
					t.Errorf("%s order, period %d, T = %d: alone %v, among its family %v", order, period, p.T, alone, among)
				}
			}
		}
	}
}

// counting is a target that counts for how many blocks it was asked.
type counting struct {
	atDelta
	asked *int
}

func (c counting) progress(g *grid, h []float64) float64 {
	*c.asked++
	return c.atDelta.progress(g, h)
}

// fromAboveOf are the blocks from above that a member has followed for a plan, and how many its run has.
func fromAboveOf(p Problem, family *Family, want counting) (asked, blocks int) {
	p.Family = family
	s := p.search(want)
	before := *want.asked
	pl := plan{0.75, 1}
	s.follow(newGrid(6, answer.points), pl, answer)
	return *want.asked - before, int(s.count(pl))
}

// Blocks that one member has followed are not followed again for another, and a run that will not
// stand still is not followed from above to its end.
func TestBlocksAreFollowedOnce(t *testing.T) {
	members, family := related(run.FreshOrder, 4, 4000, 800, 2400)
	want := counting{1e-5, new(int)}
	if asked, _ := fromAboveOf(members[0], family, want); asked < 4 {
		t.Fatalf("the first follows %d blocks: nothing to share", asked)
	}
	for _, p := range members[1:] {
		if asked, _ := fromAboveOf(p, family, want); asked != 0 {
			t.Errorf("T = %d: %d blocks were followed again", p.T, asked)
		}
	}
	p := linear(0, 0.2, 1, 6, 4*40)
	p.Order, p.Period = run.FreshOrder, 4
	if asked, blocks := fromAboveOf(p, nil, counting{1e-4, new(int)}); asked == 0 || asked > blocks/2 {
		t.Errorf("%d of %d blocks were followed from above, for nothing", asked, blocks)
	}
}

// The members of a family have one set of rays, and its levels are followed once.
func TestRaysAreFollowedOnce(t *testing.T) {
	members, family := related(run.FreshOrder, 40, 400, 1200)
	levels := func(p Problem) (out map[float64]*float64) {
		found(t, p, family, 1e-5, 4)
		out = map[float64]*float64{}
		if r := family.lengths.rays.fine.rays; r != nil {
			for beta, f := range r.known {
				out[beta] = &f.ends[2][0]
			}
		}
		return out
	}
	first := levels(members[0])
	if len(first) == 0 {
		t.Fatal("the first member has followed 0 rays, want at least 1 to share")
	}
	second := levels(members[1])
	for beta, at := range first {
		if second[beta] != at {
			t.Errorf("the rays for β = %v were made again", beta)
		}
	}
}

// What is foretold of falls is no more than what comes, if they shrink at most twice as fast as
// they did, and it is at least a third of it where they go on as they did.
func TestFallsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ratio, faster := rapid.Float64Range(0.3, 0.98).Draw(t, "ratio"), rapid.Float64Range(1, 2).Draw(t, "faster")
		falls := []float64{1}
		for range rapid.IntRange(8, 30).Draw(t, "falls") {
			falls = append(falls, falls[len(falls)-1]*ratio)
		}
		fell := falls[len(falls)-1]
		enough := fell * math.Exp(-rapid.Float64Range(0, 8).Draw(t, "far"))
		left := fallsLeft(falls, enough)
		will := math.Log(fell/enough) / -math.Log(ratio)
		if float64(left) > will/faster+1e-6 {
			t.Fatalf("%d falls are foretold, %v come", left, will/faster)
		}
		if capped := min(will, float64(answer.most)); float64(left) < capped/3-2*8 {
			t.Fatalf("%d falls are foretold where %v come", left, will)
		}
	})
	for _, falls := range [][]float64{nil, {math.Inf(1), math.NaN(), 1}, {1, 1, 1, 1, 1, 1, 1, 1, 2}, {math.NaN(), 1, 1, 1, 1, 1, 1, 1, 1}} {
		if n := fallsLeft(falls, 1e-9); n != 0 {
			t.Errorf("%d falls are foretold after %v", n, falls)
		}
	}
}

// The masses that do not count at a point add no more than is said, and hardly anything; where
// the mechanism is narrow most of them do not count.
func TestNearby(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGrid(rapid.Float64Range(0.5, 12).Draw(t, "top"), 96)
		before, kernel := rapid.Float64Range(0.2, 3).Draw(t, "before"), rapid.Float64Range(0.5, 6).Draw(t, "kernel")
		h := g.contract(g.gaussianProfile(before), gaussiansApart(kernel))
		m, c, n := g.gaussian(rapid.Float64Range(0.005, 1).Draw(t, "μ")), g.chords(h), g.last()
		q := make([]float64, n+1)
		for i, mass := range c.masses {
			q[i] = mass / g.gamma[i]
		}
		near := newNearby(c.masses, q, m)
		for j := range h {
			lost := near.move(j, c.values[j])
			left := 0.0
			for i := 1; i <= n; i++ {
				if i < near.low || i > near.high {
					left += c.masses[i] * m.towards[n-j+i]
				}
				if i > near.mirrored {
					left += q[i] * m.away[j+i]
				}
			}
			if left > lost*(1+1e-12)+1e-310 || lost > 3*lostAtMost*c.values[j]*(1+1e-12) {
				t.Fatalf("at %d: masses outside of %d … %d and 1 … %d add %v, said are %v of %v", j, near.low, near.high, near.mirrored, left,
					lost, c.values[j])
			}
		}
	})
	g := newGrid(6, answer.points)
	c := g.chords(g.gaussianProfile(1))
	near, counted := newNearby(c.masses, c.masses, g.gaussian(0.05)), 0
	for j := range c.values {
		near.move(j, c.values[j])
		counted += near.high - near.low + 1 + near.mirrored
	}
	if all := 2 * g.last() * len(c.values); counted > all/5 {
		t.Errorf("%d of %d masses count", counted, all)
	}
}

// BenchmarkPicture answers for the lengths of a picture's points, each alone and among its family.
func BenchmarkPicture(b *testing.B) {
	for _, order := range []run.Order{run.KnownOrder, run.SecretOrder, run.FreshOrder, run.Drawn} {
		for _, with := range []string{"alone", "family"} {
			b.Run(string(order)+"/"+with, func(b *testing.B) {
				for b.Loop() {
					var lengths []int
					for i := range 16 {
						lengths = append(lengths, 1+i*80)
					}
					members, family := related(order, 32, lengths...)
					for _, p := range members {
						if with == "family" {
							p.Family = family
						}
						if _, _, err := p.Profile(context.Background(), 1e-5); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
