package utility

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

func setting() Workload {
	return Workload{Run: run.Run{N: 100, B: 10, T: 50, Eta: 0.05, Clip: 2, Sigma: 0.1, Noise: run.IterateNoise, Diameter: 3,
		Adjacency: run.Replace,
		Scheme:    run.Cyclic, Loss: run.StronglyConvex, Smoothness: 2, StrongConvexity: 0.5, Clipping: run.ClippingActive},
		Dimension: 7, Deviation: 1.5, Alpha: 8, Epsilon: 2, Delta: 1e-5}
}

// The values are the equations written out again in Python, with constants 1.
func TestShapes(t *testing.T) {
	s := setting()
	shapes, err := Of(s)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"liang-3.7": 5.18077559, "liang-3.8": 3.13578701, "liang-3.8-after": 0.273237052, "liang-3.10": 6.86224351,
		"liang-3.12": 5.41621822, "liang-19": 9.03315334, "contraction": 2.02064375, "chourasia": 0.0896}
	for _, shape := range shapes {
		if got := shape.At(s, 1, 1); math.Abs(got/want[shape.ID]-1) > 1e-6 {
			t.Errorf("%s: %v, want %v", shape.ID, got, want[shape.ID])
		}
		if shape.Free != (shape.At(s, 2, 1) == shape.At(s, 1, 1)) || shape.Tuned != (shape.At(s, 1, 2) == shape.At(s, 1, 1)) {
			t.Errorf("%s: it says what it does not depend on, wrongly", shape.ID)
		}
		delete(want, shape.ID)
	}
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
	if shapes[0].Needs != "" || shapes[6].Needs != "needs a full batch" {
		t.Errorf("%q, %q", shapes[0].Needs, shapes[6].Needs)
	}
	s.Run.Eta = 0.5
	shapes, _ = Of(s)
	if shapes[0].Needs != "needs η ≤ 1/(9L) = 0.0556; here η = 0.5" {
		t.Errorf("%q", shapes[0].Needs)
	}
	s.Run.Diameter = math.Inf(1)
	if shapes, _ := Of(s); len(shapes) != 4 {
		t.Errorf("%d shapes without a bounded domain", len(shapes))
	}
	s.Run.Loss = run.Smooth
	if shapes, _ := Of(s); len(shapes) != 3 {
		t.Errorf("%d shapes without strong convexity", len(shapes))
	}
}

// What is called a bound is one: noisy gradient descent on quadratics with both
// curvatures, started at the edge, has a mean gap of no more, and nearly as much.
func TestTheFirmOneIsABound(t *testing.T) {
	s := setting()
	s.Run.Scheme, s.Run.B, s.Run.Clipping, s.Run.T, s.Dimension = run.Full, 100, run.ClippingNever, 30, 1
	shapes, err := Of(s)
	if err != nil {
		t.Fatal(err)
	}
	firm := shapes[6]
	if !firm.Firm || firm.Needs != "" {
		t.Fatalf("%+v", firm)
	}
	// f = (θ−1)²/2 with ηω = .1 and a little noise ends at a gap of 1/8: decay moves the point that the steps approach.
	for _, change := range []func(*run.Run){func(r *run.Run) { r.WeightDecay = 0.1 }, func(r *run.Run) { r.After = 5 }} {
		other := s
		change(&other.Run)
		if shapes, err := Of(other); err != nil || shapes[6].Needs == "" {
			t.Errorf("%+v is bounded as a run without it: %v", other.Run, err)
		}
	}
	draw := rand.New(rand.NewPCG(1, 2))
	for _, curvature := range []float64{0.5, 2} {
		const runs = 20000
		mean := 0.0
		for range runs {
			x := s.Run.Diameter / 2 // the minimiser is in the middle
			for range s.Run.T {
				x += -s.Run.Eta*curvature*x + s.Run.Sigma*draw.NormFloat64()
				x = max(-s.Run.Diameter/2, min(s.Run.Diameter/2, x))
			}
			mean += curvature / 2 * x * x / runs
		}
		if bound := firm.At(s, 1, 1); mean > bound {
			t.Errorf("curvature %v: a mean gap of %v, above %v", curvature, mean, bound)
		}
	}
}

// No bound is proved for another training than the steps of plain SGD; a trade-off is for the privacy loss of one example and of the
// last iterate.
func TestWhatNoBoundCovers(t *testing.T) {
	all := func(Shape) bool { return true }
	for name, c := range map[string]struct {
		change func(*run.Run)
		of     func(Shape) bool
	}{
		"weight decay":    {func(r *run.Run) { r.WeightDecay = 0.1 }, all},
		"a deletion":      {func(r *run.Run) { r.After = 5 }, all},
		"best of several": {func(r *run.Run) { r.Tuning, r.TuningMean = run.FixedTuning, 3 }, all},
		"a person":        {func(r *run.Run) { r.Group = 2 }, func(s Shape) bool { return s.Tuned }},
		"all iterates":    {func(r *run.Run) { r.Release = run.AllIterates }, func(s Shape) bool { return s.Tuned }},
		"differences": {func(r *run.Run) { r.Clipping = run.ClippingDifference },
			func(s Shape) bool { return strings.HasPrefix(s.ID, "liang") }},
	} {
		s := setting()
		s.Run.Scheme, s.Run.B, s.Run.Clipping = run.Full, s.Run.N, run.ClippingNever
		c.change(&s.Run)
		shapes, err := Of(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, shape := range shapes {
			if refused := shape.Needs != ""; refused != c.of(shape) {
				t.Errorf("%s, %s: needs %q, want a need: %t", name, shape.ID, shape.Needs, c.of(shape))
			}
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for field, change := range map[string]func(*Workload){
		"run":       func(s *Workload) { s.Run.Smoothness, s.Run.Loss = 0, run.Smooth },
		"dimension": func(s *Workload) { s.Dimension = 0 },
		"deviation": func(s *Workload) { s.Deviation = -1 },
		"epsilon":   func(s *Workload) { s.Epsilon = 0 },
		"alpha":     func(s *Workload) { s.Alpha = math.NaN() },
		"delta":     func(s *Workload) { s.Delta = 1 },
		"eta":       func(s *Workload) { s.Run.Eta = -1 },
	} {
		s := setting()
		change(&s)
		var errs run.Errors
		if _, err := Of(s); !errors.As(err, &errs) || errs[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	jumps := setting()
	jumps.Run.Loss, jumps.Run.Smoothness = run.Convex, math.Inf(1)
	if got, err := Of(jumps); err == nil {
		t.Errorf("Of losses that are not smooth = %+v, want an error: the bounds need an L", got)
	}
}
