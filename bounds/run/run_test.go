package run

import (
	"errors"
	"math"
	"strings"
	"testing"

	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"
)

func valid() Run {
	return Run{N: 60000, B: 256, T: 1000, Eta: 0.1, Clip: 2, Sigma: 1, Noise: IterateNoise, Diameter: math.Inf(1),
		Adjacency: Replace, Scheme: Cyclic, Loss: Convex, Smoothness: 1, Clipping: ClippingNever}
}

func TestValidate(t *testing.T) {
	if err := valid().Validate(); err != nil {
		t.Fatalf("a valid run: %v, want no error", err)
	}
	for name, c := range map[string]struct {
		change  func(*Run)
		field   string
		message string // a part of it
	}{
		"negative rate": {func(r *Run) { r.Eta = -0.1 }, "eta", "learning rate must be positive"},
		"NaN":           {func(r *Run) { r.Sigma = math.NaN() }, "sigma", "must be positive"},
		"infinite clip": {func(r *Run) { r.Clip = math.Inf(1) }, "clip", "between 1e-30 and 1e30"},
		"tiny rate":     {func(r *Run) { r.Eta = 1e-200 }, "eta", "between 1e-30 and 1e30"},
		"no examples":   {func(r *Run) { r.N = 0 }, "n", "whole number from 1"},
		"large batch":   {func(r *Run) { r.B = 60001 }, "b", "at most the dataset size n = 60000"},
		"full batch":    {func(r *Run) { r.Scheme = Full }, "b", "set b = 60000"},
		"zero diameter": {func(r *Run) { r.Diameter = 0 }, "diameter", `"inf" for no projection`},
		"order":         {func(r *Run) { r.Loss, r.HolderOrder = Holder, 1.5 }, "holder_order", "at most 1"},
		"curvature": {func(r *Run) { r.Loss, r.StrongConvexity = StronglyConvex, 2 }, "strong_convexity",
			"cannot exceed the smoothness L = 1"},
		"unknown scheme": {func(r *Run) { r.Scheme = "random" }, "scheme", "must be one of"},
		"glm and holder": {func(r *Run) { r.Loss, r.HolderOrder, r.Clipping = Holder, 0.5, ClippingGLM }, "clipping",
			"generalised linear model"},
		"no such batch": {func(r *Run) { r.Position = 235 }, "position", "there are 234 batches in an epoch"},
		"never used":    {func(r *Run) { r.T, r.Position = 9, 10 }, "position", "this batch is never used in T = 9 iterations"},
		"never held":    {func(r *Run) { r.After = 1000 }, "after", "so K must be below T"},
		"deleted unused": {func(r *Run) { r.After, r.Position = 992, 9 }, "position",
			"this batch is never used in the T − K = 8 iterations before the deletion"},
		"before the 1st":  {func(r *Run) { r.Position = -1 }, "position", "or 0 for the worst"},
		"negative smooth": {func(r *Run) { r.Smoothness = -1 }, "smoothness", "zero or more"},
	} {
		r := valid()
		c.change(&r)
		var errs Errors
		if err := r.Validate(); !errors.As(err, &errs) {
			t.Errorf("%s: got %v, want an error about %s", name, err, c.field)
			continue
		}
		if errs[0].Field != c.field || !strings.Contains(errs[0].Message, c.message) {
			t.Errorf("%s: got %+v, want %s: …%s…", name, errs[0], c.field, c.message)
		}
	}
}

// The steps around the uses of a stated position, counted one by one.
func TestPositions(t *testing.T) {
	r := valid()
	r.N, r.B = 11, 2
	for r.T = 1; r.T <= 23; r.T++ {
		for r.Position = range min(6, r.T+1) {
			first, last := -1, r.T-1
			for at := range r.T {
				if used := at%5 == r.Position-1; used {
					last = at
					if first < 0 {
						first = at
					}
				}
			}
			if got := r.AfterLastUse(); got != r.T-1-last {
				t.Errorf("T = %d, j = %d: %d steps after the last use, want %d", r.T, r.Position, got, r.T-1-last)
			}
			if got := r.BeforeFirstUse(); got != max(first, 0) {
				t.Errorf("T = %d, j = %d: %d steps before the first use, want %d", r.T, r.Position, got, max(first, 0))
			}
			short := r.ToLastUse()
			if short.T != last+1 || short.Position != 0 || short.AfterLastUse() != 0 {
				t.Errorf("T = %d, j = %d: up to the last use %+v, want %d steps", r.T, r.Position, short, last+1)
			}
			if r.States("position") != (r.Position > 0) {
				t.Errorf("j = %d: States is %v, want %v", r.Position, r.States("position"), r.Position > 0)
			}
			full := r
			full.Scheme = Full
			if full.States("position") || full.AfterLastUse() != 0 || full.BeforeFirstUse() != 0 {
				t.Errorf("full batches, j = %d: the position is used, want that it is not", r.Position)
			}
		}
	}
}

