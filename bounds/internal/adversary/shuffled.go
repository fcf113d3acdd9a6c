package adversary

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// Shuffled is what epochs of batches in fresh random orders show if every iterate is published
// (shuffled.md): in each of Epochs epochs of Period steps the batch with the differing example pushes
// by 2·Ratio or by Ratio noise deviations more than the others, and an attacker looks at whether the
// largest push is above a threshold.
type Shuffled struct {
	Period int     // B ≥ 1 steps an epoch
	Epochs int     // E ≥ 1; of more than MostEpochs the first ones are looked at
	Ratio  float64 // > 0: what one example adds to a step, over its noise
}

// MostEpochs are looked at: the loss of the others is not counted.
const MostEpochs = 4096

// thresholds are so many, spread over where the largest of the pushes may be.
const thresholds = 48

// Epsilon is at most the ε at which the epochs are (ε, δ)-differentially private, 0 if none is
// known.
func (s Shuffled) Epsilon(delta float64) float64 {
	return s.best(func(p, q errfloat.Near) float64 {
		return max(s.tails(p, q).epsilon(delta), s.tails(q, p).epsilon(delta))
	})
}

// Renyi is at most the Rényi divergence of order alpha > 1 between the epochs with the differing
// example and without it, in the direction that is larger.
func (s Shuffled) Renyi(alpha float64) float64 {
	return s.best(func(p, q errfloat.Near) float64 {
		return float64(s.epochs()) * max(coin(alpha, p.Down(), q.Up()), coin(alpha, q.Down(), p.Up()))
	})
}

func (s Shuffled) epochs() int { return min(s.Epochs, MostEpochs) }

// best is the largest value over the thresholds, of the probabilities to be above one.
func (s Shuffled) best(value func(p, q errfloat.Near) float64) float64 {
	at := func(c float64) float64 { return value(s.above(c, 2), s.above(c, 1)) }
	from, to := 0.0, 2*s.Ratio+4+math.Sqrt(2*math.Log(float64(s.Period)))
	step := (to - from) / thresholds
	most, place := 0.0, from
	for i := range thresholds + 1 {
		if v := at(from + float64(i)*step); v > most {
			most, place = v, from+float64(i)*step
		}
	}
	for range 24 { // closer to the best of them
		step *= 0.6
		for _, c := range []float64{place - step, place + step} {
			if v := at(c); v > most {
				most, place = v, c
			}
		}
	}
	return most
}

// above is the probability that the largest of an epoch's pushes is above c, the batch with the
// differing example pushing by pushes·Ratio.
func (s Shuffled) above(c float64, pushes float64) errfloat.Near {
	off := float64(pushes * s.Ratio)
	slack := 4 * errfloat.U * (math.Abs(c) + off)
	least, _ := errfloat.Tail(c - off + slack)
	_, most := errfloat.Tail(c - off - slack)
	own := errfloat.Between(least, most)
	others := errfloat.Near{}
	if s.Period > 1 {
		others = errfloat.Between(errfloat.Tail(c)).Log1m().Mul(errfloat.Whole(s.Period - 1))
	}
	return own.Log1m().Add(others).Risen()
}

// A tail has the probabilities that at least so many of all epochs are above the threshold, as the
// run has it and as the other one: from below and from above.
type tail struct{ own, other []float64 }

// epsilon is the largest log((P(K ≥ k) − δ)/Q(K ≥ k)), rounded down.
func (t tail) epsilon(delta float64) float64 {
	most := 0.0
	for k := range min(len(t.own), len(t.other)) {
		left := t.own[k]*(1-2*errfloat.U) - float64(delta*(1+2*errfloat.U))
		if !(left > 0) || !(t.other[k] > 0) {
			continue
		}
		least, _ := errfloat.Log(left / t.other[k] * (1 - 4*errfloat.U))
		most = max(most, least)
	}
	return most
}

// tails are those of K, the number of epochs in which something of probability p happens, and as the
// other run has it q.
func (s Shuffled) tails(p, q errfloat.Near) tail {
	if !p.Defined() || !q.Defined() {
		return tail{}
	}
	own, other := s.atLeast(p), s.atLeast(q)
	t := tail{make([]float64, len(own)), make([]float64, len(other))}
	for k := range own {
		t.own[k] = own[k].Down()
	}
	for k := range other {
		t.other[k] = other[k].Up() + float64(s.epochs()+1)*leastWeight
	}
	return t
}

// leastWeight is the share of the likeliest number of epochs below which numbers are left out.
const leastWeight = 1e-250

// atLeast are the probabilities of 0, 1, … or more of the epochs, where each has the probability p;
// numbers that are too unlikely are left out, which makes every entry at most the probability and
// less than leastWeight an epoch smaller.
func (s Shuffled) atLeast(p errfloat.Near) []errfloat.Near {
	n := s.epochs()
	rest := p.Log1m().Decay() // 1 − p
	if p.IsZero() || !rest.Defined() {
		return nil
	}
	odds := p.Quo(rest)
	weights := make([]errfloat.Near, n+1)
	mode := min(n, int(float64(n+1)*p.Middle()))
	weights[mode] = errfloat.Whole(1)
	for k := mode; k < n; k++ {
		weights[k+1] = weights[k].Mul(odds).Mul(errfloat.Whole(n - k).Quo(errfloat.Whole(k + 1)))
		if !(weights[k+1].Middle() > leastWeight) {
			weights[k+1] = errfloat.Near{}
			break
		}
	}
	for k := mode; k > 0; k-- {
		weights[k-1] = weights[k].Quo(odds).Mul(errfloat.Whole(k).Quo(errfloat.Whole(n - k + 1)))
		if !(weights[k-1].Middle() > leastWeight) {
			weights[k-1] = errfloat.Near{}
			break
		}
	}
	out := make([]errfloat.Near, n+1)
	sum := errfloat.Near{}
	for k := n; k >= 0; k-- {
		sum = sum.Add(weights[k])
		out[k] = sum
	}
	whole := sum.Mul(errfloat.Between(1, 1+4*errfloat.U)) // what is left out is less than that
	for k := range out {
		out[k] = out[k].Quo(whole)
	}
	return out
}

// coin is the Rényi divergence of order alpha of a bit that is 1 with probability p from one with
// q ≤ p, rounded down; 0 where p and q are not so.
func coin(alpha, p, q float64) float64 {
	if !(0 < q && q < p && p < 1) {
		return 0
	}
	power := func(p, q float64) float64 { // log(p^α·q^(1−α))
		least, _ := errfloat.Log(p)
		_, most := errfloat.Log(q)
		a, b := float64(alpha*least), float64((alpha-1)*most)
		return a - b - float64(4*errfloat.U*(math.Abs(a)+math.Abs(b)))
	}
	ones, zeros := power(p, q), power((1-p)*(1-errfloat.U), (1-q)*(1+errfloat.U))
	high, low := max(ones, zeros), min(ones, zeros)
	more := errfloat.Log1p(errfloat.Exp(low-high)) * (1 - 64*errfloat.U)
	if v := (high + more - float64(4*errfloat.U*(math.Abs(high)+more))) / (alpha - 1) * (1 - 4*errfloat.U); v > 0 {
		return v
	}
	return 0 // or not a number, where a probability is too small to be told
}
