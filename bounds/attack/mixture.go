package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lastiterate/bounds/run"
)

// If the order of batches is secret, there is no projection and all maps are affine with one slope, the released iterates are
// a mixture of Gaussians with the same covariance, one for each order of batches. If one of the two laws is a single Gaussian, the
// Rényi divergence of the other law from it has a closed form at whole Rényi orders, however many iterates are released.

// An atom is one Gaussian of a mixture. mean has an entry for each released iterate: its mean given the iterate released
// before it, in deviations of the noise since then.
type atom struct {
	mean  []float64
	share float64
}

// mixtures are the two laws of the released iterates.
type mixtures [2][]atom

const (
	mostAtoms  = 3000    // largest number of atoms of a mixture
	mostTuples = 300_000 // largest number of tuples of atoms in the closed form
)

var errNoMixture = errors.New("the laws of the release are not mixtures of Gaussians with one covariance")

// mixturesOf returns the laws of the released iterates as mixtures.
func mixturesOf(r run.Run, a Adversary) (mixtures, error) {
	var out mixtures
	if r.Bounded() || r.Scheme.Known() || r.Tuned() || len(a.Others) > 1 {
		return out, errNoMixture
	}
	p, err := a.plan(r)
	if err != nil {
		return out, err
	}
	m := maps{a, r, map[string][2]Piecewise{}, 0}
	base := m.of(batch{others: make([]int, len(a.Others))})[0]
	for _, in := range p.batches(a) {
		for _, in := range []batch{in, a.deleted(in)} {
			for _, s := range m.of(in) {
				if least, most := s.slopes(math.Inf(-1), math.Inf(1)); math.Abs(least-base.Left)+math.Abs(most-base.Left) > 1e-12 {
					return out, errNoMixture
				}
			}
		}
	}
	seen := responses(r, func(int) float64 { return base.Left })
	for which := range out {
		// push is the move of an iterate by the batch of step t, less the move by an empty batch.
		push := func(s sequence, t int) float64 {
			return m.of(m.batch(s, t))[which].At(0) - base.At(0)
		}
		if out[which], err = overOrders(r, p, push, seen); err != nil {
			return out, err
		}
	}
	return out, nil
}

// A response says which released iterate is the first to show the push of a step, and by how many deviations of its noise a
// push of 1 moves it.
type response struct {
	release int
	by      float64
}

// responses returns the response of every step. slope(t) is the slope of step t's map at the full learning rate.
func responses(r run.Run, slope func(t int) float64) []response {
	out := make([]response, r.T)
	from, release := 0, 0
	for t := range r.T {
		if !isReleased(r, t+1) {
			continue
		}
		kept, variance := 1.0, 0.0
		for i := t; i >= from; i-- {
			by, deviation := share(r, i), deviationAt(r, i)
			out[i] = response{release, kept * by}
			variance += kept * kept * deviation * deviation
			kept *= 1 + by*(slope(i)-1)
		}
		for i := from; i <= t; i++ {
			out[i].by /= math.Sqrt(variance)
		}
		from, release = t+1, release+1
	}
	return out
}

// overOrders returns the mixture over all orders of batches.
func overOrders(r run.Run, p plan, push func(s sequence, t int) float64, seen []response) ([]atom, error) {
	moved := func(s sequence, from, to int) []float64 { // what the pushes of steps from … to−1 add to an atom's mean
		mean := make([]float64, seen[r.T-1].release+1)
		for t := from; t < to; t++ {
			mean[seen[t].release] += push(s, t) * seen[t].by
		}
		return mean
	}
	length := r.T
	if p.afresh {
		length = p.steps()
	}
	out := []atom{{make([]float64, seen[r.T-1].release+1), 1}}
	for from := 0; from < r.T; from += length {
		var next []atom
		at := map[string]int{}
		for _, s := range p.sequences {
			more := moved(s, from, min(from+length, r.T))
			for _, old := range out {
				mean, share := slices.Clone(old.mean), old.share*s.share
				floats.Add(mean, more)
				name := fmt.Sprintf("%.9g", mean) // atoms that agree to nine digits become one
				if i, known := at[name]; known {
					next[i].share += share
					continue
				}
				at[name] = len(next)
				next = append(next, atom{mean, share})
			}
			if len(next) > mostAtoms {
				return nil, errTooManyOrders
			}
		}
		out = next
	}
	return out, nil
}

// renyi returns a lower bound on the larger of the two Rényi divergences of order alpha. It uses only divergences from a law
// that is a single Gaussian, at the largest whole order up to alpha for which the tuples of atoms are few enough. It is 0 if
// neither law is a single Gaussian, or for orders below 2.
func (m mixtures) renyi(alpha float64) float64 {
	return max(mixtureRenyi(m[0], m[1], alpha), mixtureRenyi(m[1], m[0], alpha))
}

// mixtureRenyi is renyi for the divergence of p from q: ∫ pᵏ/qᵏ⁻¹ is the sum of Π share_i · exp(Σ_{i<j} ⟨u_i, u_j⟩) over all
// k-tuples of atoms of p. The u_i are the differences of their means from the mean of q.
func mixtureRenyi(p, q []atom, alpha float64) float64 {
	if len(q) != 1 || alpha < 2 {
		return 0
	}
	order, tuples := 1, len(p)
	for order+1 <= int(alpha) && tuples*len(p) <= mostTuples {
		order, tuples = order+1, tuples*len(p)
	}
	if order < 2 {
		return 0
	}
	var exponents []float64
	var sum func(left int, so float64, at []float64)
	sum = func(left int, so float64, at []float64) {
		if left == 0 {
			exponents = append(exponents, so)
			return
		}
		for _, a := range p {
			u := floats.SubTo(make([]float64, len(a.mean)), a.mean, q[0].mean)
			more := so + math.Log(a.share) + floats.Dot(u, at)
			sum(left-1, more, floats.AddTo(u, u, at))
		}
	}
	sum(order, 0, make([]float64, len(q[0].mean)))
	return max(0, floats.LogSumExp(exponents)/float64(order-1))
}
