package catalog

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Theorems 3.7 and A.1, the last step and composition are feasible points of
// the shift program, for runs of any length.
func TestShiftBelowHolderRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(3, 7))
	between := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, source.Float64()) }
	for range draws.Sample(150, 400) {
		r := rowtest.ChienLiRun([]run.Scheme{run.Full, run.Cyclic}[source.IntN(2)], 0.1+0.9*source.Float64())
		r.T = int(between(1, 1e9))
		r.Smoothness = between(1e-3, 3) / r.Eta
		r.N = r.B * int(between(1, 1000))
		if r.Scheme == run.Full {
			r.B = r.N
		}
		r.Diameter = r.Sensitivity() * between(0.1, 1e5)
		got := rowtest.Prove(t, ordered.Shift, r)
		for _, row := range []*theorem.Theorem{paper.ChienLi37, paper.ChienLiA1, ordered.LastStep, composition.Composition} {
			if !theorem.Applies(row.Hypotheses(r, claim.Question{Alpha: 2})) {
				continue
			}
			if other := rowtest.RenyiOf(rowtest.Prove(t, row, r), 2); rowtest.RenyiOf(got, 2) > other*(1+1e-9) {
				t.Errorf("%+v: shift %v (gap %v), %s %v", r, rowtest.RenyiOf(got, 2), rowtest.AtTwo(got).Gap, row.ID, other)
			}
		}
		if rowtest.AtTwo(got).Gap < 0 || rowtest.AtTwo(got).Gap > 0.1 {
			t.Errorf("%+v: gap %v", r, rowtest.AtTwo(got).Gap)
		}
	}
}

// A path that was followed is evaluated again with outward rounding: the value is
// that of the search, but for the rounding of either.
func TestConcaveCertificates(t *testing.T) {
	for _, order := range []float64{0.3, 0.5, 0.9} {
		for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
			for _, row := range []*theorem.Theorem{ordered.Shift, paper.ChienLi37} {
				r := rowtest.ChienLiRun(scheme, order)
				r.T = 100_000
				r.Diameter = 20 * r.Sensitivity()
				if !theorem.Applies(row.Hypotheses(r, claim.Question{Alpha: 2})) {
					continue
				}
				g := rowtest.Prove(t, row, r)
				found := rowtest.RenyiOf(g, 2)
				s := rowtest.AtTwo(g)
				got, ok := s.Certify()
				if !ok || math.Abs(got-found) > 1e-9*found {
					t.Errorf("%s %s λ=%v: certified %v (%v), found %v", row.ID, scheme, order, got, ok, found)
				}
				at, err := g.At(claim.Question{Delta: 1e-5})
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := at.Certify(); !ok {
					t.Errorf("%s %s λ=%v: no certificate at δ", row.ID, scheme, order)
				}
				if chosen, _ := s.Explain(); rowtest.ValueNamed(chosen, "window") >= float64(r.T) {
					t.Errorf("%s %s λ=%v: composition, no path", row.ID, scheme, order)
				}
			}
		}
	}
}
