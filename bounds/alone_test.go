package bounds

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// beyond fails as a program fails: an index out of range.
func beyond() float64 {
	var none []float64
	return none[len(none)]
}

// good is a theorem of a given id that proves ε(α) = αρ.
func good(id string, side claim.Side, rho float64) *theorem.Theorem {
	return &theorem.Theorem{
		ID: id, Name: "The theorem " + id, Side: side, Status: claim.Proved, HiddenState: true,
		Hypotheses: func(run.Run, claim.Question) []claim.Hypothesis { return nil },
		Prove: func(context.Context, run.Run) (claim.Proof, error) {
			p := proof.Gaussian(2 * rho)
			if side == claim.Lower {
				return p.Lower(), nil
			}
			return p.Upper(), nil
		},
	}
}

// failing are theorems that fail, each at another place.
func failing() []*theorem.Theorem {
	var out []*theorem.Theorem
	add := func(id string, spoil func(*theorem.Theorem)) {
		t := good(id, claim.Upper, 1e-6)
		spoil(t)
		out = append(out, t)
	}
	spoilt := func(spoil func(*proof.Parts)) func(*theorem.Theorem) {
		return func(t *theorem.Theorem) {
			t.Prove = func(context.Context, run.Run) (claim.Proof, error) {
				p := proof.Gaussian(2e-6)
				spoil(&p)
				return p.Upper(), nil
			}
		}
	}
	add("in-hypotheses", func(t *theorem.Theorem) {
		t.Hypotheses = func(run.Run, claim.Question) []claim.Hypothesis { beyond(); return nil }
	})
	add("in-prove", func(t *theorem.Theorem) {
		t.Prove = func(context.Context, run.Run) (claim.Proof, error) { beyond(); return claim.Proof{}, nil }
	})
	add("makeslice", func(t *theorem.Theorem) {
		t.Prove = func(_ context.Context, r run.Run) (claim.Proof, error) {
			return proof.Gaussian(float64(len(make([]float64, -r.T)))).Upper(), nil
		}
	})
	add("in-an-order", spoilt(func(p *proof.Parts) { p.Renyi = func(float64) float64 { return beyond() } }))
	add("at-a-delta", spoilt(func(p *proof.Parts) {
		p.Renyi, p.Mu, p.Epsilon = nil, 0, func(float64) (float64, error) { return beyond(), nil }
	}))
	add("in-certify", spoilt(func(p *proof.Parts) {
		p.Certify = func(claim.Bound) (float64, bool) { return beyond(), true }
	}))
	add("in-explaining", spoilt(func(p *proof.Parts) {
		p.Explain = func(claim.Bound) ([]claim.Choice, string) { beyond(); return nil, "" }
	}))
	lower := good("lower", claim.Lower, 1e-6)
	lower.Prove = func(context.Context, run.Run) (claim.Proof, error) { beyond(); return claim.Proof{}, nil }
	return append(out, lower)
}

// notForPeople is what the language says of a fault.
var notForPeople = regexp.MustCompile(`runtime error|out of range|makeslice|nil pointer|goroutine|panic|\.go:|invalid memory`)

