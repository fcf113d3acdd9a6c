package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
)

// rareStep is a run of one step that uses the only example, whose ε at δ = 1e-96 is
// 0.0203567017813049448, computed with 60 digits.
func rareStep() (run.Run, claim.Question) {
	return run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: .001, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.ZeroOut,
		Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}, claim.Question{Delta: 1e-96}
}

func TestRareStepIsRoundedUp(t *testing.T) {
	r, q := rareStep()
	report, err := Evaluate(t.Context(), r, q, Settings{})
	const want = 0.0203567017813049448
	if a := report.Answer; err != nil || !(a.Epsilon >= want && a.Epsilon < want*(1+1e-15)) || !a.Certified {
		t.Errorf("%+v, %v", report.Answer, err)
	}
}

// drawOneStep is a random run of one step whose batch is drawn.
func drawOneStep(source *rand.Rand) (run.Run, claim.Question) {
	n := int(random.LogUniform(source, 1, 3000))
	r := run.Run{N: n, B: 1 + source.IntN(n), T: 1, Sigma: 1,
		Eta: random.LogUniform(source, 1e-3, 10), Clip: random.LogUniform(source, 1e-3, 10),
		Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: random.Pick(source, run.Replace, run.ZeroOut),
		Scheme: random.Pick(source, run.WithoutReplacement, run.Poisson), Loss: run.Convex, Smoothness: .1, Clipping: run.ClippingNever}
	r.Sigma = r.Sensitivity() / random.LogUniform(source, 1e-3, 5)
	if source.IntN(2) == 0 {
		return r, claim.Question{Alpha: 1 + random.LogUniform(source, 1e-3, 100)}
	}
	return r, claim.Question{Delta: random.LogUniform(source, 1e-100, .5)}
}

// No upper bound of one step is below the exact loss or a floor, not by its last digit.
func TestOneStepIsNeverBelowItsFloor(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(26, 9))
	for i := range draws.Sample(400, 10_000) {
		r, q := drawOneStep(source)
		ids := []string{composition.Composition.ID, attained.OneStep.ID, attained.LinearAdversary.ID}
		rows, err := Rows(context.Background(), r, q, Settings{Rows: ids})
		if err != nil {
			t.Fatal(err)
		}
		if q.Delta > 0 && !exactDelta(r, rows[0].Epsilon).AtMost(interval.Decimal(q.Delta)) {
			t.Errorf("%d: at ε = %v δ is %v: %+v %+v", i, rows[0].Epsilon, exactDelta(r, rows[0].Epsilon), r, q)
		}
		for _, floor := range rows[1:] {
			if floor.Applies && floor.Epsilon > rows[0].Epsilon {
				t.Errorf("%d: %v is below %s, %v (certified %v): %+v %+v",
					i, rows[0].Epsilon, floor.Theorem.ID, floor.Epsilon, floor.Certified, r, q)
			}
		}
	}
}

// exactDelta is δ(ε) of one step from the decimals that were stated, where one law is the worst
// of both directions: qE_e of two Gaussians, e = (e^ε − 1 + q)/q. It is 0 where there is another.
func exactDelta(r run.Run, epsilon float64) interval.Number {
	if r.Scheme == run.Poisson && r.Adjacency == run.Replace || r.Scheme == run.WithoutReplacement && r.Adjacency == run.ZeroOut {
		return interval.Int(0)
	}
	q := interval.Fraction(r.B, r.N)
	inside := interval.Float(epsilon).Expm1().Quo(q).Log1p()
	delta, _ := interval.GaussianProfile(certify.StatedOf(r).Ratio().Sqrt(), inside)
	return delta.Mul(q)
}
