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

// candidate are groups of places that may cost most.
type candidate[W any] struct {
	groups   []varied.Places
	bound    float64 // on each of them
	way      W       // in which that was found
	tried    int     // of the ways that searches have found
	searched bool
}

// worst is at least the most of all groups of places, and the way in which it was found. What holds of several groups
// together holds of each, in any way: so those that may cost most are tried in the way that the last search has found,
// parted where they are several, and searched where that alone leaves them worst.
func worst[W any](p placed, search func(*contraction.Varied) (float64, W), by func(*contraction.Varied, W) float64) (float64, W) {
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
