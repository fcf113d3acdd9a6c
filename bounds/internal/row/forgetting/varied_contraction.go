package forgetting

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

const variedNote = "each step with its own learning rate: the last blocks are followed one by one"

// variedContractionHypotheses are the hypotheses of the rows that contract, with a changing learning rate.
func variedContractionHypotheses(r run.Run) []claim.Hypothesis {
	return []claim.Hypothesis{need.SameBatches(r), need.Projection(r), ordered.NeedVariedOrder(r), need.FixedSize(r),
		need.LinearModulus(r.AtRate(r.Eta)),
		needNoDeletion(r)}
}

// needNoDeletion requires, with a changing learning rate, that no example is deleted.
func needNoDeletion(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "deletion", Holds: r.After == 0, Needed: "no deletion with a changing learning rate",
		Actual: "no deletion"}
	if r.After > 0 {
		h.Actual = fmt.Sprintf("deleted %d steps before the end", r.After)
		h.Detail = "with a changing learning rate this bound covers only an example that is not deleted"
	}
	return h
}

// mostContracted is the largest number of groups of places that are followed one by one, and fewContracted
// that number if no step expands: a group then costs hardly more than its last place.
const (
	mostContracted = 12
	fewContracted  = 2
)

// contracted returns the groups of places that are followed.
func contracted(p *varied.Program) []varied.Places {
	groups, most := p.Groups(), fewContracted
	if p.Grows > 0 {
		most = mostContracted
	}
	if len(groups) <= most {
		return groups
	}
	var out []varied.Places
	first, last := groups[0].From, groups[len(groups)-1].To
	for i := range most {
		from, to := first+(last+1-first)*i/most, first+(last+1-first)*(i+1)/most-1
		out = append(out, varied.Places{From: from, To: to})
	}
	return out
}

// contractionOf returns the run that uses the example at all places of a group. apart has an element for each block.
func contractionOf(p *varied.Program, g varied.Places, diameter float64, apart []apartAt) *contraction.VariedProblem {
	program := p.At(g, diameter)
	prefixes := program.Prefixes()
	v := &contraction.VariedProblem{Diameter: diameter * (1 + varied.Margin)}
	composed := make([]float64, len(p.Blocks)+1)
	for i, b := range p.Blocks {
		s := program.Groups[i]
		stage := contraction.Stage{Steps: b.Steps, Excess: s.Excess, Own: b.Own, Noise: s.Noise * (1 - varied.Margin),
			Shift: s.Shift * (1 + varied.Margin), Paid: s.Composed * (1 + varied.Margin), Apart: apart[i].plain, Alone: apart[i].plain}
		if g.From < g.To && (b.Steps > 1 || i > 0 && p.Blocks[i-1].Steps > 1) {
			stage.Paid = math.Inf(1) // a use counted at the end of the stage before may belong to this stage
		}
		if s.Shift > 0 && g.From == g.To { // at one place the map may be that without the example
			stage.Alone = min(stage.Alone, apart[i].visit)
		}
		v.Stages = append(v.Stages, stage)
		composed[i+1] = composed[i] + s.Composed
	}
	v.Before = memo.Func(func(n int) float64 {
		last := v.Stages[n-1]
		worst := (last.Apart + last.Shift) / last.Noise
		paid, _ := prefixes.Solve(n)
		sums := 1 + 4e-15*float64(n) // covers the rounding of n additions
		return math.Sqrt(min(composed[n]*sums, worst*worst, paid)) * (1 + varied.Margin)
	})
	return v
}

// apartAt has the distance, after a step of a block, of two points that were D apart: after a step without the differing
// example, and after one that uses it. They are the same unless the block is a single step.
type apartAt struct{ plain, visit float64 }

// apartness returns the apartAt of every block.
func apartness(p *varied.Program, diameter float64) []apartAt {
	out, steps := make([]apartAt, len(p.Blocks)), p.Run.Steps()
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if i > 0 && p.Blocks[i-1].Alike(b.Block) {
			out[i] = out[i-1]
			continue
		}
		low := steps.WithRate(b.Low)
		lower := modulus.Of(low)
		higher := lower
		if b.Low < b.High {
			higher = modulus.Of(steps.WithRate(b.High))
		}
		out[i].plain = mostApart(lower, higher, diameter)
		out[i].visit = out[i].plain
		if b.Steps == 1 && !p.Run.Clipping.Differences() && !stepwise.MayBeIdle(p.Run) {
			visit := lower.Visit(low) // a single step has one rate
			out[i].visit = mostApart(visit, visit, diameter)
		}
	}
	return out
}

// mostApart returns at least the distance, after any step of a block, of two points z apart. low and high are the moduli at
// the block's lowest and highest rate; each modulus is a convex function of the learning rate.
func mostApart(low, high modulus.Min, z float64) float64 {
	least := math.Inf(1)
	for _, h := range high {
		for _, l := range low {
			if h.Name == l.Name {
				least = min(least, max(h.Eval(z), l.Eval(z)))
			}
		}
	}
	return least * (1 + varied.Margin)
}

