// Package replay plays a schedule: two runs on a line that differ in one example, and a third that the
// schedule's payments lead from the first to the second.
package replay

import (
	"context"
	"math"
	"math/rand/v2"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Replay holds the positions of the three runs before each step that is played, and after the last.
type Replay struct {
	Row    string
	Tau, T int
	First  int // steps before the first that is played: τ, or more if the schedule has more than mostSteps
	// With and Without are the first and the second run, which differ in one example (present and absent,
	// or replaced) and share their noise. Shifted is the first run with its noise shifted by the payments.
	With, Without, Shifted []float64
	Allowed                []float64 // the largest distance that the schedule allows; 0 at the end
	Spent                  []float64 // the cost of the payments so far, as ε(α)/α
}

// Left is the distance from the shifted run to the second run.
func (p Replay) Left() []float64 {
	left := make([]float64, len(p.Shifted))
	for i := range left {
		left[i] = math.Abs(p.Shifted[i] - p.Without[i])
	}
	return left
}

// Of plays the schedule of the best row that uses hidden state and has a schedule, among the rows that the settings allow. It draws
// the noise from a seed. A step maps x to cx and pushes the runs apart by its sensitivity, with noise and projection. Here c is
// |1 − η(m+ω)| with the step's own η, and m = 0 unless the losses are strongly convex; every class has a loss with such steps. The
// runs start at the largest distance allowed. Of a longer schedule the last mostSteps steps are played; Spent counts those before, too.
//
// After a payment a the distance is at most c·z + s − a, so it is never above the schedule's, and 0 at T. Of returns the error of
// bounds.Evaluate, or run.Errors if there is no schedule to play.
func Of(ctx context.Context, r run.Run, seed uint64, settings bounds.Settings) (Replay, error) {
	none := func(why string) (Replay, error) {
		return Replay{}, run.Errors{{Field: "run", Message: why}}
	}
	if r.Scheme.Sampled() {
		return none("with batches sampled afresh it is hidden which steps use the example, so no step pushes the runs apart: choose " +
			"full batches or a fixed order to play a schedule")
	}
	report, err := bounds.Evaluate(ctx, r, claim.Question{Alpha: 2}, settings)
	if err != nil {
		return Replay{}, err
	}
	best, least := "", math.Inf(1)
	for _, row := range report.Rows {
		if row.Schedule && row.Applies && row.Err == nil && row.Theorem.HiddenState && row.Theorem.Kind() == claim.UpperBound &&
			row.Epsilon < least {
			best, least = row.Theorem.ID, row.Epsilon
		}
	}
	if best == "" {
		return none("no theorem that applies to this run has a step-by-step schedule, so there is nothing to play")
	}
	s, err := bounds.MakeSchedule(ctx, r, best, claim.Question{})
	if err != nil {
		return none(err.Error())
	}
	return play(r, s, max(0, len(s.At)-mostSteps), seed), nil
}

// mostSteps is the largest number of steps that are played: nobody would watch a longer replay. A schedule leaves out none of so many
// last steps.
const mostSteps = 400

// play plays a schedule from the step with this index on.
func play(r run.Run, s bounds.Schedule, from int, seed uint64) Replay {
	draw := rand.New(rand.NewPCG(seed, 1))
	edge, steps := r.Diameter/2, r.Steps()
	project := func(x float64) float64 { return max(-edge, min(edge, x)) }
	p := Replay{Row: s.Row, Tau: s.Tau, T: s.T, First: s.At[from], Spent: s.Paid[from:]}
	p.Allowed = append(append(p.Allowed, s.Z[from:]...), 0)
	with, without := s.Z[from]/2, -s.Z[from]/2
	shifted := with
	note := func() {
		p.With, p.Without, p.Shifted = append(p.With, with), append(p.Without, without), append(p.Shifted, shifted)
	}
	note()
	for i := from; i < len(s.At); i++ {
		step := steps.At(s.At[i])
		c, push, noise := factor(step), s.S[i]/2, step.Noise*draw.NormFloat64()
		to := c*without - push
		// s.A is the payment in the worst case; a smaller distance needs a smaller one.
		ahead := c*shifted + push - to
		paid := math.Copysign(min(s.A[i], math.Abs(ahead)), ahead)
		with, shifted, without = project(c*with+push+noise), project(to+(ahead-paid)+noise), project(to+noise)
		note()
	}
	return p
}

// factor is |1 − η(m+ω)| of a step.
func factor(step run.Step) float64 {
	return math.Abs(1 - step.Decay() - float64(step.Eta*step.Of.Regulariser()))
}
