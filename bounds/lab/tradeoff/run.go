package tradeoff

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// OfRun is what is proved about attackers on a run's released model, in stages of growing cost. Each stage is remembered by the
// context's engine. The errors are run.Errors, those of the context, or that no bound covers the run.
type OfRun struct {
	claim.Query
	Settings bounds.Settings
}

// stageKey is what the result of a stage depends on.
type stageKey struct {
	claim.Query
	stage     int
	rows      string // the rows named in the settings, quoted; nil is unlike an empty list
	published bool
}

// Limits is the result of a stage.
type Limits struct {
	Guarantee
	Epsilon float64 // the answer to the question
	// Rows are the rows that gave a point; before the profile is known, those that may give one.
	Rows []string
}

type stageValue struct {
	Limits
	err error
}

func (r OfRun) remembered(ctx context.Context, stage int, compute func(context.Context) (Limits, error)) (Limits, error) {
	key := stageKey{r.Query, stage, fmt.Sprintf("%#v", r.Settings.Rows), r.Settings.PublishedOnly}
	v := bounds.Remembered(ctx, key, func(ctx context.Context) any {
		p, err := compute(ctx)
		return stageValue{p, err}
	}).(stageValue)
	return v.Limits, v.err
}

// Answer is what the answer to the question proves: its ε, the Rényi divergence of its row, and the smallest Gaussian parameter of
// any row.
func (r OfRun) Answer(ctx context.Context) (Limits, error) { return r.remembered(ctx, 0, r.answer) }

func (r OfRun) answer(ctx context.Context) (Limits, error) {
	report, err := bounds.Evaluate(ctx, r.Run, r.Question,
		bounds.Settings{Rows: r.Settings.Rows, PublishedOnly: r.Settings.PublishedOnly})
	if err != nil {
		return Limits{}, err
	}
	if report.Answer == nil {
		return Limits{}, run.Errors{{Field: "run", Message: "no bound covers this run, so no limit on an attacker is known"}}
	}
	p := Limits{Guarantee: Guarantee{Mu: math.NaN()}, Epsilon: report.Answer.Epsilon}
	if r.Question.Renyi() {
		p.Renyi = []RenyiGuarantee{{r.Question.Alpha, p.Epsilon}}
	} else {
		p.Points = []EpsilonDelta{{p.Epsilon, r.Question.Delta}}
	}
	for _, row := range report.Rows {
		if !row.Applies || row.Err != nil || row.Theorem.Kind() != claim.UpperBound {
			continue
		}
		p.Rows = append(p.Rows, row.Theorem.ID)
		if row.Mu >= 0 && !(p.Mu <= row.Mu) {
			p.Mu = row.Mu
		}
		if row.Theorem.ID == report.Answer.Row && row.Alpha > 1 && row.Renyi >= 0 {
			p.Renyi = append(p.Renyi, RenyiGuarantee{row.Alpha, row.Renyi})
		}
	}
	return p, nil
}

// Profile adds the joint privacy profile of all rows at Deltas. These are the points from which the calculator's attacker tab
// finds its limits, too.
func (r OfRun) Profile(ctx context.Context) (Limits, error) { return r.remembered(ctx, 1, r.profile) }

func (r OfRun) profile(ctx context.Context) (Limits, error) {
	p, err := r.Answer(ctx)
	if err != nil {
		return p, err
	}
	points, rows, err := profileOf(ctx, r.Run, p.Rows, Deltas(r.Question, p.Epsilon), r.Settings.Progress)
	p.Points, p.Rows = append(slices.Clone(p.Points), points...), rows
	return p, err
}

// Sharp adds points that decide the advantage.
func (r OfRun) Sharp(ctx context.Context) (Limits, error) {
	return r.sharpened(ctx, 2, r.Profile, false)
}

// Rare adds points for the rates down to LeastRate, at which Gaussian parameters are fitted.
func (r OfRun) Rare(ctx context.Context) (Limits, error) {
	return r.remembered(ctx, 3, func(ctx context.Context) (Limits, error) {
		p, err := r.Sharp(ctx)
		if err != nil {
			return p, err
		}
		points, _, err := profileOf(ctx, r.Run, p.Rows, rareDeltas(r.Question, p.Epsilon), nil)
		p.Points = append(slices.Clone(p.Points), points...)
		return p, err
	})
}

