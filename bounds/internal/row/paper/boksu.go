package paper

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// BokSuAltschuler is the μ-GDP guarantee of Bok, Su and Altschuler 2024
// (Section 4, with the constants of the authors' public plotting code,
// jinhobok/shifted_interpolation_dp) for batches in a fixed order, E = ⌈T/B⌉,
// s = κηC/b. Strongly convex losses, c = max(|1−ηm|, |1−ηL|) < 1:
//
//	full batch  μ² = (s²/σ²)·(1−c^T)/(1+c^T)·(1+c)/(1−c)
//	cyclic      μ² = (s²/σ²)·[1 + c^{2B−2}(1−c²)/(1−c^B)²·(1−c^{B(E−1)})/(1+c^{B(E−1)})],   B ≥ 2
//
// Convex losses, η ≤ 2/L, a domain of diameter D:
//
//	full batch  μ² = min(T s², 3sD + s²⌈D/s⌉)/σ²
//	cyclic      μ² = min(E s², 3sD/B + s² + (s²/B)⌈D/s⌉)/σ²
//
// A projection does not harm the strongly convex case, so where both cases
// apply the smaller μ is taken. Of the gradients only the difference κC is
// used. The cyclic values are those of the position that is visited last, so
// they hold for one secret order too. The cyclic convex value holds for every E:
// if E ≤ ⌈D/s⌉, the E−1 earlier visits can be paid off one by one over B steps
// each, which costs s² + (E−1)s²/B.
var BokSuAltschuler = &theorem.Theorem{
	ID:   "bok-su-altschuler",
	Name: "Bok–Su–Altschuler",
	Source: theorem.Source{Authors: "Bok, Su and Altschuler", Title: "Shifted interpolation for differential privacy",
		Year: 2024, Where: "Section 4, constants of the authors' plotting code", URL: "https://arxiv.org/abs/2403.00278",
		Key: "bok2024shifted", Names: "Bok, Jinho and Su, Weijie and Altschuler, Jason M.",
		In: "Proceedings of the 41st International Conference on Machine Learning", Pages: "4230--4266"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Gaussian differential privacy of the last iterate; for strongly convex losses, a full batch and no projection it cannot " +
		"be improved.",
	Formula: `\mu^2 = \frac{s^2}{\sigma^2} \frac{1-c^T}{1+c^T} \frac{1+c}{1-c} \;\text{(full batch)}, \quad ` +
		`\mu^2 = \frac{s^2}{\sigma^2} \left[1 + \frac{c^{2B-2}(1-c^2)}{(1-c^B)^2} \frac{1-c^{B(E-1)}}{1+c^{B(E-1)}}\right] ` +
		`\;\text{(cyclic)}, \quad \text{convex, in a domain: } ` +
		`\mu^2 = \frac{\min\left(T s^2,\; 3sD + s^2 \lceil D/s \rceil\right)}{\sigma^2}, \quad ` +
		`\mu^2 = \frac{\min\left(E s^2,\; 3sD/B + s^2 + \frac{s^2}{B} \lceil D/s \rceil\right)}{\sigma^2} \;\text{(cyclic)}`,
	Symbols: "μ is the parameter of Gaussian differential privacy; a step stretches distances by at most c; E is the number of " +
		"epochs.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Class(r, run.Convex, run.StronglyConvex),
			need.NeverClipped(r), need.Step(r, "2/L", 2, false, r.Smoothness), needContractionOrDomain(r),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		square, which := bokSquare(r)
		ratio := r.Sensitivity() / r.IterateNoise()
		g := proof.CertifiedGaussian(r, square*ratio*ratio, func(x certify.StatedStep) interval.Number { return exactBok(r, x) },
			func() string {
				return fmt.Sprintf(`\mu^2 = \frac{%s}{%s} \cdot %s`, typeset.Squared(r.Sensitivity()), typeset.Squared(r.IterateNoise()),
					typeset.Number(square))
			})
		g.Note = which
		if bokContracts(r) { // payments grow like 1/c
			full := shift.FullBatch{Excess: bokExcess(r), Sensitivity: r.Sensitivity(), Diameter: math.Inf(1)}
			path := func() (shift.Path, bool) { return full.Path(full.Solve(r.T), r.T), true }
			proof.Follow(&g, r, 0, true, path, func(_ int, z float64) float64 { return (1+full.Excess)*z + full.Sensitivity })
		}
		return g.Upper(), nil
	},
}

// bokSquare returns μ²σ²/s² and the case of the theorems that gives it.
func bokSquare(r run.Run) (square float64, which string) {
	square = math.Inf(1)
	if excess := bokExcess(r); excess < 0 {
		square, which = contractingSquare(excess, r), "c = "+typeset.Short(1+excess)
	}
	if r.Bounded() {
		if convex := convexSquare(r); convex < square {
			square, which = convex, "convex on a bounded domain"
		}
	}
	if !r.Scheme.UsesAll() {
		which += "; " + proof.WorstPosition
	}
	return square, which
}

