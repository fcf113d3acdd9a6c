package forgetting

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/run"
)

// placesOfRun has the groups of places of a run whose steps differ, and for each of them the run as package contraction
// follows it.
type placesOfRun struct {
	groups []varied.Places
	first  int // index of the group of the last step's place, which most often costs most
	run    func(varied.Places) *contraction.VariedProblem
}

var variedContractions = &memo.Kind[run.Run, placesOfRun]{Most: proof.FewRuns}

// placesOf returns the places of r, kept between rows.
func placesOf(ctx context.Context, r run.Run) placesOfRun {
	return variedContractions.Get(ctx, r, func(ctx context.Context) placesOfRun {
		p := varied.Of(ctx, r)
		apart, groups := apartness(p, r.Diameter), contracted(p)
		first := sort.Search(len(groups)-1, func(i int) bool { return groups[i].To >= r.Steps().Place() })
		return placesOfRun{groups, first, memo.Func(func(g varied.Places) *contraction.VariedProblem {
			return contractionOf(p, g, r.Diameter, apart)
		})}
	})
}

// candidate is some neighbouring groups of places that may have the largest loss. A way, of type W, is the parameters of a
// bound.
type candidate[W any] struct {
	groups   []varied.Places
	bound    float64 // on the loss at each place of the groups
	way      W       // the way that gave bound
	tried    int     // the number of ways known when the candidate was last evaluated
	searched bool    // a way was searched for these groups
}

// worst returns a bound on the largest loss over all groups of places, and the way that gave it. A bound for several groups
// together, by any way, holds for each of them. So the candidate with the largest bound is evaluated by the way that the last
// search found. If its bound stays the largest, it is divided in two or, if it is one group, searched.
func worst[W any](p placesOfRun, search func(*contraction.VariedProblem) (float64, W),
	by func(*contraction.VariedProblem, W) float64) (float64, W) {
	var ways []W
	learn := func(c *candidate[W], bound float64, way W) {
		if c.tried = len(ways); bound < c.bound {
			c.bound, c.way = bound, way
		}
	}
	left := []*candidate[W]{{groups: p.groups[p.first : p.first+1], bound: math.Inf(1)}}
	part := func(before, after []varied.Places) {
		for _, groups := range [][]varied.Places{before, after} {
			if len(groups) > 0 {
				left = append(left, &candidate[W]{groups: groups, bound: math.Inf(1)})
			}
		}
	}
	part(p.groups[:p.first], p.groups[p.first+1:])
	for {
		c := slices.MaxFunc(left, func(a, b *candidate[W]) int { return cmp.Compare(a.bound, b.bound) })
		n := len(c.groups)
		v := p.run(varied.Places{From: c.groups[0].From, To: c.groups[n-1].To})
		switch {
		case c.tried < len(ways):
			last := ways[len(ways)-1]
			learn(c, by(v, last), last)
		case n > 1:
			left = slices.DeleteFunc(left, func(x *candidate[W]) bool { return x == c })
			part(c.groups[:n/2], c.groups[n/2:])
		case !c.searched:
			c.searched = true
			e, way := search(v)
			ways = append(ways, way)
			learn(c, e, way)
		default:
			return c.bound, c.way
		}
	}
}
