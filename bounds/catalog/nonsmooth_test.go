package catalog

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// jumps is a run of convex losses that are not smooth.
func jumps() run.Run {
	return run.Run{N: 10, B: 1, T: 300, Eta: .1, Clip: 1, Sigma: .5, Noise: run.IterateNoise, Diameter: 2, Adjacency: run.Replace,
		Scheme: run.Cyclic,
		Loss:   run.Convex, Smoothness: math.Inf(1), Clipping: run.ClippingNever}
}

// These rows apply to losses that are not smooth, in some scheme. All others say that they need an L.
func TestRowsWithoutSmoothness(t *testing.T) {
	knows := []string{"composition", "shuffled-composition", "output-perturbation", "last-step", "shift", "shift-sampled", "first-epoch", "sampled-window", "shuffled-window",
		"shift-window", "contraction", "joint", "profile",
		"one-step", "shuffle-floor", "linear-adversary", "interval-adversary", "projected-adversary"}
	for _, row := range All() {
		ever := false
		for _, scheme := range run.Schemes() {
			r := jumps()
			if r.Scheme = scheme; scheme == run.Full {
				r.B = r.N
			}
			if row.ID == "shuffle-floor" {
				r.Adjacency, r.Release = run.ZeroOut, run.AllIterates
			}
			if scheme == run.Allocation {
				r.Adjacency = run.ZeroOut
			}
			h := row.Hypotheses(r, claim.Question{Delta: 1e-5})
			if len(h) == 1 && h[0].Name == "batch scheme" && !h[0].Holds {
				continue // its proof has not been checked for these batches, which it says first
			}
			ever = ever || theorem.Applies(h)
			if !slices.Contains(knows, row.ID) && (theorem.Applies(h) || !slices.ContainsFunc(h, func(h claim.Hypothesis) bool {
				return !h.Holds && h.Name == "smooth loss" && strings.Contains(h.Actual, "not smooth")
			})) {
				t.Errorf("%s of %s does not say that it needs smooth losses: %+v", row.ID, scheme, h)
			}
		}
		if slices.Contains(knows, row.ID) && !ever {
			t.Errorf("%s never applies to losses that are not smooth", row.ID)
		}
	}
}

// The modulus of a step without smoothness depends on the clipping, the decay, the adjacency and the scheme.
func TestModulusWithoutSmoothness(t *testing.T) {
	value := func(row *theorem.Theorem, r run.Run) float64 {
		h := row.Hypotheses(r, claim.Question{Alpha: 2})
		if !theorem.Applies(h) {
			return math.NaN()
		}
		p, err := row.Prove(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.At(claim.Question{Alpha: 2})
		if err != nil {
			t.Fatal(err)
		}
		return s.Epsilon
	}
	r := jumps()
	r.B, r.N = 2, 20
	s, across := 2*r.Eta*r.Clip/2, 2*r.Eta*r.Clip*.5
	for _, c := range []struct {
		name   string
		change func(*run.Run)
		want   float64 // of the last step: the distance before its noise
	}{
		{"never clipped", func(*run.Run) {}, math.Hypot(2, across) + s},
		{"a linear model", func(r *run.Run) { r.Clipping = run.ClippingGLM }, math.Hypot(2, across) + s},
		{"weight decay", func(r *run.Run) { r.WeightDecay = 2 }, math.Hypot(1.6, across) + s},
		{"clipped", func(r *run.Run) { r.Clipping = run.ClippingActive }, 2 + across + s},
		{"zero out", func(r *run.Run) { r.Adjacency = run.ZeroOut }, math.Hypot(2, across) + s/2},
		{"a batch that may lack it", func(r *run.Run) { r.Scheme = run.WithoutReplacement }, math.Hypot(2, across) + s},
		{"differences", func(r *run.Run) { r.Clipping = run.ClippingDifference }, math.NaN()},
	} {
		changed := r
		c.change(&changed)
		got := value(ordered.LastStep, changed)
		if want := c.want * c.want / r.Sigma / r.Sigma; math.Abs(got-want) > 1e-12*want || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%s: the last step loses %v, want %v", c.name, got, want)
		}
		if other := value(forgetting.Contraction, changed); math.IsNaN(other) != math.IsNaN(c.want) {
			t.Errorf("%s: contraction says %v", c.name, other)
		}
	}
	fresh, rates := jumps(), jumps()
	fresh.Scheme, rates.Schedule = run.Reshuffle, run.CosineFall
	shifted, paced, composed := value(ordered.Shift, fresh), value(ordered.Shift, rates), value(composition.Composition, fresh)
	if !math.IsNaN(shifted) || !math.IsNaN(paced) || math.IsNaN(composed) {
		t.Errorf("shift of fresh orders = %v, of changing rates = %v, composition = %v, want NaN, NaN and a number",
			shifted, paced, composed)
	}
}

