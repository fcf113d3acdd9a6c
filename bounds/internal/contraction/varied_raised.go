package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/work"
)

// Orders too high for float64 to hold the profile, of runs whose steps differ: the profile is followed to the beginning of
// the last block at a lower order, and the block contracts what that order says (profile.md, section 9).

// raise bounds the divergence of order alpha by a lower order and the last block, or the steps after it, and tells how; +Inf
// where the order can be followed itself, or nothing was found.
func (v *Varied) raise(ctx context.Context, w *work.Budget, alpha float64) (float64, Way) {
	order := highestFollowed(v.Before(len(v.Stages)))
	if !(alpha > order) {
		return math.Inf(1), noWay
	}
	_, way := v.ProfileRenyi(ctx, w, order)
	if way.end == 0 || ctx.Err() != nil {
		return math.Inf(1), noWay
	}
	way.Lower = order
	least, found := math.Inf(1), noWay
	for way.joined = 0; ctx.Err() == nil; way.joined = max(1, 2*way.joined) {
		last := v.lastBlock(w, way)
		if last == nil && way.joined > 0 {
			break
		}
		if last == nil {
			continue
		}
		at := func(i int) float64 {
			w.Spend(extendedUnits * answer.points)
			return last.after(beta(i), alpha, rough)
		}
		share := 0 // the steps after the last use only contract
		if way.joined > 0 {
			share = bestShare(at)
		}
		if value := at(share); value < least {
			least, found = value, way
			found.share = beta(share)
		} else if way.joined > 1 {
			break
		}
	}
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return math.Inf(1), noWay
	}
	return v.raisedBy(w, alpha, found), found
}

// raisedBy is what a way says of a high order, +Inf for nothing.
func (v *Varied) raisedBy(w *work.Budget, alpha float64, by Way) float64 {
	last := v.lastBlock(w, by)
	if last == nil {
		return math.Inf(1)
	}
	w.Spend(extendedUnits * answer.points)
	return last.after(by.share, alpha, smooth)
}

// A variedLast is the last block of a run whose steps differ, with the profile before it.
type variedLast struct {
	lowProfile
	kernel affine.Stretch
	shift  float64 // 0 of the steps after the last use
}

// after bounds the divergence of order alpha after the block, of whose last noise a share pays.
func (l *variedLast) after(share, alpha, growth float64) float64 {
	kernel := apartness{mu: 2 * l.kernel.Half(share) * up}
	if l.shift == 0 {
		return l.extended(kernel, 0, alpha, growth)
	}
	return l.extended(kernel, gaussianRenyi(alpha, l.shift/math.Sqrt(share)*(1+4*u)), alpha, growth)
}

// lastBlock is the last block of a way; nil where the run has no steps or no blocks before it.
func (v *Varied) lastBlock(w *work.Budget, by Way) *variedLast {
	e := v.ending(w, by.Block)
	if by.joined == 0 {
		if e.rest == nil {
			return nil
		}
		return &variedLast{v.lowProfile(w, e.blocks, v.Before(v.uses[len(v.uses)-1]+1), by), *e.rest, 0}
	}
	at := len(e.blocks) - by.joined
	if at < 0 || e.blocks[at].sure || math.IsInf(e.blocks[at].before, 1) {
		return nil
	}
	last := v.last(w, by.joined*by.Block)
	return &variedLast{v.lowProfile(w, e.blocks[:at], e.blocks[at].before, by), last.kernel, last.shift}
}

// lowProfile is the profile after some blocks, where two Gaussians mu apart bound it too, with the divergence of the lower
// order of a way.
func (v *Varied) lowProfile(w *work.Budget, blocks []variedBlock, mu float64, by Way) lowProfile {
	g := newGrid(by.end, answer.points)
	h := g.gaussianProfile(mu)
	if len(blocks) > 0 {
		for i, x := range v.follow(g, w, ending{blocks: blocks}, by.Beta) {
			h[i] = min(h[i], x)
		}
	}
	return lowProfile{by.Lower, atOrder{by.Lower, mu}.value(g, h), g, h}
}
