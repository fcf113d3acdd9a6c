package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/theorem"
)

// empty reports whether an optimum says nothing.
func empty(o *claim.Optimum) bool {
	return o == nil || o.Window == 0 && o.Beta == 0 && o.Betas == nil && o.Block == 0 && o.Most == 0 && o.Factor == nil
}

// Every row that applies to a run and has a finite value shows its theorem with
// the run's numbers and, unless it is a closed formula, what was chosen; over runs
// in which every row of the catalogue applies, to a question of either kind.
func TestEveryRowIsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const runs = 300
	enough := draws.Sample(8, runs) // of a row, to questions of a kind: the frequent ones are the dear ones
	source := rand.New(rand.NewPCG(20, 26))
	applied := map[string][2]int{}
	letters := regexp.MustCompile(`\\(sigma|eta|lceil|kappa)\b|\b[sDbnT]\b`)
	for i := range runs {
		r, q := draw(source)
		kind := i % 2
		if kind == 1 {
			q = claim.Question{Delta: 1e-5}
		}
		var composed Row
		for _, th := range theorem.Catalog() {
			if applied[th.ID][kind] >= enough && (th != theorem.Composition || !q.Renyi()) {
				continue
			}
			row := complete(context.Background(), th, r, q)
			if !row.Applies || math.IsNaN(row.Epsilon) || math.IsInf(row.Epsilon, 0) {
				continue
			}
			if th == theorem.Composition {
				composed = row
			} else if row.Substituted == composed.Substituted && q.Renyi() && math.Abs(row.Renyi-composed.Renyi) > 1e-9*row.Renyi {
				t.Errorf("%s is %v, and is written as composition, which is %v: %+v", th.ID, row.Renyi, composed.Renyi, r)
			}
			count := applied[th.ID]
			count[kind]++
			applied[th.ID] = count
			if row.Substituted == "" {
				t.Errorf("%s: nothing is written for %+v, %+v: ε = %v, optimum %+v", th.ID, r, q, row.Epsilon, row.Optimum)
			} else if left := letters.FindString(row.Substituted); left != "" {
				t.Errorf("%s: %s is not a number in %s", th.ID, left, row.Substituted)
			}
			if empty(row.Optimum) != th.Closed {
				t.Errorf("%s (closed: %v): the optimum is %+v for %+v, %+v", th.ID, th.Closed, row.Optimum, r, q)
			}
		}
	}
	for _, th := range theorem.Catalog() {
		if count := applied[th.ID]; count[0] == 0 || count[1] == 0 {
			t.Errorf("%s applied to %d runs at an order and %d at a δ", th.ID, count[0], count[1])
		}
	}
}
