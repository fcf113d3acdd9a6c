package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/prose"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Target is the target that Solve must meet.
type Target = claim.Target

// SolvedValue is a value of one field that meets a target.
type SolvedValue struct {
	Value   float64
	Epsilon float64 // Evaluate's answer at Value, at most the target
	Row     string  // the id of the row that gives the answer
	// Miss is the nearest value tried beyond Value that misses the target; NaN if every value meets it.
	Miss float64
}

// ErrOutOfReach says that no value of the field meets the target; see OutOfReach.
var ErrOutOfReach = errors.New("no value of this field meets the target")

// OutOfReach is an ErrOutOfReach that says how close to the target one can get.
type OutOfReach struct {
	Field  string
	Target float64
	Value  float64 // the field's most favourable value
	Best   Answer  // at Value; its Row is empty if no bound applies
}

func (e OutOfReach) Error() string {
	f, _ := run.FieldByName(e.Field)
	name := f.Label
	if e.Field == "T" {
		name = "number of iterations"
	}
	if e.Field == "after" && e.Best.Row != "" {
		return fmt.Sprintf("no number of steps after the deletion reaches ε = %s: however many there are, the best bound is ε = %s, by %s",
			run.FormatNumber(e.Target), prose.DecimalUp(e.Best.Epsilon), NameOf(e.Best.Row))
	}
	at := fmt.Sprintf("even at %s = %s", f.Symbol, run.FormatNumber(e.Value))
	if e.Best.Row == "" {
		return fmt.Sprintf("no %s reaches ε = %s: %s no bound applies", name, run.FormatNumber(e.Target), at)
	}
	return fmt.Sprintf("no %s reaches ε = %s: %s the best bound is ε = %s, by %s",
		name, run.FormatNumber(e.Target), at, prose.DecimalUp(e.Best.Epsilon), NameOf(e.Best.Row))
}

func (e OutOfReach) Is(target error) bool { return target == ErrOutOfReach }

func (s *solver) outOfReach(value float64) error {
	best, err := s.answer(value)
	if err != nil {
		return err
	}
	return OutOfReach{Field: s.field, Target: s.target.Epsilon, Value: value, Best: best}
}

// Solvable lists the fields that Solve knows.
func Solvable() []string { return []string{"sigma", "T", "diameter", "b", "after"} }

// Solve finds a value of one field at which Evaluate's answer is at most the target's ε. field is one of Solvable:
//
//   - "sigma": the smallest noise, in the run's own convention, to six digits;
//   - "T": the largest number of iterations;
//   - "diameter": the largest diameter, to six digits;
//   - "b": the largest batch size if ε grows with it (run.GrowsWithBatch), and otherwise the smallest;
//   - "after": the fewest steps after a deletion.
//
// Evaluate's answer is the value that it shows, certified if it can be, by the rows in settings.Rows if any are given.
// All other fields stay as stated. T changes only if Target.Epochs or Target.Before asks for it.
//
// ε falls with the noise and does not fall with T or D, so these fields are bracketed and narrowed, always keeping a value
// that meets the target. At a stated position ε falls until the example is used again, so only the T just before a use are
// tried. In a secret order ε rises where an epoch begins and falls again within it, so several lengths are tried in each
// epoch (mostSteps). ε is not monotone in a batch size that it does not grow with, so every size is tried. In passes over
// the data every divisor of n is tried, also for the largest size. The largest size of a sampled batch is bracketed and narrowed,
// since ε does not fall with this size at the same T.
//
// The error is an OutOfReach if no value meets the target, a run.Errors if the run, the target or a row is not valid, and
// the error of ctx soon after it ends. Otherwise it says that the search would exceed the work allowed for one.
func Solve(ctx context.Context, r run.Run, field string, target Target, settings Settings) (SolvedValue, error) {
	ctx = memo.Remembering(ctx)
	if !(target.Epsilon > 0) || math.IsInf(target.Epsilon, 1) {
		return SolvedValue{}, run.Errors{{Field: "epsilon", Value: run.FormatNumber(math.Abs(target.Epsilon)),
			Message: "the target ε must be positive and finite"}}
	}
	if err := validate(r, target.Question); err != nil {
		return SolvedValue{}, err
	}
	longest := r // has every step of a schedule that begins only after T
	longest.T = run.MaxCount
	if field == "T" && !longest.Steady() {
		return SolvedValue{}, run.Errors{{Field: "T", Value: r.Get("T"),
			Message: "in a longer run the learning rate changes, and ε need not grow: the number of iterations can be found " +
				"only for a constant learning rate"}}
	}
	if target.Before && (field != "after" || !longest.Steady()) {
		return SolvedValue{}, run.Errors{{Field: "steps", Value: "before", Message: "only the steps after a deletion can be found with " +
			"those before it fixed, and only for a constant learning rate"}}
	}
	theorems, err := settings.selected()
	if err != nil {
		return SolvedValue{}, err
	}
	ctx = work.With(ctx, work.NewBudget(solveWork, work.From(ctx)))
	s := solver{ctx: ctx, run: r, field: field, target: target, theorems: theorems, progress: settings.Progress,
		below: newFloor(ctx, settings.every())}
	var found SolvedValue
	if failed := work.Alone(func() { found, err = s.solve() }); failed != nil {
		return SolvedValue{}, fmt.Errorf("the search for %s was stopped: for this run it would exceed the work allowed for one "+
			"search", field)
	}
	return found, err
}

