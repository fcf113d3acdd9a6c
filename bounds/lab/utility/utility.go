// Package utility evaluates published utility bounds as the diameter of the domain and the noise vary. Most bounds hold up to
// unstated constants, which are set to 1: only ratios of such values have a meaning.
package utility

import (
	"cmp"
	"fmt"
	"math"

	"lastiterate/bounds/run"
)

// Workload is a run with the other quantities on which utility depends.
type Workload struct {
	Run       run.Run
	Dimension int     // d ≥ 1, of the weights
	Deviation float64 // σ_SGD ≥ 0: root mean square distance of single examples' gradients from the mean
	// Epsilon is the privacy loss of the trade-offs: of order Alpha in Propositions 3.8 and 3.12 and in Chourasia's bound, and
	// at Delta in equation (19) and after 3.8.
	Alpha, Epsilon, Delta float64
}

// Shape is one bound, up to its constants.
type Shape struct {
	ID     string
	Source string
	Of     string // what is bounded
	// Needs says which condition on the run fails, with its numbers; empty if none does.
	Needs string
	// Firm says that all constants are known, so the value is a bound.
	Firm bool
	// Free says that the bound does not depend on the diameter. Tuned says that it does not depend on the run's noise, because
	// it is for the noise that the privacy loss needs.
	Free, Tuned bool
	at          func(Workload) float64
}

// Of returns the bounds for a run. There are fewer without strong convexity or without a bounded domain. The error is run.Errors.
func Of(s Workload) ([]Shape, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	shapes := s.shapes()
	for i := range shapes {
		shapes[i].Needs = cmp.Or(shapes[i].Needs, uncovered(s.Run, shapes[i].Tuned))
	}
	return shapes, nil
}

// uncovered says which property of a run the utility bounds do not cover; empty if there is none. A trade-off is for the noise that
// the privacy loss of one example needs if the last iterate is released.
func uncovered(r run.Run, tradeoff bool) string {
	switch {
	case r.WeightDecay > 0:
		return "needs a run without weight decay, which moves the point that the steps approach"
	case r.After > 0:
		return "needs a run without a deletion, after which the loss is another"
	case r.Tuned():
		return "needs a single run, not the best of several"
	case tradeoff && r.Members() > 1:
		return "needs the privacy loss of one example, not that of all examples of one person"
	case tradeoff && r.Releases() > 1:
		return "needs a run that releases its last iterate alone"
	}
	return ""
}

