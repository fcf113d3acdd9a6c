package proof

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// Solving returns the proof of a theorem that answers each question separately. If its arithmetic fails it proves nothing;
// and no floor is infinite.
func Solving(side claim.Side, note string, solve func(q claim.Question) (claim.Solution, error)) claim.Proof {
	return claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		s, err := solve(q)
		s.Note, s.Coarse = note, side == claim.Upper // such upper bounds are certified to fewer digits
		switch {
		case side == claim.Upper && math.IsNaN(s.Epsilon):
			s.Bound = claim.Found(q, math.Inf(1))
		case side == claim.Lower && !(s.Epsilon < math.Inf(1)):
			s.Bound = claim.Found(q, 0)
		}
		return s, err
	}}
}

// CertifiedLinear states (α, αρ)-RDP. exact computes ρ again from the stated decimals; write returns the formula with its
// numbers.
func CertifiedLinear(r run.Run, rho float64, exact func(x certify.StatedStep) interval.Number, write func() string) Parts {
	g := Linear(rho)
	g.Certify = certify.Linear(func() interval.Number { return exact(certify.StatedOf(r)) })
	g.Explain = Explained(write)
	return g
}

// OfUses is CertifiedLinear for ρ = factor·s²/(share·σ²), where share is 1 or 2. exact computes the factor again from the
// stated decimals; write returns the factor in LaTeX.
func OfUses(r run.Run, share int, factor float64, exact func(x certify.StatedStep) interval.Number, write func() string) Parts {
	ratio := r.Sensitivity() / r.IterateNoise()
	return CertifiedLinear(r, ratio*ratio/float64(share)*factor, func(x certify.StatedStep) interval.Number {
		return x.Ratio().Mul(exact(x)).Quo(interval.Int(share))
	}, func() string {
		variance := typeset.Squared(r.IterateNoise())
		if share > 1 {
			variance = fmt.Sprintf(`%d \cdot %s`, share, variance)
		}
		return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %s}{%s} %s`, typeset.Squared(r.Sensitivity()), variance, write())
	})
}

// CertifiedGaussian states μ-GDP. exact computes μ² again from the stated decimals.
func CertifiedGaussian(r run.Run, muSquared float64, exact func(x certify.StatedStep) interval.Number, write func() string) Parts {
	g := Gaussian(muSquared)
	g.Certify = certify.Gaussian(func() interval.Number { return exact(certify.StatedOf(r)) })
	g.Explain = Explained(write)
	return g
}
