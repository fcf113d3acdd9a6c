package run

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// schemes are all that a run may have.
func schemes(t *testing.T) (all []Scheme) {
	field, ok := FieldByName("scheme")
	if !ok || len(field.Choices) < 6 {
		t.Fatalf("the schemes are %q", field.Choices)
	}
	for _, name := range field.Choices {
		all = append(all, Scheme(name))
	}
	return all
}

// The steps that hold the example of a known order, counted one by one, are as many as Uses
// says and follow its Place; the stated position begins and ends as Run says.
func TestStepsOfKnownOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := valid()
		r.Scheme, r.N = Cyclic, rapid.IntRange(1, 40).Draw(t, "n")
		r.B, r.T = rapid.IntRange(1, r.N).Draw(t, "b"), rapid.IntRange(1, 60).Draw(t, "T")
		r.Position = rapid.IntRange(0, min(r.StepsPerEpoch(), r.T)).Draw(t, "position")
		if rapid.Bool().Draw(t, "full") {
			r.Scheme, r.B, r.Position = Full, r.N, 0
		}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		s, uses, first, last := r.Steps(), 0, -1, -1
		for step := range r.T {
			holds := s.Holds(step)
			if holds != (Chance{0, 1}) && !holds.Certain() {
				t.Fatalf("step %d holds the example with probability %v", step, holds)
			}
			if holds.Certain() {
				if uses, last = uses+1, step; first < 0 {
					first = step
				}
			}
		}
		if uses != s.Uses() || first != s.Place() || last != r.T-1-r.AfterLastUse() || !s.Certain() {
			t.Fatalf("%+v: %d uses from %d to %d; stated %d from %d, %d before the end", r, uses, first, last, s.Uses(), s.Place(),
				r.AfterLastUse())
		}
		if r.Position > 0 && first != r.BeforeFirstUse() {
			t.Fatalf("position %d is used first at step %d, stated %d", r.Position, first, r.BeforeFirstUse())
		}
	})
}

// A batch that is not known holds the example with probability b/n, and it is certain only
// where it holds all.
func TestStepsOfSecretBatches(t *testing.T) {
	for _, scheme := range schemes(t) {
		r := valid()
		r.Scheme = scheme
		s := r.Steps()
		if scheme.Known() {
			continue
		}
		rate := Chance{r.B, r.N}
		if scheme == Allocation { // nobody is left out of ⌊n/b⌋ batches
			rate = Chance{1, r.N / r.B}
		}
		if s.Certain() || s.Holds(3) != rate || s.Holds(3) != r.Rate() {
			t.Errorf("%s: the batch of a step holds the example with probability %v, certainly %v", scheme, s.Holds(3), s.Certain())
		}
		r.B = r.N
		if !r.Steps().Certain() || !r.Rate().Certain() {
			t.Errorf("%s: it is not certain that a whole batch holds the example", scheme)
		}
	}
}

// The lengths of a step at η = 0.1, C = 2, b = 256, by hand.
func TestLengthsOfAStep(t *testing.T) {
	for _, scheme := range schemes(t) {
		r := valid()
		r.Scheme = scheme
		for adjacency, sensitivity := range map[Adjacency]float64{Replace: 0.4 / 256, ZeroOut: 0.2 / 256, AddRemove: 0.2 / 256} {
			r.Adjacency = adjacency
			for _, step := range []Step{r.Step(), r.Steps().At(5), r.Steps().Last()} {
				for _, of := range []struct {
					name      string
					got, want float64
				}{
					{"sensitivity", step.Sensitivity, sensitivity}, {"contribution", step.Contribution(), 0.2 / 256},
					{"exchange", step.Exchange(), 0.4 / 256}, {"exchange of any two", anyTwo(step).Exchange(), sensitivity},
					{"reach", step.Reach(), 0.2}, {"drift", step.Drift(), 0.4}, {"push", step.Push(3), 0.3 / 256},
				} {
					if math.Abs(of.got-of.want) > 1e-15*of.want {
						t.Errorf("%s, %s: %s %v, want %v", scheme, adjacency, of.name, of.got, of.want)
					}
				}
			}
		}
	}
}

// anyTwo is the step where the gradients of any two examples are at most κC apart.
func anyTwo(s Step) Step {
	s.Of.Clipping = ClippingDifferenceAll
	return s
}

// A batch of size m has the share m/b of every gradient, but the whole regulariser of a generalised linear
// model.
func TestStepOfSize(t *testing.T) {
	r := valid()
	if s := r.Step().OfSize(64); s.Eta != r.Eta/4 || s.Of.Smoothness != r.Smoothness || s.Of.Clip != r.Clip {
		t.Errorf("a quarter of a batch: η = %v, L = %v, C = %v, want a quarter of η alone", s.Eta, s.Of.Smoothness, s.Of.Clip)
	}
	r.Loss, r.Clipping, r.Smoothness, r.StrongConvexity = StronglyConvex, ClippingGLM, 9, 1
	if s := r.Step().OfSize(64); s.Eta != r.Eta || s.Of.Smoothness != 3 || s.Of.Clip != r.Clip/4 || s.Of.StrongConvexity != 1 {
		t.Errorf("a quarter of a batch, with a regulariser: η = %v, L = %v, C = %v, m = %v, want L = 3, a quarter of C, the same η and m", s.Eta, s.Of.Smoothness, s.Of.Clip,
			s.Of.StrongConvexity)
	}
	if s := r.Step().OfSize(float64(r.B)); s != r.Step() {
		t.Errorf("a whole batch: %+v, want %+v", s, r.Step())
	}
}

// Weight decay is at most 1/η. The comparison is exact, on the stated decimals: 1/0.7 rounded up is too much.
func TestDecayTakesAllAtMost(t *testing.T) {
	r := Run{N: 1, B: 1, T: 1, Clip: 1, Sigma: 1, Noise: IterateNoise, Diameter: math.Inf(1), Adjacency: Replace, Scheme: Full,
		Loss: Smooth, Smoothness: 1, Clipping: ClippingActive}
	for _, c := range []struct {
		eta, decay float64
		allowed    bool
	}{{0.1, 10, true}, {0.7, 1.428571428571428, true}, {0.7, 1.4285714285714286, false}, {0.5, 2.1, false}, {0.5, 0, true}} {
		r.Eta, r.WeightDecay = c.eta, c.decay
		if err := r.Validate(); (err == nil) != c.allowed {
			t.Errorf("η = %v, ω = %v: %v, want allowed: %v", c.eta, c.decay, err, c.allowed)
		}
		step := r.Step()
		if share := step.Decay(); share > 1 {
			t.Errorf("η = %v, ω = %v: ηω = %v, want 1 at most", c.eta, c.decay, share)
		}
	}
}
