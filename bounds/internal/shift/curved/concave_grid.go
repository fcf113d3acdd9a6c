package curved

import "math"

// pace returns about the distance by which an optimal path falls in a step at z: the distance that the step adds, with visits
// spread evenly over an epoch, or more if T is too short for that. spare² is then a price for each step; 0 if there are
// enough steps.
func (w *solver) pace(z, spare float64) float64 {
	k, _ := w.plain.added(z)
	r := max(0, w.Sensitivity/float64(w.Period)+k)
	if spare == 0 {
		return r
	}
	return math.Sqrt(r*r + spare*spare)
}

// paces returns about ∫_0^top dz/pace, the number of steps of an optimal path. It stops at any value above `most`.
func (w *solver) paces(spare, top, most float64) float64 {
	// 1/pace varies over decades near 0 and little elsewhere. Points this far apart in ln z reach e^{−33} of top.
	const points, apart = 48, 0.7
	n := 0.0
	z := top
	for i := range points {
		below := top * math.Exp(-apart*float64(i+1))
		if i == points-1 {
			below = 0
		}
		n += (z - below) / w.pace((z+below)/2, spare)
		z = below
		if n > most {
			return n
		}
	}
	return n
}

// nodes returns a grid from 0+ to top. From node to node a step's growth changes by 1/fineness of the pace, or more if that
// takes too many nodes. A coarse grid costs only precision.
func (w *solver) nodes(top, spare, fineness float64, most int) []float64 {
	const coarser = 1.5 // the factor between the finenesses that are tried
	for ; ; fineness /= coarser {
		if out := w.tryNodes(top, spare, fineness, most); len(out) <= most {
			return out
		}
	}
}

// tryNodes is nodes at one fineness. It returns more than `most` nodes if `most` do not suffice.
func (w *solver) tryNodes(top, spare, fineness float64, most int) []float64 {
	out := []float64{0}
	first := w.pace(0, spare) / fineness
	z := math.Inf(1)
	for _, g := range []*growth{&w.plain, &w.visit} {
		// The first node is where the growth has risen by first above its limit at 0+.
		z = min(z, g.moduli.Inverse(g.of(0)-g.s+first))
	}
	for z < top && len(out) < most {
		if z > out[len(out)-1] {
			out = append(out, z)
		}
		_, plain := w.plain.added(z)
		_, visit := w.visit.added(z)
		z += w.pace(z, spare) / fineness / (1 + max(plain, visit))
		if !(z > out[len(out)-1]*(1+1e-12)) {
			z = out[len(out)-1] * (1 + 1e-12)
		}
	}
	if len(out) > 1 && top-out[len(out)-1] < (out[len(out)-1]-out[len(out)-2])/4 {
		out = out[:len(out)-1]
	}
	return append(out, top)
}