// bokExcess returns c − 1 = max(|1−ηm|, |1−ηL|) − 1.
func bokExcess(r run.Run) float64 {
	if r.Loss != run.StronglyConvex {
		return 0
	}
	step, _ := modulus.StronglyConvex(r.Step())
	return step.Excess
}

// contractingSquare returns μ²σ²/s² for c = 1 + excess < 1.
func contractingSquare(excess float64, r run.Run) float64 {
	logC, b := math.Log1p(excess), r.StepsPerEpoch()
	// (1−c^n)/(1+c^n) = tanh(−n·ln c/2)
	saturation := func(n float64) float64 {
		if n == 0 {
			return 0
		}
		return math.Tanh(-n * logC / 2)
	}
	if b == 1 {
		return saturation(float64(r.T)) * (2 + excess) / -excess
	}
	gap := -math.Expm1(float64(b) * logC) // 1 − c^B
	earlier := math.Exp(2*float64(b-1)*logC) / gap * (-excess * (2 + excess) / gap) * saturation(float64(b)*float64(stepwise.Visits(r)-1))
	return 1 + earlier
}

// convexSquare returns μ²σ²/s² for a convex loss on a domain of diameter D.
func convexSquare(r run.Run) float64 {
	inUnits, b := r.Diameter/r.Sensitivity(), float64(r.StepsPerEpoch())
	steps := math.Ceil(inUnits)
	if math.Abs(inUnits-math.Round(inUnits)) <= 1e-12*inUnits { // rounding may have passed a whole number
		x := certify.StatedOf(r)
		steps = x.Diameter.Quo(x.Sensitivity).Ceil().Up()
	}
	domain := 3*inUnits + steps
	if b > 1 {
		domain = 1 + domain/b
	}
	return min(float64(stepwise.Visits(r)), domain)
}

// bokContracts reports whether the value is given by the formula for a contracting full batch.
// All other values are closed formulas.
func bokContracts(r run.Run) bool {
	excess := bokExcess(r)
	return r.Scheme.UsesAll() && excess < 0 && !(r.Bounded() && convexSquare(r) < contractingSquare(excess, r))
}

// needContractionOrDomain requires c < 1 or a bounded domain.
func needContractionOrDomain(r run.Run) claim.Hypothesis {
	excess := bokExcess(r)
	h := claim.Hypothesis{Name: "contraction or bounded domain", Holds: excess < 0 || r.Bounded(),
		Needed: "c = max(|1−ηm|, |1−ηL|) < 1 or D < ∞", Actual: "c = " + typeset.Short(1+excess) + ", D = " + typeset.Short(r.Diameter)}
	return h.Otherwise("without either, the theorem is composition")
}

// exactBok returns μ² with outward rounding.
func exactBok(r run.Run, x certify.StatedStep) interval.Number {
	one, two := interval.Int(1), interval.Int(2)
	reflected := func(y interval.Number) interval.Number { return interval.Max(y.Neg(), y.Sub(two)) } // |1−y| − 1
	excess := interval.Int(0)
	if r.Loss == run.StronglyConvex {
		excess = interval.Max(reflected(x.Eta.Mul(x.StrongConvexity)), reflected(x.Eta.Mul(x.Smoothness)))
	}
	square := interval.Undefined
	if sign, certain := excess.Sign(); certain && sign < 0 {
		square = exactContracting(excess, r)
	}
	if r.Bounded() {
		inUnits, b := x.Diameter.Quo(x.Sensitivity), r.StepsPerEpoch()
		domain := inUnits.Mul(interval.Int(3)).Add(inUnits.Ceil())
		if b > 1 {
			domain = domain.Quo(interval.Int(b)).Add(one)
		}
		square = interval.Lesser(square, interval.Lesser(interval.Int(stepwise.Visits(r)), domain))
	}
	return square.Mul(x.Ratio())
}

// exactContracting is contractingSquare with outward rounding.
func exactContracting(excess interval.Number, r run.Run) interval.Number {
	one, two, b := interval.Int(1), interval.Int(2), r.StepsPerEpoch()
	if one.Add(excess).IsZero() {
		return one
	}
	logC := excess.Log1p()
	saturation := func(b, n int) interval.Number {
		return logC.Mul(interval.Int(b)).Mul(interval.Fraction(-n, 2)).Tanh()
	}
	if b == 1 {
		return saturation(1, r.T).Mul(two.Add(excess)).Quo(excess.Neg())
	}
	gap := logC.Mul(interval.Int(b)).Expm1().Neg() // 1 − c^B
	earlier := logC.Mul(interval.Int(2 * (b - 1))).Exp().Mul(excess.Neg().Mul(two.Add(excess))).Quo(gap.Square())
	return one.Add(earlier.Mul(saturation(b, stepwise.Visits(r)-1)))
}
