package varied

import (
	"context"
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// This file bounds runs whose learning rate changes: s_t, σ_t, the weight decay and the modulus of step t are those of η_t.
// No value of this package is certified; upper bounds are raised, and floors lowered, by more than the rounding errors of
// double precision.

// Margin exceeds the relative error of a few operations on quantities of a step, including the error of the learning rate.
const Margin = 1e-13

// Follow adds to g the path of the shift program of the places `at`, from step `start` on; the steps of the path are known if
// every step is a block of its own. The path starts at the first step instead if that costs no more. Follow returns the step
// at which the path starts.
func (p *Program) Follow(g *proof.Parts, start int, at Places, diameter, cost float64) int {
	program := p.At(at, diameter)
	if p.Run.Steps().Exact() {
		if path, ok := program.Path(0); ok && path.R <= cost {
			start = 0
		}
	}
	proof.Follow(g, p.Run, start, p.Run.Steps().Exact() && at.From == at.To, func() (shift.Path, bool) { return program.Path(start) },
		func(t int, z float64) float64 {
			s := program.Groups[t]
			return (1+s.Excess)*z + s.Shift
		})
	return start
}

// Units are the units of work that solving a shift program spends for each of its blocks.
const Units = 10

// A Program is a run in blocks of steps, from which At makes the shift program of every group of places.
type Program struct {
	Run    run.Run
	Blocks []variedBlock
	Grows  float64 // ≥ 0: the largest relative growth of a distance in one step
}

// variedBlock is a block of steps with the excesses of their moduli. An excess is the slope of a linear modulus, less 1.
type variedBlock struct {
	run.Block
	visit float64 // the excess of a step that uses the differing example
	// idle is the group of all the block's steps, without a shift. Its excess is that of a step without the example, or
	// visit if every step uses the example.
	idle         shift.StepGroup
	Own          float64 // the excess for two points that both go through the same step
	shift, ratio float64 // the largest s and the largest s/σ
}

// Of returns the program of a run in the blocks of [run.Steps.Blocks]. For a known order it also bounds the run with a secret
// order in its place.
func Of(ctx context.Context, r run.Run) *Program {
	r.Diameter = 0 // which no block depends on
	return programs.Get(ctx, r, func(context.Context) *Program {
		return New(r, r.Steps().Blocks())
	})
}

// programs remembers the programs of a few runs.
var programs = &memo.Kind[run.Run, *Program]{Most: proof.FewRuns}

// New returns the program of a run in the given blocks of steps.
func New(r run.Run, blocks []run.Block) *Program {
	p := &Program{Run: r, Blocks: make([]variedBlock, len(blocks))}
	for i, b := range blocks {
		if i > 0 && p.Blocks[i-1].Alike(b) {
			p.Blocks[i] = p.Blocks[i-1]
			p.Blocks[i].Block = b
			continue
		}
		p.Blocks[i] = blockOf(r, b)
		p.Grows = max(p.Grows, p.Blocks[i].idle.Excess)
	}
	return p
}

// Alike reports whether the two blocks differ only in when they begin.
func (v *variedBlock) Alike(b run.Block) bool {
	return v.Low == b.Low && v.High == b.High && v.Steps == b.Steps && !mutants.FirstOfBlock.On()
}

func blockOf(r run.Run, b run.Block) variedBlock {
	steps := r.Steps()
	low, high := steps.WithRate(b.Low), steps.WithRate(b.High)
	v := variedBlock{Block: b, shift: high.Sensitivity, ratio: high.Sensitivity / high.Noise}
	own := modulus.Of(low)
	idle := mostExcess(own, low, high)
	if first := steps.At(b.From); mutants.FirstOfBlock.On() {
		idle = MostExcess(first, first)
	}
	v.Own, v.visit = idle, idle // a step that uses the example stretches no more than one that does not
	if b.Low == b.High && !stepwise.MayBeIdle(r) {
		if visit, ok := own.Visit(high).Linear(); ok {
			v.visit = min(v.visit, proof.Upward(visit.Excess))
		}
		if stepwise.AlwaysUsed(r) {
			idle = v.visit
		}
	}
	if r.After > 0 { // the idle steps after the last use may have B−1 examples; see stepwise.IdleModuli
		few := float64(r.B - 1)
		idle = max(idle, MostExcess(low.OfSize(few), high.OfSize(few)))
	}
	v.idle = shift.StepGroup{Idle: b.Steps - 1, Excess: idle, Noise: low.Noise}.Weighed()
	return v
}

// MostExcess bounds from above, for every step of a block, the excess of its smallest linear modulus. low and high are steps
// with the block's two rates. Every modulus of the catalogue is convex in η, so it is at most the larger of its values at
// these rates.
func MostExcess(low, high run.Step) float64 { return mostExcess(modulus.Of(low), low, high) }

// mostExcess is MostExcess, given the moduli of the step with the lower rate.
func mostExcess(lower modulus.Min, low, high run.Step) float64 {
	least := math.Inf(1)
	if low.Eta == high.Eta {
		m, _ := lower.Linear()
		return proof.Upward(m.Excess)
	}
	for _, high := range modulus.Of(high) {
		for _, m := range lower {
			if high.IsLinear() && m.IsLinear() && m.Name == high.Name {
				least = min(least, proof.Upward(max(high.Excess, m.Excess)))
			}
		}
	}
	return least
}

// Places are the places From … To of an epoch, both included.
type Places struct{ From, To int }

const (
	// mostPlaces is the largest number of groups of places if places × blocks exceed MostFollowed; up to that, every
	// place is a group.
	mostPlaces   = 48
	MostFollowed = 1 << 20
)

// Groups returns the places in an epoch that the differing example may have, in groups: the stated one, or all. One
// secret order loses no more than a known one at its worst place, since divergences are quasi-convex. If the order
// changes every epoch the example may have another place in each, so all places are one group.
func (p *Program) Groups() []Places {
	n := min(p.Run.StepsPerEpoch(), p.Run.Holding())
	switch {
	case p.Run.Scheme.Known() && p.Run.Position > 0:
		at := p.Run.Steps().Place()
		return []Places{{at, at}}
	case p.Run.Order() == run.FreshOrder:
		return []Places{{0, n - 1}}
	}
	width := 1
	if n > mostPlaces && n*len(p.Blocks) > MostFollowed {
		width = (n-1)/mostPlaces + 1
	}
	var groups []Places
	for at := 0; at < n; at += width {
		groups = append(groups, Places{at, min(at+width, n) - 1})
	}
	return groups
}

// Worst returns the largest cost of a group of places, the step at which the path of that group starts, and the group. A union
// of groups costs at least as much as each of them. So Worst splits whichever union costs most, until that is a
// single group; cheaper unions stay unsplit. Each solution spends work.
func (p *Program) Worst(diameter float64, spend func(units int)) (cost float64, tau int, at Places) {
	groups := p.Groups()
	type candidate struct {
		from, to int // of the groups
		cost     float64
		tau      int
	}
	solve := func(from, to int) candidate {
		spend(Units * len(p.Blocks))
		cost, tau := p.At(Places{groups[from].From, groups[to].To}, diameter).Solve()
		return candidate{from, to, cost, tau}
	}
	left := []candidate{solve(0, len(groups)-1)}
	for {
		most := 0
		for i := range left {
			if left[i].cost > left[most].cost {
				most = i
			}
		}
		c := left[most]
		if c.from == c.to {
			return c.cost, c.tau, groups[c.from]
		}
		middle := (c.from + c.to) / 2
		left[most] = solve(c.from, middle)
		left = append(left, solve(middle+1, c.to))
	}
}

// At returns the shift program of a group of places. It assumes the dearest case: an epoch's use is at the last place, where
// the fewest steps are left to pay for it, with the largest sensitivity and ratio of any place of the group; and a block's
// uses are at its last step.
func (p *Program) At(g Places, diameter float64) shift.VariedProgram {
	steps, width, end := p.Run.Steps(), g.To-g.From, p.Run.Holding()
	last := (end - 1) % p.Run.StepsPerEpoch() // the place of the last step that may use the example
	cut := g.From <= last && last < g.To      // the last epoch ends within the group: its use is at the end
	grown := math.Exp(float64(width) * math.Log1p(p.Grows))
	high := steps.Peak()
	program := shift.VariedProgram{Groups: make([]shift.StepGroup, len(p.Blocks)), Diameter: diameter}
	for i := range p.Blocks {
		b, s := &p.Blocks[i], &program.Groups[i]
		*s = b.idle
		uses := steps.UsesBetween(g.To, b.From, b.From+b.Steps)
		if cut && b.From+b.Steps == end {
			uses++
		}
		if uses == 0 {
			continue
		}
		longest, ratio := b.shift, b.ratio
		if width > 0 {
			high.Take(steps.HighestRate(max(0, b.From-width), b.From+b.Steps-1))
			longest, ratio = high.Sensitivity, high.Sensitivity/high.Noise
		}
		s.Composed = float64(uses) * ratio * ratio
		s.Shift = longest * grown
		if b.Steps == 1 && width == 0 {
			s.Excess = b.visit
		}
		// Shift starts as the shift of one use and becomes the sum, at the block's last step, of the block's uses, which may
		// be at any of its steps. Gathered is for a use at every step, so its average over the steps is for one.
		s.Shift = s.Gathered(b.Steps) / float64(b.Steps) * float64(uses)
	}
	return program
}
