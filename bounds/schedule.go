package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// ErrNoSchedule says that a row's value cannot be written out as payments step by step.
var ErrNoSchedule = errors.New("no schedule")

// Schedule is a row's bound, step by step. Up to step τ the two runs drift apart, by at most Forward. From τ on, the noise of each
// step hides a part A of their distance Z: the step pays A. At T the distance is 0. If there are many steps, some are left out, but
// none of the last ones; Composed and Paid count all steps.
//
// If batches are sampled afresh, one share of a step's noise hides whether its batch holds the differing example, and the rest hides
// the distance. Each order divides the noise differently: Alpha is the order of this schedule.
type Schedule struct {
	Row    string
	Alpha  float64 // 0 if the schedule is the same at every order
	Tau, T int
	Every  bool // no step is left out

	At []int     // steps from τ on
	Z  []float64 // the distance before the step, a length; 0 after the last step
	A  []float64 // the payment of the step, a length
	S  []float64 // the sensitivity that the step adds to the distance; 0 if its batch lacks the differing example, or is hidden
	// Beta is the share s/a of the step's payment for its own sensitivity; NaN if the sensitivity is 0 or more than the payment.
	// If batches are sampled, it is the share of the noise that hides the batch.
	Beta []float64

	// Composed and Paid are the total costs of the steps before each step of At, as ε(α)/α of Rényi differential privacy; their
	// last values are for all steps. Composed is the cost of the sensitivities alone, Σ s·a/(2σ²), and Paid the whole cost,
	// Σ a²/(2σ²), with the σ of each step. If batches are sampled, Composed is Σ S_α(q, β)/α, and Paid is Composed plus
	// Σ a²/(2σ²(1−β)).
	Composed, Paid []float64

	ForwardAt []int     // steps up to τ
	Forward   []float64 // largest distance between the two runs before each of these steps
}

// scheduleSteps is the largest number of steps that a schedule lists.
const scheduleSteps = 2000

// MakeSchedule writes out the schedule of one row, for the question's order or for the order that
// gives the row's ε at δ. Most rows have one schedule for all orders; for these the question may be the
// zero Question. It returns a run.Errors if the run or the question is invalid, and an ErrNoSchedule with the
// reason if the row does not apply or has no schedule.
func MakeSchedule(ctx context.Context, r run.Run, row string, q claim.Question) (Schedule, error) {
	ctx = memo.Remembering(ctx)
	t, known := catalog.ByID(row)
	if !known {
		return Schedule{}, run.Errors{{Field: "row", Value: row, Message: noSuchRow}}
	}
	err := r.Validate()
	if q != (claim.Question{}) {
		err = validate(r, q)
	}
	if err != nil {
		return Schedule{}, err
	}
	return scheduleAlone(ctx, t, r, q)
}

// scheduleAlone is schedule, but returns an error if it panics or takes too much work.
func scheduleAlone(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) (s Schedule, err error) {
	ctx = work.With(ctx, work.NewBudget(rowWork, work.From(ctx)))
	if fault := work.Alone(func() { s, err = schedule(ctx, t, r, q) }); fault != nil {
		return Schedule{}, fmt.Errorf("%w: %w", ErrNoSchedule, fault)
	}
	return s, err
}