// ForFit adds points that decide the Gaussian parameter that fits best.
func (r OfRun) ForFit(ctx context.Context) (Limits, error) { return r.sharpened(ctx, 4, r.Rare, true) }

// sharpened is the stage that sharpens the result of the stage before, for a fit or for the advantage.
func (r OfRun) sharpened(ctx context.Context, stage int, before func(context.Context) (Limits, error), fit bool) (Limits, error) {
	return r.remembered(ctx, stage, func(ctx context.Context) (Limits, error) {
		p, err := before(ctx)
		if err == nil {
			p.Guarantee, err = sharpen(ctx, r.Run, p, fit)
		}
		return p, err
	})
}

// profileOf returns the smallest ε that the named rows prove at each δ, and the rows that gave one. It ends with the first ε of 0,
// since larger δ then add nothing.
func profileOf(ctx context.Context, r run.Run, ids []string, at []float64,
	progress func(done, of int)) (points []EpsilonDelta, rows []string, err error) {
	p := search{ctx: ctx, run: r, at: at, end: len(at), found: make([]map[string]float64, len(at)), progress: progress}
	p.evaluate(0, ids)
	p.between(0, len(at), ids)
	if progress != nil && p.err == nil {
		progress(len(at), len(at))
	}
	gave := map[string]bool{}
	for i := range min(p.end+1, len(at)) {
		if row, best := p.best(i); !math.IsInf(best, 1) {
			points = append(points, EpsilonDelta{best, at[i]})
			gave[row] = true
		}
	}
	for _, id := range ids {
		if gave[id] {
			rows = append(rows, id)
		}
	}
	return points, rows, p.err
}

// search finds a joint privacy profile. A row's ε falls as δ rises. So between two values of δ only those rows can
// give the smallest ε whose ε at the larger value is below the smallest at the smaller one; the others are not evaluated there.
type search struct {
	ctx      context.Context
	run      run.Run
	at       []float64
	found    []map[string]float64 // by the index of δ, what each row proves that was evaluated there
	end      int                  // the first index known to have an ε of 0
	done     int
	progress func(done, of int)
	err      error
}

// between fills in the values after index i and before j, of which i's are known, and j's unless it is the end.
func (p *search) between(i, j int, ids []string) {
	if p.err != nil || j-i < 2 || p.zero(i) {
		return
	}
	if j < len(p.at) {
		_, best := p.best(i)
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !(p.found[j][id] < best) })
	}
	middle := (i + j) / 2
	p.evaluate(middle, ids)
	if p.between(i, middle, ids); !p.zero(middle) {
		p.between(middle, j, ids)
	}
}

// zero reports whether the smallest ε at an index is 0, and notes the end.
func (p *search) zero(i int) bool {
	_, best := p.best(i)
	if best == 0 {
		p.end = min(p.end, i)
	}
	return best == 0
}

// best is the smallest ε at an index, and its row.
func (p *search) best(i int) (row string, epsilon float64) {
	epsilon = math.Inf(1)
	for id, e := range p.found[i] {
		if e < epsilon || e == epsilon && id < row {
			row, epsilon = id, e
		}
	}
	return row, epsilon
}

// evaluate finds what rows prove at an index.
func (p *search) evaluate(i int, ids []string) {
	if p.err != nil || len(p.at) == 0 {
		return
	}
	var series []bounds.Series
	series, p.err = bounds.Curve(p.ctx, p.run, claim.Question{Delta: p.at[i]}, "delta", p.at[i:i+1], bounds.Settings{Rows: ids})
	p.found[i] = map[string]float64{}
	for _, s := range series {
		if e := s.Epsilon[0]; e >= 0 {
			p.found[i][s.Row] = e
		}
	}
	if p.done++; p.progress != nil {
		p.progress(p.done, len(p.at))
	}
}
