package bounds

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// remembered is the run of the README's example: full batches without projection,
// whose loss the linear adversary knows.
func remembered() run.Run {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Diameter, r.Clipping = 1, 1, 160, 0.05, 1, math.Inf(1), run.ClippingDifference
	return r
}

// certifiedAs is the theorem with a certificate that repeats a factor of its value.
func certifiedAs(t *theorem.Theorem, factor float64) *theorem.Theorem {
	out := *t
	out.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := t.Prove(ctx, r)
		at := p.At
		p.At = func(q claim.Question) (claim.Solution, error) {
			s, err := at(q)
			s.Certify = func() (float64, bool) { return s.Epsilon * factor, true }
			return s, err
		}
		return p, err
	}
	return &out
}

// wrong is a certified bound on the wrong side: everything is known to lose more.
func wrong() *theorem.Theorem { return certifiedAs(good("wrong", claim.Upper, 1e-9), 1) }

// Where rows contradict each other, neither is used and nothing is certified, by
// no method, at no time.
func TestContradictions(t *testing.T) {
	r := remembered()
	floorless := Settings{catalogue: []*theorem.Theorem{composition.Composition, wrong()}}
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		if report, err := Evaluate(t.Context(), r, q, floorless); err != nil || report.Answer.Row != "wrong" || !report.Answer.Certified ||
			report.Contradiction != nil {
			t.Fatalf("without a floor nothing guards: %+v, %v", report.Answer, err)
		}
		all := []*theorem.Theorem{composition.Composition, wrong(), attained.LinearAdversary}
		for _, rows := range [][]string{nil, {"composition", "wrong"}} { // the guard is there whatever is asked for
			settings := Settings{catalogue: all, Rows: rows}
			settings.Partial = func(part Part) {
				answer, _ := part.Answer()
				report, _ := part.Report()
				known := report.Rows
				for _, row := range append(known, answer.Rows...) {
					if row.Theorem.ID == "wrong" && !math.IsInf(row.Epsilon, 1) {
						t.Errorf("a part of the answer says ε = %v", row.Epsilon)
					}
				}
				if len(known) > 1 && report.Contradiction == nil || part.Answered() && answer.Contradiction == nil {
					t.Errorf("with %d known rows the contradiction is %v, answered: %t, want it in each part that has both rows",
						len(known),
						report.Contradiction, part.Answered())
				}
			}
			report, err := Evaluate(t.Context(), r, q, settings)
			if err != nil {
				t.Fatal(err)
			}
			c := report.Contradiction
			if c == nil || c.Upper.Row != "wrong" || c.Lower.Row != "linear-adversary" ||
				!(c.Upper.Epsilon < 1e-3 && c.Lower.Epsilon > 0.3) {
				t.Fatalf("%+v: the contradiction is %+v", q, c)
			}
			if report.Answer == nil || report.Answer.Row != "composition" || report.Lower != nil || report.Statement != "" ||
				report.Verdict.Helps {
				t.Errorf("%+v: answer %+v, lower %+v, verdict %+v, statement %q", q, report.Answer, report.Lower, report.Verdict,
					report.Statement)
			}
			for _, row := range report.Rows {
				var why *Contradicted
				contradicted := row.Theorem.ID != "composition"
				if row.Certified || errors.As(row.Err, &why) != contradicted || contradicted && row.Epsilon != worst(row.Theorem.Side) {
					t.Errorf("%s: ε = %v, certified %v, %v", row.Theorem.ID, row.Epsilon, row.Certified, row.Err)
				}
			}
		}
		settings := Settings{catalogue: all}
		for _, rows := range [][]string{nil, {"wrong"}} {
			settings.Rows = rows
			series, err := Curve(t.Context(), r, q, "T", []float64{10, 160}, settings)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range series {
				want := map[string]float64{"wrong": math.Inf(1), "linear-adversary": 0}
				if got, taken := want[s.Row]; taken && s.Epsilon[1] != got {
					t.Errorf("%+v: the curve of %s has %v", q, s.Row, s.Epsilon)
				}
			}
			if at, err := LevelledOff(t.Context(), r, q, []float64{10, 160}, series,
				Settings{catalogue: all, Rows: []string{"wrong"}}); rows != nil && (err != nil || at != 0) {
				t.Errorf("the wrong row levels off at %d, %v", at, err)
			}
		}
		settings.Rows = nil
		for _, field := range []string{"sigma", "T"} {
			s, err := Solve(t.Context(), r, field, Target{Epsilon: 0.5, Question: q}, settings)
			if err != nil || s.Row != "composition" {
				t.Errorf("%+v: solving for %s gives %+v, %v", q, field, s, err)
			}
		}
		if report, err := Evaluate(t.Context(), r, q,
			Settings{catalogue: []*theorem.Theorem{composition.Composition, wrong(), paper.BokSuAltschuler,
				attained.LinearAdversary}}); err != nil ||
			report.Answer.Row != "bok-su-altschuler" || !report.Verdict.Helps || report.Verdict.BurnIn < 2 {
			t.Errorf("beside a contradiction the others answer and are not called certified: %+v, %+v, %v", report.Answer,
				report.Verdict, err)
		}
	}
}