// A constant that the class does not use is not looked at.
func TestUnusedConstants(t *testing.T) {
	r := valid()
	r.HolderOrder, r.StrongConvexity, r.WeakConvexity = -1, math.NaN(), math.Inf(1)
	if err := r.Validate(); err != nil {
		t.Errorf("unused constants are refused: %v", err)
	}
}

// The conventions of Convention, by hand: σ at η = 0.1, C = 2, b = 256 and a stated 3.
func TestConventions(t *testing.T) {
	for convention, want := range map[Convention]float64{
		IterateNoise:    3,
		GradientNoise:   0.1 * 3,
		LangevinNoise:   math.Sqrt(2*0.1) * 3,
		NoiseMultiplier: 0.1 * 3 * 2 / 256,
	} {
		r := valid()
		r.Sigma, r.Noise = 3, convention
		if got := r.IterateNoise(); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: σ = %v, want %v", convention, got, want)
		}
		for _, other := range []Convention{IterateNoise, GradientNoise, LangevinNoise, NoiseMultiplier} {
			if got := r.WithConvention(other).IterateNoise(); math.Abs(got/want-1) > 1e-15 {
				t.Errorf("%s restated as %s: σ = %v, want %v", convention, other, got, want)
			}
		}
	}
}

func TestDerived(t *testing.T) {
	r := valid()
	if got, want := r.Sensitivity(), 2*0.1*2/256; math.Abs(got-want) > 1e-18 {
		t.Errorf("s = %v, want %v", got, want)
	}
	r.Adjacency = ZeroOut
	if got, want := r.Sensitivity(), 0.1*2/256; math.Abs(got-want) > 1e-18 {
		t.Errorf("zero-out: s = %v, want %v", got, want)
	}
	if r.StepsPerEpoch() != 234 || r.Dropped() != 60000-234*256 {
		t.Errorf("B = %d, dropped %d; want 234 and 96", r.StepsPerEpoch(), r.Dropped())
	}
	r.Scheme = WithoutReplacement
	if r.Dropped() != 0 || r.SamplingRate() != 256.0/60000 {
		t.Errorf("sampling drops %d at rate %v, want 0 at 256/60000", r.Dropped(), r.SamplingRate())
	}
}

func TestFormatNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0.1: "0.1", 1e-5: "1e-5", 60000: "60000", 1e6: "1e6", 1234567: "1234567", 1.5e300: "1.5e300", 1e-300: "1e-300",
		0: "0", 123456789.5: "123456789.5", math.Inf(1): "inf", 0.00012: "0.00012",
	} {
		if got := FormatNumber(x); got != want {
			t.Errorf("FormatNumber(%v) = %q, want %q", x, got, want)
		}
	}
}

// What Get writes, Set reads back to the same value.
func TestGetSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(Fields()).Draw(t, "field")
		var r, back Run
		switch f.Kind {
		case Choice:
			if err := r.Set(f.Name, rapid.SampledFrom(f.Choices).Draw(t, "choice")); err != nil {
				t.Fatal(err)
			}
		case Integer:
			if err := r.SetNumber(f.Name, float64(rapid.Int64Range(1, MaxCount).Draw(t, "count"))); err != nil {
				t.Fatal(err)
			}
		default:
			if err := r.SetNumber(f.Name, math.Abs(rapid.Float64().Draw(t, "number"))); err != nil {
				t.Fatal(err)
			}
		}
		text := r.Get(f.Name)
		if strings.Contains(text, "+") {
			t.Fatalf("%s is written as %q, with a plus sign", f.Name, text)
		}
		if err := back.Set(f.Name, text); err != nil || back != r {
			t.Fatalf("%s: %q reads back as %+v (%v), want %+v", f.Name, text, back, err, r)
		}
	})
}

