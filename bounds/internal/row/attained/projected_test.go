package attained

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// adversaryRun has η = 0.1, C = 2, b = 4 and σ = 0.5: ηC/b = 0.05, 0.1 σ.
func adversaryRun() run.Run {
	return run.Run{N: 8, B: 4, T: 10, Eta: 0.1, Clip: 2, Sigma: 0.5, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 3, Clipping: run.ClippingActive}
}

// Every expectation is a row of projected.md, section 2, worked by hand.
func TestProjectedMembers(t *testing.T) {
	strongly := func(r *run.Run) { r.Loss, r.StrongConvexity = run.StronglyConvex, 2 } // mD/2 = 1
	for name, c := range map[string]struct {
		change               func(*run.Run)
		plain, first, second float64 // c − 1
		up, down             float64 // shifts, in σ
	}{
		"smooth, clipped":   {func(r *run.Run) {}, 0.3, 0.225, 0.225, 0.1, -0.1},
		"gradients reach C": {func(r *run.Run) { r.Diameter = 2 }, 0.2, 0.15, 0.15, 0.1, -0.1}, // 2C/D = 2 < L
		"difference":        {func(r *run.Run) { r.Clipping, r.Diameter = run.ClippingDifference, 2 }, 0.3, 0.3, 0.3, 0.1, -0.1},
		"difference, zeroed": {func(r *run.Run) { r.Clipping, r.Adjacency = run.ClippingDifference, run.ZeroOut }, 0.3, 0.225,
			0.225, 0.1, 0},
		"weakly convex": {func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 1 }, 0.1, 0.075, 0.075, 0.1, -0.1},
		"convex":        {func(r *run.Run) { r.Loss = run.Convex }, 0, 0, 0, 0.1, -0.1},
		"Hölder": {func(r *run.Run) { r.Loss, r.HolderOrder, r.Diameter, r.Smoothness = run.Holder, 0.5, 0.25, 1 }, 0.2, 0.15, 0.15,
			0.1, -0.1},
		"zeroed":          {func(r *run.Run) { r.Adjacency = run.ZeroOut }, 0.3, 0.225, 0.225, 0.1, 0},
		"Poisson":         {func(r *run.Run) { r.Scheme, r.Adjacency = run.Poisson, run.AddRemove }, 0, 0, 0, 0.1, 0},
		"strong, clipped": {strongly, -0.2, -0.15, -0.15, 0.1, -0.1},
		"strong, bounded": {func(r *run.Run) { strongly(r); r.Clipping = run.ClippingNever }, -0.2, -0.2, -0.2, 0.05, -0.05},
		"strong, zeroed": {func(r *run.Run) { strongly(r); r.Clipping, r.Adjacency = run.ClippingNever, run.ZeroOut }, -0.2, -0.2,
			-0.15, 0.05, 0},
		"strong, difference": {func(r *run.Run) { strongly(r); r.Clipping, r.Diameter = run.ClippingDifference, 4 }, -0.2, -0.2, -0.2,
			0.1, -0.1},
		"strong, Poisson": {func(r *run.Run) { strongly(r); r.Scheme = run.Poisson }, 0, 0, 0, 0.1, -0.1},
		"model, Poisson": {func(r *run.Run) { strongly(r); r.Scheme, r.Clipping, r.Diameter = run.Poisson, run.ClippingGLM, 4 }, -0.2, -0.2,
			-0.2, 0.1, -0.1},
		"sizes, Poisson": {func(r *run.Run) {
			strongly(r)
			r.Scheme, r.Clipping, r.Adjacency = run.Poisson, run.ClippingNever, run.AddRemove
		}, 0, -0.05, 0, 0.05, 0},
		"strong, model": {func(r *run.Run) { strongly(r); r.Clipping, r.Diameter = run.ClippingGLM, 4 }, -0.2, -0.2, -0.2, 0.1, -0.1},
	} {
		r := adversaryRun()
		c.change(&r)
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		members, reason := projectedMembers(r)
		if len(members) == 0 {
			t.Errorf("%s: none, %s", name, reason)
			continue
		}
		p := members[0].pair
		for _, v := range [][2]float64{{p.Plain.Excess, c.plain}, {p.Visit[0].Excess, c.first}, {p.Visit[1].Excess, c.second},
			{p.Visit[0].Shift, c.up}, {p.Visit[1].Shift, c.down}, {p.Plain.Shift, 0}, {p.Diameter, r.Diameter / 0.5}} {
			if math.Abs(v[0]-v[1]) > 1e-12 {
				t.Errorf("%s: %v, want %v, in %+v", name, v[0], v[1], p)
			}
		}
	}
}

