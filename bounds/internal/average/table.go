package average

import (
	"lastiterate/bounds/work"
)

// A table holds the mean of a target, by distance and by the cost already incurred.
type table struct {
	grid
	*target
	v, spare [][]float64 // by distance and cost
	seen     []share     // the shares whose rows are added cost by cost
	work     *work.Budget
}

// newTable returns the table before the run's last payment, which takes every distance to 0.
func newTable(t *target, ending float64, g grid, w *work.Budget) *table {
	out := &table{grid: g, target: t, work: w}
	for _, z := range g {
		row := make([]float64, len(t.value))
		for j := range row {
			row[j] = t.above((float64(j)*t.step + ending*z*z) * up)
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

// unseen is the part of the least mean below which a row is not added cost by cost. Its value at the largest cost, times its
// probability, is then added at every cost.
const unseen = 1e-14

// arrivals caches, for every node, the distances to which a block's uses lead. The tables of all ε share it.
type arrivals []arrival

type arrival struct {
	at     []share // probabilities of nodes
	beyond []share // probabilities of distances beyond the grid
	last   float64 // the excess over the grid's top with the largest number of uses; 0 if there is none
}

// A share is the probability of a node, or of a distance that is `far` above the grid's top.
type share struct {
	p    float64
	node int
	far  float64
}

// arrival returns the distances to which a block's uses lead from a distance, which the block's steps multiply by grow.
func (g grid) arrival(b block, grow, from float64) (out arrival) {
	weights := make([]float64, len(g))
	k, w := 0, 0.0
	for _, c := range b.uses {
		z := onward(grow, from, c.n)
		out.last = max(0, z-g.top())
		if out.last > 0 {
			out.beyond = append(out.beyond, share{p: c.p, far: out.last})
		}
		k, w = g.nearFrom(k, min(z, g.top()))
		weights[k] += c.p * (1 - w)
		if w > 0 {
			weights[k+1] += c.p * w
		}
	}
	for k, p := range weights {
		if p > 0 {
			out.at = append(out.at, share{p: p, node: k})
		}
	}
	return out
}

// arrive implements follower: each row becomes the mean of the rows to which the uses lead.
func (t *table) arrive(b block, grow, paid float64) {
	units, last := 0, len(t.value)-1
	little := unseen * t.v[0][0]
	if *b.arrivals == nil {
		for _, from := range t.grid {
			*b.arrivals = append(*b.arrivals, t.arrival(b, grow, from))
		}
	}
	for i, a := range *b.arrivals {
		// A target is nowhere steeper than the line that continues it, so an extra cost adds at most slope times itself.
		extra := 0.0
		for _, s := range a.beyond {
			extra += s.p * s.far * (s.far + 2*paid)
		}
		extra += b.more * (1 + 2*paid + 2*a.last) // a use that the law leaves out is paid for at its own step
		out, rest := t.spare[i], extra*t.slope
		t.seen = t.seen[:0]
		for _, s := range a.at {
			if most := s.p * t.v[s.node][last]; most < little {
				rest += most
			} else {
				t.seen = append(t.seen, s)
			}
		}
		out[0] = rest
		for n := 1; n < len(out); n *= 2 { // doubling copies are faster than a loop
			copy(out[n:], out[:n])
		}
		t.add(out)
		units += len(t.seen)
	}
	t.work.Spend(units*len(t.value)/cellsPerUnit + 3*len(t.grid)*len(b.uses) + 1)
	t.v, t.spare = t.spare, t.v
}

// add adds the rows in t.seen, weighted by their probabilities, in order and four at a time.
func (t *table) add(out []float64) {
	rows := t.seen
	for ; len(rows) >= 4; rows = rows[4:] {
		w0, w1, w2, w3 := rows[0].p, rows[1].p, rows[2].p, rows[3].p
		a, b := t.v[rows[0].node][:len(out)], t.v[rows[1].node][:len(out)]
		c, d := t.v[rows[2].node][:len(out)], t.v[rows[3].node][:len(out)]
		for j, sum := range out {
			out[j] = sum + float64(w0*a[j]) + float64(w1*b[j]) + float64(w2*c[j]) + float64(w3*d[j])
		}
	}
	switch len(rows) { // the remaining rows, three at most
	case 3:
		w0, w1, w2 := rows[0].p, rows[1].p, rows[2].p
		a, b, c := t.v[rows[0].node][:len(out)], t.v[rows[1].node][:len(out)], t.v[rows[2].node][:len(out)]
		for j, sum := range out {
			out[j] = sum + float64(w0*a[j]) + float64(w1*b[j]) + float64(w2*c[j])
		}
	case 2:
		w0, w1 := rows[0].p, rows[1].p
		a, b := t.v[rows[0].node][:len(out)], t.v[rows[1].node][:len(out)]
		for j, sum := range out {
			out[j] = sum + float64(w0*a[j]) + float64(w1*b[j])
		}
	case 1:
		w0, a := rows[0].p, t.v[rows[0].node][:len(out)]
		for j, sum := range out {
			out[j] = sum + float64(w0*a[j])
		}
	}
}

// cellsPerUnit is the number of cells that are multiplied and added in a unit of work.
const cellsPerUnit = 8

// pay implements follower: each row becomes the row to which its payment A leads, moved by the cost A²/width.
func (t *table) pay(b block, grow float64, plan []float64) {
	last := len(t.value) - 1
	for i, z := range t.grid {
		A := b.payment(plan[i], grow*z, t.top())
		k, w := t.near(max(0, (grow*z-A)*up))
		x := min(A*A/b.width/t.step*up, 1e15) // the cost in cells, which an int holds
		whole := int(x)
		f := x - float64(whole)
		out, row := t.spare[i], t.v[k][min(whole, last):]
		next := row[0]
		if w > 0 {
			upper := t.v[k+1][min(whole, last):][:len(row)]
			next = float64((1-w)*next) + float64(w*upper[0])
			for j, lower := range row[1:] {
				after := float64((1-w)*lower) + float64(w*upper[j+1])
				out[j] = next + float64(f*(after-next))
				next = after
			}
		} else {
			for j, after := range row[1:] {
				out[j] = next + float64(f*(after-next))
				next = after
			}
		}
		for j := len(row) - 1; j <= last; j++ { // beyond the grid of costs
			out[j] = next + t.slope*t.step*(x-float64(last-j))
		}
	}
	t.work.Spend(4 * len(t.grid) * len(t.value) / cellsPerUnit)
	t.v, t.spare = t.spare, t.v
}
