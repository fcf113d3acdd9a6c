package average

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// A grid lists distances, rising from 0. The probability of a distance between two of them is divided between both so
// that the mean is kept.
type grid []float64

// near returns the nodes between which a distance lies: it is (1−w)·z_k + w·z_{k+1}, w in [0, 1].
func (g grid) near(z float64) (k int, w float64) {
	return g.nearFrom(sort.SearchFloat64s(g, z), z)
}

// nearFrom is near for a distance above node k−1.
func (g grid) nearFrom(k int, z float64) (int, float64) {
	for k < len(g) && g[k] < z {
		k++
	}
	switch {
	case k == len(g):
		return k - 1, 0
	case g[k] == z:
		return k, 0
	}
	return k - 1, min(1, (z-g[k-1])/(g[k]-g[k-1])*up)
}

func (g grid) top() float64 { return g[len(g)-1] }

// onward returns at least grow·z + n. The result is exactly z + n if grow is 1 and z + n is a float64, so that a sum of nodes
// that is a node stays one.
func onward(grow, z, n float64) float64 {
	if grow != 1 {
		return (grow*z + n) * up
	}
	s := z + n
	if s-z < n || s-n < z { // the part lost by rounding is exact
		s *= 1 + 4*errfloat.U
	}
	return s
}

// A follower is followed backward through the blocks of a run, over a grid of distances.
type follower interface {
	// arrive moves f back over the growth of the distance by the factor grow and the uses of block b. A distance above the
	// grid's top is paid down to the top at once, in addition to a payment of at most paid.
	arrive(b block, grow, paid float64)
	// pay moves f back over the payment of block b, which is plan at each distance.
	pay(b block, grow float64, plan []float64)
	// at returns the mean from here on if the distance is z and nothing has been paid yet.
	at(z float64) float64
}

// A way has the payments of every block, by distance of the grid. The last step is not in it: it pays the whole remaining
// distance.
type way [][]float64

// follow moves f from before the last payment backward through all blocks. It asks for each block's payments when f reaches
// the block. Whenever f is before a block it calls seen with the number of steps from there to the end.
func (p SampledProgram) follow(f follower, g grid, blocks []block, payments func(i int, b block, grow float64) []float64,
	seen func(steps float64)) {
	steps := 0.0
	for i, b := range blocks {
		switch {
		case i == 0 && mutants.LateUse.On():
			f.arrive(block{steps: 1, grow: b.grow, width: 1, carry: 1, limit: 1, uses: []use{{0, 1, 0}}, arrivals: new(arrivals)},
				b.grow, g.top())
		case i == 0:
			f.arrive(b, b.grow, g.top())
		case b.steps == 1:
			f.pay(b, 1, payments(i-1, b, 1))
			f.arrive(b, b.grow, g.top())
		default:
			f.arrive(b, 1, min(b.limit, g.top()*b.grow)*b.carry/b.width)
			f.pay(b, b.grow, payments(i-1, b, b.grow))
		}
		steps += b.steps
		seen(steps)
	}
}

// leastStart follows f and returns the least mean over all starts of the shifted run, and its start. A mean that is NaN is
// returned as it is.
func (p SampledProgram) leastStart(f follower, g grid, blocks []block,
	payments func(i int, b block, grow float64) []float64) (least float64, start int) {
	least, start = math.Inf(1), p.T
	p.follow(f, g, blocks, payments, func(steps float64) {
		if opened := p.reached(float64(p.T) - steps); opened <= g.top() {
			if v := f.at(opened); v < least || v != v {
				least, start = v, p.T-int(steps)
			}
		}
	})
	return least, start
}