// The default run of Chien and Li's Figure 1, through the row (projected.md).
func TestProjectedAdversaryRow(t *testing.T) {
	r := rowtest.Figure1(run.Smooth)
	r.T = 200
	for _, c := range []struct {
		clipping run.Clipping
		want     float64
	}{{run.ClippingActive, 0.01147}, {run.ClippingDifference, 0.011626}} {
		r.Clipping = c.clipping
		// The run that starts in the middle; others, off the centre, lose a little more.
		if got := rowtest.DivergenceOf(t, ProjectedAdversary, r, 2); got < c.want-5e-6 || got > c.want*1.005 {
			t.Errorf("%s: %v, want %v", c.clipping, got, c.want)
		}
	}
}

// Runs that are not symmetric lose more: the first of bounds/attack/testdata/seen.json
// loses 7.9136 from an end and off the centre, 4.7296 from the middle; a drift of the
// others lets the example decide whether a run goes along. A curvature whose gradients
// are cut loses what the largest one that needs no cut does, and more.
func TestAsymmetricMembers(t *testing.T) {
	seen := run.Run{N: 1, B: 1, T: 100_000, Eta: 1, Clip: 0.5, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Smooth, Smoothness: 8, Clipping: run.ClippingDifference}
	drift := run.Run{N: 4, B: 4, T: 3000, Eta: 1, Clip: 0.2, Sigma: 1, Noise: run.IterateNoise, Diameter: 20, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	steep := run.Run{N: 3, B: 1, T: 60, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 4, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 3, Clipping: run.ClippingActive}
	clipped := run.Run{N: 2, B: 2, T: 50, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.ZeroOut,
		Scheme: run.Full, Loss: run.StronglyConvex, Smoothness: 2, StrongConvexity: 1, Clipping: run.ClippingActive}
	// Theory: of the full push 3.49 along the interval, 4 by one step, 4.64 by parts of both.
	both := run.Run{N: 1, B: 1, T: 100, Eta: 1, Clip: 0.5, Sigma: 1, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	for _, c := range []struct {
		name  string
		run   run.Run
		alpha float64
		more  float64 // over the symmetric members
	}{{"seen", seen, 1.05, 1.5}, {"drift", drift, 200, 1.1}, {"steep", steep, 4, 1.02}, {"clipped", clipped, 4, 1},
		{"both", both, 8, 4.6 / 3.5}} {
		members, reason := projectedMembers(c.run)
		best, symmetric := 0.0, 0.0
		for _, m := range members {
			l, err := m.pair.Run()
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			value := memberLaws{[]reading{l}, m.beside, 0}.value(claim.Question{Alpha: c.alpha}, 0)
			best = max(best, value)
			if p := m.pair; m.beside == 0 && (c.run.Loss != run.StronglyConvex || p.Plain.Excess < 0) && p.Start == 0 &&
				p.Plain.Centre == 0 &&
				p.Plain.Most == 0 && (p.Visit[0].Shift == -p.Visit[1].Shift || c.run.Adjacency != run.Replace) {
				symmetric = max(symmetric, value)
			}
		}
		t.Logf("%s: %v of %d members, symmetric ones %v", c.name, best, len(members), symmetric)
		if !(best > symmetric*c.more) || best == 0 {
			t.Errorf("%s: %v, symmetric ones %v, %s", c.name, best, symmetric, reason)
		}
	}
}

// A member at a stated position is used when that is, and pushes nothing beside the
// interval where later steps would hide it.
func TestMembersAtAPosition(t *testing.T) {
	r := adversaryRun()
	r.N, r.B, r.T, r.Scheme = 20, 4, 33, run.Cyclic
	for r.Position = range 6 {
		members, reason := projectedMembers(r)
		if len(members) == 0 {
			t.Fatal(reason)
		}
		beside := false
		for _, m := range members {
			if last := r.T - 1 - m.pair.Rest; r.Position > 0 && last%5 != r.Position-1 || r.Position == 0 && last != r.T-1 {
				t.Errorf("batch %d: last used at step %d", r.Position, last)
			}
			beside = beside || m.beside > 0
		}
		if beside != (r.AfterLastUse() == 0) {
			t.Errorf("batch %d: a push beside the interval: %v", r.Position, beside)
		}
	}
}

// Every member is a run of its class: gradients of the others are as long, and change as
// fast, as the assumptions say, and so are the pushes of the differing example.
func TestMembersAreAdmissible(t *testing.T) {
	r := adversaryRun()
	r.Smoothness, r.Diameter = 9, 3
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.WithoutReplacement} {
		for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
			for _, clipping := range []run.Clipping{run.ClippingActive, run.ClippingNever, run.ClippingDifference} {
				for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex} {
					x := r
					x.Scheme, x.Adjacency, x.Clipping, x.Loss = scheme, adjacency, clipping, loss
					x.StrongConvexity, x.WeakConvexity = 0.7, 4
					if x.B = 4; loss == run.Convex { // where nobody else makes a drift
						x.B = 1
					}
					if scheme == run.Full {
						x.N = x.B
					}
					members, _ := projectedMembers(x)
					free := clipping == run.ClippingDifference && adjacency == run.Replace
					for _, m := range members {
						common := float64(x.B-1) / float64(x.B)
						unit := x.Eta * x.Clip / float64(x.B) / x.IterateNoise() // of a push, in σ
						p := m.pair
						if d := math.Hypot(p.Visit[0].Shift-p.Visit[1].Shift, m.beside); d > x.Sensitivity()/x.IterateNoise()*(1+1e-12) {
							t.Errorf("%s: pushes %v apart in %+v", m.why, d, p)
						}
						if p.Plain.Excess > 0 && p.Plain.Excess > x.Eta*x.Smoothness*(1+1e-12) ||
							loss == run.WeaklyConvex && p.Plain.Excess > x.Eta*x.WeakConvexity*(1+1e-12) ||
							loss == run.Convex && p.Plain.Excess > 0 {
							t.Errorf("%s: too steep: %+v", m.why, p)
						}
						// The others' pull in a step with the example, at both ends, with their drift.
						drift := (p.Visit[0].Shift + p.Visit[1].Shift) / 2
						if adjacency == run.ZeroOut {
							drift = p.Visit[1].Shift
						}
						for _, end := range []float64{-p.Diameter / 2, p.Diameter / 2} {
							zero := p.Visit[0]
							zero.Shift = 0
							if pull := math.Abs(p.Plain.Of(end) - end); clipping != run.ClippingDifference && pull > unit*float64(x.B)*(1+1e-9) {
								t.Errorf("%s: the others of a whole batch pull by %v, at most %v: %+v", m.why, pull, unit*float64(x.B), p)
							}
							if loss == run.StronglyConvex { // whose example pulls as well, within its own bound
								continue
							}
							if pull := math.Abs(zero.Of(end) - end + drift); clipping != run.ClippingDifference &&
								pull > unit*float64(x.B)*common*(1+1e-9) {
								t.Errorf("%s: the others pull by %v, at most %v: %+v", m.why, pull, unit*float64(x.B)*common, p)
							}
						}
						if !free && loss != run.StronglyConvex && math.Abs(p.Visit[0].Excess-common*p.Plain.Excess) > 1e-12 {
							t.Errorf("%s: the example curves as well: %+v", m.why, p)
						}
					}
				}
			}
		}
	}
}