// schedule is MakeSchedule for a theorem and a valid run.
func schedule(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) (Schedule, error) {
	r = provedAs(ctx, t, r, q)
	none := func(why string) (Schedule, error) { return Schedule{}, fmt.Errorf("%w: %s", ErrNoSchedule, why) }
	applies := theorem.Applies(t.Hypotheses(r, claim.Question{Alpha: scheduleOrder}))
	secret := noOrder(r)
	whole := noOrder(theorem.Whole(r)) == "" // an order of one batch is no secret
	switch {
	case t.Side == claim.Lower:
		return none(t.Name + " is a lower bound, which has no schedule: it hides nothing and pays for nothing")
	case t == composition.Composition && applies && secret != "" && !whole && !r.Scheme.Sampled():
		return none(addsUp + ". " + chooseOrder)
	case secret != "" && !whole && !(applies && r.Scheme.Sampled()):
		return none(secret)
	case !applies:
		return none(t.Name + " does not apply to this run")
	}
	asked := q
	if q == (claim.Question{}) {
		asked.Alpha = scheduleOrder
	}
	solved, err := solve(ctx, t, r, asked)
	pays := solved.Payments
	switch {
	case err != nil:
		return none(err.Error())
	case pays.PerAlpha && q == (claim.Question{}):
		return none("each order α splits the noise of the steps differently: ask for an order or a δ")
	case pays.PerAlpha && !(solved.Alpha > 1 && !math.IsInf(solved.Renyi, 1)):
		return none("the value comes from no finite order, so there is no schedule to write out")
	case pays.WhyNone != "":
		return none(pays.WhyNone)
	case t == composition.Composition && pays.Write == nil:
		return none(addsUp)
	case secret != "" && pays.Write == nil:
		return none(secret)
	case pays.Write == nil:
		return none("the value of " + t.Name + " for this run is not computed step by step from distances and payments")
	}
	path, ok := pays.Write()
	if !ok {
		return none("the steps of " + t.Name + " cannot be followed for this run")
	}
	scale := 0.5
	if path.Noise == nil {
		sigma := r.IterateNoise()
		scale = 1 / (2 * sigma * sigma)
	}
	// The costs of the steps must add up to the row's value, up to rounding and to stretches of steps that are counted together.
	const above, below = 1e-6, 1e-3
	if rho, drawn := solved.Renyi/solved.Alpha, path.R*scale; !(drawn <= rho*(1+above) && drawn >= rho*(1-below)) {
		return none("the value of " + t.Name + " for this run comes from a part of the theorem that has no schedule")
	}
	s := newSchedule(t.ID, r, path, scale)
	if pays.PerAlpha {
		s.Alpha = solved.Alpha
	}
	return s, nil
}

// provedAs returns the run under the scheme's name under which the row answers the question. For the zero Question it
// asks at scheduleOrder.
func provedAs(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) run.Run {
	if len(t.OtherNames(r)) == 0 {
		return r
	}
	if q == (claim.Question{}) {
		q.Alpha = scheduleOrder
	}
	if row, _ := proveRow(ctx, t, r, q); row.As.Scheme != "" {
		return row.As
	}
	return r
}

// solve returns a theorem's solution for a question.
func solve(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) (claim.Solution, error) {
	p, err := t.Prove(ctx, r)
	if err != nil {
		return claim.Solution{}, err
	}
	return p.At(q)
}

// scheduleOrder is the order at which a schedule that is the same at every order is compared with the row's value. Any order would
// do, since the value is proportional to it.
const scheduleOrder = 2

// addsUp says why composition has no schedule.
const addsUp = "composition adds up what every step reveals, whatever its batches. It hides nothing, so later steps have no " +
	"distance to pay for. Other theorems pay step by step, where one applies"

// chooseOrder says for which batches there is a schedule.
const chooseOrder = "Choose batches in a fixed order to see the worst one’s schedule"

// noOrder says why a run has no schedule if its batches come in no known order. It is empty for other runs.
func noOrder(r run.Run) string {
	switch r.Order() {
	case run.KnownOrder:
	case run.SecretOrder, run.FreshOrder:
		return "the order of the batches is secret; every order has a schedule of its own, and bounds are averaged over orders. " +
			chooseOrder
	case run.Drawn:
		return "batches are sampled afresh at every step, and each step pays a share of its sensitivity whether or not it uses the " +
			"example. Some rows split each step’s noise between its batch and the distance; full batches and fixed orders have more " +
			"such rows"
	}
	return ""
}

func newSchedule(row string, r run.Run, p claim.TrackedPath, scale float64) Schedule {
	n := len(p.A)
	s := Schedule{Row: row, Tau: p.Tau, T: r.T, Every: n <= scheduleSteps}
	composed, paid := p.Composed(), p.Paid()
	for _, i := range shift.Thin(n, scheduleSteps) {
		beta := math.NaN()
		if p.Divisions != nil {
			beta = p.Divisions[i].Beta
		} else if p.S[i] > 0 && p.A[i] >= p.S[i]*(1-1e-12) {
			beta = min(1, p.S[i]/p.A[i])
		}
		s.At = append(s.At, p.Tau+i)
		s.Z, s.A, s.S, s.Beta = append(s.Z, min(p.Z[i], r.Diameter)), append(s.A, p.A[i]), append(s.S, p.S[i]), append(s.Beta, beta)
		s.Composed, s.Paid = append(s.Composed, composed[i]*scale), append(s.Paid, paid[i]*scale)
	}
	s.Composed, s.Paid = append(s.Composed, composed[n]*scale), append(s.Paid, paid[n]*scale)
	for _, t := range shift.Thin(p.Tau+1, scheduleSteps/4) {
		s.ForwardAt, s.Forward = append(s.ForwardAt, t), append(s.Forward, p.Track(t))
	}
	return s
}
