package certify

import (
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
)

// Stated are the quantities of a run as they were stated: 0.1 is a tenth, not
// the float64 next to it.
type Stated struct {
	Eta, Clip                                               outward.Number
	Smoothness, StrongConvexity, WeakConvexity, HolderOrder outward.Number
	Diameter                                                outward.Number // undefined where there is no projection
	Sensitivity                                             outward.Number // s, a length
	Variance                                                outward.Number // σ² on the iterate, a squared length
}

// State reads a run's quantities.
func State(r run.Run) Stated {
	x := Stated{
		Eta: outward.Decimal(r.Eta), Clip: outward.Decimal(r.Clip), Diameter: outward.Decimal(r.Diameter),
		Smoothness: outward.Decimal(r.Smoothness), StrongConvexity: outward.Decimal(r.StrongConvexity),
		WeakConvexity: outward.Decimal(r.WeakConvexity), HolderOrder: outward.Decimal(r.HolderOrder),
	}
	perExample := x.Eta.Mul(x.Clip).Quo(outward.Int(r.B)) // ηC/b
	x.Sensitivity = outward.Decimal(r.Kappa()).Mul(perExample)
	sigma := outward.Decimal(r.Sigma)
	switch r.Noise {
	case run.GradientNoise:
		sigma = sigma.Mul(x.Eta)
	case run.NoiseMultiplier:
		sigma = sigma.Mul(perExample)
	case run.LangevinNoise:
		x.Variance = sigma.Square().Mul(x.Eta).Mul(outward.Int(2))
		return x
	}
	x.Variance = sigma.Square()
	return x
}

// Ratio is s²/σ², what one step's squared shift is in units of the noise.
func (x Stated) Ratio() outward.Number { return x.Sensitivity.Square().Quo(x.Variance) }