// A parabola whose gradient would take all that is allowed on the whole domain, or most of it, is on an interval of length C/m: the
// floor is that of a domain of this diameter, and more than a parabola on the whole of a wider one has.
func TestParabolasLeaveRoom(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Cyclic, run.Poisson} {
		r := adversaryRun()
		r.Scheme, r.Loss, r.Clipping = scheme, run.StronglyConvex, run.ClippingNever
		r.StrongConvexity = 0.5
		value := func(d float64) float64 {
			r.Diameter = d
			return rowtest.DivergenceOf(t, ProjectedAdversary, r, 2)
		}
		narrow := r.Clip / r.StrongConvexity
		want := value(narrow)
		for _, d := range []float64{1.2 * narrow, 1.9 * narrow, 2 * narrow, 50 * narrow} {
			if got := value(d); math.Abs(got/want-1) > 1e-6 {
				t.Errorf("%s: %v on a domain of diameter %v, %v on one of %v", scheme, got, d, want, narrow)
			}
		}
	}
}

// Where no run is known to meet the assumptions, or none can be computed, the
// row must say why.
func TestProjectedAdversaryDeclines(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*run.Run)
		says   string
	}{
		"no projection":   {func(r *run.Run) { r.Diameter = math.Inf(1) }, "D = ∞"},
		"too wide":        {func(r *run.Run) { r.Sigma = 1e-5 }, "multiplications; the limit is"},
		"too close":       {func(r *run.Run) { r.Sigma = 1e7 }, "is lost to rounding"},
		"add, not sample": {func(r *run.Run) { r.Adjacency = run.AddRemove }, "changes the other batches"},
		"Poisson, many": {func(r *run.Run) {
			r.N, r.B, r.Scheme, r.Loss, r.StrongConvexity, r.Clipping = 1e7, 1e6, run.Poisson, run.StronglyConvex, 1, run.ClippingGLM
			r.Clipping, r.Diameter = run.ClippingNever, 0.1
		}, "too many possible batch sizes"},
	} {
		r := adversaryRun()
		c.change(&r)
		said := ""
		hypotheses := ProjectedAdversary.Hypotheses(r, claim.Question{Alpha: 2})
		for _, h := range hypotheses {
			if !h.Holds {
				said += h.Actual + "; "
			}
		}
		if theorem.Applies(hypotheses) || !strings.Contains(said, c.says) {
			t.Errorf("%s: says %q, want %q", name, said, c.says)
		}
	}
}