// variedContraction states Contraction for a run whose steps differ: its largest value over the places of the example.
func variedContraction(ctx context.Context, r run.Run) proof.Parts {
	w, composed := work.From(ctx), proof.ByProof(composition.VariedComposition(ctx, r).Upper())
	most := func(alpha float64) (float64, contraction.Cycle) {
		e, choice := worst(placesOf(ctx, r), func(v *contraction.VariedProblem) (float64, contraction.Cycle) {
			return v.Renyi(w, alpha, composed.Renyi(alpha))
		}, func(v *contraction.VariedProblem, by contraction.Cycle) float64 { return v.RenyiBy(w, alpha, by) })
		return e * (1 + varied.Margin), choice
	}
	own := proof.Alternative{
		Renyi: func(alpha float64) float64 {
			e, _ := most(alpha)
			return e
		},
		Explain: func(found claim.Bound) ([]claim.Choice, string) {
			_, c := most(found.Alpha)
			return blocksOf(c), writeVariedContraction(found, c)
		},
	}
	g := proof.LeastOf(own, composed)
	g.Renyi, g.Pay, g.Certify = memo.Func(g.Renyi), nil, nil
	g.Note = variedNote
	return g
}

// blocksOf returns a choice as it is shown: the share β, and the uses of a block.
func blocksOf(c contraction.Cycle) []claim.Choice {
	return []claim.Choice{claim.Chose("beta", c.Beta), claim.Chose("block", float64(c.Block))}
}

// writeVariedContraction writes the map of a block and the value.
func writeVariedContraction(found claim.Bound, c contraction.Cycle) string {
	alpha, less := typeset.AtOrder(found)
	return fmt.Sprintf(`R \leftarrow \frac{\alpha z_t^2}{2\beta_t\sigma_t^2} + \frac{\log\left(1 + \theta_t(\beta_t) \left(e^{%s R} - `+
		`1\right)\right)}{%s - 1}, \quad \beta_{T-1} = %s, \quad \varepsilon(%s) = %s`,
		less, alpha, typeset.Number(c.Beta), alpha, typeset.Number(found.Renyi))
}

// variedProfile proves Profile for a run whose steps differ.
func variedProfile(ctx context.Context, r run.Run) claim.Proof {
	w := work.From(ctx)
	search := func(v *contraction.VariedProblem, q claim.Question) (float64, contraction.Way) {
		if q.Renyi() {
			return v.ProfileRenyi(ctx, w, claim.AtLeast(q.Alpha))
		}
		return v.Profile(ctx, w, claim.AtMost(q.Delta))
	}
	by := func(v *contraction.VariedProblem, q claim.Question, way contraction.Way) float64 {
		switch {
		case ctx.Err() != nil:
			return 0 // the search was stopped, and its result is not used
		case q.Renyi():
			return v.ProfileRenyiBy(w, claim.AtLeast(q.Alpha), way)
		}
		return v.ProfileBy(w, claim.AtMost(q.Delta), way)
	}
	return proof.Solving(claim.Upper, variedNote,
		func(q claim.Question) (claim.Solution, error) {
			most, choice := worst(placesOf(ctx, r), func(v *contraction.VariedProblem) (float64, contraction.Way) { return search(v, q) },
				func(v *contraction.VariedProblem, way contraction.Way) float64 { return by(v, q, way) })
			if err := ctx.Err(); err != nil {
				return claim.Solved(q, math.Inf(1)), fmt.Errorf("contracting the profile was stopped: %w", err)
			}
			s := claim.Solved(q, most*(1+varied.Margin))
			s.Explain = func() ([]claim.Choice, string) {
				return blocksOf(choice.Cycle), writeVariedProfile(s.Bound, choice.Cycle)
			}
			return s, nil
		})
}

// writeVariedProfile writes the map of a block, or the bound of a lower order before the last block, and the value.
func writeVariedProfile(found claim.Bound, c contraction.Cycle) string {
	beta := typeset.Number(c.Beta)
	if c.Lower > 0 {
		alpha, low := typeset.Number(found.Alpha), typeset.Number(c.Lower)
		return fmt.Sprintf(`\beta = %[1]s, \quad %[2]s + \frac{%[3]s\,z_{T-1}^2}{2 \beta_{T-1} \sigma_{T-1}^2} = %[4]s`, beta,
			extendedFrom(low, alpha, `\theta_{T-1}`), alpha, typeset.Number(found.Epsilon))
	}
	divided := `\left[h\,\theta_t\!\left(1 + \tfrac{\gamma-1}{h}\right)\right] ` +
		`\otimes \mathcal{N}\!\left(\frac{z_t}{\sqrt{\beta}\,\sigma_t}\right)`
	if c.Matched {
		divided = `\min\left\{` + divided + `,\; G_t\right\}`
	}
	return fmt.Sprintf(`\beta = %s, \quad h \leftarrow %s, \quad %s`, beta, divided, typeset.Answered(found))
}
