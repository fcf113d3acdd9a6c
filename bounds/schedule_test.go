package bounds

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// A schedule adds up to its row's Rényi divergence, starts no further apart than
// the two runs can be, and ends with nothing left.
func TestSchedules(t *testing.T) {
	ctx := context.Background()
	runs := map[string]func(*run.Run){
		"strongly convex":      func(*run.Run) {},
		"convex":               func(r *run.Run) { r.Loss = run.Convex },
		"smooth":               func(r *run.Run) { r.Loss = run.Smooth },
		"no projection":        func(r *run.Run) { r.Diameter = math.Inf(1) },
		"Hölder":               func(r *run.Run) { r.Loss, r.HolderOrder, r.Clipping = run.Holder, 0.5, run.ClippingActive },
		"known order":          func(r *run.Run) { r.N, r.Scheme = 60, run.Cyclic },
		"known order, convex":  func(r *run.Run) { r.N, r.Scheme, r.Loss = 60, run.Cyclic, run.Convex },
		"known order, no end":  func(r *run.Run) { r.N, r.Scheme, r.Diameter = 60, run.Cyclic, math.Inf(1) },
		"long":                 func(r *run.Run) { r.T = 300_000 },
		"long, no projection":  func(r *run.Run) { r.T, r.Diameter = 300_000, math.Inf(1) },
		"one step":             func(r *run.Run) { r.T = 1 },
		"wide and never there": func(r *run.Run) { r.Loss, r.Diameter = run.Smooth, 1e9 },
	}
	written := map[string]int{}
	for name, change := range runs {
		r := DefaultRun()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		report, err := Evaluate(ctx, r, claim.Question{Alpha: 2}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Rows {
			s, err := MakeSchedule(ctx, r, row.Theorem.ID, claim.Question{})
			if err != nil {
				if !errors.Is(err, ErrNoSchedule) || len(err.Error()) < 40 {
					t.Errorf("%s, %s: %v", name, row.Theorem.ID, err)
				}
				continue
			}
			written[row.Theorem.ID]++
			n := len(s.At)
			if n == 0 || n > scheduleSteps || len(s.Z) != n || len(s.A) != n || len(s.S) != n || len(s.Beta) != n ||
				len(s.Composed) != n+1 ||
				len(s.Paid) != n+1 {
				t.Fatalf("%s, %s: lengths of %+v", name, row.Theorem.ID, s)
			}
			if s.At[0] != s.Tau || s.At[n-1] != r.T-1 || s.T != r.T {
				t.Errorf("%s, %s: steps %d … %d from τ = %d of %d", name, row.Theorem.ID, s.At[0], s.At[n-1], s.Tau, s.T)
			}
			if got := 2 * s.Paid[n]; math.Abs(got-row.Renyi) > 1e-6*row.Renyi {
				t.Errorf("%s, %s: paid %v for %v", name, row.Theorem.ID, got, row.Renyi)
			}
			if s.Composed[n] > s.Paid[n]*(1+1e-9) {
				t.Errorf("%s, %s: the steps alone cost %v of %v", name, row.Theorem.ID, s.Composed[n], s.Paid[n])
			}
			last := len(s.Forward) - 1
			if s.ForwardAt[last] != s.Tau || s.Forward[0] != 0 || row.Theorem.ID == "shift" && s.Forward[last] > s.Z[0]*(1+1e-9) {
				t.Errorf("%s, %s: the runs are %v apart at step %d, the schedule starts from %v at %d", name, row.Theorem.ID,
					s.Forward[last], s.ForwardAt[last], s.Z[0], s.Tau)
			}
			for i := range s.At {
				if !(s.A[i] >= 0) || !(s.Z[i] >= 0) || s.Z[i] > r.Diameter || s.Beta[i] < 0 || s.Beta[i] > 1 {
					t.Fatalf("%s, %s: step %d is z = %v, a = %v, β = %v", name, row.Theorem.ID, s.At[i], s.Z[i], s.A[i], s.Beta[i])
				}
			}
		}
	}
	for _, row := range []string{"shift", "chien-li-3.1", "chien-li-3.7", "chien-li-A.1", "bok-su-altschuler", "composition"} {
		if written[row] == 0 {
			t.Errorf("no run has a schedule for %s", row)
		}
	}
}

// Without a schedule there is a reason.
func TestNoSchedule(t *testing.T) {
	secret := DefaultRun()
	secret.N, secret.Scheme = 60, run.Reshuffle
	sampled, weak := secret, DefaultRun()
	sampled.Scheme, sampled.Clipping = run.WithoutReplacement, run.ClippingDifference // for which composition does not apply
	weak.Loss = run.WeaklyConvex
	poisson := secret
	poisson.Scheme, poisson.Adjacency = run.Poisson, run.AddRemove
	for _, c := range []struct {
		r        run.Run
		row, why string
	}{
		{DefaultRun(), "balle", "does not apply"},
		{DefaultRun(), "linear-adversary", "lower bound"},
		{secret, "shift", "bounds are averaged over orders"},
		{secret, "chien-li-3.1", "the order of the batches is secret"},
		{sampled, "chien-li-3.1", "batches are sampled afresh"},
		{secret, "composition", "composition adds up what every step reveals"}, // and averages over no orders
		{secret, "composition", "where one applies. Choose batches in a fixed order"},
		{poisson, "composition", "later steps have no distance to pay for"},
		{poisson, "shift", "batches are sampled afresh"},
		{DefaultRun(), "feldman", "not computed step by step from distances and payments"},
		{weak, "bok-su-altschuler", "does not apply"},
	} {
		if _, err := MakeSchedule(context.Background(), c.r, c.row, claim.Question{}); !errors.Is(err, ErrNoSchedule) ||
			!strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want …%s…", c.row, err, c.why)
		}
	}
	if _, err := MakeSchedule(context.Background(), DefaultRun(), "nothing", claim.Question{}); err == nil ||
		errors.Is(err, ErrNoSchedule) {
		t.Errorf("an unknown row: %v", err)
	}
	if got, err := MakeSchedule(context.Background(), run.Run{}, "shift", claim.Question{}); err == nil {
		t.Errorf("the schedule of an empty run = %+v, want an error", got)
	}
}