func FuzzSet(f *testing.F) {
	for _, s := range []string{"1", "1e-05", "inf", "nan", "0x10", "1_000", "-1", "1e999", "", "convex"} {
		f.Add("eta", s)
		f.Add("loss", s)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		r := valid()
		before := r
		if err := r.Set(name, text); err != nil && r != before {
			t.Errorf("Set(%q, %q) failed and changed the run", name, text)
		}
	})
}

// The steps around a deletion, counted one by one.
func TestDeletion(t *testing.T) {
	r := valid()
	r.N, r.B, r.T = 20, 4, 23
	for r.After = 0; r.After < r.T; r.After++ {
		for r.Position = 0; r.Position <= min(5, r.T-r.After); r.Position++ {
			place := r.Position - 1
			if r.Position == 0 {
				place = (r.T - r.After - 1) % 5 // that of the last step before it
			}
			uses, last := 0, 0
			for step := range r.T {
				holds := step%5 == place && step < r.T-r.After
				if holds {
					uses, last = uses+1, step
				}
				if got := r.Steps().Holds(step).Certain(); got != holds {
					t.Fatalf("%+v: step %d certainly has the example: %v, want %v", r, step, got, holds)
				}
			}
			s := r.Steps()
			if got := s.UsesBetween(place, 3, r.T); s.Uses() != uses || s.Place() != place || r.AfterLastUse() != r.T-1-last ||
				place >= 3 && got != uses {
				t.Errorf("%+v: %d uses at %d, %d steps after the last, %d between, want %d, %d, %d", r, s.Uses(), s.Place(),
					r.AfterLastUse(), got,
					uses, place, r.T-1-last)
			}
			if short := r.ToLastUse(); short.T != last+1 || short.AfterLastUse() != 0 || r.ToDeletion().T != r.T-r.After {
				t.Errorf("%+v: up to the last use %+v, want %d steps", r, short, last+1)
			}
		}
	}
	r.Scheme, r.Position, r.After = Poisson, 0, 3
	if s := r.Steps(); s.Holds(19) != (Chance{4, 20}) || s.Holds(20) != (Chance{0, 1}) || r.AfterLastUse() != 3 {
		t.Errorf("sampled: steps 19 and 20 have the example with probability %v and %v, want 4/20 and 0", s.Holds(19), s.Holds(20))
	}
}

// Blocks end at the deletion, and those before it hold the example.
func TestBlocksEndAtTheDeletion(t *testing.T) {
	r := valid()
	r.T, r.Warmup = 1_000_000, 500_000
	for _, r.After = range []int{0, 1, 12345, 700_001, 999_999} {
		next, end := 0, 0
		for _, b := range r.Steps().Blocks() {
			if b.From != next || b.From < r.T-r.After && b.From+b.Steps > r.T-r.After {
				t.Fatalf("K = %d: block %+v does not begin at %d, or crosses the deletion", r.After, b, next)
			}
			next += b.Steps
		}
		for _, b := range r.Steps().BlocksHolding() {
			end = b.From + b.Steps
		}
		if next != r.T || end != r.T-r.After {
			t.Errorf("K = %d: all blocks end at %d, those with the example at %d; want %d and %d", r.After, next, end, r.T, r.T-r.After)
		}
	}
}

// A number beyond the range of a float64 is a number: the error names the limits of its field.
func TestSetBeyondTheRange(t *testing.T) {
	r := valid()
	for field, want := range map[string]string{"eta": "between 1e-30 and 1e30", "diameter": "between 1e-30 and 1e30", "T": "1 to 1e12",
		"weight_decay": "between 1e-30 and 1e30", "holder_order": "at most 1", "tuning_shape": "above −1 and at most 1e30"} {
		var fault FieldError
		if err := r.Set(field, "1e400"); !errors.As(err, &fault) || !strings.Contains(fault.Message, want) || fault.Value != "1e400" {
			t.Errorf("%s of 1e400: %v, want …%s", field, err, want)
		}
	}
	for _, f := range Fields() {
		for _, text := range []string{"1e400", "-1e400"} {
			var fault FieldError
			if err := r.Set(f.Name, text); !errors.As(err, &fault) || fault.Message == "" {
				t.Errorf("%s of %s: %v, want a FieldError with a message", f.Name, text, err)
			}
		}
	}
}