// A row that fails costs itself, whatever it fails at, and in every method.
func TestRowsFailAlone(t *testing.T) {
	r := DefaultRun()
	sound := good("sound", claim.Upper, 1e-3)
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		for _, bad := range failing() {
			settings := Settings{catalogue: []*theorem.Theorem{composition.Composition, bad, sound}}
			report, err := Evaluate(t.Context(), r, q, settings)
			if err != nil {
				t.Fatalf("%s: %v", bad.ID, err)
			}
			row := report.Rows[1]
			if bad.ID == "at-a-delta" && q.Renyi() {
				continue // it says nothing of orders
			}
			var fault *work.Panic
			if !row.Applies || row.Epsilon != worst(bad.Side) || row.Certified || !errors.As(row.Err, &fault) {
				t.Errorf("%s, %+v: applies %v, ε = %v, certified %v: %v", bad.ID, q, row.Applies, row.Epsilon, row.Certified, row.Err)
			} else if notForPeople.MatchString(row.Err.Error()) {
				t.Errorf("%s: a person reads %q", bad.ID, row.Err)
			}
			if a := report.Answer; a == nil || a.Row != "sound" || !report.Verdict.Helps || report.Statement == "" {
				t.Errorf("%s, %+v: the answer is %+v, verdict %+v, statement %q", bad.ID, q, a, report.Verdict, report.Statement)
			}
			series, err := Curve(t.Context(), r, q, "sigma", []float64{1, 2}, settings)
			if err != nil || len(series) != 3 {
				t.Fatalf("%s: a curve: %v", bad.ID, err)
			}
			if bad.ID != "in-certify" && bad.ID != "in-explaining" && series[1].Epsilon[0] != worst(bad.Side) {
				t.Errorf("%s: the curve has %v", bad.ID, series[1].Epsilon)
			}
			if series[2].Epsilon[1] != certifiedRow(t.Context(), sound, with2(t, r, "sigma", 2), q).Epsilon {
				t.Errorf("%s: the curve of the sound row is %v", bad.ID, series[2].Epsilon)
			}
			s, err := Solve(t.Context(), r, "T", Target{Epsilon: 1, Question: q}, Settings{catalogue: settings.catalogue})
			if err != nil || s.Value != run.MaxCount || (bad.ID[:3] != "in-" && s.Row != "sound") {
				t.Errorf("%s: the longest run is %+v, %v", bad.ID, s, err)
			}
		}
	}
}

func with2(t *testing.T, r run.Run, name string, v float64) run.Run {
	t.Helper()
	if err := r.SetNumber(name, v); err != nil {
		t.Fatal(err)
	}
	return r
}

// A schedule whose making fails is refused in words.
func TestScheduleFailsAlone(t *testing.T) {
	bad := good("bad", claim.Upper, 1)
	bad.Prove = func(context.Context, run.Run) (claim.Proof, error) {
		p := proof.Gaussian(2)
		p.Pay = func(claim.Bound) claim.Payments {
			return claim.Payments{Write: func() (claim.TrackedPath, bool) { beyond(); return claim.TrackedPath{}, true }}
		}
		return p.Upper(), nil
	}
	_, err := scheduleAlone(t.Context(), bad, DefaultRun(), claim.Question{})
	if !errors.Is(err, ErrNoSchedule) || notForPeople.MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}

// A row whose budget is spent says so, and the others answer; what only adds to a
// value is left out.
func TestRowsGiveUpAlone(t *testing.T) {
	endless := func(ctx context.Context) float64 {
		for {
			work.From(ctx).Spend(1 << 20)
		}
	}
	tired := good("tired", claim.Upper, 1e-6)
	tired.Prove = func(ctx context.Context, _ run.Run) (claim.Proof, error) {
		return proof.Linear(endless(ctx)).Upper(), nil
	}
	lazy := good("lazy", claim.Upper, 1e-4)
	lazy.Prove = func(ctx context.Context, _ run.Run) (claim.Proof, error) {
		p := proof.Linear(1e-4)
		p.Certify = func(claim.Bound) (float64, bool) { return endless(ctx), true }
		return p.Upper(), nil
	}
	report, err := Evaluate(t.Context(), DefaultRun(), claim.Question{Alpha: 2},
		Settings{catalogue: []*theorem.Theorem{composition.Composition, tired, lazy}})
	if err != nil {
		t.Fatal(err)
	}
	if row := report.Rows[1]; !errors.Is(row.Err, work.ErrSpent) || !math.IsInf(row.Epsilon, 1) {
		t.Errorf("a row that does not end: ε = %v, %v", row.Epsilon, row.Err)
	}
	if row := report.Rows[2]; row.Err != nil || row.Epsilon != 2e-4 || row.Certified {
		t.Errorf("a row whose certificate does not end: ε = %v, certified %v, %v", row.Epsilon, row.Certified, row.Err)
	}
	if !slices.ContainsFunc(report.Rows, func(r Row) bool { return r.Theorem.ID == report.Answer.Row }) || report.Answer.Row != "lazy" {
		t.Errorf("the answer is %+v", report.Answer)
	}
}

