package attained

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// OscillatingAdversary is a run in very many dimensions in which the differing example's gradient is,
// along each coordinate, a small wave about as long as the noise: without a projection the noise of
// earlier steps hides it by a constant factor only, while it would hide a constant push more with every
// step (bounds/internal/adversary/oscillating.md).
var OscillatingAdversary = &theorem.Theorem{
	ID:     "oscillating-adversary",
	Name:   "Oscillating adversary",
	Source: proof.Ours("lower bound, bounds/internal/adversary/oscillating.md"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note: "A high-dimensional run in which the differing example’s gradient is a small wave along each coordinate: noise added " +
		"before its use hides it by only a constant factor.",
	Formula: `\mu = \frac{s\,\kappa}{\sigma} \sum_{t\,:\,i^* \in B_t} e^{-\kappa^2 (T-t)/2}, ` +
		`\quad \text{secret batches: the mean over them}`,
	Symbols: "κ is the frequency of the wave times σ; B_t is the batch of step t and i* the differing example; μ is the parameter " +
		"of Gaussian differential privacy.",
	Positions: true,
	Deletes:   true,
	Slow:      func(r run.Run, _ claim.Question) bool { return !surelyUsed(r) },
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.SameBatches(r), needNoProjection(r), needOscillatingMember(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		w := work.From(ctx)
		if !surelyUsed(r) {
			return oscillatingSecret(w, r).Proof(ctx, "waves about as long as the noise; "+usesInWords(r),
				func(p RandomPair, found claim.Bound) ([]claim.Choice, string) {
					if c := p.factor; c != 0 {
						return nil, p.Write(found, "S", fmt.Sprintf(`S = \sum_{t\,:\,i^* \in B_t} %s^{%d - t}`, typeset.Base(c), r.T-1))
					}
					return nil, p.Write(found, "X", lastBatch(r))
				}), nil
		}
		frequency := bestFrequency(r)
		mu := oscillatingMu(r, frequency)
		g := proof.Gaussian(mu * mu * (1 - ClosedFormMargin))
		g.Certify = func(found claim.Bound) (float64, bool) {
			w.Spend(certificateUnits)
			return certifiedGaussianFloor(exactOscillating(r, frequency), found)
		}
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			return nil, writeOscillating(r, frequency, mu) + GaussianFloor(found)
		}
		g.Note = fmt.Sprintf("waves of frequency %s/σ", typeset.Short(math.Sqrt(frequency)))
		return g.Lower(), nil
	},
}

// ClosedFormMargin is the relative reduction of a floor's closed form for rounding.
const ClosedFormMargin = 1e-12

// needNoProjection requires a run without a projection, which in many dimensions would erase earlier pushes.
func needNoProjection(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "no projection", Holds: !r.Bounded(), Needed: "D = ∞", Actual: "D = " + typeset.Short(r.Diameter)}
	return h.Otherwise("in high dimensions the projection onto a bounded domain erases all but the last step, which the row “One " +
		"step” counts in full")
}

// needOscillatingMember requires a class that has waves, however flat: losses that need not be convex, or two examples whose
// waves a common curvature makes convex.
func needOscillatingMember(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "a run within the assumptions",
		Needed: "losses that may be slightly non-convex; or gradients that need not be bounded, and L > " +
			"m", Holds: true, Actual: "flat waves"}
	shared := r.Clipping.Differences() && r.Adjacency == run.Replace
	switch {
	case r.After > 0 && !surelyUsed(r):
		h.Holds, h.Actual = false, "secret batches before a deletion, which this row does not cover"
	case r.Clipping == run.ClippingGLM:
		h.Holds, h.Actual = false, "a generalised linear model, whose loss depends on one direction only"
	case !(r.Smoothness > 0):
		h.Holds, h.Actual = false, "L = 0: constant gradients"
	case r.Loss == run.Smooth, r.Loss == run.Holder:
	case r.Loss == run.WeaklyConvex:
		if h.Holds = r.WeakConvexity > 0 || shared; !h.Holds {
			h.Actual = "convex losses, whose gradients are bounded"
		}
	case !shared:
		h.Holds, h.Actual = false, "convex losses, whose gradients are bounded"
	case r.Loss == run.StronglyConvex && r.AfterLastUse() > 0:
		h.Holds, h.Actual = false, "strongly convex losses, whose later steps shorten the waves"
	case r.Loss != run.StronglyConvex:
		h.Actual = "flat waves on a flat parabola"
	case !r.Scheme.FixedSize():
		h.Holds, h.Actual = false, "strongly convex losses, for which a batch of random size contracts by a random factor"
	default:
		h.Holds, h.Actual = r.Smoothness > r.StrongConvexity, "flat waves on a parabola"
	}
	return h
}

// onlyLast reports whether only a use at the last step counts: if a parabola pulls, the waves of earlier steps end up with a
// different length.
func onlyLast(r run.Run) bool { return r.Loss == run.StronglyConvex }

// oscillatingUses returns the number of uses of a known order that count.
func oscillatingUses(r run.Run) int {
	if onlyLast(r) {
		return 1
	}
	return (r.T-r.AfterLastUse()-1)/r.StepsPerEpoch() + 1
}