// shapes lists the bounds for the class of losses and the domain.
func (s Workload) shapes() []Shape {
	r := s.Run
	short := func(limit float64, words string) string {
		if limit *= 1 + 1e-12; r.Eta <= limit {
			return ""
		}
		return fmt.Sprintf("needs η ≤ %s = %s; here η = %s", words, run.FormatNumber(run.Digits(limit, 3)), run.FormatNumber(r.Eta))
	}
	clipped := "" // why Liang et al.'s bounds, which are for clipped gradients, do not hold
	if r.Clipping.Differences() {
		clipped = "needs gradients of norm at most C"
	}
	gradient := cmp.Or(short(1/(9*r.Smoothness), "1/(9L)"), clipped)
	out := []Shape{
		{ID: "liang-3.7", Source: "Liang et al. 2025, Lemma 3.7", Of: "norm of the gradient", Needs: gradient, Free: true,
			at: Workload.gradient},
		{ID: "liang-3.8", Source: "Liang et al. 2025, Proposition 3.8", Of: "norm of the gradient, with the noise that ε needs",
			Needs: gradient, Free: true, Tuned: true,
			at: func(s Workload) float64 { return s.withNoise(float64(s.Run.T)).gradient() }},
		{ID: "liang-3.8-after", Source: "Liang et al. 2025, after Proposition 3.8",
			Of: "squared norm of the gradient, with everything chosen for ε and δ", Needs: clipped, Free: true, Tuned: true,
			at: Workload.stationary},
	}
	if r.Loss != run.StronglyConvex || r.StrongConvexity == 0 {
		return out
	}
	if r.Bounded() {
		gap := cmp.Or(short(9/(20*r.Smoothness), "9/(20L)"), clipped)
		out = append(out,
			Shape{ID: "liang-3.10", Source: "Liang et al. 2025, Theorem 3.10", Of: "root of the optimality gap", Needs: gap,
				at: Workload.gap},
			Shape{ID: "liang-3.12", Source: "Liang et al. 2025, Proposition 3.12",
				Of: "root of the optimality gap, with the noise that ε needs", Needs: gap, Tuned: true,
				at: func(s Workload) float64 { return s.withNoise(min(float64(s.Run.T), s.burnIn())).gap() }},
			Shape{ID: "liang-19", Source: "Liang et al. 2025, equation (19)", Of: "optimality gap, with everything chosen for ε and δ",
				Needs: gap,
				Tuned: true, at: Workload.attainable},
		)
		firm := short(2/r.Smoothness, "2/L")
		switch {
		case !r.Scheme.UsesAll():
			firm = "needs a full batch"
		case r.Clipping == run.ClippingActive || r.Clipping == run.ClippingGLM:
			firm = "needs gradients that are never clipped"
		}
		out = append(out, Shape{ID: "contraction", Source: "after Chourasia et al. 2021",
			Of: "optimality gap, with the run’s own noise and iterations", Needs: firm, Firm: true, at: Workload.contractionGap})
	}
	return append(out, Shape{ID: "chourasia", Source: "Chourasia et al. 2021, strongly convex losses", Of: "optimality gap, with " +
		"noise and iterations chosen for ε", Free: true, Tuned: true,
		at: func(s Workload) float64 {
			r := s.Run
			return s.Alpha * r.Smoothness * float64(s.Dimension) * math.Pow(r.Clip/(r.StrongConvexity*float64(r.N)), 2) / s.Epsilon
		}})
}

// At is the value of the bound with the run's diameter and noise multiplied by factors, and every unstated constant set to 1.
func (s Shape) At(in Workload, diameter, noise float64) float64 {
	in.Run.Diameter *= diameter
	in.Run.Sigma *= noise
	return s.at(in)
}

// noise is σ_DP, the deviation of the noise on the gradient.
func (s Workload) noise() float64 { return s.Run.IterateNoise() / s.Run.Eta }

// withNoise returns the workload with σ_DP² = αC²·steps/(εnb), the noise that a privacy loss of ε needs up to constants.
func (s Workload) withNoise(steps float64) Workload {
	r := s.Run
	variance := s.Alpha * r.Clip * r.Clip * steps / (s.Epsilon * float64(r.N) * float64(r.B))
	s.Run = r.WithIterateNoise(r.Eta * math.Sqrt(variance))
	return s
}

// burnIn is T̄ = (1+ηL)²nbD²/(η²C²), after which the privacy loss on a bounded domain grows no further.
func (s Workload) burnIn() float64 {
	r := s.Run
	return math.Pow((1+r.Eta*r.Smoothness)*r.Diameter/(r.Eta*r.Clip), 2) * float64(r.N) * float64(r.B)
}

// gradient is equation (14).
func (s Workload) gradient() float64 {
	r, d := s.Run, float64(s.Dimension)
	return 1/(r.Eta*r.Clip*float64(r.T)) + 1/math.Sqrt(r.Eta*float64(r.T)) + min(s.Deviation, s.Deviation*s.Deviation/r.Clip) +
		math.Sqrt(r.Eta*r.Smoothness/float64(r.B))*s.Deviation + d*r.Smoothness*r.Eta/r.Clip*s.noise()*s.noise() +
		math.Sqrt(d*r.Smoothness*r.Eta)*s.noise()
}

// gap is equation (17).
func (s Workload) gap() float64 {
	r, d, m := s.Run, float64(s.Dimension), s.Run.StrongConvexity
	return math.Sqrt(r.Smoothness)*r.Diameter/(r.Eta*r.Clip*float64(r.T)) + r.Diameter/math.Sqrt(r.Eta*float64(r.T)) +
		min(math.Pow(r.Smoothness, 0.75)/math.Pow(m, 1.25)*s.Deviation, math.Sqrt(math.Pow(s.Deviation, 3)/(m*r.Clip))) +
		math.Sqrt(r.Eta/float64(r.B))*s.Deviation + d*r.Eta*s.noise()*s.noise()*math.Sqrt(r.Smoothness)/r.Clip +
		math.Sqrt(d*r.Eta)*s.noise()
}

