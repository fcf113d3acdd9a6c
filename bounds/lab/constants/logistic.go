// Package constants computes the constants of a run for a regularised logistic or soft-max regression
// on features of bounded norm.
package constants

import (
	"math"

	"lastiterate/bounds/run"
)

// Regression is a linear classifier: ℓ₀(θ; x, y) + (reg/2)‖θ‖², features of norm
// at most Features after they were clipped.
type Regression struct {
	Features float64 // L, the norm that features are clipped to
	Bias     bool    // each class has a bias: the features are (x, 1)
	Classes  int     // 2 or more
	// Single says that two classes share one output (logistic regression, one
	// parameter vector); otherwise every class has one (soft-max).
	Single bool
	Reg    float64 // λ ≥ 0, outside of the clip
	Clip   float64 // C, to which each example's gradient of ℓ₀ is clipped; +Inf for never
	Eta    float64 // learning rate, for the modulus; 0 if it is not asked for
}

// RunConstants are the constants of a run that follow from a regression.
type RunConstants struct {
	Curvature       float64 // β of ℓ₀, largest eigenvalue of its Hessian
	Smoothness      float64 // β + reg
	StrongConvexity float64 // reg
	Norm            float64 // bound on the norm of a gradient of ℓ₀
	Difference      float64 // bound on the distance of two clipped gradients
	Clip            float64 // the C of the run: the smaller of Regression.Clip and Norm
	Clips           bool    // Regression.Clip < Norm: gradients may be clipped
	// Clipping is the clipping that a run states. It is empty for several outputs that are clipped with a regulariser outside
	// of the clip: no run of the calculator has them.
	Clipping run.Clipping
	// Modulus is the largest factor by which a step expands distances, and WithoutClip the same if no gradient is clipped.
	// Before is the plain bound 1 + ηβ − η·reg, which does not use convexity, for several outputs that are clipped. Each is
	// NaN if it was not asked for or does not hold; Before is NaN for other regressions too.
	Modulus, WithoutClip, Before float64
}

// Of computes the constants of a regression by Ye and Shokri 2022 (arXiv:2203.05363), Propositions F.1 and F.2. With R² = L² + 1
// (L² without bias) soft-max regression has β = R²/2, by Böhning 1992, and gradients (p − y)xᵀ of norm at most √2·R. With one
// output the factors are 1/4 and 1 instead of 1/2 and √2.
//
// F.2 also says that the slopes of a clipped gradient stay between 0 and β, which holds with one output. With several, the clipped
// gradient's Jacobian M·H is a product of two matrices that do not commute; its symmetric part need not be positive, and a step may
// expand distances. The factor is at most 2/√(4 − ηβ) for a step of the clipped gradient alone, and (1−r)·2/√(4 − ηβ/(1−r)) with a
// regulariser, where r = η·reg (bounds/internal/modulus/modulus.md). The error is run.Errors.
func Of(m Regression) (RunConstants, error) {
	if errs := m.check(); errs != nil {
		return RunConstants{}, errs
	}
	square := m.Features * m.Features
	if m.Bias {
		square++
	}
	c := RunConstants{StrongConvexity: m.Reg}
	if m.Single {
		c.Curvature, c.Norm = square/4, math.Sqrt(square)
	} else {
		c.Curvature, c.Norm = square/2, math.Sqrt(2*square)
	}
	c.Smoothness = c.Curvature + m.Reg
	c.Clips = m.Clip < c.Norm
	c.Clip = min(m.Clip, c.Norm)
	c.Difference = 2 * c.Clip
	switch {
	case m.Single:
		c.Clipping = run.ClippingGLM // whether or not a gradient is ever clipped
	case !c.Clips:
		c.Clipping = run.ClippingDifference // the regulariser is the same in both runs
	case m.Reg == 0:
		c.Clipping = run.ClippingActive
	}
	c.Modulus, c.WithoutClip, c.Before = math.NaN(), math.NaN(), math.NaN()
	if m.Eta > 0 {
		m.moduli(&c)
	}
	return c, nil
}

// moduli sets the factors by which a step may expand distances.
func (m Regression) moduli(c *RunConstants) {
	shrink, reach := m.Eta*m.Reg, m.Eta*c.Curvature
	// Without a clip, or with one output, the slopes of the gradient of ℓ₀ are between 0 and β.
	c.WithoutClip = max(math.Abs(1-shrink), math.Abs(1-shrink-reach))
	c.Modulus = c.WithoutClip
	if !c.Clips || m.Single {
		return
	}
	c.Modulus = math.NaN()
	if shrink < 1 {
		c.Before = 1 - shrink + reach
		if ratio := reach / (1 - shrink); ratio < 4 {
			c.Modulus = min(c.Before, (1-shrink)*2/math.Sqrt(4-ratio))
		} else {
			c.Modulus = c.Before
		}
	}
}

func (m Regression) check() error {
	var errs run.Errors
	errs.Need(m.Features > 0 && m.Features <= 1e100, "features", m.Features,
		"the norm that features are clipped to must be positive, and at most 1e100")
	if m.Classes < 2 || m.Classes > 1e9 {
		errs.Add("classes", m.Classes, "there must be at least two classes, and at most 10⁹")
	} else if m.Single && m.Classes != 2 {
		errs.Add("classes", m.Classes, "a single output tells two classes apart; more classes need an output each")
	}
	errs.Need(m.Reg >= 0 && !math.IsInf(m.Reg, 1), "reg", m.Reg, "the regularisation must be at least 0, and finite")
	errs.Need(m.Clip > 0, "clip", m.Clip, "the clipping norm must be positive; inf for no clipping")
	errs.Need(m.Eta >= 0 && !math.IsInf(m.Eta, 1), "eta", m.Eta,
		"the learning rate must be positive and finite, or 0 if the modulus is not wanted")
	return errs.OrNil()
}