// oscillatingMu returns (s/σ)κe^{−κ²(r+1)/2}·Σ_{i<E} e^{−κ²Bi/2} for squared = κ² and r steps after the last use.
func oscillatingMu(r run.Run, squared float64) float64 {
	sum, half := 1.0, squared/2
	if uses := oscillatingUses(r); uses > 1 {
		period := half * float64(r.StepsPerEpoch())
		sum = math.Expm1(-period*float64(uses)) / math.Expm1(-period)
	}
	return r.Sensitivity() / r.IterateNoise() * math.Sqrt(squared) * math.Exp(-half*float64(r.AfterLastUse()+1)) * sum
}

// exactOscillating returns the square of oscillatingMu, with outward rounding.
func exactOscillating(r run.Run, squared float64) interval.Number {
	kappa2, sum := interval.Float(squared), interval.Int(1)
	half := kappa2.Quo(interval.Int(2))
	if uses := oscillatingUses(r); uses > 1 {
		period := half.Mul(interval.Int(r.StepsPerEpoch())).Neg()
		sum = period.Mul(interval.Int(uses)).Expm1().Quo(period.Expm1())
	}
	return certify.StatedOf(r).Ratio().Mul(kappa2).Mul(kappa2.Mul(interval.Int(-1 - r.AfterLastUse())).Exp()).Mul(sum.Square())
}

// bestFrequency returns the κ² with the largest loss, found on a grid; every κ² is valid.
func bestFrequency(r run.Run) float64 {
	const perDecade = 32 // neighbours on the grid differ by 7 %, and μ is flat at its largest value
	best, most := 1.0, 0.0
	for squared := 1.0; squared > 1e-3/float64(r.T); squared /= math.Pow(10, 1.0/perDecade) {
		if mu := oscillatingMu(r, squared); mu > most {
			best, most = squared, mu
		}
		if oscillatingUses(r) == 1 && r.AfterLastUse() == 0 {
			break // for one use at the last step κ = 1 is the best
		}
	}
	return best
}

// oscillatingSecret returns the pairs under secret batches. A use r steps before the end, its own step included, moves the
// mean by u·κe^{−κ²r/2}, as in a linear run of factor c = e^{−κ²/2} with e^{κ²}/κ² = 1/(c²·2log(1/c)) in place of the
// variance Σc^{2t}.
func oscillatingSecret(w *work.Budget, r run.Run) RandomFloor {
	f := RandomFloor{ID: "oscillating-adversary", Of: r}
	alone := r.T == 1 || onlyLast(r) // no earlier use counts
	add := func(laws []adversary.Law, variance interval.Number, factor float64) {
		for which, law := range laws {
			if which == len(f.Runs) {
				f.Runs = append(f.Runs, nil)
			}
			for _, p := range RandomPairs(r, law, variance, true) {
				if p.factor = factor; p.second > 0 && !alone {
					continue // the parts of earlier uses would have to be bounded from above
				}
				f.Runs[which] = append(f.Runs[which], p)
			}
		}
	}
	last, _ := keptLaws(r, interval.Int(0))
	add(last, interval.Int(1).Exp().Upper(), 0)
	if alone {
		return f
	}
	for _, squared := range oscillatingFrequencies(r) {
		c := math.Exp(-squared / 2)
		exact := interval.Float(c)
		variance := interval.Int(1).Quo(exact.Square().Mul(exact.Log().Mul(interval.Int(-2)))).Upper()
		if !variance.Defined() {
			continue
		}
		w.Spend(adversary.ForgettingUnits(exact, r.T))
		laws, _ := keptLaws(r, exact)
		add(laws, variance, c)
	}
	return f
}

// oscillatingFrequencies returns the κ² that are tried if several uses may count: one near the best for the last step, and
// slower ones, which remember more uses.
func oscillatingFrequencies(r run.Run) []float64 {
	slowest := 1 / float64(r.T)
	if r.T == 1 {
		return nil
	}
	if r.Order() == run.FreshOrder { // the laws of such orders take long to follow
		return []float64{math.Sqrt(math.Sqrt(slowest))}
	}
	return []float64{0.7, math.Sqrt(math.Sqrt(slowest)), math.Sqrt(slowest)}
}

// writeOscillating writes the distance of the two Gaussians that waves of a frequency show.
func writeOscillating(r run.Run, frequency, mu float64) string {
	sum := ""
	if uses := oscillatingUses(r); uses > 1 {
		sum = fmt.Sprintf(` \sum_{i=0}^{%d} e^{-%s \cdot %d i / 2}`, uses-1, typeset.Number(frequency), r.StepsPerEpoch())
	}
	return fmt.Sprintf(`\mu = \frac{%s \cdot %s}{%s}\, e^{-%s/2}%s = %s, \quad `, typeset.Number(r.Sensitivity()),
		typeset.Number(math.Sqrt(frequency)),
		typeset.Number(r.IterateNoise()), typeset.Number(frequency*float64(r.AfterLastUse()+1)), sum, typeset.Number(mu))
}
