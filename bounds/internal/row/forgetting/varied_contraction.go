package forgetting

import (
	"context"
	"fmt"
	"math"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// variedContractionHypotheses are those of the rows that contract, where the learning rate changes.
func variedContractionHypotheses(r run.Run) []claim.Hypothesis {
	return []claim.Hypothesis{need.SameBatches(r), need.Projection(r), ordered.NeedVariedOrder(r), need.FixedSize(r),
		need.LinearModulus(r.AtRate(r.Eta)),
		needNoDeletion(r)}
}

// needNoDeletion wants the example to stay, where the learning rate changes.
func needNoDeletion(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "deletion", Holds: r.After == 0, Needed: "no deletion where the learning rate changes",
		Actual: "no deletion"}
	if r.After > 0 {
		h.Actual = fmt.Sprintf("deleted %d steps before the end", r.After)
		h.Detail = "with a learning rate that changes its last blocks are followed for an example that stays"
	}
	return h
}

// mostContracted is the number of groups of places that are followed one by one, fewer where no
// step makes a distance longer, and a group costs hardly more than its last place.
const (
	mostContracted = 12
	fewContracted  = 2
)

// contracted are the groups of places whose profiles are followed.
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

// placed are the groups of places of a run whose steps differ, and the run of any of them as package contraction follows it.
type placed struct {
	groups []varied.Places
	first  int // the group of the last step, which most often costs most
	run    func(varied.Places) *contraction.Varied
}

var variedContractions = &memo.Kind[run.Run, placed]{Most: proof.FewRuns}

func placesOf(ctx context.Context, r run.Run) placed {
	return variedContractions.Get(ctx, r, func(ctx context.Context) placed {
		p := varied.Of(ctx, r)
		apart, groups := apartness(p, r.Diameter), contracted(p)
		first := sort.Search(len(groups)-1, func(i int) bool { return groups[i].To >= r.Steps().Place() })
		return placed{groups, first, memo.Func(func(g varied.Places) *contraction.Varied {
			return contractionOf(p, g, r.Diameter, apart)
		})}
	})
}

// worst searches the bound of the first group, and of every other that may be above all that were searched before. What
// holds of several groups together holds of each: they are parted, down to single ones, only where exceeds does not show
// at once that they are not above.
func (p placed) worst(search func(*contraction.Varied), exceeds func(*contraction.Varied) bool) {
	search(p.run(p.groups[p.first]))
	var look func(groups []varied.Places)
	look = func(groups []varied.Places) {
		n := len(groups)
		if n == 0 {
			return
		}
		v := p.run(varied.Places{From: groups[0].From, To: groups[n-1].To})
		switch {
		case !exceeds(v):
		case n == 1:
			search(v)
		default:
			look(groups[n/2:])
			look(groups[:n/2])
		}
	}
	look(p.groups[:p.first])
	look(p.groups[p.first+1:])
}

// contractionOf is the run with the uses of a group of places.
func contractionOf(p *varied.Program, g varied.Places, diameter float64, apart []apartAt) *contraction.Varied {
	program := p.At(g, diameter)
	v := &contraction.Varied{Diameter: diameter * (1 + varied.Margin)}
	composed := make([]float64, len(p.Blocks)+1)
	for i, b := range p.Blocks {
		s := program.Stretches[i]
		stage := contraction.Stage{Steps: b.Steps, Excess: s.Excess, Own: b.Own, Noise: s.Noise * (1 - varied.Margin),
			Shift: s.Shift * (1 + varied.Margin), Apart: apart[i].plain, Alone: apart[i].plain}
		if s.Shift > 0 {
			stage.Alone = min(stage.Alone, apart[i].visit)
		}
		v.Stages = append(v.Stages, stage)
		composed[i+1] = composed[i] + s.Composed
	}
	v.Before = memo.Func(func(n int) float64 {
		last := v.Stages[n-1]
		worst := (last.Apart + last.Shift) / last.Noise
		paid, _ := shift.Varied{Stretches: program.Stretches[:n], Diameter: diameter}.Solve()
		return math.Sqrt(min(composed[n]*(1+4e-15*float64(n)), worst*worst, paid)) * (1 + varied.Margin)
	})
	return v
}

// apartAt is how far apart a step of a block leaves two points that were D apart: without the differing example, and
// by a map of both runs where the block is one step that uses it.
type apartAt struct{ plain, visit float64 }

