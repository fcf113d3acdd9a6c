package certify

import (
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Stated are the quantities of a run as they were stated: 0.1 is a tenth, not
// the float64 next to it.
type Stated struct {
	Eta, Clip                                               interval.Number
	Smoothness, StrongConvexity, WeakConvexity, HolderOrder interval.Number
	Diameter                                                interval.Number // undefined where there is no projection
	Sensitivity                                             interval.Number // s, a length
	Variance                                                interval.Number // σ² on the iterate, a squared length
}

// State reads a run's quantities.
func State(r run.Run) Stated {
	x := Stated{
		Eta: interval.Decimal(r.Eta), Clip: interval.Decimal(r.Clip), Diameter: interval.Decimal(r.Diameter),
		Smoothness: interval.Decimal(r.Smoothness), StrongConvexity: interval.Decimal(r.StrongConvexity),
		WeakConvexity: interval.Decimal(r.WeakConvexity), HolderOrder: interval.Decimal(r.HolderOrder),
	}
	perExample := x.Eta.Mul(x.Clip).Quo(interval.Int(r.B)) // ηC/b
	x.Sensitivity = interval.Decimal(r.Kappa()).Mul(perExample)
	sigma := interval.Decimal(r.Sigma)
	switch r.Noise {
	case run.IterateNoise:
	case run.GradientNoise:
		sigma = sigma.Mul(x.Eta)
	case run.NoiseMultiplier:
		sigma = sigma.Mul(perExample)
	case run.LangevinNoise:
		x.Variance = sigma.Square().Mul(x.Eta).Mul(interval.Int(2))
		return x
	default:
		panic(run.Unknown(r.Noise))
	}
	x.Variance = sigma.Square()
	return x
}

// Ratio is s²/σ², what one step's squared shift is in units of the noise.
func (x Stated) Ratio() interval.Number { return x.Sensitivity.Square().Quo(x.Variance) }
