package ordered

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Shift is the optimum of the shift program (package shift) under the minimum of all moduli that the assumptions give. For a
// full batch and for a known cyclic order, at the stated or the worst position, it is stated as Rényi and as Gaussian
// differential privacy. For one secret order it is the average over the positions of the differing example, once of Rényi
// divergences and once of δ; for an order that changes every epoch likewise.
var Shift = proof.InWhole(&theorem.Theorem{
	ID:     "shift",
	Name:   "Shift optimum",
	Source: proof.Ours("the shift theorem, bounds/internal/shift/shift.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The optimum behind every bound for batches in a known order, from Feldman et al. 2018 to Chien and Li 2024, in Rényi and " +
		"in Gaussian differential privacy.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha}{2\sigma^2} \min_{\tau,\,a} \sum_{t=\tau}^{T-1} a_t^2, ` +
		`\quad z_{t+1} = m_t(z_t) + s_t - a_t \ge 0, \quad z_\tau = \Delta_\tau, \quad z_T = 0`,
	Symbols: "z_t is the distance between the two runs that is left to hide before step t, and a_t what the step’s noise pays off; " +
		"s_t is what the step adds, 0 where it does not use the differing example; m_t(z) is how far apart the step leaves two " +
		"points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Positions: true, Deletes: true,
	Slow:   func(r run.Run, _ claim.Question) bool { return !r.Steady() || r.Scheme.Secret() || !linearSuffices(r) },
	Decays: true, Schedules: true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		if !r.Steady() {
			return []claim.Hypothesis{NeedVariedOrder(r), need.FixedSize(r), need.LinearModulus(r.AtRate(r.Eta))}
		}
		if r.Nonsmooth() {
			return need.WithNonsmoothStep(r, need.OneOrder(r), need.FixedSize(r))
		}
		return []claim.Hypothesis{need.Scheme(r, need.SchemesInOrders...), need.FixedSize(r), need.AnyModulus(r)}
	},
	Prove: proveShift,
})

func proveShift(ctx context.Context, r run.Run) (claim.Proof, error) {
	switch {
	case !r.Steady():
		return variedShift(ctx, r).Upper(), nil
	case r.After > 0 && acrossOnly(r): // the steps after a deletion are post-processing
		p, err := proveShift(ctx, r.ToDeletion())
		return proof.FollowedBy(r.After, p), err
	case r.Scheme.Known():
		return knownOrder(ctx, r), nil
	case r.After > 0 && !linearSuffices(r): // for concave moduli the position is followed in known orders only
		p, err := proveShift(ctx, r.ToDeletion())
		if p = proof.FollowedBy(r.After, p); err != nil || r.Order() != run.SecretOrder {
			return p, err
		}
		given := r // its loss at its worst position is no less, since divergences are quasi-convex
		given.Scheme = run.Cyclic
		return proof.EitherOf(p, knownOrder(ctx, given)), nil
	case r.Order() == run.SecretOrder:
		return secretOrder(ctx, r).Upper(), nil
	}
	f := newReshuffled(ctx, r, true)
	return f.proof("Every epoch's order is assumed uniformly random and kept secret. At a given δ the average of δ over all orders is " +
		"used; at a given α the Rényi average."), nil
}

// LinearProgram returns the shift program of a run under its smallest linear modulus, and that modulus in words.
func LinearProgram(r run.Run) (p shift.CyclicProgram, factor string, err error) {
	plain, visit, ok := stepwise.LinearModuli(r)
	if !ok {
		return p, "", fmt.Errorf("no linear modulus for %s losses", r.Loss)
	}
	p = shift.CyclicProgram{
		Excess:      plain.Excess,
		VisitExcess: visit.Excess,
		Sensitivity: r.Sensitivity(),
		Diameter:    r.Diameter,
		Period:      r.StepsPerEpoch(),
		After:       r.T - r.Holding(),
	}
	if mutants.HalfSensitivity.On() {
		p.Sensitivity /= 2
	}
	factor = fmt.Sprintf("each step multiplies a distance by at most %s (%s)", typeset.Short(1+visit.Excess), plain.Name)
	if !stepwise.AlwaysUsed(r) && plain.Excess != visit.Excess {
		factor = fmt.Sprintf("a step multiplies a distance by at most %s, by %s where it uses the differing example (%s)",
			typeset.Short(1+plain.Excess), typeset.Short(1+visit.Excess), plain.Name)
	}
	return p, factor, nil
}