// Others that push both runs towards one end of the interval let a run lose much more (projected.md, Proposition 6); none where
// there are no others, or where no two gradients may differ and the examples' own takes all of C.
func TestOthersThatPush(t *testing.T) {
	r := run.Run{N: 100, B: 100, T: 1000, Eta: 1, Clip: 5, Sigma: 1, Noise: run.IterateNoise, Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingGLM}
	for _, c := range []struct{ diameter, clip, least, most float64 }{
		{3.33, 5, 0.708, 0.709}, {10, 5, 1.88, 1.89}, {3.33, 13.3, 1.92, 1.93}, {10, 13.3, 5.07, 5.08},
	} {
		r.Diameter, r.Clip = c.diameter, c.clip
		if got := rowtest.ValueOf(t, IntervalAdversary, r, claim.Question{Delta: 1e-5}); !(got >= c.least && got <= c.most) {
			t.Errorf("D = %v, C = %v: %v, want from %v to %v", c.diameter, c.clip, got, c.least, c.most)
		}
	}
	pushed := func(r run.Run) (most float64) {
		members, _ := projectedMembers(r)
		for _, m := range members {
			most = max(most, m.pair.Plain.Shift)
			for _, size := range m.pair.Sizes {
				most = max(most, size.Shift)
			}
		}
		return most
	}
	base := r
	base.Clip, base.Diameter = 50, 2 // ηC = 50, and each of n pushes by half
	for name, c := range map[string]struct {
		change func(*run.Run)
		most   float64 // of a step whose batch holds b others, or n − 1
	}{
		"as much as serves":  {func(*run.Run) {}, 2.5},
		"as far as there is": {func(r *run.Run) { r.Clip = 0.5 }, 0.5},
		"alone":              {func(r *run.Run) { r.N, r.B = 1, 1 }, 0},
		"a curve takes a part": {func(r *run.Run) {
			r.Clip, r.Loss, r.Clipping, r.StrongConvexity = 0.5, run.StronglyConvex, run.ClippingNever, 0.3
		}, 0.25},
		"a curve takes all": {func(r *run.Run) { r.Clip, r.Loss, r.Clipping = 0.5, run.Smooth, run.ClippingNever }, 0.5}, // of linear losses
		"no bound":          {func(r *run.Run) { r.Clip, r.Clipping = 0.5, run.ClippingDifference }, 2.5},
		"any two gradients": {func(r *run.Run) { r.Clip, r.Clipping = 0.5, run.ClippingDifferenceAll }, 0.5},
		"Poisson": {func(r *run.Run) { r.N, r.B, r.Clip, r.Scheme, r.Adjacency = 8, 4, 0.5, run.Poisson, run.ZeroOut },
			7 * 0.5 / 4},
	} {
		r := base
		c.change(&r)
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := pushed(r); math.Abs(got-c.most) > 1e-12 {
			t.Errorf("%s: pushed by %v, want %v", name, got, c.most)
		}
	}
}
