package selection

import (
	"math"
	"slices"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// The floor is below what an integral over the number of the best run says, nearly as much, and its certificate is as much but for
// rounding.
func TestFloorOfGaussians(t *testing.T) {
	for _, r := range []run.Run{
		{Tuning: run.FixedTuning, TuningMean: 6}, {Tuning: run.PoissonTuning, TuningMean: 4}, {Tuning: run.Geometric, TuningMean: 10},
		{Tuning: run.Logarithmic, TuningMean: 3}, {Tuning: run.NegativeBinomial, TuningMean: 20, TuningShape: -0.5},
		{Tuning: run.NegativeBinomial, TuningMean: 5, TuningShape: 2.5},
	} {
		for _, mu := range []float64{0.3, 1, 3} {
			for _, f := range Floors(r, mu) {
				floorOf(t, f)
			}
		}
	}
}

func floorOf(t *testing.T, f Floor) {
	t.Helper()
	const step, reach = 1e-3, 25
	mu, r := f.mu, f.of
	for _, delta := range []float64{1e-8, 1e-3, 0.2} {
		got, _ := f.Epsilon(delta)
		want := 0.0
		for x := -10.0; x < reach; x += step {
			if p, q := f.best(above(x-mu))-delta, f.best(above(x)); p > 0 && q > 0 {
				want = max(want, math.Log(p/q))
			}
		}
		if !(got <= want*(1+1e-5)) || !(got >= want*(1-1e-4)-1e-4) {
			t.Errorf("%s, μ = %v: ε(%v) ≥ %v, events say %v", r.Tuning, mu, delta, got, want)
		}
		certified(t, f, claim.Question{Delta: delta}, got)
	}
	for _, alpha := range []float64{1.1, 2, 12} {
		var exponents []float64
		p, q := 1.0, 1.0
		add := func(a, b float64) {
			if a > 0 && b > 0 {
				exponents = append(exponents, alpha*math.Log(a)+(1-alpha)*math.Log(b))
			}
		}
		for x := -5.0; x < alpha*mu+12 && f.best(above(x)) > 1e-300; x += step {
			a, b := f.best(above(x-mu)), f.best(above(x))
			if q-b > 1e-7 || b < 1e-3 {
				add(p-a, q-b)
				p, q = a, b
			}
		}
		add(p, q)
		most, sum := slices.Max(exponents), 0.0
		for _, e := range exponents {
			sum += math.Exp(e - most)
		}
		got, want := f.Renyi(alpha), (most+math.Log(sum))/(alpha-1)
		if !(got <= want*(1+1e-5)+1e-6) || !(got >= want*0.9-1e-6) {
			t.Errorf("%s, μ = %v: ε(α = %v) ≥ %v, an integral says %v", r.Tuning, mu, alpha, got, want)
		}
		certified(t, f, claim.Question{Alpha: alpha}, got)
	}
}

func certified(t *testing.T, f Floor, q claim.Question, found float64) {
	t.Helper()
	got, ok := f.Certified(interval.Float(f.mu).Square(), q)
	if !ok || math.Abs(got-found) > 1e-6*found+2e-9 {
		t.Errorf("%s, μ = %v, %+v: %v certified (%v), %v found", f.of.Tuning, f.mu, q, got, ok, found)
	}
}

// More runs show more where the best is far out: at a small δ about as one run at δ/E K.
func TestFloorOfManyRuns(t *testing.T) {
	one, _ := newFloor(run.Run{Tuning: run.FixedTuning, TuningMean: 1}, 1).Epsilon(1e-8)
	many, _ := newFloor(run.Run{Tuning: run.Geometric, TuningMean: 100}, 1).Epsilon(1e-6)
	if math.Abs(many-one) > 1e-3 {
		t.Errorf("%v of a hundred runs, %v of one", many, one)
	}
}

// Runs that are far apart lose what can be told of them in numbers, and no more: two Gaussians μ apart that of fifty runs is chosen
// of at most 50·αμ²/2.
func TestFloorOfRunsFarApart(t *testing.T) {
	for _, mu := range []float64{30, 60, 1e3, 1e6} {
		for _, f := range Floors(run.Run{Tuning: run.FixedTuning, TuningMean: 50}, mu) {
			for _, q := range []claim.Question{{Delta: 1e-9}, {Delta: 0.5}, {Alpha: 1.01}, {Alpha: 2}, {Alpha: 1e3}} {
				most := 50 * max(q.Alpha, 2) * mu * mu
				if got := f.At(q); !(got >= 0 && got <= most) {
					t.Errorf("μ = %v, %+v: %v, at most %v", mu, q, got, most)
				}
			}
		}
	}
}
