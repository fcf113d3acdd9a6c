package attained

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// This file evaluates LinearAdversary for secret batches (bounds/internal/adversary/random.md). If b does not divide n, an
// order leaves examples out, which can be read in two ways: it leaves out the same examples always, or chance decides. Lists
// by reading have this order.

// needRandomLinearMember is needLinearMember for secret batches.
func needRandomLinearMember(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "a linear run within the assumptions",
		Needed: "linear losses, or quadratic ones whose gradients need not be bounded"}
	factors, reason := randomFactors(r)
	if h.Holds = len(factors) > 0; h.Holds {
		h.Actual = "ψ(x) = " + typeset.Short(factors[0].exact.Float64()) + "·x"
		return h
	}
	h.Actual = reason
	h.Detail = "a quadratic with bounded gradients meets the assumptions only on a bounded domain, where its run is not Gaussian"
	return h
}

// usesLaws returns the laws of the number of uses of the differing example in a run with secret batches, for each reading.
func usesLaws(r run.Run) []adversary.Law {
	if r.Scheme.Sampled() {
		return []adversary.Law{adversary.Binomial(r.T, r.Rate().Part, r.Rate().Whole)}
	}
	steps := r.StepsPerEpoch()
	epochs, rest := r.T/steps, r.T%steps
	laws := []adversary.Law{adversary.Chances(steps, []int{epochs, epochs + 1}, []int{steps - rest, rest})}
	switch used := steps * r.B; {
	case r.Dropped() == 0:
	case r.Order() == run.FreshOrder:
		laws = append(laws, adversary.Binomial(epochs, used, r.N).Plus(rest*r.B, r.N))
	case epochs == 0:
		laws = append(laws, adversary.Chances(r.N, []int{0, 1}, []int{r.N - rest*r.B, rest * r.B}))
	default:
		laws = append(laws, adversary.Chances(r.N, []int{0, epochs, epochs + 1}, []int{r.N - used, used - rest*r.B, rest * r.B}))
	}
	return laws
}

// keptLaws returns, for each reading, a law below that of the sum of the remaining parts of every use at the end of a run
// whose steps map x to c·x. variance is an upper bound on Σ c^{2t}.
func keptLaws(r run.Run, c interval.Number) (laws []adversary.Law, variance interval.Number) {
	if r.Scheme.Sampled() {
		law, variance := adversary.Forgetting(c, r.T, r.Rate().Part, r.Rate().Whole)
		return []adversary.Law{law}, variance
	}
	steps, once := r.StepsPerEpoch(), r.Order() == run.SecretOrder
	if c.IsZero() { // only a use in the last step remains; its probability is at least the rate under each reading
		rate := r.Rate()
		law := adversary.Chances(rate.Whole, []int{0, 1}, []int{rate.Whole - rate.Part, rate.Part})
		if r.Dropped() > 0 {
			return []adversary.Law{law, law}, interval.Int(1)
		}
		return []adversary.Law{law}, interval.Int(1)
	}
	law, variance := adversary.ForgettingOrder(c, r.T, steps, 1, 1, once)
	laws = append(laws, law)
	if r.Dropped() > 0 {
		law, _ = adversary.ForgettingOrder(c, r.T, steps, steps*r.B, r.N, once)
		laws = append(laws, law)
	}
	return laws, variance
}

var randomLinears = &memo.Kind[run.Run, RandomFloor]{Most: proof.FewRuns}

// randomFloor returns the floor of the linear runs of the class with the laws of their uses.
func randomFloor(w *work.Budget, r run.Run) RandomFloor {
	f := RandomFloor{ID: "linear-adversary", Of: r}
	factors, _ := randomFactors(r)
	held := r.ToDeletion()
	uses := usesLaws(held)
	for _, law := range uses {
		const atom = 4 // units of work
		w.Spend(atom * len(law.Atoms))
	}
	for _, c := range factors {
		laws, variance := uses, interval.Int(r.T)
		if !c.unchanged() {
			w.Spend(len(uses) * adversary.ForgettingUnits(c.exact, held.T))
			laws, variance = keptLaws(held, c.exact)
			variance = plusRest(r, c, variance)
		}
		if !variance.Defined() {
			continue
		}
		for reading, law := range laws {
			if reading == len(f.Runs) {
				f.Runs = append(f.Runs, nil)
			}
			pairs := RandomPairs(r, law, variance, !r.Bounded())
			if c.turns { // the example's gradient is a ramp, C on one side and −C on the other, and all others' are 0
				least, most := unitStep(r, variance)
				pairs = []RandomPair{{first: 1, law: law, least: least, most: most, factor: 1}}
			}
			for _, p := range pairs {
				p.factor = c.exact.Float64()
				if p.second > 0 && !c.unchanged() {
					continue // a second mean would need an upper bound on the remaining parts of the uses
				}
				if r.Bounded() {
					p.readable = false
					p.escape = escape(r, p, uses[0], variance, c.unchanged())
				}
				f.Runs[reading] = append(f.Runs[reading], p)
			}
		}
	}
	return f
}

