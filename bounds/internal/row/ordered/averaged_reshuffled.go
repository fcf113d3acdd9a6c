package ordered

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// AveragedReshuffled is the Rényi average of the shift program, under the smallest linear modulus of the assumptions, over
// orders drawn afresh and secretly for every epoch: exp((α−1)ε(α)) is at most the expectation over the orders of
// exp((α−1)αR/(2σ²)), where R is the program's cost of an order. The distances at the ends of epochs are fixed, so the
// expectation factorises; dynamic programming chooses them (shift.md, section 6).
//
// Chien and Li's Corollary A.3 averages their Theorem A.1 in the same way (ChienLiA3). Up to version 0.2.0 this row was
// called chien-li-A.3.
var AveragedReshuffled = &theorem.Theorem{
	ID:     "averaged-reshuffled",
	Name:   "Shift, averaged over orders",
	Source: proof.Ours("the levels of epochs that are reshuffled, bounds/internal/shift/shift.md, section 6"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The Rényi average over secret orders, in a form that factorises over the epochs; each order is bounded by the shift program.",
	Formula: `\varepsilon(\alpha) \le \sum_e \frac{1}{\alpha-1} \log \left( \frac{1}{B} \sum_j ` +
		`\exp \frac{(\alpha-1)\,\alpha\,\varphi(j; Z_e, Z_{e+1})}{2\sigma^2} \right)`,
	Symbols: "Z_e is the distance allowed between the two runs before epoch e; φ(j; Z, Z′) is the least sum of squared payments " +
		"over an epoch that uses the differing example at its step j and takes the distance from Z to Z′.",
	Slow:         proof.Always,
	Decays:       true,
	Deletes:      true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.Reshuffle), need.FixedSize(r), need.LinearModulus(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		_, factor, err := LinearProgram(r)
		if err != nil {
			return claim.Proof{}, err
		}
		f := newReshuffled(ctx, r, false)
		return f.proof(factor), nil
	},
}