// Chien and Li, arXiv:2410.01068, Figure 2(b): for a convex loss at T = 200 the
// window of Theorem 3.1 has ⌈D/s⌉ = 12 or 13 steps (D = 1, s = 0.08), over which
// every step pays s and its share of D.
func TestChienLiSchedule(t *testing.T) {
	r := DefaultRun()
	r.Loss = run.Convex
	s, err := MakeSchedule(context.Background(), r, paper.ChienLi31.ID, claim.Question{})
	if err != nil {
		t.Fatal(err)
	}
	n := len(s.At)
	if n != 12 && n != 13 || s.Z[0] != 1 {
		t.Fatalf("a window of %d from %v", n, s.Z[0])
	}
	for i, a := range s.A {
		if want := 0.08 + 1/float64(n); math.Abs(a-want) > 1e-12 || math.Abs(s.Beta[i]-0.08/want) > 1e-12 {
			t.Errorf("step %d pays %v with β = %v, want %v", s.At[i], a, s.Beta[i], want)
		}
	}
	// α/(2σ²)·(Σs²/β + D²/Σ(1−β)) of the theorem, at α = 2 and σ = 1, by parts.
	beta := s.Beta[0]
	if a, b := float64(n)*0.08*0.08/beta, 1/(float64(n)*(1-beta)); math.Abs(2*s.Composed[n]-a) > 1e-12 ||
		math.Abs(2*(s.Paid[n]-s.Composed[n])-b) > 1e-12 {
		t.Errorf("(A) = %v, (B) = %v, want %v and %v", 2*s.Composed[n], 2*(s.Paid[n]-s.Composed[n]), a, b)
	}
}

