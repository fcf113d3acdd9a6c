package extend

import (
	"context"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// silent is a row that declares nothing of what it covers, as the catalogue has it.
func silent(side claim.Side) *theorem.Theorem {
	return Assuming(BestOfSeveral(ForPeople(Released(Taught(AtPositions([]*theorem.Theorem{{
		ID: "silent", Side: side, Status: claim.Proved, HiddenState: true,
		Hypotheses: func(run.Run, claim.Question) []claim.Hypothesis { return nil },
		Prove: func(context.Context, run.Run) (claim.Proof, error) {
			return claim.Proof{At: func(q claim.Question) (claim.Solution, error) { return claim.Solved(q, 1), nil }}, nil
		},
	}}))))))[0]
}

// A row that says nothing of what its proof covers is not used for it: what someone forgets to declare is an answer less, and
// never one that is too small.
func TestSilentRowsAreSafe(t *testing.T) {
	base := run.Run{N: 1000, B: 100, T: 25, Eta: 0.1, Clip: 1, Noise: run.GradientNoise, Sigma: 1, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Reshuffle, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	for name, c := range map[string]struct {
		change  func(*run.Run)
		applies bool
	}{
		"a plain run":                          {func(*run.Run) {}, true},
		"a schedule":                           {func(r *run.Run) { r.Schedule = run.CosineFall }, false},
		"a loss that is not smooth":            {func(r *run.Run) { r.Smoothness = math.Inf(1) }, false},
		"random allocation":                    {func(r *run.Run) { r.Scheme, r.Adjacency = run.Allocation, run.AddRemove }, false},
		"a scheme that no row knows":           {func(r *run.Run) { r.Scheme = "drawn from a hat" }, false},
		"a deletion at the end of an epoch":    {func(r *run.Run) { r.After = 5 }, true},
		"a deletion in an epoch":               {func(r *run.Run) { r.After = 12 }, false},
		"a deletion in an order used again":    {func(r *run.Run) { r.After, r.Scheme = 5, run.ShuffleOnce }, false},
		"a deletion in an order that is known": {func(r *run.Run) { r.After, r.Scheme = 12, run.Cyclic }, true},
		"several examples, one deleted early":  {func(r *run.Run) { r.After, r.Group = 12, 3 }, false},
	} {
		r := base
		c.change(&r)
		row := silent(claim.Upper)
		h := row.Hypotheses(r, claim.Question{Delta: 1e-5})
		if theorem.Applies(h) != c.applies {
			t.Errorf("%s: a row that says nothing of it applies: %t\n%+v", name, !c.applies, h)
		}
		if names := row.OtherNames(r); !c.applies && strings.HasPrefix(name, "a deletion") && len(names) > 0 {
			t.Errorf("%s: the row answers under the name %+v", name, names)
		}
	}
}