// apartness is that of every block.
func apartness(p *varied.Program, diameter float64) []apartAt {
	out, steps := make([]apartAt, len(p.Blocks)), p.Run.Steps()
	for i, b := range p.Blocks {
		low, high := steps.WithRate(b.Low), steps.WithRate(b.High)
		lower, higher := modulus.Of(low), modulus.Of(high)
		out[i].plain = mostApart(lower, higher, diameter)
		out[i].visit = out[i].plain
		if b.Steps == 1 && !p.Run.Clipping.Differences() {
			out[i].visit = mostApart(lower.Visit(low), higher.Visit(high), diameter)
		}
	}
	return out
}

// mostApart is at least how far apart any step of a block leaves two points that were z apart: each
// modulus of the catalogue is a convex function of the learning rate.
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

// variedContraction is Contraction of a run whose steps differ: the most of all places.
func variedContraction(ctx context.Context, r run.Run) proof.Parts {
	w, composed := work.From(ctx), proof.ByProof(composition.VariedComposition(ctx, r).Upper())
	worst := func(alpha float64) (most float64, choice contraction.Choice) {
		placesOf(ctx, r).worst(func(v *contraction.Varied) {
			if e, c := v.Renyi(w, alpha, composed.Renyi(alpha)); e > most {
				most, choice = e, c
			}
		}, func(v *contraction.Varied) bool { return v.RenyiBy(w, alpha, choice) > most })
		return most * (1 + varied.Margin), choice
	}
	own := proof.Alternative{
		Renyi: func(alpha float64) float64 {
			e, _ := worst(alpha)
			return e
		},
		Explain: func(found claim.Bound) ([]claim.Choice, string) {
			_, c := worst(found.Alpha)
			return blocksOf(c), writeVariedContraction(found, c)
		},
	}
	g := proof.LeastOf(own, composed)
	g.Renyi, g.Pay, g.Certify = memo.Func(g.Renyi), nil, nil
	g.Note = "each step with its own learning rate: the last blocks are followed one by one"
	return g
}

// blocksOf tells the uses of a block.
func blocksOf(c contraction.Choice) []claim.Choice {
	return []claim.Choice{claim.Chose("beta", c.Beta), claim.Chose("block", float64(c.Block))}
}

// writeVariedContraction is the map of a block and the value.
func writeVariedContraction(found claim.Bound, c contraction.Choice) string {
	alpha, less := typeset.AtOrder(found)
	return fmt.Sprintf(`R \leftarrow \frac{\alpha z_t^2}{2\beta_t\sigma_t^2} + \frac{\log\left(1 + \theta_t(\beta_t) \left(e^{%s R} - `+
		`1\right)\right)}{%s - 1}, \quad \beta_{T-1} = %s, \quad \varepsilon(%s) = %s`,
		less, alpha, typeset.Number(c.Beta), alpha, typeset.Number(found.Renyi))
}

// variedProfile is Profile of a run whose steps differ.
func variedProfile(ctx context.Context, r run.Run) claim.Proof {
	w := work.From(ctx)
	search := func(v *contraction.Varied, q claim.Question) (float64, contraction.Way, error) {
		if q.Renyi() {
			return v.ProfileRenyi(ctx, w, claim.AtLeast(q.Alpha))
		}
		return v.Profile(ctx, w, claim.AtMost(q.Delta))
	}
	by := func(v *contraction.Varied, q claim.Question, way contraction.Way) float64 {
		if q.Renyi() {
			return v.ProfileRenyiBy(w, claim.AtLeast(q.Alpha), way)
		}
		return v.ProfileBy(w, claim.AtMost(q.Delta), way)
	}
	return proof.Solving(claim.Upper, "each step with its own learning rate: the last blocks are followed one by one",
		func(q claim.Question) (claim.Solution, error) {
			worst, choice := 0.0, contraction.Way{Choice: contraction.Choice{Beta: 1, Block: 1}}
			placesOf(ctx, r).worst(func(v *contraction.Varied) {
				if e, c, _ := search(v, q); e > worst {
					worst, choice = e, c
				}
			}, func(v *contraction.Varied) bool { return ctx.Err() == nil && by(v, q, choice) > worst })
			if err := ctx.Err(); err != nil {
				return claim.Solved(q, math.Inf(1)), fmt.Errorf("contracting the profile was given up: %w", err)
			}
			s := claim.Solved(q, worst*(1+varied.Margin))
			s.Explain = func() ([]claim.Choice, string) {
				return blocksOf(choice.Choice), fmt.Sprintf(`\beta = %s, \quad h \leftarrow \left[h\,\theta_t\!\left(1 + `+
					`\tfrac{\gamma-1}{h}\right)\right] `+
					`\otimes \mathcal{N}\!\left(\frac{z_t}{\sqrt{\beta}\,\sigma_t}\right), \quad %s`,
					typeset.Number(choice.Beta), typeset.Answered(s.Bound))
			}
			return s, nil
		})
}
