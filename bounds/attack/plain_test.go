package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// plainRenyi propagates two cycles of maps on equal cells, without any of the
// program's quadrature, and returns the larger Rényi divergence. Lengths are in units
// of σ.
func plainRenyi(maps [2][]Piecewise, lo, hi, start, alpha float64, T, cells int) float64 {
	width := (hi - lo) / float64(cells)
	at := []float64{lo}
	for i := range cells {
		at = append(at, lo+width*(float64(i)+0.5))
	}
	at = append(at, hi)
	row := func(mean float64) []float64 {
		out := []float64{tail(mean - lo)}
		for i := range cells {
			a, b := lo+width*float64(i)-mean, lo+width*float64(i+1)-mean
			if a > 0 {
				out = append(out, tail(a)-tail(b))
			} else {
				out = append(out, tail(-b)-tail(-a))
			}
		}
		return append(out, tail(hi-mean))
	}
	var laws [2][]float64
	for which, cycle := range maps {
		v := row(cycle[0].At(start))
		for t := 1; t < T; t++ {
			next := make([]float64, len(at))
			for i, mass := range v {
				for j, p := range row(cycle[t%len(cycle)].At(at[i])) {
					next[j] += mass * p
				}
			}
			v = next
		}
		laws[which] = v
	}
	most := 0.0
	for _, o := range [][2]int{{0, 1}, {1, 0}} {
		total := 0.0
		for i, p := range laws[o[0]] {
			if q := laws[o[1]][i]; q > 0 {
				total += q * math.Pow(p/q, alpha)
			}
		}
		most = max(most, math.Log(total)/(alpha-1))
	}
	return most
}

// The quadrature agrees with equal cells, for random adversaries of known orders.
func TestLawsAgainstEqualCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	tried := 0
	for tried < 12 {
		r := drawRun(rng, focus{scheme: random.Pick(rng, run.Full, run.Cyclic)})
		if !r.Bounded() || r.T > 8 || r.Diameter/noise(r) > 4 {
			continue
		}
		a, ok := draw(rng, r)
		if !ok || a.Ball > 0 {
			continue
		}
		q := claim.Question{Alpha: 1.5}
		got, err := measure(r, a, q, 2)
		if err != nil || got.loss < 1e-3 || got.loss > 20 {
			continue
		}
		p, err := a.plan(r)
		if err != nil {
			t.Fatal(err)
		}
		var maps [2][]Piecewise
		steepest := 0.0
		for which := range maps {
			for _, in := range p.sequences[0].batches {
				m := a.step(r, which, in)
				least, most := m.slopes(a.Low/noise(r), (a.Low+r.Diameter)/noise(r))
				steepest = max(steepest, -least, most)
				maps[which] = append(maps[which], m)
			}
		}
		if steepest > 5 {
			continue
		}
		tried++
		unit := noise(r)
		const cells = 240
		coarse := plainRenyi(maps, a.Low/unit, (a.Low+r.Diameter)/unit, a.Start/unit, q.Alpha, r.T, cells/2)
		want := plainRenyi(maps, a.Low/unit, (a.Low+r.Diameter)/unit, a.Start/unit, q.Alpha, r.T, cells)
		if room := 3*math.Abs(want-coarse) + 1e-6*want; !(math.Abs(got.loss-want) < room) || room > 0.02*want {
			t.Errorf("loss %.8g ± %.1g, on equal cells %.8g after %.8g\n%s", got.loss, got.doubt, want, coarse,
				Attack{claim.Query{Run: r, Question: q}, a}.Link())
		}
		if !(got.doubt < 1e-6*got.loss+1e-12) {
			t.Errorf("the loss %.8g is known to %.1g only\n%s", got.loss, got.doubt, Attack{claim.Query{Run: r, Question: q}, a}.Link())
		}
	}
}

// A ball beside the interval adds one Gaussian mechanism.
func TestBallAddsAGaussian(t *testing.T) {
	r := run.Run{N: 1, B: 1, T: 3, Eta: 1, Clip: 1, Sigma: 1.3, Noise: run.IterateNoise, Diameter: 2, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	a := Adversary{Low: -1, Example: [2]Piecewise{constant(0), constant(0)}, Ball: 1}
	if err := Admissible(r, a); err != nil {
		t.Fatal(err)
	}
	// All of the push is along the ball: N(0) against N(s/σ), s = 2ηC.
	mu := 2 / 1.3
	got, err := measure(r, a, claim.Question{Alpha: 3}, 1)
	if want := 3 * mu * mu / 2; err != nil || math.Abs(got.loss-want) > 1e-9*want {
		t.Errorf("Rényi %v (%v), want %v", got, err, want)
	}
	// ε at δ = 0.1 of that Gaussian mechanism, by Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2) = δ.
	got, err = measure(r, a, claim.Question{Delta: 0.1}, 1)
	phi := func(x float64) float64 { return tail(-x) }
	if e := got.loss; err != nil || math.Abs(phi(-e/mu+mu/2)-math.Exp(e)*phi(-e/mu-mu/2)-0.1) > 1e-9 {
		t.Errorf("ε = %v (%v) does not have δ = 0.1", got, err)
	}
	// Half along each: a divergence of independent parts is their sum.
	half := math.Sqrt(0.5)
	alone := a
	alone.Ball, alone.Example = 0, [2]Piecewise{constant(half), constant(-half)}
	both := alone
	both.Ball = half
	x, err1 := measure(r, alone, claim.Question{Alpha: 3}, 1)
	y, err2 := measure(r, both, claim.Question{Alpha: 3}, 1)
	if want := x.loss + 3*mu*mu/4; err1 != nil || err2 != nil || math.Abs(y.loss-want) > 1e-9*want {
		t.Errorf("with the ball %v, want %v", y, want)
	}
}
