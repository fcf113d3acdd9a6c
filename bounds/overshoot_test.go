package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Without a projection, full-batch steps on strongly convex losses leak exactly
// what the best bound says, also where they overshoot the minimum: composition
// from ηL = 2 on, the shift optimum below (bounds/internal/adversary/adversary.md).
func TestOvershootingStepsAreExact(t *testing.T) {
	for _, c := range []struct {
		eta float64
		row string
	}{{0.19, "shift"}, {0.2, "composition"}, {0.35, "composition"}, {1.2, "composition"}, {1.9, "composition"}} {
		r := run.Run{N: 4, B: 4, T: 300, Eta: c.eta, Clip: 1, Sigma: 2, Diameter: math.Inf(1), Scheme: run.Full,
			Noise: run.IterateNoise, Adjacency: run.Replace,
			Loss: run.StronglyConvex, Smoothness: 10, StrongConvexity: 1, Clipping: run.ClippingDifference}
		for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
			report := tableOf(t, r, q)
			upper, lower := report.Answer, report.Lower
			if upper == nil || lower == nil {
				t.Fatalf("η=%v, %+v: no answer or no lower bound", c.eta, q)
			}
			if !(lower.Epsilon <= upper.Epsilon && lower.Epsilon >= upper.Epsilon*(1-1e-9)) {
				t.Errorf("η=%v, %+v: between %v and %v, want one value", c.eta, q, lower.Epsilon, upper.Epsilon)
			}
			for _, row := range report.Rows {
				if row.Theorem.ID == c.row && !(math.Abs(row.Epsilon/upper.Epsilon-1) < 1e-9) {
					t.Errorf("η=%v, %+v: %s gives %v, the answer is %v", c.eta, q, c.row, row.Epsilon, upper.Epsilon)
				}
			}
		}
	}
}

// A clipped step with ηL = 3.2 stretches by ηL − 1 = 2.2. Nine of its ten examples are a step
// with 0.9·3.2 = 2.88, which stretches the whole diameter 1 to 2/√(4 − 2.88), and the zeroed one
// adds ηC/n = 2: 3.89 to be hidden by σ = 4, which is ε(2) = 3.89²/16, certified and never less.
func TestClippedOvershootIsCertified(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 20, Eta: 1, Clip: 20, Sigma: 4, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.ZeroOut,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 3.2, Clipping: run.ClippingActive}
	rows, err := Rows(context.Background(), r, claim.Question{Alpha: 2}, Settings{Rows: []string{"shift", "last-step"}})
	if err != nil || len(rows) != 2 {
		t.Fatal(rows, err)
	}
	want := math.Pow((2/math.Sqrt(4-2.88)+2)/4, 2)
	for _, row := range rows {
		if !row.Certified || math.Abs(row.Epsilon/want-1) > 1e-12 {
			t.Errorf("%s: %v, certified %v; want %v", row.Theorem.ID, row.Epsilon, row.Certified, want)
		}
	}
}
