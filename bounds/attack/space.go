package main

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// A space represents laws on an interval, in units of σ, by masses: one at each end, one at each quadrature node
// inside, for the density between the ends, and one at the start, where a run is only before its first step.
//
// The nodes are those of Gauss–Legendre quadrature on panels between the kinks of all maps that the run uses. A density after
// a step is a convolution with N(0, 1), hence entire, and on a panel a map is linear. So the quadrature converges
// geometrically once nodes are closer than the noise seen through the map. All masses and kernels are positive, so small
// probabilities keep their relative accuracy.
type space struct {
	lo, hi float64
	at     []float64 // lo, nodes, hi, start
	weight []float64 // of the nodes; 0 elsewhere
}

const (
	// mostNodes is the largest number of nodes, which bounds the work of one pair of laws.
	mostNodes = 900
	// A panel has leastNodes nodes, and nodesPerLength more per unit of length (units of σ) times √((1+slope²)/2), where
	// slope ≥ 1 bounds the slope of every map on the panel. At resolution 1 this gives about ten digits.
	leastNodes     = 8
	nodesPerLength = 1.7
	// leastOfCell replaces leastNodes in cellSpace, whose cells for released iterates make the panels short.
	leastOfCell = 4
)

// newSpace places nodes for the given maps; resolution multiplies their number.
func newSpace(lo, hi, start float64, maps []Piecewise, resolution float64) (space, error) {
	return spaceOf([]float64{lo, hi}, start, maps, resolution, leastNodes)
}

// spaceOf places nodes between neighbouring cuts and kinks, at least `least` of them on each panel, times the resolution. The first two
// cuts are the ends.
func spaceOf(cuts []float64, start float64, maps []Piecewise, resolution, least float64) (space, error) {
	lo, hi := cuts[0], cuts[1]
	for _, m := range maps {
		for _, x := range m.X {
			if x > lo && x < hi {
				cuts = append(cuts, x)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	s := space{lo: lo, hi: hi, at: []float64{lo}, weight: []float64{0}}
	for i := range len(cuts) - 1 {
		from, to := cuts[i], cuts[i+1]
		if to-from < 1e-12*(1+math.Abs(from)) {
			continue // two kinks that differ by rounding
		}
		slope := 1.0 // at least 1: the noise of the step itself
		for _, m := range maps {
			slope = max(slope, math.Abs(m.At(to)-m.At(from))/(to-from))
		}
		wanted := resolution * (least + nodesPerLength*(to-from)*math.Hypot(1, slope)/math.Sqrt2)
		if !(wanted < mostNodes) || len(s.at)+int(wanted) > mostNodes {
			return s, fmt.Errorf("an interval of %.3g σ needs more than %d nodes at resolution %g", hi-lo, mostNodes, resolution)
		}
		rule := legendre(int(math.Ceil(wanted)))
		for k, x := range rule.x {
			s.at = append(s.at, from+(to-from)*x)
			s.weight = append(s.weight, (to-from)*rule.w[k])
		}
	}
	s.at = append(s.at, hi, start)
	s.weight = append(s.weight, 0, 0)
	return s, nil
}

// size is the number of places where mass can be.
func (s space) size() int { return len(s.at) }

// origin returns the law before the first step.
func (s space) origin() []float64 {
	v := make([]float64, s.size())
	v[len(v)-1] = 1
	return v
}

// row fills `out` with the law of mean + N(0, deviation²), projected to [lo, hi].
func (s space) row(mean, deviation float64, out []float64) {
	n := s.size()
	out[0], out[n-2], out[n-1] = tail((mean-s.lo)/deviation), tail((s.hi-mean)/deviation), 0
	total := out[0] + out[n-2]
	for j := 1; j < n-2; j++ {
		d := (s.at[j] - mean) / deviation
		out[j] = s.weight[j] * math.Exp(-d*d/2) * overRootTwoPi / deviation
		total += out[j]
	}
	for j := range out { // or the error of the quadrature would change the mass
		out[j] /= total
	}
}

const overRootTwoPi = 0.3989422804014327 // 1/√(2π)

// tail is P(N(0, 1) > x).
func tail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// A kernel has a row for every place: the law after a step from there.
type kernel struct{ *mat.Dense }

func (s space) kernel(m Piecewise, deviation float64) kernel {
	k := kernel{mat.NewDense(s.size(), s.size(), nil)}
	for i, x := range s.at {
		s.row(m.At(x), deviation, k.RawRowView(i))
	}
	return k
}

// after returns the law after a step, if v is the law before it.
func (k kernel) after(v []float64) []float64 {
	out := make([]float64, len(v))
	mat.NewVecDense(len(v), out).MulVec(k.T(), mat.NewVecDense(len(v), v))
	return out
}

// then returns the kernel of a step by k followed by one by next.
func (k kernel) then(next kernel) kernel {
	var out mat.Dense
	out.Mul(k, next)
	return kernel{&out}
}

// repeated returns the law after n steps of the kernel, if v is the law before them. It squares the kernel if that is less work.
func (k kernel) repeated(v []float64, n int) []float64 {
	for n > 0 && float64(n) > 2*float64(len(v))*math.Log2(float64(n)+1) {
		if n%2 == 1 {
			v = k.after(v)
		}
		k, n = k.then(k), n/2
	}
	for range n {
		v = k.after(v)
	}
	return v
}

// rule is a Gauss–Legendre rule on [0, 1].
type rule struct{ x, w []float64 }

var rules sync.Map // by the number of nodes

func legendre(n int) rule {
	if r, known := rules.Load(n); known {
		return r.(rule)
	}
	r := rule{make([]float64, n), make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.x, r.w, 0, 1)
	slices.Sort(r.x) // weights are symmetric
	rules.Store(n, r)
	return r
}