// plusRest returns variance plus the noise of the K = r.After steps after a deletion, in units of the factor by which these
// steps shrink everything before them: Σ c^{−2j} over 1 ≤ j ≤ K. This is an upper bound for 0 < c ≤ 1, because a step without
// the example's parabola contracts less. For other c the result is undefined.
func plusRest(r run.Run, c randomFactor, variance interval.Number) interval.Number {
	if r.After == 0 {
		return variance
	}
	size := c.exact
	if sign, certain := size.Sign(); certain && sign < 0 && r.Clipping == run.ClippingGLM {
		size = size.Neg() // the factor is the regulariser's, which stays after the deletion
	}
	if sign, certain := size.Sign(); !certain || sign <= 0 || !size.AtMost(interval.Int(1)) {
		return interval.Undefined
	}
	l := size.Log().Mul(interval.Int(2))
	return variance.Add(l.Mul(interval.Int(-r.After)).Expm1().Quo(l.Expm1().Neg())).Upper()
}

// escape bounds the probability that either run of a pair is ever projected on an interval of length D (random.md, section
// 3): that the run uses the example more than k₀ times, or that its noise exceeds the room between the means and the ends of
// the interval.
func escape(r run.Run, p RandomPair, uses adversary.Law, variance interval.Number, unchanged bool) func(delta float64) float64 {
	x := certify.StatedOf(r)
	width := x.Diameter.Square().Quo(x.Variance.Mul(variance)).Sqrt().Down()
	events := 2.0 // Lévy's inequality
	if !unchanged {
		events = float64(r.T)
	}
	return func(delta float64) float64 {
		const share = 1e-6 // of δ, for the number of uses
		most, beyond := uses.AtMost(share * delta)
		if p.factor < 1 {
			most = min(most, 1/(1-p.factor)*(1+1e-12)) // the largest remaining sum of any number of uses
		}
		reach := math.Abs(p.first-p.second) * most * p.most * (1 + 8*errfloat.U)
		room := (width - reach) / 2 * (1 - 8*errfloat.U)
		if !(room > 0) {
			return 1
		}
		_, tail := errfloat.Tail(room)
		return min(1, (beyond+float64(2*events*tail))*(1+8*errfloat.U))
	}
}

// proveRandomLinear returns the proof of LinearAdversary for secret batches.
func proveRandomLinear(ctx context.Context, r run.Run) claim.Proof {
	f := randomLinears.Get(ctx, r, func(ctx context.Context) RandomFloor { return randomFloor(work.From(ctx), r) })
	factors, _ := randomFactors(r)
	note := "linear losses; "
	if len(factors) > 1 || !factors[0].unchanged() {
		note = "quadratic losses; "
	}
	note += usesInWords(r.ToDeletion())
	if r.Bounded() && len(f.Runs) > 0 {
		const example = 1e-5 // the δ of the note
		note += fmt.Sprintf("; the projection moves either run with probability at most %s", typeset.Short(f.Runs[0][0].escape(example)))
	}
	return f.Proof(ctx, note, func(p RandomPair, found claim.Bound) ([]claim.Choice, string) {
		return []claim.Choice{claim.Chose("factor", p.factor)}, writeRandomLinear(r, p, found)
	})
}

// usesInWords says, as part of a sentence, how often a run uses the differing example.
func usesInWords(r run.Run) string {
	steps := r.StepsPerEpoch()
	switch {
	case r.Scheme.Sampled():
		return fmt.Sprintf("each of the %d steps uses the differing example with probability %s", r.T, typeset.Short(r.SamplingRate()))
	case r.T%steps == 0:
		return fmt.Sprintf("%d steps use the differing example", r.T/steps)
	}
	return fmt.Sprintf("%d steps use the differing example, and one more with probability %s", r.T/steps,
		typeset.Short(float64(r.T%steps)/float64(steps)))
}

// writeRandomLinear writes the pair of mixtures with the largest loss in LaTeX.
func writeRandomLinear(r run.Run, p RandomPair, found claim.Bound) string {
	r = r.ToDeletion()
	steps := r.StepsPerEpoch()
	law := ""
	switch {
	case r.Scheme.Sampled():
		law = fmt.Sprintf(`X \sim \mathrm{Bin}\left(%d,\, \frac{%d}{%d}\right)`, r.T, r.B, r.N)
	case r.T%steps == 0:
		law = fmt.Sprintf(`X = %d`, r.T/steps)
	default:
		law = fmt.Sprintf(`X \in \{%d, %d\}, \quad \Pr(X = %d) = \frac{%d}{%d}`, r.T/steps, r.T/steps+1, r.T/steps+1, r.T%steps, steps)
	}
	if c := p.factor; c != 1 {
		return p.Write(found, "S", fmt.Sprintf(`S = \sum_{j \le X} %s^{%d - t_j}, \quad `, typeset.Base(c), r.T-1)+law)
	}
	return p.Write(found, "X", law)
}
