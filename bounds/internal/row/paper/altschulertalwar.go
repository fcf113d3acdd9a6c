package paper

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// AltschulerTalwar is Theorem 3.1 of Altschuler and Talwar 2022 with the
// constants of its proof: convex, L-smooth, C-Lipschitz losses on a domain of
// diameter D, batches of b distinct examples drawn afresh every step, η ≤ 2/L,
// b ≤ n/5, σ/η > 8√2·C/b. For α ≤ α*(b/n, bσ/(2√2ηC)) and s_n = 2ηC/n,
//
//	ε(α) = 2αs_n²/σ²·min(T, 2D/s_n).
//
// T is composition. The other term is the choice N = D/(2s_n) in the bound
//
//	α/σ²·(4Ns_n² + D²/N)
//
// that the proof has for every number N ≤ T of last steps: half of the noise
// hides the sampled gradients, half the distance D. N must be a whole number,
// so the better of the two nearest D/(2s_n) is evaluated; the difference to
// print is below (s_n/D)² of the value for D ≥ 2s_n. It matters on tiny
// domains: for D < s_n/(4π) the printed value is smaller than what the sign of
// W_1 alone gives away, αs_n²/(πσ²) for T = 1 and large σ, whatever D is (one
// gradient C against −C, all others 0, W_0 in the middle of the domain).
//
// The sampled gradients are charged 2αq²/u², u = bσ/(2√2ηC) (Mironov, Talwar and
// Zhang 2019, Theorem 11), which covers the replacement of one example in both
// directions; altschulertalwar.md has the proof. Zeroing an example out is
// replacing its loss by a constant, so both adjacencies have the same value.
var AltschulerTalwar = &theorem.Theorem{
	ID:   "altschuler-talwar",
	Name: "Altschuler–Talwar",
	Source: theorem.Source{Authors: "Altschuler and Talwar",
		Title: "Privacy of noisy stochastic gradient descent: more iterations without more privacy loss",
		Year:  2022, Where: "Theorem 3.1, with the constants of its proof", URL: "https://arxiv.org/abs/2205.13710",
		Key: "altschuler2022privacy", Names: "Altschuler, Jason and Talwar, Kunal", In: "Advances in Neural Information Processing " +
			"Systems 35",
		Pages: "3788--3800"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Sampled batches and convex losses: after about Dn/(ηC) steps the privacy loss stops growing.",
	Errata: "The number of last steps in the proof is a whole number; the best one is used here. On domains smaller than s_n the " +
		"formula for real numbers falls to 0 with D, but the sign of the released model shows that the loss does not.",
	Formula: `\varepsilon(\alpha) = \frac{2 \alpha s_n^2}{\sigma^2} \min\left(T, \frac{2D}{s_n}\right), \quad s_n = \frac{2\eta C}{n}, ` +
		`\quad \alpha \le \alpha^*`,
	Symbols:      "s_n is the sensitivity of a step on all n examples; α* is the largest order at which the theorem holds.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		hypotheses := []claim.Hypothesis{
			need.Scheme(r, run.WithoutReplacement), need.FixedSize(r), need.Class(r, run.Convex, run.StronglyConvex),
			needLipschitzLoss(r), need.Projection(r),
			need.Step(r, "2/L", 2, false, r.Smoothness),
			needFifth(r), needNoise(r, 128, "8√2"),
		}
		if !theorem.Applies(hypotheses) {
			return hypotheses // α* is defined for these runs only
		}
		sampling, u := sampledNoise(r, 2)
		return append(hypotheses, needOrder(q, sampling, u, exactAltschulerTalwar(r)))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		rho, steps := altschulerTalwarSlope(r)
		q, u := sampledNoise(r, 2)
		return proof.Parts{
			Renyi: func(alpha float64) float64 {
				if !orderAllowed(q, u, alpha) {
					return math.Inf(1)
				}
				return alpha * rho
			},

			Certify: certify.Renyi(func() func(interval.Number) interval.Number { return exactAltschulerTalwar(r) }),
			Explain: proof.Explained(func() string {
				s := r.Step().Drift() / float64(r.N)
				return fmt.Sprintf(`\varepsilon(\alpha) = \frac{2 \alpha \cdot %s}{%s} \min\left(%d, \frac{2 \cdot %s}{%s}\right)`,
					typeset.Squared(s), typeset.Squared(r.IterateNoise()), r.T, typeset.Number(r.Diameter), typeset.Number(s))
			}, proof.Window(r, r.T-steps)...),
			Note: "for orders up to α* = " + typeset.Short(largestOrder(q, u)),
		}.Upper(), nil
	},
}

