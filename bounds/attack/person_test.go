package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// lossOf is the loss of an adversary that has to be admissible.
func lossOf(t *testing.T, r run.Run, a Adversary, q claim.Question) float64 {
	t.Helper()
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := Admissible(r, a); err != nil {
		t.Fatal(err)
	}
	loss, err := measure(r, a, q, 1)
	if err != nil {
		t.Fatal(err)
	}
	return loss.loss
}

// Two examples of one batch push as one does that is twice as long, on a domain and without.
func TestExamplesOfOneBatch(t *testing.T) {
	for _, diameter := range []float64{2, math.Inf(1)} {
		for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
			r, a := linearRun()
			r.Scheme, r.B, r.N, r.Diameter = scheme, 2, 2, diameter
			if scheme == run.Cyclic {
				r.N = 4
			}
			a.Start = min(diameter, 100) / 2
			q := claim.Question{Alpha: 2.5}
			long := r
			long.Clip = 2
			double := a
			double.Example[0] = constant(2)
			want := lossOf(t, long, double, q)
			r.Group, a.Further = 2, []int{0}
			if got := lossOf(t, r, a, q); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s, D = %v: %v, one long push %v", scheme, diameter, got, want)
			}
		}
	}
}

// Two examples at different places of a cyclic order, and the same examples in orders drawn at random: the laws are sums of
// Gaussians whose means a table lists.
func TestExamplesAtTheirPlaces(t *testing.T) {
	q := claim.Question{Alpha: 2}
	r, a := linearRun()
	r.N, r.T, r.Group, a.Further = 4, 4, 2, []int{2} // W_4 is 2 away, with a variance of 4
	if got, want := lossOf(t, r, a, q), 2.0*2*2/4/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("cyclic: %v, want %v", got, want)
	}
	a.Further = nil
	for _, c := range []struct {
		scheme run.Scheme
		n, b   int
		shares []float64 // of 0, 1, 2 … uses in two steps
	}{
		{run.ShuffleOnce, 4, 1, []float64{1.0 / 6, 4.0 / 6, 1.0 / 6}},
		{run.Reshuffle, 4, 1, []float64{1.0 / 6, 4.0 / 6, 1.0 / 6}},
		{run.WithoutReplacement, 4, 1, []float64{0.25, 0.5, 0.25}},
		{run.Poisson, 4, 1, []float64{81.0 / 256, 4 * 27.0 / 256, 6 * 9.0 / 256, 4 * 3.0 / 256, 1.0 / 256}},
		{run.Allocation, 4, 1, []float64{0.25, 0.5, 0.25}},
		{run.ShuffleOnce, 5, 2, []float64{0, 0.4, 0.6}},
	} {
		r.Scheme, r.N, r.B, r.T, r.Clip = c.scheme, c.n, c.b, 2, float64(c.b)
		a.Example[0] = constant(float64(c.b))
		got := lossOf(t, r, a, q)
		if want := againstNormal(c.shares, math.Sqrt2); math.Abs(got-want) > 1e-8*want {
			t.Errorf("%s of %d: %v, want %v", c.scheme, c.n, got, want)
		}
	}
}

// againstNormal is the larger Rényi divergence of order 2 between the normal law of a deviation and the mixture of those
// around 0, 1, 2 … with the given shares, by a sum over a fine grid.
func againstNormal(shares []float64, deviation float64) float64 {
	const h = 1e-3
	up, down := 0.0, 0.0
	for x := -30.0; x < 40; x += h {
		p, q := 0.0, math.Exp(-x*x/2/deviation/deviation)
		for k, share := range shares {
			d := (x - float64(k)) / deviation
			p += share * math.Exp(-d*d/2)
		}
		if p > 0 && q > 0 {
			up, down = up+p*p/q, down+q*q/p
		}
	}
	scale := h / math.Sqrt(2*math.Pi) / deviation
	return math.Log(max(up, down) * scale)
}

// Draws put every member of a person into a batch that has room, and find runs of every scheme.
func TestDrawnPersons(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	seen := map[run.Scheme]int{}
	apart := 0
	for range 400 {
		r := drawRun(rng, focus{groups: 1, deletes: 0.2, changes: 0.2, releases: 0.2})
		if r.Group == 0 {
			continue
		}
		if a, ok := draw(rng, r); ok {
			seen[r.Scheme]++
			if r.Scheme == run.Cyclic && !a.together(r) {
				apart++
			}
		}
	}
	for _, scheme := range schemes {
		if seen[scheme] < 5 {
			t.Errorf("%s: %d runs", scheme, seen[scheme])
		}
	}
	if apart < 5 {
		t.Errorf("in %d runs the examples are in several batches", apart)
	}
}
