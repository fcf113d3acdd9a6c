package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"lastiterate/bounds/run"
)

// For a question at a δ, released iterates are observed in cells: an event is a union of products of cells, one for each
// iterate. Whatever the cells are, the ε that an event shows is at most that of the laws. Panels of the quadrature do not
// cross the edges of cells, so the masses of events are as accurate as the whole law.

// lastBefore is the number of steps before the last release but one; 0 if there is only one.
func lastBefore(r run.Run) int {
	t := r.T - 1
	for t > 0 && !isReleased(r, t) {
		t--
	}
	return t
}

// together replaces sequences of one step, drawn anew each time, by one sequence that mixes them.
func (p plan) together() plan {
	if !p.afresh || p.steps() > 1 {
		return p
	}
	return plan{[]sequence{{batches: []batch{{}}, share: 1, mixed: p.sequences}}, true}
}

// stepOf returns the kernel of step t of a sequence.
func (w walker) stepOf(s sequence, t int) kernel {
	if s.mixed == nil {
		return w.kernelAt(t, w.batch(s, t))
	}
	name := fmt.Sprint("mixed", t >= w.r.T-w.r.After)
	if !steady(w.r) {
		name = fmt.Sprint("mixed", t)
	}
	if _, known := w.kernels[name]; !known {
		w.kernels[name] = kernel{mixture(s.mixed, func(s sequence) mat.Matrix { return w.stepOf(s, t) })}
	}
	return w.kernels[name]
}

// mixture is the mean over sequences, weighted by their shares.
func mixture(of []sequence, has func(sequence) mat.Matrix) *mat.Dense {
	var sum mat.Dense
	for i, s := range of {
		var part mat.Dense
		part.Scale(s.share, has(s))
		if i == 0 {
			sum.CloneFrom(&part)
			continue
		}
		sum.Add(&sum, &part)
	}
	return &sum
}

// shownIn returns, for every place before the last step of a sequence, the probabilities that the step ends in each of the
// cells between the edges, or beyond the outer edges.
func (w walker) shownIn(s sequence, edges []float64) mat.Matrix {
	if s.mixed != nil {
		return mixture(s.mixed, func(s sequence) mat.Matrix { return w.shownIn(s, edges) })
	}
	last := w.r.T - 1
	in := w.batch(s, last)
	name := fmt.Sprint("shown", in)
	if k, known := w.kernels[name]; known {
		return k
	}
	m, deviation := w.ofStep(last, in)[w.which], deviationAt(w.r, last)
	out := mat.NewDense(w.size(), len(edges)+1, nil)
	for i, x := range w.at {
		between(m.At(x), deviation, edges, out.RawRowView(i))
	}
	w.kernels[name] = kernel{out}
	return out
}

// between fills `out` with the probabilities of N(mean, deviation²) below the first edge, between edges, and above the last.
func between(mean, deviation float64, edges, out []float64) {
	below, above := 0.0, 1.0 // probabilities below and above the previous edge
	for i, x := range edges {
		d := (x - mean) / deviation
		a, b := tail(-d), tail(d) // below and above x; the smaller one has more digits
		if d < 0 {
			out[i] = a - below
		} else {
			out[i] = above - b
		}
		below, above = a, b
	}
	out[len(edges)] = above
}

// backward returns the law of a later observation for every place before the steps from … to−1 of a sequence; seen is that law
// for every place after them.
func (w walker) backward(seen mat.Matrix, s sequence, from, to int) mat.Matrix {
	for t := to - 1; t >= from; t-- {
		var before mat.Dense
		before.Mul(w.stepOf(s, t), seen)
		seen = &before
	}
	return seen
}

// cells returns the masses of all cells of the released iterates. It follows the law forwards to the last release but one, and
// the cells of the last iterate backwards to it, for each sequence. If the order is new every epoch, these are the sequences of
// the epoch of step kept; all other epochs are mixtures over the sequences.
func (w walker) cells(p plan, edges []float64) (mass []float64) {
	p, last := p.together(), w.r.T-1
	start, period, begins := joint{mat.NewDense(1, w.size(), w.origin())}, p.steps(), 0
	// ahead is the law of the last observation for every place at the end of that epoch; nil if the run ends in it, or if one
	// order lasts.
	var ahead mat.Matrix
	end := last
	if p.afresh {
		begins = w.kept / period * period
		for t := 0; t < begins; t += period {
			var next joint
			for _, s := range p.sequences {
				next.plus(s.share, w.forward(start, s, t, t+period))
			}
			start = next
		}
		final := last / period * period
		if begins < final {
			end = begins + period
			ahead = mixture(p.sequences, func(s sequence) mat.Matrix { return w.backward(w.shownIn(s, edges), s, final, last) })
			for t := final - period; t >= end; t -= period {
				then := ahead
				ahead = mixture(p.sequences, func(s sequence) mat.Matrix { return w.backward(then, s, t, t+period) })
			}
		}
	}
	for _, s := range p.sequences {
		seen := ahead
		if seen == nil {
			seen = w.shownIn(s, edges)
		}
		mass = w.addProducts(mass, s.share, w.forward(start, s, begins, w.kept), w.backward(seen, s, w.kept, end))
	}
	return mass
}

