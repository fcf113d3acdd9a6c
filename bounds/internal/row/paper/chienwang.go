package paper

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ChienWang is the unlearning guarantee of Chien, Wang, Chen and Li 2024 for one request, training that has
// converged, and batches in a fixed order, with the constants of the authors' program (Graph-COM/SGD_unlearning,
// main_sgd.py, epsilon_alpha_loose). Strongly convex losses, η ≤ 1/L, c = 1−ηm, K' whole epochs of B = n/b steps
// on the data without the example:
//
//	ε(α) = αZ²c^{2K'B}/σ²,   Z = min((2ηC/b)/(1−c^B), D),   σ² = 2ησ_p²,
//
// where σ_p is their Langevin noise. Their other run is trained on the data without the example. Training that has converged
// has the law of the run that never saw the example, whatever its length. chienwang.md has the proof for training of any
// length, against an equally long run that never saw the example; it needs less than half of the value. It requires that a
// step without the example also contracts by c: in print another example takes its place.
var ChienWang = &theorem.Theorem{
	ID:   "chien-wang-chen-li",
	Name: "Chien–Wang–Chen–Li, unlearning",
	Source: theorem.Source{Authors: "Chien, Wang, Chen and Li",
		Title: "Certified machine unlearning via noisy stochastic gradient descent",
		Year:  2024, Where: "guarantee of one request after converged training, constants of the authors' program",
		URL: "https://arxiv.org/abs/2403.17105", Key: "chien2024unlearning",
		Names: "Chien, Eli and Wang, Haoyu and Chen, Ziang and Li, Pan", In: "Advances in Neural Information Processing Systems 37"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true, Deletes: true,
	Note: "Unlearning: over the whole epochs after a deletion the shift that the example has caused shrinks, and the last step pays " +
		"for what is left.",
	Errata: "The full text was not available to us: this is the form that the authors' program computes, and it reproduces the " +
		"epochs in its results (chienwang.md). It is twice what one step's noise needs. In print another example takes the deleted " +
		"one's place. If the place stays empty and the curvature is that of the losses, a step contracts only by 1 − ηm(b−1)/b, " +
		"with n = b = 1 not at all, and the formula would be too small. So the row requires curvature that stays: a regulariser " +
		"outside the clipping, as in the authors' experiments. For training stopped early they add the distance to a model " +
		"retrained for as long, and their value is more than twice this one.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha Z^2}{\sigma^2}\, c^{2 B \lfloor K/B \rfloor}, \quad ` +
		`Z = \min\left( \frac{2\eta C/b}{1 - c^B},\, D \right), \quad c = 1 - \eta m`,
	Symbols:      "K is the number of steps after the deletion; Z bounds how far the example has moved the iterate.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Class(r, run.StronglyConvex), needCurved(r),
			needKept(r), need.Step(r, "1/L", 1, false, r.Smoothness), needEpochAfter(r),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		moved, left := unlearned(r)
		ratio := moved / r.IterateNoise()
		g := proof.CertifiedLinear(r, ratio*ratio*left, func(x certify.StatedStep) interval.Number { return exactUnlearned(r, x) },
			func() string {
				return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %s}{%s} \cdot %s^{2 \cdot %d}`, typeset.Squared(moved),
					typeset.Squared(r.IterateNoise()), typeset.Base(1+bokExcess(r)), epochsAfter(r)*r.StepsPerEpoch())
			})
		g.Note = fmt.Sprintf("%d whole epochs after the deletion", epochsAfter(r))
		if more := r.After % r.StepsPerEpoch(); more > 0 {
			g.Note += fmt.Sprintf("; %d steps beyond them are post-processing", more)
		}
		return g.Upper(), nil
	},
}

// epochsAfter returns the number of whole epochs after the deletion.
func epochsAfter(r run.Run) int {
	n := r.After / r.StepsPerEpoch()
	if mutants.UnlearnedTwice.On() {
		n *= 2
	}
	return n
}

// unlearned returns Z, and the remaining share c^{2K'B} of its square.
func unlearned(r run.Run) (moved, left float64) {
	logC, b := math.Log1p(bokExcess(r)), float64(r.StepsPerEpoch())
	return min(r.Step().Exchange()/-math.Expm1(b*logC), r.Diameter), math.Exp(2 * b * float64(epochsAfter(r)) * logC)
}

// exactUnlearned returns ε(α)/α with outward rounding.
func exactUnlearned(r run.Run, x certify.StatedStep) interval.Number {
	b, excess := r.StepsPerEpoch(), x.Eta.Mul(x.StrongConvexity).Neg()
	if interval.Int(1).Add(excess).IsZero() { // an epoch forgets everything
		return interval.Int(0)
	}
	logC := excess.Log1p()
	moved := x.Exchange().Quo(logC.Mul(interval.Int(b)).Expm1().Neg())
	if r.Bounded() {
		moved = interval.Lesser(moved, x.Diameter)
	}
	return moved.Square().Quo(x.Variance).Mul(logC.Mul(interval.Int(2 * b * epochsAfter(r))).Exp())
}

// needCurved requires m > 0, without which nothing shrinks.
func needCurved(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "contraction", Holds: r.StrongConvexity > 0, Needed: "m > 0", Actual: "m = " +
		typeset.Short(r.StrongConvexity)}
	return h.Otherwise("with m = 0 no step shrinks a distance")
}

// needKept requires steps without the example to contract like those with it.
func needKept(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "contraction without the example", Holds: r.Clipping == run.ClippingGLM,
		Needed: "curvature that stays when the example leaves: a regulariser outside the clipping (clipped GLM)",
		Actual: run.Words(r.Clipping)}
	return h.Otherwise("the place of a deleted example may stay empty, and a step then lacks its curvature")
}

// needEpochAfter requires a whole epoch after a deletion.
func needEpochAfter(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "steps after the deletion", Holds: r.After >= r.StepsPerEpoch(),
		Needed: fmt.Sprintf("a whole epoch, K ≥ B = %d", r.StepsPerEpoch()), Actual: fmt.Sprintf("K = %d", r.After)}
	return h.Otherwise("it is stated for whole epochs after a deletion")
}
