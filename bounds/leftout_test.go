package bounds

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// In a secret order contraction assumes that chance decides which examples are left out, and its row says
// so. In a known order it does not assume that.
func TestWhoIsLeftOut(t *testing.T) {
	const chance = "chance decides which"
	for scheme, told := range map[run.Scheme]bool{run.ShuffleOnce: true, run.Reshuffle: true, run.Cyclic: false} {
		r := DefaultRun()
		r.N, r.B, r.T, r.Scheme = 5, 3, 1, scheme
		report, err := Evaluate(context.Background(), r, claim.Question{Alpha: 2}, Settings{Rows: []string{"contraction"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(report.Warnings, " "), chance); got != told {
			t.Errorf("%s: %q", scheme, report.Warnings)
		}
		r.N = 6
		if report, err = Evaluate(context.Background(), r, claim.Question{Alpha: 2}, Settings{Rows: []string{"contraction"}}); err != nil ||
			strings.Contains(strings.Join(report.Warnings, " "), "leaves out") {
			t.Errorf("%s: %q, %v", scheme, report.Warnings, err)
		}
	}
}

// saysWho reports whether a row states that chance decides who is left out.
func saysWho(row Row) bool {
	return slices.ContainsFunc(row.Hypotheses, func(h claim.Hypothesis) bool { return h.Name == theorem.WhoIsLeftOut })
}

// Five examples in batches of four: an example that is always used loses 0.45 at order 2.
// Bounds below count on it that chance leaves
// examples out, and say so, also in the paragraph; a run that states the four examples
// which are used has its bounds.
func TestWhoIsLeftOutIsAHypothesis(t *testing.T) {
	t.Parallel()
	const always = 0.45
	r := run.Run{N: 5, B: 4, T: 5, Eta: 1, Clip: 0.6393, Sigma: 1, Noise: run.IterateNoise, Diameter: 5.4123, Adjacency: run.Replace,
		Loss: run.Smooth, Smoothness: 2.2, Clipping: run.ClippingNever}
	q := claim.Question{Alpha: 2}
	for _, scheme := range []run.Scheme{run.Reshuffle, run.ShuffleOnce} {
		r.Scheme = scheme
		rows, err := Rows(context.Background(), r, q, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		below, floor := 0, 0.0
		for _, row := range rows {
			if row.Theorem.Kind() == claim.UpperBound && row.Applies && row.Epsilon < always*(1-1e-3) {
				if below++; !saysWho(row) {
					t.Errorf("%s: %s is %v and does not say who is left out", scheme, row.Theorem.ID, row.Epsilon)
				}
			}
		}
		if below == 0 {
			t.Errorf("%s: no row is below %v", scheme, always)
		}
		const assumed = "that chance decides which example each pass leaves out"
		if p, err := Evaluate(context.Background(), r, q, Settings{}); err != nil || !strings.Contains(p.Statement, assumed) {
			t.Errorf("%s: %q, %v", scheme, p.Statement, err)
		}
		used := r
		used.N = r.N - r.Dropped()
		p, err := Evaluate(context.Background(), used, q, Settings{})
		for _, row := range p.Rows {
			if row.Theorem.Kind() == claim.Floor && row.Applies {
				floor = max(floor, row.Epsilon)
			}
		}
		if floor < always*(1-1e-3) {
			t.Errorf("%s: who is always used is proved to lose %v", scheme, floor)
		}
		if err != nil || p.Answer.Epsilon < always*(1-1e-3) || strings.Contains(p.Statement, "leaves out") {
			t.Errorf("%s: the four alone have %v: %q, %v", scheme, p.Answer, p.Statement, err)
		}
	}
}

// A row that does not count on chance is no smaller than for the data set of those that are used.
func TestOnlyRowsThatSaySoCountOnChance(t *testing.T) {
	source := rand.New(rand.NewPCG(8, 26))
	counting := map[string]int{}
	for range 40 {
		r, q := draw(source)
		if r.Adjacency == run.AddRemove {
			r.Adjacency = run.Replace
		}
		r.Scheme, r.B = random.Pick(source, run.ShuffleOnce, run.Reshuffle), 2+source.IntN(4)
		r.N, r.T, r.Position = r.B+1+source.IntN(3*r.B), 1+source.IntN(30), 0
		if r.Dropped() == 0 {
			continue
		}
		used := r
		used.N -= r.Dropped()
		all, four := evaluateAll(r, q, false), evaluateAll(used, q, false)
		for id, row := range all {
			if row.Theorem.Kind() != claim.UpperBound || !row.Applies || !four[id].Applies {
				continue
			}
			if saysWho(row) {
				counting[id]++
			} else if row.Epsilon < four[id].Epsilon*(1-noiseOf(id, r)) {
				t.Errorf("%s is %v, and %v where the same ones are always left out\n%+v %+v", id, row.Epsilon, four[id].Epsilon, r, q)
			}
		}
	}
	if counting["contraction"] < 5 {
		t.Errorf("hardly any row counts on chance: %v", counting)
	}
}