// addProducts adds to mass, with the given share, the masses of all products of a cell of the earlier iterates (the rows of
// before), a cell of the current iterate and a cell of the later observation.
func (w walker) addProducts(mass []float64, share float64, before joint, seen mat.Matrix) []float64 {
	rows, places := before.Dims()
	_, shown := seen.Dims()
	dense := mat.DenseCopyOf(seen)
	if mass == nil {
		mass = make([]float64, (w.cell[places-1]+1)*rows*shown)
	}
	for from, to := 0, 0; from < places; from = to {
		for to = from; to < places && w.cell[to] == w.cell[from]; to++ {
		}
		var product mat.Dense
		product.Mul(before.Slice(0, rows, from, to), dense.Slice(from, to, 0, shown))
		for i := range rows {
			at := (w.cell[from]*rows + i) * shown
			for j, m := range product.RawRowView(i) {
				mass[at+j] += share * m
			}
		}
	}
	return mass
}

// pairOfCells returns the released pair from the masses of its cells in both laws.
func pairOfCells(mass [2][]float64, beside float64) releasedPair {
	s := releasedPair{beside: beside}
	for i := range mass[0] {
		if mass[0][i] == 0 && mass[1][i] == 0 {
			continue
		}
		for which := range mass {
			s.logs[which] = append(s.logs[which], math.Log(mass[which][i]))
		}
		s.width = append(s.width, 1)
		s.cells = append(s.cells, len(s.width))
	}
	return s
}

// cellWork estimates the multiplications that computing the cells of one run takes.
func (p plan) cellWork(a Adversary, r run.Run, size, cells, shown int) float64 {
	n, rows, kept := float64(size), 1.0, lastBefore(r)
	all := p.together()
	sequences, kernels := float64(len(all.sequences)), float64(len(p.batches(a)))
	if !steady(r) {
		kernels *= float64(r.T)
	}
	work := kernels*perEntry*n*n + float64(len(p.batches(a)))*2*perEntry*n*float64(shown) // two tails for an edge of a cell
	for t := range kept {
		work += rows * n * n * sequences
		if isReleased(r, t+1) && t+1 < kept {
			rows *= float64(cells)
		}
	}
	work += float64(r.T-kept)*n*n*float64(shown)*sequences + rows*n*float64(shown)*sequences
	return work + perEntry*rows*float64(cells*shown) // a logarithm for each cell
}

// withCells adds to a pair on an interval the masses of all cells of the released iterates, at the given resolution.
func (m maps) withCells(out pair, p plan, start float64, all []Piecewise, resolution float64) (pair, error) {
	least := leastDeviation(m.r)
	s, err := newSpace(out.lo, out.hi, start, all, 0.7/least) // coarse: only for the spans
	if err != nil {
		return out, err
	}
	if out.work = float64(m.r.Releases()) * p.work(m.r, s.size()); out.work > mostWork {
		return out, errWork
	}
	sought := out.work // of the search for the spans
	likely, last := m.spans(p, s)
	s, cell, err := cellSpace(out.lo, out.hi, start, all, resolution/least, least/(cellsBefore*m.cells), likely)
	if err != nil {
		return out, err
	}
	before := 1 // combinations of cells of the earlier releases; no more than mostJoint matter
	for range m.r.Releases() - 1 {
		before = min(before*(cell[s.size()-1]+1), mostJoint)
	}
	width := doubled(out.deviation/(cellsPerLength*m.cells), min(last.hi, out.hi)-max(last.lo, out.lo), max(1, mostJoint/before))
	edges := slices.Concat([]float64{out.lo}, last.grid(out.lo, out.hi, start, width), []float64{out.hi})
	if out.work = sought + p.work(m.r, s.size()) + p.cellWork(m.a, m.r, s.size(), cell[s.size()-1]+1, len(edges)+1); out.work > mostWork {
		return out, errWork
	}
	for which := range out.mass {
		w := walker{space: s, maps: m, which: which, kernels: map[string]kernel{}, cell: cell}
		out.clouds[which] = w.law(p)
		w.kept = lastBefore(m.r)
		out.mass[which] = w.cells(p, edges)
	}
	return out, nil
}
