package main

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// An Attack is a run, a question about it, and an adversary of the stated class.
type Attack struct {
	claim.Query
	Adversary Adversary
}

// An approach compares the loss of one adversary (Truth) with the value of one row (Bound).
type approach struct {
	Attack
	Row   string
	Bound float64
	Truth truth
}

// ratio is the loss less its doubt, over the bound.
func (a approach) ratio() float64 {
	if a.Bound == 0 {
		if a.Truth.surely() > 0 {
			return math.Inf(1)
		}
		return 0
	}
	return a.Truth.surely() / a.Bound
}

// A loss is above a bound if it exceeds (1 + beyond) times the bound by more than least. Rounding alone causes no such excess.
const (
	beyond = 1e-7
	least  = 1e-9
)

// violates reports whether the loss is certainly above the bound.
func (a approach) violates() bool {
	return a.Truth.surely() > a.Bound*(1+beyond)+least
}

// undecided reports whether a finer grid may show a violation that is not certain yet.
func (a approach) undecided() bool {
	return !a.violates() && a.Truth.loss+a.Truth.doubt > a.Bound*(1+beyond)+least
}

// effort says how hard one run is attacked.
type effort struct {
	drafts, changes int      // number of adversaries drawn anew, and of changes of the best
	close           int      // number of further changes if the loss is near the answer
	rows            []string // ids of the rows to compare with; nil for all
}

var thorough = effort{drafts: 24, changes: 36, close: 60}

// assail attacks one run with random adversaries, and improves the best of them for each question. It returns how close their
// losses came to every valid upper row. Under random allocation it attacks once more, with all iterates released.
func assail(ctx context.Context, rng *rand.Rand, r run.Run, questions []claim.Question, e effort) ([]approach, error) {
	s := newSearch(rng, r, questions)
	out, err := s.assail(ctx, e, nil)
	if err == nil && r.Scheme == run.Allocation {
		s = newSearch(rng, r, questions)
		s.allIterates = true
		out, err = s.assail(ctx, e, out)
	}
	return out, err
}

// assail attacks with the adversaries that the search finds, and appends the approaches to `out`.
func (s *search) assail(ctx context.Context, e effort, out []approach) ([]approach, error) {
	r := s.r
	s.draw(e.drafts)
	s.change(e.changes)
	for i, q := range s.questions {
		if s.best[i] == nil {
			continue
		}
		rows, err := validRows(ctx, r, q, claim.UpperBound, e.rows)
		if err != nil {
			return nil, err
		}
		answer := math.Inf(1)
		for _, row := range rows {
			answer = min(answer, row.Epsilon)
		}
		const near = 0.5 // share of the answer from which on a loss makes its adversary worth changing further
		if s.most[i] > near*answer {
			s.only(i).change(e.close)
		}
		attack := Attack{claim.Query{Run: r, Question: q}, *s.best[i]}
		t, err := measure(r, attack.Adversary, q, 1)
		if err != nil {
			continue // the loss would need too fine a grid
		}
		out = append(out, compare(attack, t, rows)...)
		floors, err := validRows(ctx, r, q, claim.Floor, e.rows)
		if err != nil {
			return nil, err
		}
		out = append(out, contradictions(attack, floors, rows)...)
	}
	return out, nil
}

// A search keeps the adversary with the largest loss for each question.
type search struct {
	*rand.Rand
	r           run.Run
	questions   []claim.Question
	best        []*Adversary
	most        []float64 // their losses
	left        float64   // multiplications that the search may still take
	allIterates bool      // whether all iterates are released
}

// searchWork is the number of multiplications that the search on one run may take. Each search by `only` may take half.
const searchWork = 1.5e9

func newSearch(rng *rand.Rand, r run.Run, questions []claim.Question) *search {
	return &search{rng, r, questions, make([]*Adversary, len(questions)), make([]float64, len(questions)), searchWork, false}
}

// only returns the search for the i-th question alone. It writes into best and most of s, so s has what it finds.
func (s *search) only(i int) *search {
	return &search{s.Rand, s.r, s.questions[i : i+1], s.best[i : i+1], s.most[i : i+1], searchWork / 2, s.allIterates}
}

// try evaluates one adversary on a coarse grid. The search limits its total work by a count of multiplications, and not by
// time, so that the findings do not depend on the machine.
func (s *search) try(a Adversary) {
	const iterates, release = 0.7, 0.25 // resolutions: coarse, since what is found is evaluated again on finer grids
	a.AllIterates = s.allIterates
	if s.left <= 0 {
		return
	}
	losses, work, err := look(s.r, a, s.questions, iterates, release)
	s.left -= work + 1e5 // for what is not counted
	if err != nil {
		return
	}
	for i, loss := range losses {
		if loss > s.most[i] {
			s.best[i], s.most[i] = &a, loss
		}
	}
}

// draw tries `times` new adversaries.
func (s *search) draw(times int) {
	for range times {
		if a, ok := draw(s.Rand, s.r); ok {
			s.try(a)
		}
	}
}

// change tries `times` changes of the best adversaries.
func (s *search) change(times int) {
	for range times {
		from := s.best[s.IntN(len(s.best))]
		if from == nil {
			continue
		}
		if a, ok := vary(s.Rand, s.r, *from); ok {
			s.try(a)
		}
	}
}

// contradictions returns the floors that are above an upper row; one of the two is then wrong.
func contradictions(attack Attack, floors, rows []bounds.Row) (out []approach) {
	for _, floor := range floors {
		for _, row := range rows {
			a := approach{attack, row.Theorem.ID, row.Epsilon, truth{loss: floor.Epsilon}}
			if a.violates() {
				out = append(out, a)
			}
		}
	}
	return out
}

// validRows returns the rows of a kind that claim to hold for the run, with their values.
func validRows(ctx context.Context, r run.Run, q claim.Question, kind claim.BoundKind, ids []string) ([]bounds.Row, error) {
	var asked []string
	for _, t := range catalog.All() {
		if t.Kind() == kind && (ids == nil || slices.Contains(ids, t.ID)) {
			asked = append(asked, t.ID)
		}
	}
	if asked == nil {
		return nil, nil
	}
	rows, err := bounds.Rows(ctx, r, q, bounds.Settings{Rows: asked})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(rows, func(row bounds.Row) bool { return !row.Applies || math.IsNaN(row.Epsilon) }), nil
}

// compare compares a loss with rows. If it finds a violation, or a finer grid might, it refines the grid
// until the violation is certain or gone, or the finest grid is reached.
func compare(attack Attack, t truth, rows []bounds.Row) []approach {
	finer := []truth{t} // finer[k] is the loss at resolutions[k+1]
	var out []approach
	for _, row := range rows {
		if attack.Adversary.AllIterates && row.Theorem.HiddenState {
			continue
		}
		a := approach{attack, row.Theorem.ID, row.Epsilon, t}
		for level := 1; level < len(resolutions)-1 && (a.violates() || a.undecided()); level++ {
			if level == len(finer) {
				next, err := measure(attack.Run, attack.Adversary, attack.Question, level+1)
				if err != nil {
					break
				}
				finer = append(finer, next)
			}
			a.Truth = finer[level]
		}
		out = append(out, a)
	}
	return out
}