// A row that says that it is made step by step has a schedule, and one that does
// not says why in words that are true of it: over random runs of every scheme,
// loss, clipping and domain. In a known order the shift row, composition and Chien
// and Li's full batches have one, whichever modulus gives the value.
func TestScheduleIsThere(t *testing.T) {
	ctx := context.Background()
	const runs = 250
	source := rand.New(rand.NewPCG(5, 2026))
	seen := map[string]int{}
	for range runs {
		r, _ := draw(source)
		q := claim.Question{Alpha: scheduleOrder}
		for _, th := range []*theorem.Theorem{composition.Composition, paper.ChienLi31, paper.ChienLi37, paper.ChienLiA1,
			paper.BokSuAltschuler, ordered.Shift} {
			row := evaluateRow(ctx, th, r, q)
			s, err := MakeSchedule(ctx, r, th.ID, claim.Question{})
			if row.Schedule != (err == nil) {
				t.Errorf("%s, schedule %v: %v for %+v", th.ID, row.Schedule, err, r)
			}
			known := r.Scheme.Known() || row.As.Scheme != "" && row.As.Scheme.Known()
			if err != nil {
				switch why := err.Error(); {
				case !errors.Is(err, ErrNoSchedule) || len(why) < 40:
					t.Errorf("%s: %v", th.ID, err)
				case row.Applies && !known && !strings.Contains(why, "batches"):
					t.Errorf("%s, %s: %v", th.ID, r.Scheme, err)
				case row.Applies && known && th != paper.BokSuAltschuler:
					t.Errorf("%s has no schedule for %+v: %v", th.ID, r, err)
				}
				continue
			}
			seen[th.ID]++
			if last := len(s.Paid) - 1; math.Abs(scheduleOrder*s.Paid[last]-row.Renyi) > 1e-9*row.Renyi {
				t.Errorf("%s pays %v for %v: %+v", th.ID, scheduleOrder*s.Paid[last], row.Renyi, r)
			}
			if th == ordered.Shift || th == composition.Composition {
				follow(t, r, s)
			}
		}
	}
	for row, least := range map[string]int{"composition": 60, "shift": 60, "chien-li-3.1": 10, "chien-li-3.7": 10, "bok-su-altschuler": 2} {
		if seen[row] < least {
			t.Errorf("only %d schedules of %s", seen[row], row)
		}
	}
}

// If there are too many steps to write out there is no schedule, and the error says why.
func TestScheduleTooLong(t *testing.T) {
	composed := DefaultRun()
	composed.T = 2_000_000
	stretched := longWindow(run.Full)
	stretched.T, stretched.Diameter = 100_000_000, 1e7*stretched.Sensitivity()
	for _, c := range []struct {
		row *theorem.Theorem
		r   run.Run
		why string
	}{
		{composition.Composition, composed, "more than 1048576 steps"},
		{ordered.Shift, stretched, "more than 1048576 steps"},
		{paper.ChienLi37, stretched, "more than 1048576 steps"},
	} {
		row := evaluateRow(context.Background(), c.row, c.r, claim.Question{Alpha: 2})
		_, err := MakeSchedule(context.Background(), c.r, c.row.ID, claim.Question{})
		if !row.Applies || row.Schedule || !errors.Is(err, ErrNoSchedule) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s, schedule %v: %v, want …%s…", c.row.ID, row.Schedule, err, c.why)
		}
	}
}

// longWindow is a run whose start at the diameter has about D/s = 10⁵ steps, or B times as
// many in an order, and costs less than composition.
func longWindow(scheme run.Scheme) run.Run {
	r := DefaultRun()
	r.Scheme, r.Loss, r.HolderOrder, r.Smoothness, r.Clipping = scheme, run.Holder, 0.5, 1e-9, run.ClippingActive
	if scheme == run.Cyclic {
		r.N, r.B = 40, 4
	}
	r.T, r.Diameter = 1_000_000, 1e5*r.Sensitivity()
	if scheme == run.Cyclic {
		r.Diameter /= 10
	}
	return r
}

// Windows that are found in stretches are written out, too, and thinned: their steps are
// feasible, and cost what is claimed or a little less.
func TestScheduleOfStretches(t *testing.T) {
	for _, c := range []struct {
		row    *theorem.Theorem
		scheme run.Scheme
		below  float64
	}{{ordered.Shift, run.Full, 1e-4}, {paper.ChienLi37, run.Full, 1e-4}, {ordered.Shift, run.Cyclic, 2e-2}} {
		r := longWindow(c.scheme)
		row := evaluateRow(context.Background(), c.row, r, claim.Question{Alpha: scheduleOrder})
		s, err := MakeSchedule(context.Background(), r, c.row.ID, claim.Question{})
		if err != nil || !row.Schedule || s.Every {
			t.Fatalf("%s, %s: %v, %v", c.row.ID, c.scheme, err, row.Schedule)
		}
		solved, err := solve(context.Background(), c.row, r, claim.Question{Alpha: scheduleOrder})
		if err != nil {
			t.Fatal(err)
		}
		path, ok := solved.Payments.Write()
		n := len(path.A)
		if !ok || n != r.T-s.Tau || n < 17_000 || len(s.At) > scheduleSteps {
			t.Fatalf("%s, %s: %d steps, %d of them listed", c.row.ID, c.scheme, n, len(s.At))
		}
		plain := modulus.Of(r.Step())
		visit := plain.Visit(r.Step())
		if c.row == paper.ChienLi37 {
			visit = plain
		}
		sum := 0.0
		for i, a := range path.A {
			z := path.Z[i]
			sum += a * a
			m, added := 0.0, 0.0
			if (n-1-i)%r.StepsPerEpoch() == 0 {
				m, added = visit.Eval(z), r.Sensitivity()
			} else if m = 0; z > 0 {
				m = plain.Eval(z)
			}
			if z == 0 {
				m = 0
			}
			if after := m + added - a; after > path.Z[i+1]+1e-9*r.Sensitivity() {
				t.Fatalf("%s, %s: step %d leaves %v, the path has %v", c.row.ID, c.scheme, i, after, path.Z[i+1])
			}
		}
		if path.Z[0] < r.Diameter || path.Z[n] != 0 {
			t.Errorf("%s, %s: from %v to %v", c.row.ID, c.scheme, path.Z[0], path.Z[n])
		}
		sigma := r.IterateNoise()
		rho, drawn := row.Renyi/scheduleOrder, sum/2/sigma/sigma
		t.Logf("%s, %s: %d steps pay %.2g less than is claimed", c.row.ID, c.scheme, n, 1-drawn/rho)
		if drawn > rho*(1+1e-9) || drawn < rho*(1-c.below) || math.Abs(s.Paid[len(s.Paid)-1]-drawn) > 1e-9*drawn {
			t.Errorf("%s, %s: the steps pay %v, the schedule says %v, the row %v", c.row.ID, c.scheme, drawn, s.Paid[len(s.Paid)-1], rho)
		}
	}
}

