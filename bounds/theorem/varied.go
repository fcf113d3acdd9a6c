package theorem

import (
	"context"
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// What is proved of runs whose steps have learning rates of their own: s_t, σ_t, the weight decay and
// the modulus of step t are those of η_t. Nothing here is certified; values are raised, or floors
// lowered, by what double precision may have lost.

// variedMargin is above the relative error of a few operations on quantities of a step, the learning
// rate's own included.
const variedMargin = 1e-13

// follow writes out the path of a shift program from a step on, where every step is followed by itself; or
// from the first, which it returns then, where that costs no more.
func (p *variedProgram) follow(g *proof.Parts, start int, at placeGroup, diameter, cost float64) int {
	program := p.at(at, diameter)
	if p.run.Steps().Exact() {
		if path, ok := program.Path(0); ok && path.R <= cost {
			start = 0
		}
	}
	follow(g, p.run, start, p.run.Steps().Exact() && at.from == at.to, func() (shift.Path, bool) { return program.Path(start) },
		func(t int, z float64) float64 {
			s := program.Stretches[t]
			return (1+s.Excess)*z + s.Shift
		})
	return start
}

// variedUnits are the units of work of one block of a program.
const variedUnits = 10

// variedProgram is what the programs of all positions have in common.
type variedProgram struct {
	run    run.Run
	blocks []variedBlock
	grows  float64 // ≥ 0: by which part a step makes distances longer, at most
}

// variedBlock is a block with its factors, less 1, without and with the differing example.
type variedBlock struct {
	run.Block
	idle, visit         float64
	shift, noise, ratio float64 // the most s, the least σ and the most s/σ
}

// variedProgramOf is the program of a run, which a secret order does not make worse.
func variedProgramOf(ctx context.Context, r run.Run) *variedProgram {
	r.Diameter = 0 // which no block depends on
	return variedPrograms.Get(ctx, r, func(context.Context) *variedProgram {
		return newVariedProgram(r, r.Steps().Blocks())
	})
}

var variedPrograms = &memo.Kind[run.Run, *variedProgram]{Most: fewRuns}

func newVariedProgram(r run.Run, blocks []run.Block) *variedProgram {
	p, steps := &variedProgram{run: r}, r.Steps()
	for _, b := range blocks {
		low, high := steps.WithRate(b.Low), steps.WithRate(b.High)
		v := variedBlock{Block: b, idle: mostExcess(low, high), shift: high.Sensitivity, noise: low.Noise}
		if first := steps.At(b.From); mutants.FirstOfBlock.On() {
			v.idle = mostExcess(first, first)
		}
		v.ratio = high.Sensitivity / high.Noise
		v.visit = v.idle // m* is at most m
		if visit, ok := modulus.Of(high).Visit(high).Linear(); ok && b.Low == b.High {
			v.visit = min(v.visit, upward(visit.Excess))
			if alwaysUsed(r) {
				v.idle = v.visit
			}
		}
		if r.After > 0 { // idleModuli
			few := float64(r.B - 1)
			v.idle = max(v.idle, mostExcess(low.OfSize(few), high.OfSize(few)))
		}
		p.grows = max(p.grows, v.idle)
		p.blocks = append(p.blocks, v)
	}
	return p
}

// mostExcess is at least the least linear modulus, less 1, of every step of a block. Each of the
// catalogue's is a convex function of the learning rate, so that none is above its
// larger end.
func mostExcess(low, high run.Step) float64 {
	least := math.Inf(1)
	lower := modulus.Of(low)
	if low.Eta == high.Eta {
		m, _ := lower.Linear()
		return upward(m.Excess)
	}
	for _, high := range modulus.Of(high) {
		for _, m := range lower {
			if high.IsLinear() && m.IsLinear() && m.Name == high.Name {
				least = min(least, upward(max(high.Excess, m.Excess)))
			}
		}
	}
	return least
}

// placeGroup are the places from … to of an epoch.
type placeGroup struct{ from, to int }

const (
	// mostPlaces is the number of groups of places where there are more than variedSteps steps to
	// follow in all.
	mostPlaces  = 48
	variedSteps = 1 << 20
)

// places are those of the differing example that count, all where none is stated. One secret order loses
// no more than a known one at its worst place, since divergences are quasi-convex; where the order
// changes every epoch the example has any place in each, and all are one group.
func (p *variedProgram) places() []placeGroup {
	n := min(p.run.StepsPerEpoch(), p.run.Holding())
	switch {
	case p.run.Scheme.Known() && p.run.Position > 0:
		at := p.run.Steps().Place()
		return []placeGroup{{at, at}}
	case p.run.Order() == run.FreshOrder:
		return []placeGroup{{0, n - 1}}
	}
	width := 1
	if n > mostPlaces && n*len(p.blocks) > variedSteps {
		width = (n-1)/mostPlaces + 1
	}
	var groups []placeGroup
	for at := 0; at < n; at += width {
		groups = append(groups, placeGroup{at, min(at+width, n) - 1})
	}
	return groups
}

// uses is how many epochs use the example in the block, at the last of the places that the run still
// has steps of.
func (p *variedProgram) uses(g placeGroup, b run.Block) int {
	end := b.From + b.Steps
	uses := p.run.Steps().UsesBetween(g.to, b.From, end)
	if last := p.run.Holding() - 1; end == last+1 {
		if place := last % p.run.StepsPerEpoch(); g.from <= place && place < g.to {
			uses++
		}
	}
	return uses
}

// at is the program of a group of places. What costs most is that an epoch's use comes at the last of
// them, where it is longest in sight and least is left to pay for it, with the largest step of any
// of them; and in a block that the uses come at the last step of it.
func (p *variedProgram) at(g placeGroup, diameter float64) shift.Varied {
	steps, width := p.run.Steps(), g.to-g.from
	grown := math.Exp(float64(width) * math.Log1p(p.grows))
	program := shift.Varied{Stretches: make([]shift.Stretch, len(p.blocks)), Diameter: diameter}
	for i, b := range p.blocks {
		s := shift.Stretch{Idle: b.Steps - 1, Excess: b.idle, Noise: b.noise}
		if uses := p.uses(g, b.Block); uses > 0 {
			longest, ratio := b.shift, b.ratio
			if width > 0 {
				high := steps.Highest(max(0, b.From-width), b.From+b.Steps-1)
				longest, ratio = high.Sensitivity, high.Sensitivity/high.Noise
			}
			s.Composed = float64(uses) * ratio * ratio
			s.Shift = longest * grown
			if b.Steps == 1 && width == 0 {
				s.Excess = b.visit
			}
			s.Shift = s.Gathered(b.Steps) / float64(b.Steps) * float64(uses)
		}
		program.Stretches[i] = s
	}
	return program
}
