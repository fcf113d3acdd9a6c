// Package kongribero computes the noise that Kong and Ribero 2025 (arXiv:2407.05237) recommend, as printed and repaired, and the
// least noise by their theorem and by all theorems.
package kongribero

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Training is the setting of Corollary C.2: n examples in a fixed order, in batches of b, E passes, no projection, and gradients of
// norm at most C that are never clipped.
type Training struct {
	N, B, Epochs int
	Clip         float64 // C
	Smoothness   float64 // M
	Weak         float64 // m: f + m‖·‖²/2 is convex, 0 < m
	Alpha        float64 // the Rényi order, above 1
	Epsilon      float64 // the ε to meet at that order
}

// Recommendation is the corollary's, with the printed and the repaired noise.
type Recommendation struct {
	Eta      float64 // λ̄(m) = 1/(2(M + m))
	Printed  float64 // σ̄ on the iterate as printed, which is too little
	Repaired float64 // σ̄ on the iterate that the proof needs
	Batches  float64 // ℓ̄(m), the least number of batches in a pass
}

// Recommend is Corollary C.2. Printed is
//
//	σ̄ = Cλ̄/(2b)·√((1/(αε))·(1 + 4mE/(M+m))).
//
// Its proof needs 4α(λ̄C/(bσ))²·(1 + 4mE/(M+m)) ≤ ε, hence
//
//	σ̄ = (2Cλ̄/b)·√((α/ε)·(1 + 4mE/(M+m))),
//
// 4α times as much. (The corollary's conclusion as displayed lost the factor E, too; the proof has it.)
// The error is run.Errors.
func Recommend(s Training) (Recommendation, error) {
	if errs := s.check(); errs != nil {
		return Recommendation{}, errs
	}
	eta := 1 / (2 * (s.Smoothness + s.Weak))
	passes := 1 + 4*s.Weak/(s.Smoothness+s.Weak)*float64(s.Epochs)
	step := s.Clip * eta / float64(s.B)
	r := Recommendation{
		Eta:      eta,
		Printed:  step / 2 * math.Sqrt(passes/(s.Alpha*s.Epsilon)),
		Repaired: 2 * step * math.Sqrt(passes*s.Alpha/s.Epsilon) * (1 + 1e-14),
		Batches:  math.Ln2 / math.Log1p(s.Weak*eta),
	}
	if batches := s.N / s.B; float64(batches) < r.Batches {
		return Recommendation{}, run.Errors{{Field: "b", Value: fmt.Sprint(s.B),
			Message: fmt.Sprintf("the corollary needs at least %s batches in a pass; there are %d",
				run.FormatNumber(math.Ceil(r.Batches)), batches)}}
	}
	return r, nil
}

// Comparison holds the recommended noise and the least noise that meets the target.
type Comparison struct {
	Recommendation
	Costs   float64 // ε of the order Alpha by Theorem 2.3 with the printed noise
	Theorem bounds.SolvedValue
	Best    bounds.SolvedValue
	Run     run.Run // with the best noise
}

// Compare finds the least noise for the same run by Theorem 2.3 alone, and by the best row. The error is run.Errors, that of ctx, or
// bounds.ErrOutOfReach.
func Compare(ctx context.Context, s Training) (Comparison, error) {
	r, err := Recommend(s)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{Recommendation: r, Run: s.run(r.Eta, r.Printed)}
	q := claim.Question{Alpha: s.Alpha}
	own := bounds.Settings{Rows: []string{"kong-ribero-2.3"}}
	report, err := bounds.Evaluate(ctx, c.Run, q, own)
	if err != nil {
		return Comparison{}, err
	}
	c.Costs = math.Inf(1)
	if report.Answer != nil {
		c.Costs = report.Answer.Epsilon
	}
	target := bounds.Target{Epsilon: s.Epsilon, Question: q}
	if c.Theorem, err = bounds.Solve(ctx, c.Run, "sigma", target, own); err != nil {
		return Comparison{}, err
	}
	if c.Best, err = bounds.Solve(ctx, c.Run, "sigma", target, bounds.Settings{}); err != nil {
		return Comparison{}, err
	}
	c.Run.Sigma = c.Best.Value
	return c, nil
}

// run is the corollary's run.
func (s Training) run(eta, sigma float64) run.Run {
	r := run.Run{
		N: s.N, B: s.B, T: s.N / s.B * s.Epochs, Eta: eta, Clip: s.Clip, Sigma: sigma, Noise: run.IterateNoise,
		Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.WeaklyConvex,
		Smoothness: s.Smoothness, WeakConvexity: min(s.Weak, s.Smoothness), Clipping: run.ClippingNever,
	}
	return r
}

func (s Training) check() error {
	var errs run.Errors
	positive := func(field string, value float64, what string) {
		errs.Need(value > 0 && !math.IsInf(value, 1), field, value, what+" must be positive, and finite")
	}
	errs.Need(s.N >= 1 && s.N <= run.MaxCount, "n", s.N, "there must be at least one example, and at most 1e12")
	if s.B < 1 || s.B > s.N {
		errs.Add("b", s.B, "a batch must have between 1 and n examples")
	} else if s.N%s.B != 0 {
		errs.Add("b", s.B, "the corollary needs batches of one size: b must divide n")
	}
	errs.Need(s.Epochs >= 1 && s.Epochs <= 1_000_000, "epochs", s.Epochs, "there must be between one and a million passes")
	if len(errs) == 0 && s.N/s.B*s.Epochs > run.MaxCount {
		errs.Add("epochs", s.Epochs, fmt.Sprintf("passes of n/b = %d batches may make at most 1e12 iterations, so at most %d "+
			"passes", s.N/s.B,
			run.MaxCount/(s.N/s.B)))
	}
	positive("clip", s.Clip, "the norm of gradients")
	positive("smoothness", s.Smoothness, "the smoothness")
	errs.Need(s.Weak > 0 && s.Weak <= s.Smoothness, "weak_convexity", s.Weak, "weak convexity must be positive and at most the smoothness")
	errs.Need(s.Alpha > 1 && s.Alpha <= 1e9, "alpha", s.Alpha, "the order must be above 1, and at most 10⁹")
	positive("epsilon", s.Epsilon, "ε")
	return errs.OrNil()
}
