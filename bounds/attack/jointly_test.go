package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// celledLoss is the loss at a δ by cells, of fine and of coarse quadrature.
func celledLoss(t *testing.T, r run.Run, a Adversary, delta, resolution, cells float64) float64 {
	t.Helper()
	if err := Admissible(r, a); err != nil {
		t.Fatal(err)
	}
	p, err := a.plan(r)
	if err != nil {
		t.Fatal(err)
	}
	m := maps{a, r, map[string][2]Piecewise{}, cells}
	lo, hi := a.domain(r)
	var of pair
	if unit := noise(r); r.Bounded() {
		of, err = m.on(p, lo/unit, hi/unit, a.Start/unit, resolution)
	} else {
		of, err = m.unbounded(p, a.Start/unit, resolution)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := of.observe(cells)
	for which := range s.logs {
		total := 0.0
		for _, l := range s.logs[which] {
			total += math.Exp(l)
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("the cells of law %d have %.12g together", which, total)
		}
	}
	return s.largest(claim.Question{Delta: delta})
}

// notMuchBelow holds a loss by cells against the law's own: no more, and not much less.
func notMuchBelow(t *testing.T, got, want, share float64) {
	t.Helper()
	if !(got <= want*(1+1e-9)) || !(got > want*(1-share)) {
		t.Errorf("cells lose %.10g, the law %.10g", got, want)
	}
}

// gaussianEpsilon is where the hockey stick of two Gaussians so many deviations apart is δ.
func gaussianEpsilon(mu, delta float64) float64 {
	above, _, _ := scalar.Threshold(100, func(epsilon float64) bool { return hockeyStick(mu, epsilon) <= delta })
	return above
}

// linearRun is a run of linear losses and quadratics of one slope: pushes of ±1 deviation.
func linearRun() (run.Run, Adversary) {
	r := run.Run{N: 3, B: 1, T: 6, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Adjacency: run.ZeroOut, Scheme: run.Cyclic,
		Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingNever, Diameter: math.Inf(1)}
	return r, Adversary{Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(1), constant(0)}}
}

// Affine runs without a projection in a known order compose as Gaussians, which the cells do not know.
func TestCellsOfGaussians(t *testing.T) {
	for _, change := range []func(*run.Run, *Adversary){
		func(r *run.Run, _ *Adversary) { r.Release, r.Every = run.EveryKth, 3 },
		func(r *run.Run, _ *Adversary) { r.Release, r.Every = run.EveryKth, 2 },
		func(r *run.Run, _ *Adversary) { r.Release, r.Every = run.LastIterates, 3 },
		func(r *run.Run, a *Adversary) {
			r.Release, r.Every, r.WeightDecay, a.Position = run.EveryKth, 4, 0.3, 1
		},
		func(r *run.Run, _ *Adversary) { r.Release, r.Every, r.After = run.EveryKth, 4, 1 },
		func(r *run.Run, a *Adversary) {
			r.Release, r.Every, r.Warmup, a.Position = run.EveryKth, 3, 4, 2
		},
		func(r *run.Run, _ *Adversary) {
			r.Release, r.Every, r.Schedule, r.ScheduleFinal, r.After, r.Scheme, r.B, r.N = run.LastIterates, 2, run.LinearFall, 0.3, 2,
				run.Full, 1, 1
		},
	} {
		r, a := linearRun()
		change(&r, &a)
		if r.N == 1 {
			a.Others = nil
		}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		g, ok := exact(r, a)
		if !ok {
			t.Fatalf("exact(%+v) finds no Gaussian, want one", r)
		}
		for _, delta := range []float64{1e-5, 1e-2} {
			want := gaussianEpsilon(g.clouds[1].mean[0], delta)
			notMuchBelow(t, celledLoss(t, r, a, delta, 1, 1), want, 0.01)
		}
	}
}

