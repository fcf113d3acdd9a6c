package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// isReleased reports whether the iterate after t steps is released.
func isReleased(r run.Run, t int) bool {
	switch r.Release {
	case "", run.LastIterate:
	case run.EveryKth:
		if t%r.Every == 0 {
			return true
		}
	case run.LastIterates:
		return t > r.T-r.Every
	case run.AllIterates:
		return true
	default:
		panic(run.Unknown(r.Release))
	}
	return t == r.T
}

// several reports whether an iterate before the last is released.
func several(r run.Run) bool {
	for t := 1; t < r.T; t++ {
		if isReleased(r, t) {
			return true
		}
	}
	return false
}

// drawRelease draws a release of two or three iterates. In a known order without a projection it may release any number,
// since the laws of affine runs are then Gaussian.
func drawRelease(rng *rand.Rand, r *run.Run) {
	r.T = min(r.T, 30)
	if r.T == 1 {
		r.T = 2
	}
	r.Release = random.Pick(rng, run.EveryKth, run.EveryKth, run.LastIterates)
	most := min(3, r.T)
	if r.Scheme.Known() && !r.Bounded() {
		most = r.T
	}
	n := 2 + rng.IntN(most-1) // number of releases
	if r.Release == run.LastIterates {
		r.Every = n
	} else {
		r.Every = (r.T-1)/n + 1
	}
	if steps := epochSteps(*r); r.Release == run.EveryKth && r.Order() == run.FreshOrder && steps < r.T && random.Chance(rng, 0.5) {
		r.Every = ((r.Every-1)/steps + 1) * steps // whole epochs
	}
	if random.Chance(rng, 0.1) && r.T <= most {
		r.Release, r.Every = run.AllIterates, 0
	}
}

// gaussians returns two Gaussians of deviation 1 that are as far apart as affine runs in a known order. Both runs start again
// from each released iterate, so the squares of distances add up. gone is the step of a batch whose example has been deleted.
func gaussians(r run.Run, position int, plain, gone Piecewise, visit [2]Piecewise) pair {
	period := epochSteps(r)
	deleted := func(t int) bool { return t >= r.T-r.After }
	seen := responses(r, func(t int) float64 {
		switch used := t%period == position; {
		case used && deleted(t):
			return gone.Left
		case used:
			return visit[0].Left
		}
		return plain.Left
	})
	push := visit[1].At(0) - visit[0].At(0)
	square, apart, release := 0.0, 0.0, 0
	for t, s := range seen {
		if s.release != release {
			square, apart, release = square+apart*apart, 0, s.release
		}
		if t%period == position && !deleted(t) {
			apart += push * s.by
		}
	}
	square += apart * apart
	p := pair{deviation: 1, lo: math.Inf(-1), hi: math.Inf(1)}
	for which, mean := range []float64{0, math.Sqrt(square)} {
		p.clouds[which] = cloud{[]float64{mean}, []float64{1}}
	}
	return p
}

// A joint law has a row for every combination of cells of the released iterates, and a column for every place of the current
// iterate.
type joint struct{ *mat.Dense }

// stepped returns the law after a step.
func (j joint) stepped(k kernel) joint {
	var out mat.Dense
	out.Mul(j.Dense, k.Dense)
	return joint{&out}
}

// released returns the law after the current iterate is released: each cell of it gets rows of its own.
func (j joint) released(cell []int) joint {
	rows, columns := j.Dims()
	cells := cell[columns-1] + 1
	out := mat.NewDense(rows*cells, columns, nil)
	for r := range rows {
		for c := range columns {
			out.Set(r*cells+cell[c], c, j.At(r, c))
		}
	}
	return joint{out}
}

// plus adds a share of another law, which it overwrites.
func (j *joint) plus(share float64, other joint) {
	other.Scale(share, other.Dense)
	if j.Dense == nil {
		j.Dense = other.Dense
		return
	}
	j.Add(j.Dense, other.Dense)
}

// joints returns the clouds of W_T, one for each combination of cells of the iterates released earlier.
func (w walker) joints(p plan) []cloud {
	start := joint{mat.NewDense(1, w.size(), w.origin())}
	if !p.afresh { // one order for the whole run
		var out []cloud
		for _, s := range p.sequences {
			before := w.forward(start, s, 0, w.r.T-1)
			out = w.observed(out, before, s.share, w.batch(s, w.r.T-1))
		}
		return out
	}
	steps, t := p.steps(), 0
	for ; t+steps < w.r.T; t += steps {
		var next joint
		for _, s := range p.sequences {
			next.plus(s.share, w.forward(start, s, t, t+steps))
		}
		start = next
	}
	var out []cloud
	for _, s := range p.sequences {
		before := w.forward(start, s, t, w.r.T-1)
		out = w.observed(out, before, s.share, w.batch(s, w.r.T-1))
	}
	return out
}

// forward returns the law after the steps from … to−1 of the run, if its batches repeat the sequence.
func (w walker) forward(j joint, s sequence, from, to int) joint {
	for t := from; t < to; t++ {
		j = j.stepped(w.stepOf(s, t))
		if isReleased(w.r, t+1) && t+1 != w.kept {
			j = j.released(w.cell)
		}
	}
	return joint{mat.DenseCopyOf(j.Dense)} // plus overwrites it
}

// observed adds a share of the clouds after the last step, one for each row of the law before it.
func (w walker) observed(out []cloud, before joint, share float64, in batch) []cloud {
	rows, _ := before.Dims()
	if out == nil {
		out = make([]cloud, rows)
	}
	last := w.ofStep(w.r.T-1, in)[w.which]
	for r := range rows {
		out[r].add(w.space, before.RawRowView(r), share, last)
	}
	return out
}

// jointWork estimates the multiplications that computing the joint laws of one run takes.
func (p plan) jointWork(a Adversary, r run.Run, size int) float64 {
	n := float64(size)
	work, rows := float64(len(p.batches(a)))*perEntry*n*n, 1.0
	for t := range r.T - 1 {
		work += rows * n * n * float64(len(p.sequences))
		if isReleased(r, t+1) {
			rows *= n
		}
	}
	const released = 2 * jointReach * cellsPerLength * perCell // about the number of places of the last iterate
	return work + 10*rows*n*float64(len(p.sequences))*released
}