// altschulerTalwarSlope returns ε(α)/α, and the number of last steps that are charged.
func altschulerTalwarSlope(r run.Run) (slope float64, steps int) {
	s := r.Step().Drift() / float64(r.N)
	inUnits := r.Diameter / s // D/s_n
	best, steps := 2*float64(r.T), r.T
	for _, n := range []float64{max(1, math.Floor(inUnits/2)), max(1, math.Ceil(inUnits/2))} {
		if v := 4*n + inUnits*inUnits/n; n <= float64(r.T) && v < best {
			best, steps = v, int(n)
		}
	}
	ratio := s / r.IterateNoise()
	return best * ratio * ratio, steps
}

// sampledNoise returns q, and u of one of the given number of equal parts of a step's noise variance: that part's noise over
// the sensitivity 2ηC/b of a step.
func sampledNoise(r run.Run, parts int) (q, u float64) {
	return r.SamplingRate(), float64(r.B) * r.IterateNoise() / (2 * math.Sqrt(float64(parts)) * r.Eta * r.Clip)
}

// exactNoise returns q and u² of sampledNoise with outward rounding.
func exactNoise(r run.Run, x certify.StatedStep, parts int) (q, square interval.Number) {
	return stepwise.ExactRate(r), x.Variance.Mul(interval.Int(r.B).Square()).Quo(x.Reach().Square().Mul(interval.Int(4 * parts)))
}

// orderAllowed reports whether α meets both conditions of Mironov, Talwar and
// Zhang 2019, Theorem 11, with K = log(1 + 1/(q(α−1))):
//
//	α ≤ Ku²/2 − 2 log u,   α ≤ (K²u²/2 − log 5 − 2 log u)/(K + log(qα) + 1/(2u²)).
//
// The denominator is the logarithm of qα + α/(α−1) > 1 and more.
func orderAllowed(q, u, alpha float64) bool {
	k := math.Log1p(1 / (q * (alpha - 1)))
	first := k*u*u/2 - 2*math.Log(u)
	second := (k*k*u*u/2 - math.Log(5) - 2*math.Log(u)) / (math.Log(q*alpha+alpha/(alpha-1)) + 1/(2*u*u))
	return alpha <= first && alpha <= second
}

// largestOrder returns α*, the largest order that is allowed: both right sides of orderAllowed fall where they meet α, which
// a test checks. It is 1 if no larger order is allowed.
func largestOrder(q, u float64) float64 {
	lo, hi := -36.0, 50.0 // ln(α−1)
	if !orderAllowed(q, u, 1+math.Exp(lo)) {
		return 1
	}
	lo, _ = scalar.Halve(lo, hi, 100, func(x float64) bool { return !orderAllowed(q, u, 1+math.Exp(x)) })
	return 1 + math.Exp(lo)
}

// needOrder requires α ≤ α*(sampling, u); a question about (ε, δ) uses the orders up to α*. exact is the row's ε(α),
// undefined if the order is not certain to be allowed.
func needOrder(q claim.Question, sampling, u float64, exact func(alpha interval.Number) interval.Number) claim.Hypothesis {
	limit := largestOrder(sampling, u)
	h := claim.Hypothesis{Name: "Rényi order", Holds: limit > 1, Needed: "α ≤ α* = " + typeset.Short(limit),
		Actual: "the best order up to α*"}
	if q.Renyi() {
		h.Holds = orderAllowed(sampling, u, q.Alpha) && exact(interval.Decimal(q.Alpha)).Defined()
		h.Actual = "α = " + typeset.Short(q.Alpha)
	}
	return h.Otherwise("beyond α* the divergence of a sampled Gaussian is no longer quadratic in q")
}

