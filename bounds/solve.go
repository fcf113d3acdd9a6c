package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Target is what Solve must meet: ε at the question's order or δ.
type Target struct {
	Epsilon  float64 // > 0
	Question claim.Question
	// Epochs, if true, keeps the number of passes over the data instead of the
	// number of iterations while the batch size changes, and finds T as a whole
	// number of passes.
	Epochs bool
}

// Solution is a value of one field that meets a target.
type Solution struct {
	Value   float64
	Epsilon float64 // Evaluate's answer at Value, at most the target
	Row     string  // the row that gives it, as Evaluate names it
	// Miss is the nearest value tried beyond Value that does not meet the
	// target; NaN if every value does.
	Miss float64
}

// ErrOutOfReach says that no value of the field meets the target; see OutOfReach.
var ErrOutOfReach = errors.New("no value of this field meets the target")

// OutOfReach is the ErrOutOfReach that says how near the target can be come.
type OutOfReach struct {
	Field  string
	Target float64
	Value  float64 // the field's most favourable value
	Best   Answer  // at Value; its Row is empty where no bound applies
}

func (e OutOfReach) Error() string {
	f, _ := run.FieldByName(e.Field)
	name := f.Label
	if e.Field == "T" {
		name = "number of iterations"
	}
	at := fmt.Sprintf("even at %s = %s", f.Symbol, run.FormatNumber(e.Value))
	if e.Best.Row == "" {
		return fmt.Sprintf("no %s reaches ε = %s: %s no bound applies", name, run.FormatNumber(e.Target), at)
	}
	by := e.Best.Row
	if t, known := theorem.ByID(by); known {
		by = t.Name
	}
	return fmt.Sprintf("no %s reaches ε = %s: %s the best bound is ε = %s, by %s",
		name, run.FormatNumber(e.Target), at, decimalUp(e.Best.Epsilon, statementDigits), by)
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
func Solvable() []string { return []string{"sigma", "T", "diameter", "b"} }

// Solve returns the smallest noise (in the run's own convention, to six
// digits), the largest number of iterations, the largest diameter (to six
// digits) or the smallest batch size at which the answer of Evaluate, of the
// rows in settings.Rows if there are any, is at most the target's ε: the value that
// is shown there, certified where it can be. Everything else stays as stated. ε falls
// with the noise and does not fall with T or D, so these are bracketed and halved,
// always keeping a value that meets the target; it is not monotone in
// the batch size, so every one is tried, the divisors of n only for schemes that
// walk through the data in an order. The error is an OutOfReach where no value
// meets the target.
func Solve(ctx context.Context, r run.Run, field string, target Target, settings Settings) (Solution, error) {
	if !(target.Epsilon > 0) || math.IsInf(target.Epsilon, 1) {
		return Solution{}, run.Errors{{Field: "epsilon", Value: run.FormatNumber(math.Abs(target.Epsilon)), Message: "the target ε must be positive and finite"}}
	}
	if err := validate(r, target.Question); err != nil {
		return Solution{}, err
	}
	theorems, err := settings.selected()
	if err != nil {
		return Solution{}, err
	}
	ctx = work.With(ctx, work.NewBudget(solveWork, work.From(ctx)))
	s := solver{ctx: ctx, run: r, field: field, target: target, theorems: theorems, progress: settings.Progress, below: newFloor(ctx, settings.theorems())}
	var found Solution
	if failed := work.Alone(func() { found, err = s.solve() }); failed != nil {
		return Solution{}, fmt.Errorf("the search for %s was given up: for this run it would take more work than is allowed to one search", field)
	}
	return found, err
}

// solveWork is the work that one search may take, in units of package work.
const solveWork = 1 << 30

// solve searches by the field.
func (s *solver) solve() (Solution, error) {
	r, target := s.run, s.target
	switch s.field {
	case "sigma":
		return s.leastNoise()
	case "T":
		unit := 1.0
		if target.Epochs {
			unit = float64(r.StepsPerEpoch())
		}
		whole := func(x float64) float64 { return math.Floor(x/unit) * unit }
		return s.most(whole, unit, whole(run.MaxCount))
	case "diameter":
		return s.largestDiameter()
	case "b":
		return s.leastBatch()
	}
	return Solution{}, run.Errors{{Field: "field", Value: s.field, Message: "this cannot be solved for: choose one of " + strings.Join(Solvable(), ", ")}}
}

// solver holds one search.
type solver struct {
	ctx      context.Context
	run      run.Run
	field    string
	target   Target
	theorems []*theorem.Theorem // whose bounds count
	progress func(done, of int)
	done     int
	below    *floor
}

// stepsOfSearch is the length that searches by halving announce.
const stepsOfSearch = 60

// at reports whether Evaluate's answer with the field at value meets the target.
// a is that answer where it does not meet it, otherwise any that does.
func (s *solver) at(value float64) (a Answer, ok bool, err error) {
	if err := s.ctx.Err(); err != nil {
		return a, false, err
	}
	s.done++
	if s.progress != nil && s.field != "b" {
		s.progress(min(s.done, stepsOfSearch), stepsOfSearch)
	}
	r, ok := s.with(value)
	if !ok {
		return a, false, nil
	}
	a = bestAnswer(s.ctx, s.theorems, s.below, r, s.target.Question, s.target.Epsilon)
	work.From(s.ctx).Spend(10 * gainUnits) // which ends the search where rows failed because it has taken too much
	return a, a.Row != "" && a.Epsilon <= s.target.Epsilon, s.ctx.Err()
}

// with is the run with the field at value, if there is such a run.
func (s *solver) with(value float64) (r run.Run, ok bool) {
	r = s.run
	if r.SetNumber(s.field, value) != nil {
		return r, false
	}
	if s.field == "b" && s.target.Epochs {
		r = r.InEpochsOf(s.run)
	}
	return r, r.Validate() == nil
}

// found is the solution at a value that meets the target. All rows are asked, since
// the first that is enough need not be the best.
func (s *solver) found(value, miss float64) (Solution, error) {
	a, err := s.answer(value)
	switch {
	case err != nil:
		return Solution{}, err
	case a.Row == "" || a.Epsilon > s.target.Epsilon:
		return Solution{}, fmt.Errorf("the search ended at %s = %s, where the answer is ε = %s and not at most %s",
			s.field, run.FormatNumber(value), run.FormatNumber(a.Epsilon), run.FormatNumber(s.target.Epsilon))
	}
	return Solution{Value: value, Epsilon: a.Epsilon, Row: a.Row, Miss: miss}, nil
}

// answer is what Evaluate answers with the field at value; its Row is empty where
// no bound applies.
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

// answerOf is what Evaluate answers, without the report; its Row is empty where no
// bound applies.
func answerOf(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range uppers(theorems, r, q) {
		rows[t] = below.guarded(shown(ctx, t, r, q), r, q)
	}
	return answered(theorems, rows)
}

// answered is the answer of a report with these rows of the theorems.
func answered(theorems []*theorem.Theorem, rows map[*theorem.Theorem]Row) Answer {
	var p Report
	for _, t := range theorems {
		if row, ok := rows[t]; ok {
			p.Rows = append(p.Rows, row)
		}
	}
	if p.summarise(); p.Answer != nil {
		return *p.Answer
	}
	return Answer{Epsilon: math.Inf(1)}
}

const (
	// roughly is a relative margin around a target outside of which a certified
	// value lies on the same side of it as the value that was found.
	roughly = 2e-6
	// surely is twice the relative difference within which bounds are the same to
	// Evaluate, which then answers with the one that the catalogue lists first.
	surely = 2 * tie
)

// bestAnswer is Evaluate's answer, of rows that no lower bound contradicts, where
// that is above enough, otherwise any that says that it is not. What is found in floating point decides where that is far
// from enough, what Evaluate shows where it is near.
func bestAnswer(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question, enough float64) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range uppers(theorems, r, q) {
		if ctx.Err() != nil {
			break
		}
		row, g := proveRow(ctx, t, r, q)
		least := enough * (1 - roughly)
		if math.Abs(row.Epsilon-enough) <= roughly*enough {
			row, least = certified(row, g, q), enough*(1-surely)
		}
		row = below.guarded(row, r, q)
		if rows[t] = row; row.Applies && row.Epsilon <= least {
			return Answer{Row: t.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		}
	}
	return answered(theorems, rows)
}

// uppers are the valid upper bounds among the theorems, those that take long for
// this run last. Of these the later ones in the catalogue come first: each was found to
// be tighter than those before, and a search asks the others only where it ends.
func uppers(theorems []*theorem.Theorem, r run.Run, q claim.Question) []*theorem.Theorem {
	var quick, slow []*theorem.Theorem
	for _, t := range theorems {
		switch {
		case t.Side != claim.Upper || t.Status != claim.Proved:
		case t.IsSlow(r, q):
			slow = append(slow, t)
		default:
			quick = append(quick, t)
		}
	}
	slices.Reverse(slow)
	return append(quick, slow...)
}

// leastNoise walks outwards from the stated noise, halves on a logarithmic
// scale, and rounds the meeting end up to six digits.
func (s *solver) leastNoise() (Solution, error) {
	up := func(x float64) float64 { return math.Min(roundDigits(x, +1), run.MaxMagnitude) }
	meets, misses := math.NaN(), math.NaN()
	x := up(s.run.Sigma)
	for factor := 2.0; math.IsNaN(meets) || math.IsNaN(misses); factor *= factor {
		_, ok, err := s.at(x)
		switch {
		case err != nil:
			return Solution{}, err
		case ok && x == run.MinMagnitude:
			return s.found(x, math.NaN())
		case !ok && x == run.MaxMagnitude:
			return Solution{}, s.outOfReach(x)
		case ok:
			meets, x = x, math.Max(up(x/factor), run.MinMagnitude)
		default:
			misses, x = x, math.Min(up(x*factor), run.MaxMagnitude)
		}
	}
	return s.narrow(meets, misses, up)
}

// largestDiameter tries no projection first, then brackets D.
func (s *solver) largestDiameter() (Solution, error) {
	switch _, ok, err := s.at(math.Inf(1)); {
	case err != nil:
		return Solution{}, err
	case ok:
		return s.found(math.Inf(1), math.NaN())
	}
	return s.most(func(x float64) float64 { return roundDigits(x, -1) }, run.MinMagnitude, run.MaxMagnitude)
}

// most finds the largest value in [least, largest] that meets the target, for
// an ε that does not fall with it; round maps a value to the nearest one of
// interest below. It walks outwards from the stated value, so that a good guess
// is quick and extreme values are tried only where they may be the answer.
func (s *solver) most(round func(float64) float64, least, largest float64) (Solution, error) {
	stated, _ := s.run.Number(s.field)
	meets, misses := math.NaN(), math.NaN()
	x := math.Min(math.Max(round(math.Min(stated, largest)), least), largest)
	for factor := 2.0; math.IsNaN(meets) || math.IsNaN(misses); factor *= factor {
		_, ok, err := s.at(x)
		switch {
		case err != nil:
			return Solution{}, err
		case ok && x == largest:
			return s.found(x, math.NaN())
		case !ok && x == least:
			return Solution{}, s.outOfReach(x)
		case ok:
			meets, x = x, math.Min(round(x*factor), largest)
		default:
			misses, x = x, math.Max(round(x/factor), least)
		}
	}
	return s.narrow(meets, misses, round)
}

// narrow halves between a value that meets the target and one that does not,
// on a logarithmic scale, until no rounded value lies between them.
func (s *solver) narrow(meets, misses float64, round func(float64) float64) (Solution, error) {
	if x := round(meets); x != meets {
		if _, ok, err := s.at(x); err != nil {
			return Solution{}, err
		} else if ok {
			meets = x
		}
	}
	for range 200 {
		middle := round(math.Sqrt(meets) * math.Sqrt(misses))
		if middle == meets || middle == misses {
			middle = round(meets/2 + misses/2)
		}
		if middle == meets || middle == misses {
			break
		}
		_, ok, err := s.at(middle)
		if err != nil {
			return Solution{}, err
		}
		if ok {
			meets = middle
		} else {
			misses = middle
		}
	}
	if _, same, err := s.at(misses); err != nil {
		return Solution{}, err
	} else if same {
		misses = math.NaN()
	}
	return s.found(meets, misses)
}

// leastBatch tries every batch size from 1 upwards.
func (s *solver) leastBatch() (Solution, error) {
	if s.run.Scheme == run.Full {
		return Solution{}, run.Errors{{Field: "scheme", Value: string(s.run.Scheme), Message: "a full batch holds all examples: choose another batch scheme to solve for b"}}
	}
	miss, nearest, best := math.NaN(), math.NaN(), Answer{Epsilon: math.Inf(1)}
	for b := 1; b <= s.run.N; b++ {
		work.From(s.ctx).Spend(1)
		if s.ordered() && s.run.N%b != 0 {
			continue
		}
		if s.progress != nil {
			s.progress(b, s.run.N)
		}
		a, ok, err := s.at(float64(b))
		if err != nil {
			return Solution{}, err
		}
		if ok {
			return s.found(float64(b), miss)
		}
		miss = float64(b)
		if a.Row != "" && a.Epsilon < best.Epsilon || math.IsNaN(nearest) {
			nearest, best = miss, a
		}
	}
	return Solution{}, s.outOfReach(nearest)
}

func (s *solver) ordered() bool {
	return s.run.Scheme == run.Cyclic || s.run.Scheme.Secret()
}

// roundDigits rounds x > 0 to six significant digits, up for sign > 0 and down
// for sign < 0.
func roundDigits(x, sign float64) float64 {
	const digits = 6
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil || (y-x)*sign >= 0 {
		return y
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-digits+1)
	y, _ = strconv.ParseFloat(strconv.FormatFloat(y+sign*unit, 'e', digits-1, 64), 64)
	return y
}
