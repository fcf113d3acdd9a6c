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
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

func kongRibero(where string) theorem.Source {
	return theorem.Source{Authors: "Kong and Ribero",
		Title: "Privacy of the last iterate in cyclically-traversed DP-SGD on nonconvex composite losses",
		Year:  2025, Where: where, URL: "https://arxiv.org/abs/2407.05237",
		Key: "kong2025privacy", Names: "Kong, Weiwei and Ribero, M{\\'o}nica"}
}

// curvatures returns the constants (m, M) of Kong and Ribero's assumption (A2): f + m‖·‖²/2 is convex and the gradient is
// M-Lipschitz. A smooth loss without further assumptions has m = M.
func curvatures(r run.Run) (weak, smooth float64) {
	switch r.Loss {
	case run.Convex, run.StronglyConvex:
		return 0, r.Smoothness
	case run.WeaklyConvex:
		return r.WeakConvexity, r.Smoothness
	case run.Smooth, run.Holder:
		return r.Smoothness, r.Smoothness
	}
	panic(run.Unknown(r.Loss))
}

// swapped returns the run of Kong and Ribero's neighbours, who swap one example: a step's sensitivity is 2ηC/b. An example
// whose gradient is zeroed out is swapped for one whose gradient is 0.
func swapped(r run.Run) run.Run {
	r.Adjacency = run.Replace
	return r
}

// kongRiberoLog returns ln c and the definition of c in words. c = L_η if clipping never acts (Proposition 2.1(c)), c =
// √2·L_η if it may (Proposition 2.1(b)), and L_η² = 1 + 2ηw[1 + w/(2(L+w))], equation (13).
func kongRiberoLog(r run.Run) (logC float64, definition string) {
	weak, smooth := curvatures(r)
	if weak != 0 {
		logC = math.Log1p(2*r.Eta*weak*(1+weak/(2*(smooth+weak)))) / 2
	}
	if r.Unclipped() {
		return logC, "clipping never acts: c = L_η"
	}
	return logC + math.Ln2/2, "with clipping: c = √2·L_η"
}

// exactKongRibero returns c² − 1 of kongRiberoLog with outward rounding.
func exactKongRibero(r run.Run, x certify.StatedStep) interval.Number {
	one, two := interval.Int(1), interval.Int(2)
	w, l := curvatures(r) // the float64s nearest to the stated decimals
	weak, smooth := interval.Decimal(w), interval.Decimal(l)
	square := interval.Int(0)
	if !weak.IsZero() {
		square = two.Mul(x.Eta).Mul(weak).Mul(one.Add(weak.Quo(two.Mul(smooth.Add(weak)))))
	}
	if r.Unclipped() {
		return square
	}
	return square.Mul(two).Add(one)
}

