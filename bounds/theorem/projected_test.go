package theorem

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
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
		"smooth, clipped":    {func(r *run.Run) {}, 0.3, 0.225, 0.225, 0.1, -0.1},
		"gradients reach C":  {func(r *run.Run) { r.Diameter = 2 }, 0.2, 0.15, 0.15, 0.1, -0.1}, // 2C/D = 2 < L
		"difference":         {func(r *run.Run) { r.Clipping, r.Diameter = run.ClippingDifference, 2 }, 0.3, 0.3, 0.3, 0.1, -0.1},
		"difference, zeroed": {func(r *run.Run) { r.Clipping, r.Adjacency = run.ClippingDifference, run.ZeroOut }, 0.3, 0.225, 0.225, 0.1, 0},
		"weakly convex":      {func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 1 }, 0.1, 0.075, 0.075, 0.1, -0.1},
		"convex":             {func(r *run.Run) { r.Loss = run.Convex }, 0, 0, 0, 0.1, -0.1},
		"Hölder":             {func(r *run.Run) { r.Loss, r.HolderOrder, r.Diameter, r.Smoothness = run.Holder, 0.5, 0.25, 1 }, 0.2, 0.15, 0.15, 0.1, -0.1},
		"zeroed":             {func(r *run.Run) { r.Adjacency = run.ZeroOut }, 0.3, 0.225, 0.225, 0.1, 0},
		"Poisson":            {func(r *run.Run) { r.Scheme, r.Adjacency = run.Poisson, run.AddRemove }, 0, 0, 0, 0.1, 0},
		"strong, clipped":    {strongly, -0.2, -0.15, -0.15, 0.1, -0.1},
		"strong, bounded":    {func(r *run.Run) { strongly(r); r.Clipping = run.ClippingNever }, -0.2, -0.2, -0.2, 0.05, -0.05},
		"strong, zeroed":     {func(r *run.Run) { strongly(r); r.Clipping, r.Adjacency = run.ClippingNever, run.ZeroOut }, -0.2, -0.2, -0.15, 0.05, 0},
		"strong, difference": {func(r *run.Run) { strongly(r); r.Clipping, r.Diameter = run.ClippingDifference, 4 }, -0.2, -0.2, -0.2, 0.1, -0.1},
		"strong, model":      {func(r *run.Run) { strongly(r); r.Clipping, r.Diameter = run.ClippingGLM, 4 }, -0.2, -0.2, -0.2, 0.1, -0.1},
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

// The default run of Chien and Li's Figure 1, through the row (theory section 4).
func TestProjectedAdversaryRow(t *testing.T) {
	r := figure1(run.Smooth)
	r.T = 200
	for _, c := range []struct {
		clipping run.Clipping
		want     float64
	}{{run.ClippingActive, 0.01147}, {run.ClippingDifference, 0.011626}} {
		r.Clipping = c.clipping
		if got := divergenceOf(t, ProjectedAdversary, r, 2); math.Abs(got-c.want) > 5e-6 {
			t.Errorf("%s: %v, want %v", c.clipping, got, c.want)
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
		"steep parabola":  {func(r *run.Run) { r.Loss, r.StrongConvexity, r.Diameter = run.StronglyConvex, 2, 2 }, "mD/2 = 2"},
		"too wide":        {func(r *run.Run) { r.Sigma = 1e-5 }, "too many nodes"},
		"too close":       {func(r *run.Run) { r.Sigma = 1e7 }, "less than numbers can hold"},
		"remainder":       {func(r *run.Run) { r.Scheme, r.N = run.Reshuffle, 9 }, "n mod b = 1"},
		"add, not sample": {func(r *run.Run) { r.Adjacency = run.AddRemove }, "changes other batches"},
		"Poisson, strong": {func(r *run.Run) { r.Scheme, r.Loss, r.StrongConvexity = run.Poisson, run.StronglyConvex, 1 }, "random size"},
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
		if Applies(hypotheses) || !strings.Contains(said, c.says) {
			t.Errorf("%s: says %q, want %q", name, said, c.says)
		}
	}
}
