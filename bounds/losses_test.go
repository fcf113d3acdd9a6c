package bounds

import (
	"context"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A value that privacy loss distributions or the exact profile of Gaussians found is cited as such, and not as Mironov's Rényi
// divergences; another value is not.
func TestLossDistributionsAreCited(t *testing.T) {
	t.Parallel()
	const (
		losses   = "by privacy loss distributions, Koskela et al. 2020; Gopi et al. 2021; Doroshenko et al. 2022"
		gaussian = "by the exact privacy profile of Gaussians, Balle and Wang 2018; Dong, Roth and Su 2022"
		none     = ""
	)
	r := DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Adjacency, r.Clipping = 1000, 10, 20, run.Poisson, run.AddRemove, run.ClippingActive
	for _, c := range []struct {
		row    string
		change func(*run.Run)
		q      claim.Question
		cites  string
	}{
		{"composition", nil, claim.Question{Delta: 1e-5}, losses},
		{"composition", nil, claim.Question{Alpha: 4}, none},
		{"composition", func(r *run.Run) { r.Scheme, r.Adjacency = run.Reshuffle, run.Replace }, claim.Question{Delta: 1e-5}, gaussian},
		{"composition", func(r *run.Run) { r.Scheme, r.Adjacency = run.Reshuffle, run.Replace }, claim.Question{Alpha: 4}, none},
		{"composition", func(r *run.Run) { r.Adjacency, r.Clipping = run.Replace, run.ClippingDifference },
			claim.Question{Delta: 1e-5}, none},
		{"shift-sampled", func(r *run.Run) { r.Scheme, r.Adjacency = run.WithoutReplacement, run.Replace },
			claim.Question{Delta: 1e-5}, losses},
		{"sampled-window", nil, claim.Question{Delta: 1e-5}, losses},
	} {
		s := r
		if c.change != nil {
			c.change(&s)
		}
		p, err := Evaluate(context.Background(), s, c.q, Settings{Rows: []string{c.row}})
		if err != nil || p.Answer == nil {
			t.Errorf("%s: %v", c.row, err)
			continue
		}
		for _, papers := range []string{losses, gaussian} {
			if got := strings.Contains(p.Statement, papers); got != (papers == c.cites) {
				t.Errorf("%s, %+v: cites %s: %t\n%s", c.row, c.q, papers, got, p.Statement)
			}
		}
		if got := len(p.Rows[0].By); got != strings.Count(c.cites, " 20") {
			t.Errorf("%s, %+v: the row has %d papers of a method, want those of %q", c.row, c.q, got, c.cites)
		}
		if c.cites != none && strings.Contains(p.Statement, "Mironov") {
			t.Errorf("%s is cited as Mironov's: %s", c.row, p.Statement)
		}
	}
}

// A run is called projected where it is.
func TestStatementOfAProjection(t *testing.T) {
	for diameter, projected := range map[float64]bool{1: true, math.Inf(1): false} {
		r := DefaultRun()
		r.Diameter, r.Clipping = diameter, run.ClippingActive
		p, err := Evaluate(context.Background(), r, claim.Question{Delta: 1e-5}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(p.Statement, "projected") != projected || strings.Contains(p.Statement, "no projection") == projected {
			t.Errorf("D = %v: %s", diameter, p.Statement)
		}
	}
}