// KongRibero22 is Theorem 2.2 of Kong and Ribero 2025: for η ≤ 1/(2(L+w)),
//
//	ε(α) = α/(2σ²)·(cD + s)²,   c = L_η as printed.
//
// The proof pays the diameter with the last step's noise and uses that the
// step is c-Lipschitz. With clipping their Proposition 2.1(b) gives c = √2·L_η,
// which is evaluated then; the printed L_η is evaluated where clipping never
// acts. Because only the last step is looked at, every scheme whose batches
// have b examples and do not depend on the iterates is covered: divergences are
// quasi-convex, so a random batch is no worse than the worst one.
var KongRibero22 = &theorem.Theorem{
	ID:     "kong-ribero-2.2",
	Name:   "Kong–Ribero, Theorem 2.2",
	Source: kongRibero("Theorem 2.2, equation (16)"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The last step's noise hides the whole domain; losses may be weakly convex, by w.",
	Errata: "Equation (16) is printed with L_η. Its proof uses a Lipschitz constant of the step, and with clipping Proposition 2.1(b) " +
		"gives √2·L_η; so √2·L_η is used here when clipping may act, and L_η as printed when it never does.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha}{2\sigma^2} \left(c D + \frac{2\eta C}{b}\right)^2, ` +
		`\quad c = L_\eta \text{ or } \sqrt{2}\,L_\eta, \quad L_\eta = \sqrt{1 + 2\eta w\left[1 + \tfrac{w}{2(L+w)}\right]}`,
	Symbols:      "a step stretches distances by at most c; w is the weak convexity.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			need.Scheme(r, need.SchemesOfFixedSize...),
			need.FixedSize(r), need.Smooth(r), need.BoundedGradient(r), need.Projection(r), needHalfStep(r), mayBeComposite(),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		r = swapped(r)
		logC, definition := kongRiberoLog(r)
		ratio := (math.Exp(logC)*r.Diameter + r.Sensitivity()) / r.IterateNoise()
		g := proof.CertifiedLinear(r, ratio*ratio/2, func(x certify.StatedStep) interval.Number {
			c := exactKongRibero(r, x).Add(interval.Int(1)).Sqrt()
			return c.Mul(x.Diameter).Add(x.Sensitivity).Square().Quo(x.Variance).Quo(interval.Int(2))
		}, func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha}{2 \cdot %s} (%s \cdot %s + %s)^2`,
				typeset.Squared(r.IterateNoise()), typeset.Number(math.Exp(logC)), typeset.Number(r.Diameter),
				typeset.Number(r.Sensitivity()))
		})
		g.Note = definition + " = " + typeset.Short(math.Exp(logC))
		if r.Order() == run.FreshOrder || r.Scheme.Sampled() {
			g.Note += "; stated for batches in a fixed order, but its proof uses the last step alone"
		}
		return g.Upper(), nil
	},
}

// KongRibero23 is Theorem 2.3 of Kong and Ribero 2025, for batches in a fixed
// cyclic order:
//
//	ε(α) = 4α(ηC/(bσ))²·[1 + E·θ_c(B)],   θ_c(B) = c^{2(B−1)}/Σ_{i<B} c^{2i},   E = ⌈T/B⌉,
//
// with c = √2·L_η and η ≤ 1/(2(L+w)) where clipping may act, equation (17), and
// c = L_η and η ≤ 1/(L+w) where it never does, equation (19). It holds at every
// position of the differing example, so also for one secret order. The proof
// pays each visit off over the B steps up to the next one; orders that change
// from epoch to epoch have no such gap and are not covered.
var KongRibero23 = &theorem.Theorem{
	ID:     "kong-ribero-2.3",
	Name:   "Kong–Ribero, Theorem 2.3",
	Source: kongRibero("Theorem 2.3, equations (17) and (19)"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Batches in a fixed order, no bounded domain; paid for over an epoch, each use costs only the share θ of its full price.",
	Errata: "The proof in Appendix A.3.2 ends with half of the printed bound (a factor 2αη²C²/(bσ)² where the statement has 4); the " +
		"statement is used here. The noise that Corollary C.2 derives from it is printed too small by the factor 4α: its proof then " +
		"gives 16α²ε in place of ε, and (19) itself, in the example of the errata with α = 8, 412.6 in place of ε = 1.",
	Formula: `\varepsilon(\alpha) = 4\alpha \left(\frac{\eta C}{b\sigma}\right)^2 \left[1 + E\,\theta_c(B)\right], ` +
		`\quad \theta_c(B) = \frac{c^{2(B-1)}}{\sum_{i<B} c^{2i}}, \quad E = \lceil T/B \rceil`,
	Symbols: "a step stretches distances by at most c, which is L_η of Theorem 2.2, or √2·L_η where clipping may act; θ_c(B) is the " +
		"share of a use’s cost that is left when it is paid for over an epoch.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		smallStep := needHalfStep(r)
		if r.Unclipped() {
			weak, smooth := curvatures(r)
			smallStep = need.Step(r, "1/(L+w)", 1, false, smooth, weak)
		}
		return []claim.Hypothesis{need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Smooth(r), need.BoundedGradient(r),
			smallStep, mayBeComposite()}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		r = swapped(r)
		logC, definition := kongRiberoLog(r)
		b := r.StepsPerEpoch()
		g := proof.OfUses(r, 1, 1+float64(stepwise.Visits(r))*theta(logC, b), func(x certify.StatedStep) interval.Number {
			return interval.Int(stepwise.Visits(r)).Mul(thetaExact(exactKongRibero(r, x), b)).Add(interval.Int(1))
		}, func() string {
			return fmt.Sprintf(`\left[1 + %d \cdot %s\right]`, stepwise.Visits(r), typeset.Number(theta(logC, b)))
		})
		equation := "equation (17), "
		if r.Unclipped() {
			equation = "equation (19), "
		}
		g.Note = equation + definition + " = " + typeset.Short(math.Exp(logC)) + "; any position of the differing example"
		return g.Upper(), nil
	},
}

// KongRiberoC3 is Corollary C.3 of Kong and Ribero 2025, independent of the
// number of epochs for steps η ≤ min(1/√E, 1/(2(L+w))) without clipping:
//
//	ε(α) = 4α(C/(bσ))²·[1 + θ_{L_η}(B)].
//
// It is Theorem 2.3 with η²E ≤ 1. Comparing η with the number 1/√E, it depends
// on the unit in which η is measured.
var KongRiberoC3 = &theorem.Theorem{
	ID:     "kong-ribero-C.3",
	Name:   "Kong–Ribero, Corollary C.3",
	Source: kongRibero("Corollary C.3"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Independent of the number of epochs once η² times that number is at most 1.",
	Errata: "Never below equation (19), from which it follows by η² ≤ 1/E; Lemma C.1 beside it prints the exponent −2(s−1) where its " +
		"proof has 2(s−1).",
	Formula: `\varepsilon(\alpha) = 4\alpha \left(\frac{C}{b\sigma}\right)^2 \left[1 + \theta_{L_\eta}(B)\right], ` +
		`\quad \eta \le \min\left(\tfrac{1}{\sqrt{E}},\, \tfrac{1}{2(L+w)}\right)`,
	Symbols:      "E is the number of epochs; θ is that of Theorem 2.3 and L_η that of Theorem 2.2.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		e := float64(stepwise.Visits(r))
		return []claim.Hypothesis{
			need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Smooth(r), need.BoundedGradient(r), need.NeverClipped(r),
			needHalfStep(r), need.AtMost("step size and epochs", "η", r.Eta, "1/√E", 1/math.Sqrt(e), false,
				func() (value, limit interval.Number) {
					return interval.Decimal(r.Eta).Square().Mul(interval.Int(stepwise.Visits(r))), interval.Int(1)
				}), mayBeComposite(),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		r = swapped(r)
		logC, _ := kongRiberoLog(r)
		ratio := r.Sensitivity() / r.Eta / r.IterateNoise()
		return proof.CertifiedLinear(r, ratio*ratio*(1+theta(logC, r.StepsPerEpoch())), func(x certify.StatedStep) interval.Number {
			return x.Ratio().Quo(x.Eta.Square()).Mul(thetaExact(exactKongRibero(r, x), r.StepsPerEpoch()).Add(interval.Int(1)))
		}, func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = 4 \alpha \left(\frac{%s}{%d \cdot %s}\right)^2 \left[1 + %s\right]`,
				typeset.Number(r.Clip), r.B, typeset.Number(r.IterateNoise()), typeset.Number(theta(logC, r.StepsPerEpoch())))
		}).Upper(), nil
	},
}

// mayBeComposite states their assumption (A1), which every run meets: the objective may have a convex
// composite part, because proximal steps bring no two points further apart.
func mayBeComposite() claim.Hypothesis {
	return claim.Hypothesis{Name: "composite part", Holds: true, Needed: "none, or a convex one whose proximal step follows each update"}
}

// needHalfStep is the hypothesis η ≤ 1/(2(L+w)).
func needHalfStep(r run.Run) claim.Hypothesis {
	weak, smooth := curvatures(r)
	return need.Step(r, "1/(2(L+w))", 0.5, false, smooth, weak)
}
