package main

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The closed form of a release in a fresh order, against the laws on a grid and against one that is written out.
func TestMixturesOfOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r, a := linearRun()
	r.Scheme, r.N, r.T, r.Release, r.Every = run.Reshuffle, 3, 4, run.EveryKth, 2
	for _, c := range []func(*run.Run){
		func(*run.Run) {},
		func(r *run.Run) { r.WeightDecay = 0.3 },
		func(r *run.Run) { r.Schedule, r.ScheduleFinal = run.LinearFall, 0.4 },
		func(r *run.Run) { r.After = 1 },
		func(r *run.Run) { r.N, r.B, r.Clip = 5, 2, 2 },
		func(r *run.Run) { r.Scheme = run.Allocation },
		func(r *run.Run) { r.Scheme = run.WithoutReplacement },
		func(r *run.Run) { r.Scheme, r.T, r.Group = run.ShuffleOnce, 3, 2 },
	} {
		r := r
		c(&r)
		a := a
		a.Example[0] = constant(r.Clip)
		if err := Admissible(r, a); err != nil {
			t.Fatal(err)
		}
		m, err := mixturesOf(r, a)
		if err != nil {
			t.Fatal(err)
		}
		p, err := laws(r, a, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, alpha := range []float64{2, 3} {
			got, want := m.renyi(alpha), p.observe(1).largest(claim.Question{Alpha: alpha})
			if math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s, order %v: %v, on a grid %v", r.Scheme, alpha, got, want)
			}
		}
	}
	// Released after steps 1 and 3 of epochs of two: a push of 1 in one of the first two steps, given that the second comes with the
	// third step's noise.
	r.N, r.T, r.Release, r.Every = 2, 3, run.LastIterates, 1
	r.Release, r.Every = run.EveryKth, 1
	m, err := mixturesOf(r, a)
	if err != nil {
		t.Fatal(err)
	}
	// The third step is one of a new order: half a push. At order 2: E over pairs of exp of their products.
	want := math.Log((1 + math.E) / 2 * (3 + math.E) / 4)
	if got := m.renyi(2); math.Abs(got-want) > 1e-12 {
		t.Errorf("every iterate: %v, want %v", got, want)
	}
}

// Orders between whole ones are bounded by the whole one below, and what is no mixture around one Gaussian by nothing.
func TestMixturesFromBelow(t *testing.T) {
	r, a := linearRun()
	r.Scheme, r.T, r.Release, r.Every = run.Reshuffle, 4, run.EveryKth, 2
	m, err := mixturesOf(r, a)
	if err != nil {
		t.Fatal(err)
	}
	if m.renyi(2.9) != m.renyi(2) || m.renyi(1.9) != 0 || !(m.renyi(3) > m.renyi(2)) {
		t.Errorf("%v %v %v %v", m.renyi(1.9), m.renyi(2), m.renyi(2.9), m.renyi(3))
	}
	r.Adjacency, a.Example[1] = run.Replace, constant(-1)
	if m, err = mixturesOf(r, a); err != nil || m.renyi(2) != 0 {
		t.Errorf("both laws are mixtures: %v, %v", m.renyi(2), err)
	}
	r.Diameter = 1
	if _, err = mixturesOf(r, a); err == nil {
		t.Errorf("mixturesOf a run with D = %v: no error, want one: on a domain there is no closed form", r.Diameter)
	}
}