// Where no row takes too much but a search asks them too often, the search is given
// up in words, and a verdict says no more than it knows.
func TestSearchesGiveUp(t *testing.T) {
	q := claim.Question{Alpha: 2}
	half := DefaultRun()
	half.T /= 2
	published := evaluateRow(t.Context(), composition.Composition, half, q)
	// It helps since the middle of the run, which takes a search to find.
	busy := good("busy", claim.Upper, 1e-6)
	busy.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		work.From(ctx).Spend(rowWork / 2)
		return proof.Linear(published.Epsilon/q.Alpha + float64(r.T)*1e-9).Upper(), nil
	}
	settings := Settings{catalogue: []*theorem.Theorem{composition.Composition, busy}}
	report, err := Evaluate(t.Context(), DefaultRun(), q, settings)
	if err != nil || report.Answer.Row != "busy" {
		t.Fatalf("the answer is %+v, %v", report.Answer, err)
	}
	if v := report.Verdict; !v.Helps || !v.GivenUp || v.BurnIn != 0 {
		t.Errorf("the verdict is %+v", v)
	}
	settings.Rows = []string{"busy"}
	_, err = Solve(t.Context(), DefaultRun(), "T", Target{Epsilon: 1.5, Question: q}, settings)
	if err == nil || errors.Is(err, ErrOutOfReach) || notForPeople.MatchString(err.Error()) {
		t.Errorf("a search that takes too much ends with %v", err)
	}
}

// A search that is given up reports what it has found.
func TestFoundBeforeGivenUp(t *testing.T) {
	q := claim.Question{Alpha: 2}
	base := DefaultRun()
	base.T = 4
	published := evaluateRow(t.Context(), composition.Composition, base, q)
	busy := good("busy", claim.Upper, 1e-6)
	busy.HiddenState = true
	busy.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if r.Diameter < base.Diameter {
			work.From(ctx).Spend(rowWork - 1)
		}
		return proof.Linear(4 * published.Epsilon / q.Alpha).Upper(), nil // below composition from T = 17 on
	}
	report, err := Evaluate(t.Context(), base, q, Settings{catalogue: []*theorem.Theorem{composition.Composition, busy}})
	if err != nil {
		t.Fatal(err)
	}
	if v := report.Verdict; v.Helps || !v.GivenUp || len(v.Changes) != 1 || v.Changes[0].Field != "T" || v.Changes[0].Value == "" {
		t.Errorf("the verdict is %+v", v)
	}
}

// The answer of another run is not reported if the work did not suffice for all of its rows: the
// least of the others need not be Evaluate's answer.
func TestIncompleteAnswersAreNotReported(t *testing.T) {
	quick, busy := good("quick", claim.Upper, 1e-4), good("busy", claim.Upper, 1e-6)
	busy.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		work.From(ctx).Spend(1000)
		return proof.Linear(1e-6).Upper(), nil
	}
	for _, most := range []int64{500, 5000} {
		ctx := work.With(t.Context(), work.NewBudget(most, nil))
		c := againstComposition(ctx, claim.Question{Alpha: 2}, []*theorem.Theorem{quick, busy}, nil, func() {})
		if a, ok := c.answer(DefaultRun()); ok != (most > 1000) || ok && a.Row != "busy" {
			t.Errorf("with %d units: %+v, %v", most, a, ok)
		}
	}
}

// A floor that overflows is no floor. The floor of secret batches was once infinite: in floating
// point all runs of the row were equal, none was kept, and the least of none is infinite.
func TestFloorsDoNotOverflow(t *testing.T) {
	overflows := good("overflows", claim.Lower, math.Inf(1))
	if row := evaluateRow(t.Context(), overflows, DefaultRun(), claim.Question{Alpha: 2}); row.Epsilon != 0 {
		t.Errorf("a floor is %v", row.Epsilon)
	}
	r := run.Run{N: 17, B: 3, T: 1084897662, Eta: 2.837174360433665e-20, Clip: 0.7735851280909705, Sigma: 9.534535564481246e-05,
		Noise:    run.GradientNoise,
		Diameter: math.Inf(1), Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.StronglyConvex, Smoothness: 0.572423751553336,
		StrongConvexity: 1.7127092655361516e-24, Clipping: run.ClippingGLM}
	report, err := Evaluate(t.Context(), r, claim.Question{Alpha: 230360.78969579205}, Settings{})
	if err != nil || report.Contradiction != nil || report.Answer == nil {
		t.Errorf("%v, %+v, answer %+v", err, report.Contradiction, report.Answer)
	}
}
