package main

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// oneStep is a run of one step of a full batch, and the adversary that pushes by the length of the step.
func oneStep(sigma float64) (run.Run, Adversary) {
	r := run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: 1, Sigma: sigma, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.ZeroOut,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Group: 1}
	return r, Adversary{Example: [2]Piecewise{constant(-1), constant(0)}}
}

// The best of K runs has the whole mass of one, of a Poisson number all but that none was made; the best of one run is that
// run, and the best of two normal numbers has the density 2φΦ.
func TestBest(t *testing.T) {
	r, a := oneStep(1)
	p, err := laws(r, a, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := p.observe(1)
	mass := func(s releasedPair, which int) (sum float64) {
		for i, w := range s.width {
			sum += w * math.Exp(s.logs[which][i])
		}
		return sum
	}
	for _, c := range []struct {
		tuning      run.Tuning
		mean, shape float64
		want        float64
	}{
		{run.Geometric, 20, 0, 1}, {run.Logarithmic, 7, 0, 1}, {run.NegativeBinomial, 30, -0.9, 1}, {run.NegativeBinomial, 3, 2.5, 1},
		{run.PoissonTuning, 2, 0, 1 - math.Exp(-2)}, {run.FixedTuning, 5, 0, 1}, {run.FixedTuning, 1, 0, 1},
	} {
		r.Tuning, r.TuningMean, r.TuningShape = c.tuning, c.mean, c.shape
		for _, highest := range []bool{true, false} {
			best := s.best(r, highest)
			for which := range 2 {
				if got := mass(best, which); math.Abs(got-c.want) > 2e-3*c.want {
					t.Errorf("%+v, the highest is the best: %t: the mass is %v, want %v", c, highest, got, c.want)
				}
			}
		}
	}
	r.Tuning, r.TuningMean = run.FixedTuning, 2
	twice := s.best(r, true)
	median := 0
	for i := range len(s.width) - 2 { // the node next to the middle of the law without a push
		if s.logs[1][i] > s.logs[1][median] {
			median = i
		}
	}
	if got, want := twice.logs[1][median], s.logs[1][median]; math.Abs(got-want) > 0.05 {
		t.Errorf("at the median the density is e^%v times that of one run, want 2Φ(0) = 1", got-want)
	}
}

// At the ends of a domain a law has masses. The best of ten runs is at an end where one of them is; in all it is somewhere.
func TestBestAtTheEnds(t *testing.T) {
	r, a := oneStep(1)
	r.Diameter = 0.1 // so that nearly all of the mass is at the ends
	p, err := laws(r, a, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := p.observe(1)
	low, high := len(s.width)-2, len(s.width)-1
	r.Tuning = run.FixedTuning
	r.TuningMean = 10
	for which := range 2 {
		for _, c := range []struct {
			end     int
			highest bool
		}{{low, false}, {high, true}} {
			of := math.Exp(s.logs[which][c.end]) * s.width[c.end]
			got := math.Exp(s.best(r, c.highest).logs[which][c.end]) * s.width[c.end]
			if want := 1 - math.Pow(1-of, 10); math.Abs(got-want) > 1e-9 || of < 0.1 {
				t.Errorf("run %d, an end with the mass %v of one run has %v of the best of ten, want %v", which, of, got, want)
			}
			of = math.Exp(s.logs[which][c.end]) * s.width[c.end]
			got = math.Exp(s.best(r, !c.highest).logs[which][c.end]) * s.width[c.end]
			if want := math.Pow(of, 10); math.Abs(got-want) > 1e-9 {
				t.Errorf("run %d, the worse end with the mass %v has %v, want %v", which, of, got, want)
			}
		}
	}
	for _, c := range []struct {
		tuning            run.Tuning
		mean, shape, want float64
	}{
		{run.Geometric, 20, 0, 1}, {run.Logarithmic, 7, 0, 1}, {run.NegativeBinomial, 30, -0.9, 1}, {run.NegativeBinomial, 3, 2.5, 1},
		{run.PoissonTuning, 2, 0, 1 - math.Exp(-2)}, {run.FixedTuning, 5, 0, 1}, {run.FixedTuning, 1, 0, 1},
	} {
		r.Tuning, r.TuningMean, r.TuningShape = c.tuning, c.mean, c.shape
		for _, highest := range []bool{true, false} {
			best, sum := s.best(r, highest), 0.0
			for i, w := range s.width {
				sum += w * math.Exp(best.logs[0][i])
			}
			if math.Abs(sum-c.want) > 1e-4 {
				t.Errorf("%+v, the highest is the best: %t: the mass is %v, want %v", c, highest, sum, c.want)
			}
		}
	}
}

// Where a tail decides, all that is far out is chosen: that adds ln E[K]/(α−1), and the theorem is met to some percent. What it pays
// for the choice besides is met by no Gaussian run, whose tail is farther out than the chance to be chosen.
func TestBestMeetsTheTheorem(t *testing.T) {
	for _, c := range []struct {
		tuning run.Tuning
		mean   float64
	}{{run.Geometric, 50}, {run.NegativeBinomial, 50}, {run.Logarithmic, 8}, {run.PoissonTuning, 20}, {run.FixedTuning, 1}} {
		r, a := oneStep(0.1)
		r.Tuning, r.TuningMean, r.TuningShape = c.tuning, c.mean, -0.5
		q := claim.Question{Alpha: 2}
		rows, err := validRows(t.Context(), r, q, claim.UpperBound, []string{"composition"})
		if err != nil || len(rows) != 1 {
			t.Fatalf("%v %v", rows, err)
		}
		found, err := measure(r, a, q, 1)
		if err != nil || found.loss > rows[0].Epsilon || found.loss < 0.83*rows[0].Epsilon {
			t.Errorf("%+v: the loss is %v ± %v (%v), the bound %v", c, found.loss, found.doubt, err, rows[0].Epsilon)
		}
		if want := 100 + math.Log(c.mean); math.Abs(found.loss-want) > 1e-3 {
			t.Errorf("%+v: the loss is %v, want 100 + ln E[K] = %v", c, found.loss, want)
		}
	}
}