// privacyTerm is p = dL·ln(1/δ)/(εn)², by which the privacy loss enters stationary and attainable.
func (s Workload) privacyTerm() float64 {
	return float64(s.Dimension) * s.Run.Smoothness * math.Log(1/s.Delta) / math.Pow(s.Epsilon*float64(s.Run.N), 2)
}

// stationary is the trade-off that follows Proposition 3.8,
//
//	max{p, σ_SGD^{4/3}·p^{1/3}},   p = dL·ln(1/δ)/(εn)².
//
// It is the square of (15) for b = n, α = ln(1/δ)/ε, ηT = 1/(C√p) and C = σ_SGD^{4/3}p^{−1/6}, whose terms are then at most √p or
// σ_SGD^{2/3}p^{1/6}.
func (s Workload) stationary() float64 {
	return max(s.privacyTerm(), math.Pow(s.Deviation, 4.0/3)*math.Cbrt(s.privacyTerm()))
}

// attainable is equation (19), which follows from (18) as stationary does from (15).
func (s Workload) attainable() float64 {
	r, d, log, term := s.Run, float64(s.Dimension), math.Log(1/s.Delta), s.privacyTerm()
	return max(r.Diameter*r.Diameter*term,
		math.Pow(s.Deviation, 1.5)*math.Sqrt(r.Diameter/r.StrongConvexity)*math.Pow(term, 0.25),
		s.Deviation*r.Diameter*math.Sqrt(d*log/(float64(r.B)*s.Epsilon)))
}

// contractionGap bounds the optimality gap of full-batch steps that contract distances by c = max(|1−ηm|, |1−ηL|) < 1, if the
// minimiser θ* is inside the domain: then a step gives E‖θ' − θ*‖² ≤ c²E‖θ − θ*‖² + dσ², and the gap is at most (L/2)‖θ − θ*‖². It
// is +Inf if c ≥ 1.
func (s Workload) contractionGap() float64 {
	r := s.Run
	c := max(math.Abs(1-r.Eta*r.StrongConvexity), math.Abs(1-r.Eta*r.Smoothness))
	if c >= 1 {
		return math.Inf(1)
	}
	left := math.Pow(c, 2*float64(r.T))
	sigma := r.IterateNoise()
	return r.Smoothness / 2 * (left*r.Diameter*r.Diameter + float64(s.Dimension)*sigma*sigma*(1-left)/(1-c*c)) * (1 + 1e-9)
}

func (s Workload) check() error {
	var errs run.Errors
	if err := s.Run.Validate(); err != nil {
		return err
	}
	errs.Need(s.Run.Loss != run.Holder && s.Run.Smoothness > 0 && !s.Run.Nonsmooth(), "run", s.Run.Loss,
		"utility bounds need a smooth loss with L > 0; this run has none")
	errs.Need(s.Run.Steady(), "run", s.Run.Schedule, "utility bounds need a constant learning rate")
	errs.Need(s.Dimension >= 1 && s.Dimension <= run.MaxCount, "dimension", s.Dimension, "there must be at least one weight")
	errs.Need(s.Deviation >= 0 && s.Deviation <= run.MaxMagnitude, "deviation", s.Deviation, "this must be positive, and at most 10³⁰")
	errs.Need(s.Epsilon > 0 && s.Epsilon <= run.MaxMagnitude, "epsilon", s.Epsilon, "this must be positive, and at most 10³⁰")
	errs.Need(s.Alpha > 1 && s.Alpha <= 1e9, "alpha", s.Alpha, "the order must be above 1, and at most 10⁹")
	errs.Need(s.Delta > 0 && s.Delta < 1, "delta", s.Delta, "δ must be between 0 and 1")
	return errs.OrNil()
}
