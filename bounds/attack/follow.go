package main

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lastiterate/bounds/run"
)

// A cloud is the law of W_T before the last noise and projection, ψ(W_{T−1}).
type cloud struct{ mean, mass []float64 }

func (c *cloud) add(s space, v []float64, share float64, last Piecewise) {
	for i, mass := range v {
		if mass*share > 0 {
			c.mean = append(c.mean, last.At(s.at[i]))
			c.mass = append(c.mass, mass*share)
		}
	}
}

// maps computes the map ψ of each batch for both datasets, and remembers it.
type maps struct {
	a     Adversary
	r     run.Run
	known map[string][2]Piecewise
	// cells is the resolution of the cells in which releases before the last are observed; 0 if they are observed exactly.
	cells float64
}

// of returns the maps of a batch for both datasets.
func (m maps) of(in batch) [2]Piecewise {
	name := fmt.Sprint(in)
	if s, known := m.known[name]; known {
		return s
	}
	s := [2]Piecewise{m.a.step(m.r, 0, in)}
	if in.used > 0 {
		s[1] = m.a.step(m.r, 1, in)
	} else {
		s[1] = s[0]
	}
	m.known[name] = s
	return s
}

// batch returns the batch of a step of a sequence. After the deletion it lacks the differing examples.
func (m maps) batch(s sequence, step int) batch {
	in := s.batches[step%len(s.batches)]
	if step >= m.r.T-m.r.After {
		return m.a.deleted(in)
	}
	return in
}

// A walker propagates the laws of one of the two runs.
type walker struct {
	space
	maps
	which   int               // the run, 0 or 1
	kernels map[string]kernel // the kernels computed so far, by batch
	// cell[i] is the cell that the observer of a release sees if the iterate is at place i of the space.
	cell []int
	// kept is the number of steps before the last release but one; 0 if there is only one release.
	kept int
}

// kernel returns the kernel of a batch at the full learning rate.
func (w walker) kernel(in batch) kernel {
	name := fmt.Sprint(in)
	k, known := w.kernels[name]
	if !known {
		k = w.space.kernel(w.of(in)[w.which], 1)
		w.kernels[name] = k
	}
	return k
}

// kernelAt returns the kernel of step t, which may have its own learning rate.
func (w walker) kernelAt(t int, in batch) kernel {
	if steady(w.r) {
		return w.kernel(in)
	}
	name := fmt.Sprint(t, in)
	k, known := w.kernels[name]
	if !known {
		k = w.space.kernel(w.ofStep(t, in)[w.which], deviationAt(w.r, t))
		w.kernels[name] = k
	}
	return k
}

// law returns the law of W_T, as a cloud.
func (w walker) law(p plan) (out cloud) {
	if !steady(w.r) {
		return w.scheduled(p)
	}
	if w.r.After > 0 {
		return w.afterDeletion(p)
	}
	v, before := w.origin(), w.r.T-1
	if p.afresh {
		v, before = w.mixed(v, p, before/p.steps()), before%p.steps()
	}
	for _, s := range p.sequences {
		out.add(w.space, w.cycled(v, s.batches, before), s.share, w.of(s.batches[before%p.steps()])[w.which])
	}
	return out
}

// afterDeletion is law for a run whose example is deleted before the last steps.
func (w walker) afterDeletion(p plan) (out cloud) {
	v, held, last := w.origin(), w.r.T-w.r.After, w.r.T-1
	if !p.afresh {
		for _, s := range p.sequences {
			at := w.cycled(v, s.batches, held)
			for t := held; t < last; t++ {
				at = w.kernel(w.batch(s, t)).after(at)
			}
			out.add(w.space, at, s.share, w.of(w.batch(s, last))[w.which])
		}
		return out
	}
	whole := held / p.steps() // sequences before the deletion
	v = w.mixed(v, p, whole)
	for t := whole * p.steps(); ; t += p.steps() {
		next := make([]float64, w.size())
		for _, s := range p.sequences {
			at, end := v, min(t+p.steps(), last)
			for i := t; i < end; i++ {
				at = w.kernel(w.batch(s, i)).after(at)
			}
			if t+p.steps() > last {
				out.add(w.space, at, s.share, w.of(w.batch(s, last))[w.which])
			}
			floats.AddScaled(next, s.share, at)
		}
		if t+p.steps() > last {
			return out
		}
		v = next
	}
}

// mixed returns the law after `times` sequences, each drawn independently, if the law before them is v.
func (w walker) mixed(v []float64, p plan, times int) []float64 {
	if p.steps() == 1 {
		all := mat.NewDense(w.size(), w.size(), nil)
		for _, s := range p.sequences {
			var share mat.Dense
			share.Scale(s.share, w.kernel(s.batches[0]))
			all.Add(all, &share)
		}
		return kernel{all}.repeated(v, times)
	}
	for range times {
		next := make([]float64, w.size())
		for _, s := range p.sequences {
			floats.AddScaled(next, s.share, w.cycled(v, s.batches, p.steps()))
		}
		v = next
	}
	return v
}

// cycled returns the law after n steps of a cycle, if the law before them is v.
func (w walker) cycled(v []float64, cycle []batch, n int) []float64 {
	const worthMultiplying = 4 // multiplying two kernels costs as much as a step for every place of the space
	if period := len(cycle); float64(n) > worthMultiplying*float64(period)*float64(w.size()) {
		epoch := w.kernel(cycle[0])
		for _, in := range cycle[1:] {
			epoch = epoch.then(w.kernel(in))
		}
		v = epoch.repeated(v, n/period)
		n %= period // a whole number of epochs is over
	}
	for t := range n {
		v = w.kernel(cycle[t%len(cycle)]).after(v)
	}
	return v
}
