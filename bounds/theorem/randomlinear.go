package theorem

import (
	"fmt"
	"math"

	"lastiterate/bounds/adversary"
	"lastiterate/bounds/certify"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
	"lastiterate/bounds/upward"
)

// The runs of this file are those of the linear adversary whose batches are secret
// (bounds/adversary/random.md).

// randomFactors are the factors c of the linear runs in the class; else the reason
// why there are none.
func randomFactors(r run.Run) (reason string) {
	switch {
	case r.Loss != run.StronglyConvex || r.Clipping == run.ClippingActive && !r.Bounded():
		return ""
	case r.Clipping == run.ClippingActive:
		return "strongly convex, and what the others push carries a run to the boundary"
	case r.Clipping == run.ClippingNever:
		return "strongly convex with bounded gradients"
	case r.Clipping == run.ClippingDifference && r.Adjacency != run.Replace:
		return "strongly convex, and the zeroed example’s gradient is bounded"
	case r.Clipping == run.ClippingDifference && r.Scheme == run.Poisson:
		return "a batch of random size pulls by a random factor"
	}
	return "quadratics"
}

func needRandomLinearMember(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "a linear run within the assumptions", Needed: "linear losses, or a quadratic whose gradients need no bound", Actual: "ψ(x) = x"}
	if reason := randomFactors(r); reason != "" {
		h.Actual = reason
		h.Detail = "a quadratic with bounded gradients meets the assumptions on a bounded domain only, and its run is not Gaussian"
		return h
	}
	h.Holds = true
	return h
}

// usesLaws are the laws of how often a run in secret batches uses the differing
// example, for either reading of who is left out where b does not divide n.
func usesLaws(r run.Run) []adversary.Law {
	if r.Scheme == run.WithoutReplacement || r.Scheme == run.Poisson {
		return []adversary.Law{adversary.Binomial(r.T, r.B, r.N)}
	}
	steps := r.StepsPerEpoch()
	epochs, rest := r.T/steps, r.T%steps
	laws := []adversary.Law{adversary.Chances(steps, []int{epochs, epochs + 1}, []int{steps - rest, rest})}
	switch used := steps * r.B; {
	case r.Dropped() == 0:
	case r.Scheme == run.Reshuffle:
		laws = append(laws, adversary.Binomial(epochs, used, r.N).Plus(rest*r.B, r.N))
	case epochs == 0:
		laws = append(laws, adversary.Chances(r.N, []int{0, 1}, []int{r.N - rest*r.B, rest * r.B}))
	default:
		laws = append(laws, adversary.Chances(r.N, []int{0, epochs, epochs + 1}, []int{r.N - used, used - rest*r.B, rest * r.B}))
	}
	return laws
}

// randomLinear are the runs with linear losses.
func randomLinear(r run.Run) randomFloor {
	f := randomFloor{id: "linear-adversary", of: r}
	for _, law := range usesLaws(r) {
		pairs := randomPairs(r, law, r.T, !r.Bounded())
		if r.Bounded() {
			for i := range pairs {
				pairs[i].escape = escape(r, pairs[i])
			}
		}
		f.runs = append(f.runs, pairs)
	}
	return f
}

// escape bounds the probability that either run of a pair is ever projected on an
// interval of length D (random.md, section 3): that it uses the example more often
// than a number k₀, or that its noise leaves what the means leave of the interval.
func escape(r run.Run, p randomPair) func(delta float64) float64 {
	x := certify.State(r)
	width := x.Diameter.Square().Quo(x.Variance.Mul(outward.Int(r.T))).Sqrt().Down()
	return func(delta float64) float64 {
		const share = 1e-6 // of δ, for the number of uses
		uses, beyond := p.law.AtMost(share * delta)
		reach := (math.Abs(p.first-p.second) * uses * p.most) * (1 + 8*upward.U)
		room := (width - reach) / 2 * (1 - 8*upward.U)
		if !(room > 0) {
			return 1
		}
		_, tail := upward.Tail(room)
		return math.Min(1, (beyond+4*tail)*(1+8*upward.U))
	}
}

func proveRandomLinear(r run.Run) claim.Guarantee {
	f := randomLinear(r)
	g := f.guarantee("linear losses; " + usesInWords(r))
	if r.Bounded() {
		const example = 1e-5
		g.Note += fmt.Sprintf("; a projection moves either run with probability at most %s", short(f.runs[0][0].escape(example)))
	}
	factor := 1.0
	g.Optimum = &claim.Optimum{Factor: &factor}
	return g
}

// usesInWords says how often a run uses the differing example.
func usesInWords(r run.Run) string {
	steps := r.StepsPerEpoch()
	switch {
	case r.Scheme == run.WithoutReplacement || r.Scheme == run.Poisson:
		return fmt.Sprintf("each of the %d steps uses the differing example with probability %s", r.T, short(r.SamplingRate()))
	case r.T%steps == 0:
		return fmt.Sprintf("%d steps use the differing example", r.T/steps)
	}
	return fmt.Sprintf("%d steps use the differing example, and one more with probability %s", r.T/steps, short(float64(r.T%steps)/float64(steps)))
}

// writeRandomLinear is the pair of mixtures that shows the most.
func writeRandomLinear(r run.Run, o Outcome) string {
	steps := r.StepsPerEpoch()
	law := ""
	switch {
	case r.Scheme == run.WithoutReplacement || r.Scheme == run.Poisson:
		law = fmt.Sprintf(`k \sim \mathrm{Bin}\left(%d,\, \frac{%d}{%d}\right)`, r.T, r.B, r.N)
	case r.T%steps == 0:
		law = fmt.Sprintf(`k = %d`, r.T/steps)
	default:
		law = fmt.Sprintf(`k \in \{%d, %d\}, \quad \Pr(k = %d) = \frac{%d}{%d}`, r.T/steps, r.T/steps+1, r.T/steps+1, r.T%steps, steps)
	}
	return randomLinear(r).write(o, "k", law)
}
