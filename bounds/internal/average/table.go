package average

import (
	"math"

	"lastiterate/bounds/work"
)

// A table holds the mean of a target from every distance of a grid and every cost of the
// target's grid on.
type table struct {
	grid
	*target
	v, spare [][]float64 // by distance and cost
	weights  []float64
	work     *work.Budget
}

// newTable is the table before the run's last payment, which takes every distance to 0.
func newTable(t *target, g grid, w *work.Budget) *table {
	out := &table{grid: g, target: t, weights: make([]float64, len(g)), work: w}
	for _, z := range g {
		row := make([]float64, len(t.value))
		for j := range row {
			row[j] = t.above((float64(j)*t.step + z*z) * up)
		}
		out.v = append(out.v, row)
		out.spare = append(out.spare, make([]float64, len(row)))
	}
	w.Spend(len(g) * len(t.value))
	return out
}

func (t *table) at(z float64) float64 {
	k, w := t.near(z)
	v := (1 - w) * t.v[k][0]
	if w > 0 {
		v += w * t.v[k+1][0]
	}
	return v
}

// unseen is the part of the least mean that a term may have which is not looked at
// cost by cost, but counted as at the largest.
const unseen = 1e-14

func (t *table) arrive(b block, grow, paid float64) {
	units, last := 0, len(t.value)-1
	little := unseen * t.v[0][0]
	for i, from := range t.grid {
		clear(t.weights)
		// A target rises nowhere faster than at its end, so that what costs more adds
		// slope times as much.
		extra := 0.0
		for n, c := range b.uses {
			z := onward(grow, from, c.n)
			beyond := math.Max(0, z-t.top())
			extra += c.p * beyond * (beyond + 2*paid)
			if n == len(b.uses)-1 { // each use beyond the law is paid at its own step
				extra += b.more * (1 + 2*paid + 2*beyond)
			}
			k, w := t.near(math.Min(z, t.top()))
			t.weights[k] += c.p * (1 - w)
			if w > 0 {
				t.weights[k+1] += c.p * w
			}
		}
		out, rest := t.spare[i], extra*t.slope
		for k, w := range t.weights {
			if most := w * t.v[k][last]; most < little {
				rest += most
				t.weights[k] = 0
			}
		}
		for j := range out {
			out[j] = rest
		}
		units += t.add(out)
	}
	t.work.Spend(units*len(t.value)/cellsPerUnit + 3*len(t.grid)*len(b.uses) + 1)
	t.v, t.spare = t.spare, t.v
}

// add adds every row as often as its weight says, four at once and in their order, and
// says how many there are.
func (t *table) add(out []float64) (rows int) {
	var w [4]float64
	var v [4][]float64
	waiting := 0
	for k, weight := range t.weights {
		if !(weight > 0) {
			continue
		}
		rows++
		w[waiting], v[waiting] = weight, t.v[k]
		if waiting++; waiting == len(w) {
			waiting = 0
			w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
			a, b, c, d := v[0][:len(out)], v[1][:len(out)], v[2][:len(out)], v[3][:len(out)]
			for j, sum := range out {
				out[j] = sum + float64(w0*a[j]) + float64(w1*b[j]) + float64(w2*c[j]) + float64(w3*d[j])
			}
		}
	}
	for k := range waiting {
		for j, x := range v[k] {
			out[j] += float64(w[k] * x)
		}
	}
	return rows
}

// cellsPerUnit are the cells that are multiplied and added in a unit of work.
const cellsPerUnit = 8

func (t *table) pay(b block, grow float64, plan []float64) {
	last := len(t.value) - 1
	row := make([]float64, last+1)
	for i, z := range t.grid {
		A := math.Min(plan[i], b.limit)
		k, w := t.near(math.Max(0, (grow*z-A)*up))
		for j, v := range t.v[k] {
			row[j] = (1 - w) * v
		}
		if w > 0 {
			for j, v := range t.v[k+1] {
				row[j] += float64(w * v)
			}
		}
		x := math.Min(A*A/b.width/t.step*up, 1e15) // the cost in cells
		whole := int(x)
		f := x - float64(whole)
		out := t.spare[i]
		for j := range out {
			if to := j + whole; to < last {
				out[j] = row[to] + f*(row[to+1]-row[to])
			} else {
				out[j] = row[last] + t.slope*t.step*(x-float64(last-j))
			}
		}
	}
	t.work.Spend(4 * len(t.grid) * len(t.value) / cellsPerUnit)
	t.v, t.spare = t.spare, t.v
}
