package certify

import (
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// StatedStep has the quantities of a step and its run as the user stated them: 0.1 is a tenth, not the float64 next to it.
type StatedStep struct {
	Eta, Clip                                               interval.Number
	Decay                                                   interval.Number // r = ηω, whatever the batch
	Smoothness, StrongConvexity, WeakConvexity, HolderOrder interval.Number
	HolderConstant                                          interval.Number
	Diameter                                                interval.Number // undefined without a projection
	Sensitivity                                             interval.Number // s, a length
	Variance                                                interval.Number // σ² on the iterate, a squared length

	of run.Run // the run of which this is a step
}

// StatedOf returns the quantities of a run whose steps are alike.
func StatedOf(r run.Run) StatedStep { return StatedOfStep(r.Step()) }

// StatedOfStep returns the quantities of a step: run.Step with outward rounding.
func StatedOfStep(s run.Step) StatedStep {
	r := s.Of
	x := StatedStep{
		Eta: interval.Decimal(s.Eta), Decay: interval.Decimal(s.Rate).Mul(interval.Decimal(r.WeightDecay)), Clip: interval.Decimal(r.Clip),
		Diameter:   interval.Decimal(r.Diameter),
		Smoothness: interval.Decimal(r.Smoothness), StrongConvexity: interval.Decimal(r.StrongConvexity),
		WeakConvexity: interval.Decimal(r.WeakConvexity), HolderOrder: interval.Decimal(r.HolderOrder),
		HolderConstant: interval.Decimal(r.HolderConstant), of: r,
	}
	x.Sensitivity = interval.Decimal(r.Kappa()).Mul(x.Contribution())
	sigma := interval.Decimal(r.Sigma)
	switch r.Noise {
	case run.IterateNoise:
	case run.GradientNoise:
		sigma = sigma.Mul(x.Eta)
	case run.NoiseMultiplier:
		sigma = sigma.Mul(x.Contribution())
	case run.LangevinNoise:
		x.Variance = sigma.Square().Mul(x.Eta).Mul(interval.Int(2))
		return x
	default:
		panic(run.Unknown(r.Noise))
	}
	x.Variance = sigma.Square()
	return x
}

// Reach is ηC, Drift 2ηC and Contribution ηC/b, as in run.Step.
func (x StatedStep) Reach() interval.Number        { return x.Eta.Mul(x.Clip) }
func (x StatedStep) Drift() interval.Number        { return x.Reach().Mul(interval.Int(2)) }
func (x StatedStep) Contribution() interval.Number { return x.Reach().Quo(interval.Int(x.of.B)) }

// Exchange is 2ηC/b, or s if the gradients of any two examples are at most κC apart, as in run.Step.
func (x StatedStep) Exchange() interval.Number {
	if x.of.Clipping == run.ClippingDifferenceAll {
		return x.Sensitivity
	}
	return x.Reach().Mul(interval.Fraction(2, x.of.B))
}

// OfSize returns the quantities of a step whose batch holds size examples, as run.Step.OfSize does.
func (x StatedStep) OfSize(size int) StatedStep {
	share := interval.Fraction(size, x.of.B)
	if x.of.Clipping != run.ClippingGLM {
		x.Eta = x.Eta.Mul(share)
		return x
	}
	reg := interval.Int(0)
	if x.of.Loss == run.StronglyConvex {
		reg = x.StrongConvexity
	}
	if !x.of.Nonsmooth() {
		x.Smoothness = reg.Add(x.Smoothness.Sub(reg).Mul(share))
	}
	x.Clip, x.HolderConstant = x.Clip.Mul(share), x.HolderConstant.Mul(share)
	return x
}

// Ratio returns s²/σ²: the squared shift of one step in units of the noise.
func (x StatedStep) Ratio() interval.Number { return x.Sensitivity.Square().Quo(x.Variance) }