// needFifth is the hypothesis b ≤ n/5.
func needFifth(r run.Run) claim.Hypothesis {
	return need.AtMost("batch size", "b", float64(r.B), "n/5", float64(r.N)/5, false, func() (b, limit interval.Number) {
		return interval.Int(r.B), interval.Fraction(r.N, 5)
	})
}

// needNoise is the hypothesis σ/η > √squared·C/b; factor is how the root is written.
func needNoise(r run.Run, squared int, factor string) claim.Hypothesis {
	value, limit := r.IterateNoise()/r.Eta, math.Sqrt(float64(squared))*r.Clip/float64(r.B)
	more := certify.Compare(limit, value, func() (limit, value interval.Number) { // squared, times (ηb)²
		x := certify.StatedOf(r)
		return x.Reach().Square().Mul(interval.Int(squared)), x.Variance.Mul(interval.Int(r.B).Square())
	}) < 0
	h := claim.Hypothesis{Name: "noise", Holds: more,
		Needed: "σ/η > " + factor + "·C/b = " + typeset.Short(limit), Actual: "σ/η = " + typeset.Short(value)}
	return h.Otherwise("σ is " + typeset.Short(value/limit) + " times the limit")
}

// needLipschitzLoss requires losses that are C-Lipschitz themselves.
func needLipschitzLoss(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "C-Lipschitz loss", Holds: r.Clipping == run.ClippingNever,
		Needed: "clipping never active: every gradient of norm at most C", Actual: run.Words(r.Clipping)}
	switch r.Clipping {
	case run.ClippingNever: // holds
	case run.ClippingActive:
		h.Detail = "a clipped gradient need not be the gradient of a convex loss"
	case run.ClippingGLM:
		h.Detail = "the regulariser's gradient is added after clipping"
	case run.ClippingDifference, run.ClippingDifferenceAll:
		h.Detail = "only the difference of two gradients is bounded"
	}
	return h
}

// exactAltschulerTalwar returns ε(α) with outward rounding, undefined if the order is not certain to be allowed.
func exactAltschulerTalwar(r run.Run) func(alpha interval.Number) interval.Number {
	x, two := certify.StatedOf(r), interval.Int(2)
	s := x.Reach().Mul(interval.Fraction(2, r.N))
	inUnits := x.Diameter.Quo(s)
	best := two.Mul(interval.Int(r.T))
	half := inUnits.Float64() / 2
	for _, n := range []float64{max(1, math.Floor(half)), max(1, math.Ceil(half))} {
		if n <= float64(r.T) {
			steps := interval.Int(int(n))
			best = interval.Lesser(best, steps.Mul(interval.Int(4)).Add(inUnits.Square().Quo(steps)))
		}
	}
	slope := best.Mul(s.Square()).Quo(x.Variance)
	q, square := exactNoise(r, x, 2)
	return func(alpha interval.Number) interval.Number {
		if !exactlyAllowed(q, square, alpha) {
			return interval.Undefined
		}
		return slope.Mul(alpha)
	}
}

// exactlyAllowed reports whether α is certain to meet the conditions of orderAllowed
// at u² = square.
func exactlyAllowed(q, square, alpha interval.Number) bool {
	one, two := interval.Int(1), interval.Int(2)
	above, logSquare := alpha.Sub(one), square.Log()
	k := one.Quo(q.Mul(above)).Log1p()
	first := k.Mul(square).Quo(two).Sub(logSquare)
	second := k.Square().Mul(square).Quo(two).Sub(interval.Int(5).Log()).Sub(logSquare).
		Quo(q.Mul(alpha).Add(alpha.Quo(above)).Log().Add(one.Quo(two.Mul(square))))
	return alpha.AtMost(first) && alpha.AtMost(second)
}
