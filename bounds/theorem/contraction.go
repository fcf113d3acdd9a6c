package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/contraction"
	"lastiterate/bounds/memo"
	"lastiterate/bounds/modulus"
	"lastiterate/bounds/mutants"
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// Contraction is the strong data-processing bound over a bounded domain
// (package contraction): part of a step's noise pays for the differing example,
// the rest makes any two points of the domain hard to tell apart, and with them
// whatever the two runs have come to differ by. It needs a modulus, but neither
// smoothness nor convexity. Known orders are taken at the stated or the worst position,
// secret orders on average; sampled batches with the divergence of a sampled step, as it
// acts between two runs that are at different points, in place of the Gaussian one, and
// Poisson batches by the mean over their sizes. It is never above composition.
var Contraction = inWhole(&Theorem{
	ID:     "contraction",
	Name:   "Contraction",
	Source: ours("the contraction theorem, bounds/contraction/contraction.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Over a bounded domain the noise contracts every divergence between the two runs: the loss does not grow with T, whatever the losses are.",
	Formula: `R_{t+1} = \min_{\beta \le 1} \frac{\alpha s^2}{2\beta\sigma^2} + \frac{\log\left(1 + \theta(\beta)\left(e^{(\alpha-1)R_t} - 1\right)\right)}{\alpha-1}, \quad ` +
		`\theta(\beta) = \operatorname{erf}\left(\frac{m(D)}{2\sqrt{2(1-\beta)}\,\sigma}\right), \quad R_0 = 0`,
	Symbols: "R_t bounds the Rényi divergence of order α after t steps; θ(β) is how a step contracts it with the share 1 − β of its noise; " +
		"m(D) is how far one step leaves two points apart that were D apart.",
	Positions:  true,
	Slow:       conversions,
	Settles:    settles,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis { return contractionHypotheses(r) },
	Prove: func(ctx context.Context, r run.Run) (claim.Guarantee, error) {
		p := contractionProblem(ctx, r)
		composed := claim.Guarantee{RDP: func(float64) float64 { return math.Inf(1) }}
		if Applies(Composition.Hypotheses(r, claim.Question{})) {
			var err error
			if composed, err = Composition.Prove(ctx, r); err != nil {
				return claim.Guarantee{}, err
			}
		}
		own := func(alpha float64) float64 {
			e, _ := p.Renyi(alpha)
			return e
		}
		g := claim.Guarantee{RDP: memo.Func(func(alpha float64) float64 { return math.Min(own(alpha), composed.RDP(alpha)) }), GDP: noGDP, Gap: noGDP, Note: contractionNote(r),
			Chosen: func(_ claim.Question, found claim.Found) *claim.Optimum {
				if !(found.Alpha > 1) {
					return nil
				}
				e, choice := p.Renyi(found.Alpha)
				if composed.RDP(found.Alpha) < e {
					return &claim.Optimum{Beta: 1} // composition
				}
				return stepsOf(r, choice)
			}}
		if !r.Scheme.Sampled() { // what a step pays is a quadrature
			g.Coarse = true
			g.Certify = certifyLeast(own, func(alpha outward.Number) float64 { return exactContraction(r).Renyi(p, alpha) }, composed)
		}
		return g, nil
	},
	Write: writeContraction,
})

// settles is the Settles of bounds that contract. In a secret order the last
// epoch's steps count as far as they go, which may be more or less; and what a stated
// position loses falls behind each use.
func settles(r run.Run) bool { return !r.Scheme.Secret() && !r.States("position") }

func contractionHypotheses(r run.Run) []claim.Hypothesis {
	h := []claim.Hypothesis{needSameBatches(r), needProjection(r), needModulus(r)}
	if r.Adjacency == run.AddRemove { // nothing is said of a gradient that is compared with none
		h = append(h, needBoundedContribution(r))
	}
	return h
}

// needModulus wants a bound on how far one step takes two points of the domain
// apart, and says how far that is. Every class of losses has one.
func needModulus(r run.Run) claim.Hypothesis {
	d := modulus.Of(r).Eval(r.Diameter)
	h := claim.Hypothesis{Name: "modulus", Holds: !math.IsInf(d, 1), Needed: "a bound m(D) on how far one step takes two points of the domain apart",
		Actual: fmt.Sprintf("m(D) = %s, %s times the noise", short(d), short(d/r.IterateNoise()))}
	if !r.Bounded() {
		h.Holds, h.Actual = true, "m(z), without a diameter to put in"
	}
	return h
}

var contractionProblems memo.Recent[run.Run, contraction.Problem]

// contractionProblem is a run as package contraction sees it. The rows of one run
// share it, and with it what they have found.
func contractionProblem(ctx context.Context, r run.Run) contraction.Problem {
	p := contractionProblems.Get(r, func() contraction.Problem { return newContractionProblem(r).Remembering() })
	p.Work = work.From(ctx)
	return p
}

func newContractionProblem(r run.Run) contraction.Problem {
	moduli := modulus.Of(r)
	p := contraction.Problem{
		Period: r.StepsPerEpoch(), T: r.T, Rest: r.AfterLastUse(),
		Sensitivity: r.Sensitivity(), Sigma: r.IterateNoise(), Diameter: r.Diameter,
		Plain: moduli, Visit: moduli.Visit(r), Shared: moduli,
	}
	if r.Clipping != run.ClippingDifference {
		// Without the differing example, whose bounded gradient joins the payment.
		p.Shared = append(moduli.Visit(r), moduli...)
	}
	if mutants.HalfPayment.On() {
		p.Sensitivity /= 2
	}
	switch r.Scheme {
	case run.ShuffleOnce:
		p.Order, p.Missing = contraction.Shuffled, float64(r.Dropped())/float64(r.N)
	case run.Reshuffle:
		p.Order, p.Missing = contraction.Reshuffled, float64(r.Dropped())/float64(r.N)
	case run.WithoutReplacement, run.Poisson:
		return sampledProblem(r, p)
	}
	return p
}

// contractionNote says what a bound that contracts assumes of the batches.
func contractionNote(r run.Run) string {
	switch r.Scheme {
	case run.Cyclic:
		if r.AfterLastUse() > 0 {
			return positionNote(r)
		}
	case run.ShuffleOnce, run.Reshuffle:
		return "The order of the data is assumed uniformly random and kept secret."
	case run.WithoutReplacement:
		return "The two runs' batches are counted with S**, since they differ at different points, or as if they were known."
	case run.Poisson:
		return "The batches are assumed secret; a step contracts by the mean over the sizes of its batch."
	}
	return ""
}