// secretOrder averages over the position of the differing example in one
// uniformly random order that is kept secret. Under linear moduli it is certified.
func secretOrder(ctx context.Context, r run.Run) proof.Parts {
	bounds, sigma := positions(ctx, r), r.IterateNoise()
	averages := make([]func(delta float64) float64, len(bounds))
	for i, shares := range bounds {
		averages[i] = memo.Func(func(delta float64) float64 {
			e, err := DeltaAverage(shares, sigma, delta)
			if err != nil {
				return math.Inf(1)
			}
			return e
		})
	}
	var certificate claim.Certificate
	if linearSuffices(r) {
		certificate = certifyPositions(r)
	}
	return proof.Parts{
		Certify: certificate, Coarse: true,
		Renyi: func(alpha float64) float64 {
			best := math.Inf(1)
			for _, shares := range bounds {
				best = min(best, RenyiAverage(shares, sigma, alpha))
			}
			return best
		},

		Epsilon: func(delta float64) (float64, error) {
			best := math.Inf(1)
			for _, average := range averages {
				best = min(best, average(delta))
			}
			if math.IsInf(best, 1) {
				return best, proof.ErrNoEpsilon
			}
			return best, nil
		},
		Explain: func(found claim.Bound) ([]claim.Choice, string) {
			var best []shift.Share
			least := math.Inf(1)
			for i, shares := range bounds {
				value := math.Inf(1)
				if !found.Question.Renyi() {
					value = averages[i](found.Question.Delta)
				}
				if math.IsInf(value, 1) && found.Alpha > 1 {
					value = RenyiAverage(shares, sigma, found.Alpha)
				}
				if value < least {
					best, least = shares, value
				}
			}
			if best == nil {
				return nil, ""
			}
			c := costsOf(best)
			return c.chosen(), writeShuffled(r, found, c)
		},
		Note: "The order of the data is assumed uniformly random and kept secret. At a given δ the average of δ over the positions is " +
			"used; at a given α the average of Rényi divergences.",
	}
}

// writeShuffled writes the average over the position of the differing example in one secret order: of δ at a given δ, of
// Rényi divergences at a given α.
func writeShuffled(r run.Run, found claim.Bound, c costs) string {
	costs, mean, sigma := typeset.Between(c.least, "R_j", c.most), typeset.AveragedOver(r.StepsPerEpoch()), r.IterateNoise()
	if found.Direct() {
		return fmt.Sprintf(`%s \delta_{\mu_j}(%s) \le %s, \quad \mu_j = \frac{\sqrt{R_j}}{%s}, \quad %s`,
			mean, typeset.Number(found.Epsilon), typeset.Number(found.Question.Delta), typeset.Number(sigma), costs)
	}
	alpha, less := typeset.AtOrder(found)
	return fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( %s \exp \frac{%s \cdot %s\, R_j}{2 \cdot %s} \right) = %s, \quad %s`,
		alpha, alpha, mean, less, alpha, typeset.Squared(sigma), typeset.Number(found.Renyi), costs)
}

// positions bounds the optima of the positions of one fixed order: under the smallest linear modulus, if there is one, and,
// if that is not the least of all, under the minimum of all moduli.
func positions(ctx context.Context, r run.Run) (bounds [][]shift.Share) {
	if acrossOnly(r) {
		return [][]shift.Share{monotonePositions(ctx, r)}
	}
	p, _, err := LinearProgram(r)
	if linearSuffices(r) {
		return [][]shift.Share{p.Proven().Positions(r.T, maxPositions)}
	}
	most, fewer := visitCaps(ctx, r)
	if err == nil {
		shares := p.Proven().Positions(r.T, maxPositions)
		// The first positions have ⌈T/B⌉ uses. No share has positions of both kinds, so its middle shows which kind it has,
		// whatever the rounding.
		often, below := (r.T-1)%r.StepsPerEpoch()+1, 0.0
		for i, s := range shares {
			limit := most
			if (below+s.Weight/2)*float64(r.StepsPerEpoch()) > float64(often) {
				limit = fewer
			}
			below += s.Weight
			shares[i].R = min(s.R, limit)
		}
		bounds = append(bounds, shares)
	}
	concave := concaveProgram(r)
	concave.Work = work.From(ctx)
	return append(bounds, concave.Positions(r.T, concavePositions, most, fewer))
}

// concavePositions takes the place of maxPositions under concave moduli, where each takes a path of its own.
const concavePositions = 48

// affine returns the cheapest path that uses the clipped modulus, z ↦ cz + 2ηC at most: its constant is charged as
// sensitivity, at every step. It is the part of the program that counts if steps multiply distances by much, and holds for
// every position of the differing example.
func affine(r run.Run) proof.Candidate {
	best := proof.Candidate{FeasiblePoint: shift.FeasiblePoint{R: math.Inf(1)}}
	clip, holds := modulus.Clipped(r.Step())
	if !holds || !r.Bounded() {
		return best
	}
	for _, visit := range stepwise.Visiting(r, modulus.Min{clip}) {
		p := shift.FullBatch{Excess: max(visit.Excess, clip.Excess), Sensitivity: visit.Offset + r.Sensitivity(), Diameter: r.Diameter}
		if !stepwise.AlwaysUsed(r) {
			p.Sensitivity = max(p.Sensitivity, clip.Offset)
		}
		best = best.Cheaper(EveryStep(p, r.T))
	}
	return best
}

// EveryStep returns the optimum of steps that all use the differing example.
func EveryStep(p shift.FullBatch, T int) proof.Candidate {
	s := p.Solve(T)
	return proof.WrittenBy(s, func() shift.Path { return p.Path(s, T) })
}