// With published theorems only, our own floors are not reported, but they still guard every answer.
func TestOurFloorsGuardPublishedRows(t *testing.T) {
	published := wrong()
	published.Source.URL = "https://example.org"
	r, q := remembered(), claim.Question{Alpha: 2}
	settings := Settings{catalogue: []*theorem.Theorem{composition.Composition, published, attained.LinearAdversary}, PublishedOnly: true}
	report, err := Evaluate(t.Context(), r, q, settings)
	if err != nil || report.Contradiction == nil || report.Answer.Row != "composition" {
		t.Fatalf("%+v, %+v, %v", report.Answer, report.Contradiction, err)
	}
	for _, row := range report.Rows {
		var why *Contradicted
		if errors.As(row.Err, &why) != (row.Theorem.ID == "wrong") {
			t.Errorf("%s: %v", row.Theorem.ID, row.Err)
		}
	}
	for _, field := range []string{"sigma", "T"} {
		s, err := Solve(t.Context(), r, field, Target{Epsilon: 0.5, Question: q}, settings)
		if err == nil && s.Row != "composition" || err != nil && !errors.Is(err, ErrOutOfReach) {
			t.Errorf("solving for %s gives %+v, %v", field, s, err)
		}
	}
	series, err := Curve(t.Context(), r, q, "T", []float64{10, 160}, settings)
	if err != nil || !math.IsInf(series[1].Epsilon[1], 1) {
		t.Errorf("the curve of the wrong row has %v, %v", series[1].Epsilon, err)
	}
}

// The error names both values to their last digit: an upper bound of 2.0001 and a lower one of 2.005 contradict each other.
func TestContradictionsAreReported(t *testing.T) {
	for side, want := range map[claim.Side]string{
		claim.Upper: "this row says that ε is at most 2.0001, but Other says that it is at least 2.005;",
		claim.Lower: "this row says that ε is at least 2.0001, but Other says that it is at most 2.005;",
	} {
		c := Contradicted{Own: Answer{Epsilon: 2.0001}, Other: Answer{Epsilon: 2.005}, Name: "Other", Side: side}
		if got := c.Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%s", got)
		}
	}
}

// Values are compared as they are, those that are still to be certified with a margin for rounding.
func TestRefutes(t *testing.T) {
	for _, c := range []struct {
		lower, upper float64
		provisional  bool
		want         bool
	}{
		{1, 1, false, false},
		{1, math.Nextafter(1, 0), false, true},
		{1, 1 - 1e-10, true, false},
		{1, 1 - 1e-8, true, true},
		{1, math.NaN(), false, false},
		{0, 0, false, false},
		{math.Inf(1), 1e300, false, true},
		{math.Inf(1), math.Inf(1), true, false},
	} {
		if got := refutes(c.lower, c.upper, c.provisional); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	// An exact bound that loses its last digit when it is certified is found out.
	r := remembered()
	exact := []*theorem.Theorem{composition.Composition, paper.BokSuAltschuler, attained.LinearAdversary}
	if report, err := Evaluate(t.Context(), r, claim.Question{Alpha: 2}, Settings{catalogue: exact}); err != nil ||
		report.Contradiction != nil || !report.Answer.Certified {
		t.Errorf("what is right: %+v, %+v, %v", report.Contradiction, report.Answer, err)
	}
	exact[1] = certifiedAs(exact[1], 1-1e-12)
	if report, err := Evaluate(t.Context(), r, claim.Question{Alpha: 2}, Settings{catalogue: exact}); err != nil ||
		report.Contradiction == nil || report.Contradiction.Upper.Row != "bok-su-altschuler" {
		t.Errorf("what is wrong in its twelfth digit: %+v, %v", report.Contradiction, err)
	}
}