// follow walks a schedule with the run's own moduli: from no less than the runs can
// be apart, with what every step pays, to 0.
func follow(t *testing.T, r run.Run, s Schedule) {
	t.Helper()
	if !s.Every {
		return
	}
	moduli := modulus.Of(r.Step())
	visit, period := moduli.Visit(r.Step()), r.StepsPerEpoch()
	z, scale := s.Z[0], r.Sensitivity() // rounding grows as distances do, and is small beside the largest
	if s.Tau > 0 && !(z >= s.Forward[len(s.Forward)-1]*(1-1e-9)) {
		t.Errorf("%s starts from %v where the runs may be %v apart: %+v", s.Row, z, s.Forward[len(s.Forward)-1], r)
	}
	for i, step := range s.At {
		if z > 0 {
			m := moduli
			if step%period == (r.T-1)%period {
				m = visit
			}
			z = m.Eval(z)
		}
		if step%period == (r.T-1)%period {
			z += r.Sensitivity()
		}
		scale = max(scale, z)
		z = min(max(0, z-s.A[i]), r.Diameter)
		next := 0.0
		if i+1 < len(s.Z) {
			next = s.Z[i+1]
		}
		if z > next+1e-6*scale {
			t.Errorf("%s: at step %d a distance of %v is left, not %v: %+v", s.Row, step, z, next, r)
			return
		}
		z = next
	}
}

// Where steps expand and nothing bounds the distance, every epoch but the last
// takes the same path from one visit to the next; its cost is what the solver
// of one epoch found, which for c = 1 + ηL > 1 and clipped steps is below s², that
// of paying at the visit alone.
func TestScheduleOfEpochs(t *testing.T) {
	for _, clipping := range []run.Clipping{run.ClippingActive, run.ClippingDifference} {
		r := DefaultRun()
		r.N, r.B, r.T, r.Scheme, r.Loss, r.Clipping, r.Diameter = 12, 3, 42, run.Cyclic, run.Smooth, clipping, math.Inf(1)
		s, err := MakeSchedule(context.Background(), r, ordered.Shift.ID, claim.Question{})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, r, s)
		const period, first = 4, 1 // 41 = 1 mod 4
		for i := first; i+period < len(s.At)-1; i++ {
			if math.Abs(s.A[i]-s.A[i+period]) > 1e-9*s.A[i] {
				t.Errorf("%s: steps %d and %d pay %v and %v", clipping, s.At[i], s.At[i+period], s.A[i], s.A[i+period])
			}
		}
		if before, last := s.A[0], s.A[len(s.A)-1]; before != 0 || math.Abs(last-r.Sensitivity()) > 1e-12 {
			t.Errorf("%s: the first step pays %v, the last %v", clipping, before, last)
		}
		epoch := 0.0
		for _, a := range s.A[first : first+period] {
			epoch += a * a
		}
		if limit := r.Sensitivity() * r.Sensitivity(); !(epoch < limit) {
			t.Errorf("%s: an epoch costs %v, no less than %v", clipping, epoch, limit)
		}
	}
}