// solveWork is the work that one search may take, in units of package work.
const solveWork = 1 << 30

// solve is the search for s.field.
func (s *solver) solve() (SolvedValue, error) {
	r, target := s.run, s.target
	switch s.field {
	case "sigma":
		return s.leastNoise()
	case "T":
		unit, first := 1.0, float64(r.After)
		switch position := r.States("position"); {
		case position || target.Epochs:
			unit = float64(r.EpochSteps())
			switch {
			case target.Epochs:
				first = math.Floor(first/unit) * unit // whole epochs; the last one ends after the deletion
			case position: // the loss falls until the example is used again
				first += float64(r.BeforeFirstUse())
			}
		}
		whole := func(x float64) float64 { return math.Floor((x-first)/unit)*unit + first }
		if unit == 1 && r.Scheme.Secret() && r.StepsPerEpoch() > 1 {
			return s.mostSteps()
		}
		return s.furthest(whole, unit+first, whole(run.MaxCount))
	case "diameter":
		return s.largestDiameter()
	case "b":
		return s.batch()
	case "after":
		return s.leastAfter()
	}
	return SolvedValue{}, run.Errors{{Field: "field", Value: s.field, Message: "this field cannot be solved for: choose one of " +
		strings.Join(Solvable(), ", ")}}
}

// solver holds one search.
type solver struct {
	ctx      context.Context
	run      run.Run
	field    string
	target   Target
	theorems []*theorem.Theorem // the theorems whose bounds may meet the target
	progress func(done, of int)
	done     int
	scans    bool // the search tries sizes in turn and reports its progress itself
	below    *floor
	know     knownRows
}

// stepsOfSearch is the number of steps that a search by halving reports as its total.
const stepsOfSearch = 60

// at reports whether Evaluate's answer with the field at value meets the target. If it does not, a is that answer;
// otherwise a is any answer that meets the target.
func (s *solver) at(value float64) (a Answer, ok bool, err error) {
	if err := s.ctx.Err(); err != nil {
		return a, false, err
	}
	s.done++
	if s.progress != nil && !s.scans {
		s.progress(min(s.done, stepsOfSearch), stepsOfSearch)
	}
	r, ok := s.with(value)
	if !ok {
		return a, false, nil
	}
	a = bestAnswer(s.ctx, s.theorems, s.below, r, s.target.Question, s.target.Epsilon, &s.know)
	work.From(s.ctx).Spend(10 * gainUnits) // this ends the search if rows failed because it has spent too much
	return a, a.Row != "" && a.Epsilon <= s.target.Epsilon, s.ctx.Err()
}

// with returns the run with the field at value; ok is false if that run is not valid.
func (s *solver) with(value float64) (r run.Run, ok bool) {
	r = s.run
	if r.SetNumber(s.field, value) != nil {
		return r, false
	}
	if s.field == "after" && s.target.Before {
		r.T = s.run.Holding() + r.After
	}
	if s.field == "b" && s.target.Epochs {
		r = r.InEpochsOf(s.run)
	}
	return r, r.Validate() == nil
}

// found returns the solution at a value that meets the target. It evaluates all rows, since the first that
// meets the target need not be the best.
func (s *solver) found(value, miss float64) (SolvedValue, error) {
	a, err := s.answer(value)
	switch {
	case err != nil:
		return SolvedValue{}, err
	case a.Row == "" || a.Epsilon > s.target.Epsilon:
		return SolvedValue{}, fmt.Errorf("the search ended at %s = %s, where the answer is ε = %s, above the target %s",
			s.field, run.FormatNumber(value), run.FormatNumber(a.Epsilon), run.FormatNumber(s.target.Epsilon))
	}
	return SolvedValue{Value: value, Epsilon: a.Epsilon, Row: a.Row, Miss: miss}, nil
}

// answer returns Evaluate's answer with the field at value; its Row is empty if no bound applies.
func (s *solver) answer(value float64) (Answer, error) {
	none := Answer{Epsilon: math.Inf(1)}
	r, ok := s.with(value)
	if !ok {
		return none, nil
	}
	a := answerOf(s.ctx, s.theorems, s.below, r, s.target.Question)
	work.From(s.ctx).Spend(gainUnits)
	return a, s.ctx.Err()
}