// Linear losses are in the class. So without a projection, the shift row of a full batch is composition, whatever
// the modulus.
func TestFullBatchWithoutSmoothness(t *testing.T) {
	r := jumps()
	r.Scheme, r.N, r.B, r.Diameter, r.T = run.Full, 2, 2, math.Inf(1), 5000
	p, err := ordered.Shift.Prove(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.At(claim.Question{Alpha: 2})
	if want := float64(r.T) * .01 / .25; err != nil || math.Abs(s.Epsilon/want-1) > 1e-9 {
		t.Errorf("%v (%v), and linear losses lose %v", s.Epsilon, err, want)
	}
}

// A Poisson batch of k others adds 2ηCk/b across, and an empty one nothing, whatever the divisor.
func TestSizesWithoutSmoothness(t *testing.T) {
	for _, clipping := range []run.Clipping{run.ClippingNever, run.ClippingGLM} {
		r := jumps()
		r.N, r.B, r.Scheme, r.Clipping, r.WeightDecay = 100, 5, run.Poisson, clipping, 1
		x := certify.StatedOf(r)
		for _, most := range []int{0, 1, 5, 40} {
			found := false
			for _, m := range sampled.BetweenSizes(r, x, 0, most) {
				if m.Name != "monotone" {
					continue
				}
				found = true
				if want := 2 * r.Eta * r.Clip * float64(most) / 5; math.Abs(m.Across.Float64()-want) > 1e-15 ||
					math.Abs(m.Excess.Float64()+.1) > 1e-15 {
					t.Errorf("%s, up to %d: %v across, want %v; c − 1 = %v", clipping, most, m.Across.Float64(), want, m.Excess.Float64())
				}
			}
			if !found {
				t.Errorf("%s, up to %d: no modulus of monotone gradients", clipping, most)
			}
		}
	}
}

// Steps after a deletion are post-processing of the shift program, and contract.
func TestDeletionWithoutSmoothness(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce} {
		r := jumps()
		if r.Scheme = scheme; scheme == run.Full {
			r.N, r.B = 2, 2
		}
		deleted := r
		deleted.T, deleted.After = r.T+7, 7
		at := func(row *theorem.Theorem, r run.Run) float64 {
			p, err := row.Prove(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.At(claim.Question{Alpha: 2})
			if err != nil {
				t.Fatal(err)
			}
			return s.Epsilon
		}
		if before, after := at(ordered.Shift, r), at(ordered.Shift, deleted); before != after {
			t.Errorf("%s: shift says %v, and %v with 7 steps more", scheme, before, after)
		}
		if before, after := at(forgetting.Contraction, r), at(forgetting.Contraction, deleted); !(after < before) {
			t.Errorf("%s: contraction says %v, and %v with 7 steps more", scheme, before, after)
		}
	}
}

// If gradients do not jump, no upper bound is larger, whatever the batches, and some are smaller; that of a known order
// stays certified. Floors are the same, because linear losses are in both classes.
func TestHolderGradientsSayMore(t *testing.T) {
	less := map[string]bool{}
	for _, scheme := range []run.Scheme{run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
		for _, clipping := range []run.Clipping{run.ClippingNever, run.ClippingGLM} {
			r := jumps()
			r.N, r.B, r.T, r.Scheme, r.Clipping, r.WeightDecay, r.Diameter = 40, 4, 120, scheme, clipping, 0.5, 0.6
			r.HolderOrder = 0.5
			smoother := r
			smoother.HolderConstant = 3
			if err := smoother.Validate(); err != nil {
				t.Fatal(err)
			}
			for _, row := range All() {
				q := claim.Question{Alpha: 2}
				if !theorem.Applies(row.Hypotheses(r, q)) {
					continue
				}
				value := func(r run.Run) (float64, bool) {
					p, err := row.Prove(t.Context(), r)
					if err != nil {
						return math.Inf(1), false
					}
					s, err := p.At(q)
					if err != nil {
						return math.Inf(1), false
					}
					certified := false
					if s.Certify != nil {
						_, certified = s.Certify()
					}
					return s.Epsilon, certified
				}
				jumping, _ := value(r)
				got, certified := value(smoother)
				switch {
				case row.Side == claim.Lower && math.Abs(got-jumping) > 1e-9*jumping, row.Side == claim.Upper && got > jumping*(1+1e-9):
					t.Errorf("%s, %s, %s: %v, and %v of gradients that may jump", row.ID, scheme, clipping, got, jumping)
				case row.ID == "shift" && scheme == run.Cyclic && !certified:
					t.Errorf("%s, %s: not certified", row.ID, clipping)
				}
				less[row.ID] = less[row.ID] || got < jumping*0.99
			}
		}
	}
	for _, id := range []string{"shift", "last-step", "contraction", "profile"} {
		if !less[id] {
			t.Errorf("%s never says less of gradients that do not jump", id)
		}
	}
}
