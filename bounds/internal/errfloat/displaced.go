package errfloat

import "math"

// Displaced is an upper bound on 1/q times the privacy profile at ε = loss ≥ 0 of a step to which each of two runs adds a vector
// with probability q = rate in (0, 1]. The two vectors have lengths at most mu and a distance at most apart·mu, 0 < apart ≤ 2, in
// units of the noise. With γ = e^loss, κ = (1−q)(γ−1)/q and H_c the hockey-stick divergence of a Gaussian shift at c, the exact value
// is the least, over 0 ≤ t ≤ 1, of
//
//	t·H_{κ/t}(mu) + (1−t)·H_{γ/(1−t)}(apart·mu)
//
// (renyi/sampling.md, section 3). Every t gives an upper bound; the multiples of U are margins for rounding.
func Displaced(rate, mu, apart, loss float64) float64 {
	kappa := Expm1(loss) * (1 - rate) / rate * (1 - 40*U)
	t := evenShare(kappa, mu, apart, loss)
	sum := 0.0
	if t > 0 {
		sum = withoutPart(t, kappa, mu)
	}
	if rest := (1 - t) * (1 + 2*U); rest > 0 {
		_, log := Log(rest)
		further := loss - log
		sum += float64(rest * Profile(apart*mu*(1+2*U), max(0, further-float64(8*U*(loss+math.Abs(log))))))
	}
	return sum * (1 + 8*U)
}

// withoutPart returns at least t·H_{κ/t}(mu), where κ/t may be below 1: H_c = 1 − c + c·H_{1/c}.
func withoutPart(t, kappa, mu float64) float64 {
	switch {
	case kappa >= t:
		below, _ := Log(min(kappa/t*(1-2*U), 1/tinyRatio))
		return t * Profile(mu, max(0, below)) * (1 + 4*U)
	case kappa/t < tinyRatio:
		return t
	}
	below, _ := Log(t / kappa * (1 - 2*U))
	return (t - kappa + float64(kappa*Profile(mu, max(0, below)))) * (1 + 8*U)
}

// tinyRatio is a ratio whose inverse is far from overflow.
const tinyRatio = 1e-200

// evenShare approximates the best t of Displaced: the one at which both divergences are integrals over the same half-line. It is
// the first term of
//
//	κ·e^{mu·z − mu²/2} + γ·e^{apart·mu·z − (apart·mu)²/2} = 1
//
// at the root z. The logarithm of the left side is convex and rises with z, so Newton's steps approach the root from the
// right. Every t gives a bound, so they may stop anywhere.
func evenShare(kappa, mu, apart, loss float64) float64 {
	const steps, enough = 24, 1e-10 // Newton’s steps at most, and the logarithm of the left side at which they stop
	if !(kappa > tinyRatio) || !(mu > tinyRatio) || math.IsInf(mu, 1) || !(apart > tinyRatio) {
		return 0
	}
	_, log := Log(kappa)
	far := apart * mu
	z, share := min(mu/2-log/mu, far/2-loss/far), 0.0
	for range steps {
		near := log + float64(mu*(z-mu/2))
		other := loss + float64(far*(z-far/2))
		most, less := max(near, other), Exp(-math.Abs(near-other))
		share = 1 / (1 + less)
		if near < other {
			share = less / (1 + less)
		}
		sum := most + Log1p(less)
		if math.Abs(sum) < enough {
			break
		}
		z -= sum / (float64(share*mu) + float64((1-share)*far))
	}
	if !(share >= 0 && share <= 1) {
		return 0
	}
	return share
}
