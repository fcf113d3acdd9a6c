package kongribero

import (
	"math"

	"lastiterate/bounds/run"
)

// Operators describes two sequences of maps as in Proposition A.5(a). All maps are L-Lipschitz, with Gaussian noise of deviation σ
// after each. The two sequences differ by at most s̄ in every ℓ-th step from the first on, and not in the others. Their starts are at
// most τ apart.
type Operators struct {
	Lipschitz float64 // L > 0
	Apart     float64 // s̄ ≥ 0
	Start     float64 // τ ≥ 0
	Sigma     float64 // σ > 0
	Cycle     int     // ℓ ≥ 1
	Steps     int     // T ≥ 1
}

// Bound is the bound of Proposition A.5(a), equation (26), on the Rényi divergence of order α, divided by α and without the
// divergence of the starts shifted by τ:
//
//	(1/(2σ²))·[(Lτ + s̄)²·θ(ℓ) + s̄²·((E−1)·θ(ℓ) + θ(T − Eℓ))],   E = ⌊T/ℓ⌋,
//
// with θ(k) = L^{2(k−1)}/Σ_{j<k} L^{2j} and θ(0) = 0. The printed bound counts an incomplete first cycle as complete. If T < ℓ, only
// T steps hide the first push and the distance of the starts, so Bound uses θ(T), which is larger, instead of θ(ℓ). Its value is
// then above the printed one if τ > 0. The error is run.Errors.
func (o Operators) Bound() (perOrder float64, err error) {
	if err := o.check(); err != nil {
		return math.Inf(1), err
	}
	o.Cycle = min(o.Cycle, o.Steps)
	return o.printed() * (1 + 1e-12), nil
}

// Printed is equation (26) as printed.
func (o Operators) Printed() (perOrder float64, err error) {
	if err := o.check(); err != nil {
		return math.Inf(1), err
	}
	return o.printed(), nil
}

func (o Operators) printed() float64 {
	first := o.Lipschitz*o.Start + o.Apart
	full := o.Steps / o.Cycle
	sum := first*first*o.theta(o.Cycle) + o.Apart*o.Apart*(float64(full-1)*o.theta(o.Cycle)+o.theta(o.Steps-full*o.Cycle))
	return sum / (2 * o.Sigma * o.Sigma)
}

// theta is θ_L(k) of equation (15): (1 − L^{−2})/(1 − L^{−2k}), 1/k at L = 1.
func (o Operators) theta(k int) float64 {
	if k == 0 {
		return 0
	}
	log := 2 * math.Log(o.Lipschitz)
	if log == 0 {
		return 1 / float64(k)
	}
	return math.Expm1(-log) / math.Expm1(-log*float64(k))
}

func (o Operators) check() error {
	var errs run.Errors
	errs.Need(o.Lipschitz > 0 && !math.IsInf(o.Lipschitz, 1), "lipschitz", o.Lipschitz,
		"the Lipschitz constant of a step must be positive, and finite")
	errs.Need(o.Apart >= 0 && !math.IsInf(o.Apart, 1), "apart", o.Apart, "the distance that a step adds must be at least 0, and finite")
	errs.Need(o.Start >= 0 && !math.IsInf(o.Start, 1), "start", o.Start, "the distance of the starts must be at least 0, and finite")
	errs.Need(o.Sigma > 0 && !math.IsInf(o.Sigma, 1), "sigma", o.Sigma, "the noise must be positive, and finite")
	errs.Need(o.Cycle >= 1 && o.Cycle <= 1e9, "cycle", o.Cycle, "a cycle must have at least one step, and at most 10⁹")
	errs.Need(o.Steps >= 1 && o.Steps <= 1e9, "steps", o.Steps, "there must be at least one step, and at most 10⁹")
	return errs.OrNil()
}
