package paper

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift/reordered"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// ChienLiA3 is Corollary A.3 of Chien and Li 2024: for batches reshuffled every epoch,
//
//	e^{(α−1)ε(α)} = E e^{(α−1)ε(α, 𝓑)},
//
// the mean, over orders 𝓑, of Theorem A.1's value for 𝓑. The paper calls it not computable in a stable way. Here the start and
// the payments are either one choice for all orders, or chosen epoch by epoch knowing the order at most up to the next epoch, by
// dynamic programming over the distances at the ends of epochs. Both choices are feasible in Theorem A.1, so the value is at
// least the corollary's (rays.md, section 7). In an incomplete last epoch the example may occur or not, and both cases are
// averaged, as in the theorem.
var ChienLiA3 = &theorem.Theorem{
	ID:     "chien-li-A.3",
	Name:   "Chien–Li, Corollary A.3",
	Source: proof.ChienLi("Corollary A.3"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Theorem A.1 averaged over secret orders, as printed. In links made by versions up to 0.2.0 this name meant our own " +
		"average, which is now averaged-reshuffled.",
	Formula: `\varepsilon(\alpha) = \frac{1}{\alpha-1} \log \mathbb{E}_{\mathcal{B}} \exp \left( \frac{(\alpha-1)\,\alpha}{2\sigma^2} ` +
		`\min_{\tau,\,a} \sum_{t=\tau}^{T-1} (s_t + a_t)^2 \right), ` +
		`\quad A_{t-1} = g^{-1}(A_t + a_{t-1}), \quad A_T = 0, \quad A_\tau \ge \Delta_\tau, \quad g(z) = z + \eta L z^\lambda`,
	Symbols: "𝓑 is the order of the data, drawn afresh for every epoch; s_t is s where step t uses the differing example, else 0; " +
		"A_t is the distance that the steps from t on can still hide, and a_t what step t’s noise pays off; g(z) bounds how far " +
		"apart a step leaves two points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Slow:         proof.Always,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.Reshuffle), need.FixedSize(r), needHolder(r), need.BoundedGradient(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		used, idle := ordered.ChienLiSteps(r)
		mean := reordered.Orders{Modulus: ordered.HolderModulus(r, 1), Sensitivity: r.Sensitivity(), Diameter: r.Diameter,
			Period: r.StepsPerEpoch(), T: r.T, Used: used, Idle: idle, Work: work.From(ctx)}.Prepare()
		at := memo.Func(func(alpha float64) orderCost {
			unit := alpha / 2 / r.IterateNoise() / r.IterateNoise()
			cost, tau, follows := mean.At((alpha - 1) * unit)
			return orderCost{unit * cost, tau, follows}
		})
		return proof.Parts{
			Renyi: func(alpha float64) float64 { return at(alpha).epsilon },
			Note:  "Every epoch's order is assumed uniformly random and kept secret.",
			Explain: func(found claim.Bound) ([]claim.Choice, string) {
				chosen := at(found.Alpha)
				text := writeOrders(r, found, fmt.Sprint(chosen.tau))
				if chosen.follows {
					text = writeOrders(r, found, `\tau`) + fmt.Sprintf(`, \quad \tau = \tau(\mathcal{B}) \ge %d`, chosen.tau)
				}
				return proof.Window(r, chosen.tau), text
			},
		}.Upper(), nil
	},
}

// orderCost is a value and the start of its accounting.
type orderCost struct {
	epsilon float64
	tau     int  // where the accounting starts, or its first possible step if follows
	follows bool // the start depends on the order
}

// writeOrders writes the mean over orders with its value.
func writeOrders(r run.Run, found claim.Bound, tau string) string {
	alpha, less := typeset.AtOrder(found)
	m := ordered.HolderModulus(r, 1)
	text := fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \mathbb{E}_{\mathcal{B}} \exp \left( \frac{%s \cdot %s}{2 \cdot %s} `+
		`\sum_{t=%s}^{%d} (s_t + a_t)^2 \right) = %s`,
		alpha, alpha, less, alpha, typeset.Squared(r.IterateNoise()), tau, r.T-1, typeset.Number(found.Renyi))
	text += fmt.Sprintf(`, \quad s_t = %s \text{ or } 0, \quad g(z) = z + %s \cdot z`, typeset.Number(r.Sensitivity()),
		typeset.Number(m.Holder))
	if m.Order < 1 {
		text += "^{" + typeset.Number(m.Order) + "}"
	}
	return text
}
