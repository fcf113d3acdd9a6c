package bounds

import (
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// What people publish cites a proof by its page, never by a file of the repository.
func TestProofsAreCitedByTheirPages(t *testing.T) {
	ours := 0
	for _, th := range catalog.All() {
		place := th.Source.Place()
		if !th.Source.Ours() {
			if place != th.Source.Where {
				t.Errorf("%s: a paper's %q is cited as %q", th.ID, th.Source.Where, place)
			}
			continue
		}
		ours++
		if strings.Contains(place, "bounds/") || strings.Contains(place, ".md") || !strings.Contains(place, claim.Proofs) {
			t.Errorf("%s is cited as %q", th.ID, place)
		}
	}
	if ours < 10 {
		t.Errorf("%d results of ours", ours)
	}
	p, err := Evaluate(t.Context(), DefaultRun(), claim.Question{Delta: 1e-5}, Settings{Rows: []string{"profile"}})
	if err != nil || !strings.Contains(p.Statement, ", the profile theorem, docs/proofs/profile.html)") {
		t.Errorf("the statement (%v) does not cite the page: %s", err, p.Statement)
	}
}

// A version cites no paper of a later year: with one, Version and Year are due for a new release.
func TestYearIsThatOfTheRelease(t *testing.T) {
	for _, th := range catalog.All() {
		if th.Source.Year > Year {
			t.Errorf("%s is of %d, want at most the year of version %s, %d", th.ID, th.Source.Year, Version, Year)
		}
	}
}

// The best of a random number of runs cites who bounded its loss, beside the row's theorem.
func TestSelectionIsCited(t *testing.T) {
	for _, c := range []struct {
		tuning run.Tuning
		want   string
	}{
		{run.Geometric, "2017, Proposition 1 and Corollary 3; the best of several runs: Papernot and Steinke 2022; Liu and Talwar 2019)"},
		{run.Logarithmic, "; the best of several runs: Papernot and Steinke 2022)"},
		{run.NegativeBinomial, "; the best of several runs: Papernot and Steinke 2022)"},
		{run.PoissonTuning, "; the best of several runs: Papernot and Steinke 2022)"},
		{run.FixedTuning, ""},
		{run.NoTuning, ""},
	} {
		r := DefaultRun()
		if r.Tuning = c.tuning; r.Tuned() {
			r.TuningMean, r.TuningShape = 8, 0.5
		}
		p, err := Evaluate(t.Context(), r, claim.Question{Delta: 1e-5}, Settings{Rows: []string{"composition"}})
		switch {
		case err != nil || p.Statement == "":
			t.Errorf("%s: %v, %q", c.tuning, err, p.Statement)
		case c.want == "" && strings.Contains(p.Statement, "Papernot"):
			t.Errorf("%s cites what it does not use: %s", c.tuning, p.Statement)
		case !strings.Contains(p.Statement, c.want):
			t.Errorf("%s: %s", c.tuning, p.Statement)
		}
	}
}