// Two projected iterates in a secret order, against a sum over the plane of what each order has there: masses at the
// ends, densities between them.
func TestCellsOfSecretOrders(t *testing.T) {
	const (
		lo, hi, kept, push = -1.0, 1.5, 0.7, 1.0
		points             = 600
	)
	r := run.Run{N: 2, B: 1, T: 2, Eta: 1, Clip: push, Sigma: 1, Noise: run.IterateNoise, Adjacency: run.ZeroOut,
		Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingNever, Diameter: hi - lo, WeightDecay: 1 - kept, Release: run.AllIterates}
	a := Adversary{Low: lo, Others: []Piecewise{constant(-0.4)}, Example: [2]Piecewise{constant(-push), constant(0)}}
	// chance is the mass at an end, or the density, of the projected N(mean, 1) at a place.
	places, width := make([]float64, points+2), (hi-lo)/points
	places[0], places[points+1] = lo, hi
	for i := range points {
		places[i+1] = lo + width*(float64(i)+0.5)
	}
	chance := func(mean float64, place int) float64 {
		switch place {
		case 0:
			return tail(mean - lo)
		case points + 1:
			return tail(hi - mean)
		}
		d := places[place] - mean
		return width * math.Exp(-d*d/2) * overRootTwoPi
	}
	orders := map[run.Scheme][][2]float64{ // pushes of the two steps
		run.ShuffleOnce:        {{push, 0.4}, {0.4, push}},
		run.WithoutReplacement: {{push, push}, {push, 0.4}, {0.4, push}, {0.4, 0.4}},
	}
	without := func(v float64) float64 {
		if v == push {
			return 0
		}
		return v
	}
	for scheme, of := range orders {
		r.Scheme = scheme
		law := func(as func(float64) float64) (mass []float64) {
			for x := range places {
				for y := range places {
					p := 0.0
					for _, s := range of {
						p += chance(as(s[0]), x) * chance(kept*places[x]+as(s[1]), y) / float64(len(of))
					}
					mass = append(mass, p)
				}
			}
			return mass
		}
		p, q := law(func(v float64) float64 { return v }), law(without)
		lost := func(p, q []float64, delta float64) float64 {
			above, _, _ := scalar.Threshold(100, func(epsilon float64) bool {
				sum, gamma := 0.0, math.Exp(epsilon)
				for i := range p {
					sum += max(0, p[i]-gamma*q[i])
				}
				return sum <= delta
			})
			return above
		}
		for _, delta := range []float64{1e-3, 0.05} {
			notMuchBelow(t, celledLoss(t, r, a, delta, 1, 1), max(lost(p, q, delta), lost(q, p, delta))*(1+1e-6), 0.005)
		}
	}
}

// A Rényi divergence of cells is at most that of the places themselves, which is computed forwards for each of them, and
// nearly as much: of random runs of every scheme, some of them with a deletion or a schedule.
func TestCellsOfRandomRuns(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(5, 5)), map[run.Scheme]int{}
	const order, each = 1.5, 2
	for _, scheme := range schemes {
		for range 400 {
			if met[scheme] == each {
				break
			}
			r := drawRun(rng, focus{scheme: scheme, releases: 1, deletes: 0.5, changes: 0.3})
			a, ok := draw(rng, r)
			if _, gaussian := exact(r, a); !ok || gaussian || r.T > 10 || r.Releases() > 2 || !several(r) {
				continue
			}
			places, err := laws(r, a, 1, 0)
			cells, failed := laws(r, a, 1, 1)
			if err != nil || failed != nil {
				continue
			}
			whole, part := places.observe(1).renyi(0, 1, order), cells.observe(1).renyi(0, 1, order)
			if whole < 1e-3 || whole > 20 {
				continue
			}
			met[scheme]++
			if !(part <= whole*(1+1e-5)) || !(part > whole*0.95) {
				t.Errorf("%.9g by cells, %.9g: %s", part, whole,
					Attack{claim.Query{Run: r, Question: claim.Question{Alpha: order}}, a}.Link())
			}
		}
	}
	if len(met) < len(schemes) {
		t.Errorf("only %v", met)
	}
}
