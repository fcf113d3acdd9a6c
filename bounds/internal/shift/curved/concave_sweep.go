package curved

import "math"

// sweep is the table of a full batch whose modulus does not contract. With a fee μ ≥ 0 for every step, U(z), the least cost
// from z to 0 in any number of steps, rises with z. So an optimal path falls, and the table of
//
//	U(z) = W(m(z)+s),   W(x) = min over 0 ≤ y < z of (x−y)² + μ + U(y),   U(0) = 0,
//
// is filled in from below in one pass. The table holds lower limits v_i of
// U(z_i). Between two nodes W(x) − x² is concave, so that
//
//	U(z) ≥ linear interpolation of v − (x_{i+1}−x_i)²/4,   x_i = m(z_i)+s,
//
// This makes the table a lower limit of the second order (shift.md, section 8).
type sweep struct {
	z, v []float64
	reach
	from []int32 // the node next to the path's next distance, −1 for 0
}

// reach holds the distances to which a step leads from the nodes of a grid.
type reach struct {
	x   []float64 // at most m(z_i) + s
	dip []float64 // at least (x_{i+1} − x_i)²/4
	// Only for a leap: the distances that lead to the nodes without payment, and the number w of payments
	// (concave_limits.go).
	from   []float64
	weight float64
}

func newReach(z []float64, g *growth) reach {
	r := reach{x: make([]float64, len(z)), dip: make([]float64, len(z)-1)}
	for i, at := range z {
		x, doubt := g.of(at), g.doubt(at)
		r.x[i] = x * (1 - doubt)
		if i > 0 {
			gap := (x*(1+doubt) - r.x[i-1]) / 2
			r.dip[i-1] = gap * gap * (1 + 1e-15)
		}
	}
	return r
}

// fill computes the table for the fee mu.
func (t *sweep) fill(mu float64) {
	z, x, v := t.z, t.x, t.v
	v[0], t.from[0] = x[0]*x[0]+mu, -1
	start := -1 // the first cell that may be best; it never falls, and −1 stands for 0 itself
	for i := 1; i < len(z); i++ {
		at := x[i]
		best, cell, stop := math.Inf(1), start, -1
		if start < 0 {
			best = at * at
		}
		for k := max(start, 0); k < i-1; k++ {
			if c, y := cellLeast(at, z[k], z[k+1], v[k], v[k+1], t.dip[k]); c < best {
				best, cell, stop = c, k, k
				if y > (z[k]+z[k+1])/2 {
					stop = k + 1
				}
			}
		}
		start = cell
		// A path that stays within the last cell counts as falling to the node below, and pays only to stay at z_i. On a fine
		// grid it is never best.
		if a := at - z[i]; a*a+v[i-1] < best {
			best, stop = a*a+v[i-1], i-1
		}
		v[i], t.from[i] = max(best+mu, v[i-1]), int32(stop)
	}
}

// cellLeast returns the least over y in [lo, hi] of (x−y)² + the line from vlo to vhi − dip, and the y that attains it.
func cellLeast(x, lo, hi, vlo, vhi, dip float64) (cost, y float64) {
	slope := (vhi - vlo) / (hi - lo)
	y = x - slope/2
	if y <= lo {
		y = lo
	} else if y >= hi {
		y = hi
	}
	return (x-y)*(x-y) + vlo + slope*(y-lo) - dip, y
}

// path follows the table from the last node down.
func (t *sweep) path() []float64 {
	i := int32(len(t.z) - 1)
	out := []float64{t.z[i]}
	for t.from[i] >= 0 {
		next := t.from[i]
		if next == 0 && len(t.z) > 1 { // 0+ stands for the distances next to it
			out = append(out, t.z[1]/2)
		} else {
			out = append(out, t.z[next])
		}
		i = next
	}
	return append(out, 0)
}

// lowered returns a table's value less any rounding error in it: 1e-10 of it for all steps that a table can hold, and 1e-15
// for each of the steps that were not computed because the table would have repeated itself (shift.md, section 8).
func lowered(v, steps float64) float64 {
	return max(0, v*(1-1e-10-1e-15*steps))
}
