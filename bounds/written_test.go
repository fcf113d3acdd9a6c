package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// closed are the rows whose value is a formula or a recursion in which nothing is left to
// choose.
var closed = map[string]bool{
	"balle": true, "bok-su-altschuler": true, "chourasia": true, "composition": true, "feldman": true, "kong-ribero-2.2": true,
	"kong-ribero-2.3": true, "kong-ribero-C.3": true, "output-perturbation": true, "last-step": true, "liang-3.3": true, "one-step": true,
	"shuffle-floor": true, "shuffled-composition": true, "chien-wang-chen-li": true,
	"oscillating-adversary": true, "ye-shokri-3.3": true, "ye-shokri-4.2": true, "ye-shokri-4.3": true, "ye-shokri-D.6": true,
}

// Every row that applies to a run and has a finite value shows its theorem with
// the run's numbers and, unless it is a closed formula, what was chosen; over runs
// in which every row of the catalogue applies, to a question of either kind.
func TestEveryRowIsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const runs = 300
	enough := draws.Sample(8, runs) // answers of a row to a kind of question; rows that apply often are also the slow ones
	source, shown := rand.New(rand.NewPCG(20, 26)), rand.New(rand.NewPCG(20, 27))
	applied := map[string][2]int{}
	letters := regexp.MustCompile(`\\(sigma|eta|lceil|kappa)\b|\b[sDbnT]\b`)
	for i := range runs {
		r, q := draw(source)
		kind := i % 2
		if kind == 1 {
			q = claim.Question{Delta: 1e-5}
		}
		var composed Row
		for _, th := range catalog.All() {
			if applied[th.ID][kind] >= enough && (th != composition.Composition || !q.Renyi()) {
				continue
			}
			r := r
			switch th {
			case attained.ShuffleFloor: // of all iterates
				r = published(shown, r)
			case paper.ChienWang: // of an example that has left
				r = unlearned(shown, r)
			}
			row := told(context.Background(), th, r, q)
			if !row.Applies || math.IsNaN(row.Epsilon) || math.IsInf(row.Epsilon, 0) {
				continue
			}
			if th == composition.Composition {
				composed = row
			} else if row.Substituted == composed.Substituted && q.Renyi() && math.Abs(row.Renyi-composed.Renyi) > 1e-9*row.Renyi {
				t.Errorf("%s is %v, and is written as composition, which is %v: %+v", th.ID, row.Renyi, composed.Renyi, r)
			}
			count := applied[th.ID]
			count[kind]++
			applied[th.ID] = count
			if row.Substituted == "" {
				t.Errorf("%s: nothing is written for %+v, %+v: ε = %v, chosen %+v", th.ID, r, q, row.Epsilon, row.Chosen)
			} else if left := letters.FindString(row.Substituted); left != "" {
				t.Errorf("%s: %s is not a number in %s", th.ID, left, row.Substituted)
			}
			if (len(row.Chosen) == 0) != closed[th.ID] {
				t.Errorf("%s (closed: %v): it chose %+v for %+v, %+v", th.ID, closed[th.ID], row.Chosen, r, q)
			}
		}
	}
	for _, th := range catalog.All() {
		if count := applied[th.ID]; count[0] == 0 || count[1] == 0 {
			t.Errorf("%s applied to %d runs at an order and %d at a δ", th.ID, count[0], count[1])
		}
	}
}

// told is one row with everything that a report tells of it.
func told(ctx context.Context, of *theorem.Theorem, r run.Run, q claim.Question) Row {
	rows := newTable(ctx, []*theorem.Theorem{of}, nil, r, q)
	rows.fill(func(Part) {})
	return rows.entries[0].row
}
