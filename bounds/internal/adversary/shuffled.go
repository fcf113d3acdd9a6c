package adversary

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// Shuffled is the loss of epochs of batches in fresh random orders if every iterate is public (shuffled.md). In each of
// Epochs epochs of Period steps the batch with the differing example pushes by 2·Ratio or by Ratio noise deviations more than
// the others (Pushes). An attacker looks at whether the largest push is above a threshold.
type Shuffled struct {
	Period int     // B ≥ 1 steps an epoch
	Epochs int     // E ≥ 1; only the first MostEpochs are followed
	Ratio  float64 // > 0: the length that one example adds to a step, over the step's noise
	Flat   bool    // the others push nothing, since no two gradients are more than one example's norm apart
}

// Pushes returns how much further than the other batches the batch of the differing example pushes, in units of Ratio: in the
// run that holds the example, and in the other run.
func (s Shuffled) Pushes() (high, low int) {
	if s.Flat {
		return 1, 0
	}
	return 2, 1
}

// MostEpochs is the largest number of epochs that are followed; the loss of further epochs is not counted.
const MostEpochs = 4096

// thresholds is the number of equal parts into which the search divides the range of the largest push.
const thresholds = 48

// Epsilon returns at most the ε at which the epochs are (ε, δ)-differentially private, 0 if none is known.
func (s Shuffled) Epsilon(delta float64) float64 {
	return s.best(func(p, q errfloat.Near) float64 { return s.epsilon(p, q, delta) })
}

// Renyi returns at most the Rényi divergence of order alpha > 1 of the epochs with the differing example from those without
// it.
func (s Shuffled) Renyi(alpha float64) float64 {
	return s.best(func(p, q errfloat.Near) float64 {
		return float64(s.epochs()) * coin(alpha, p.Down(), q.Up())
	})
}

func (s Shuffled) epochs() int { return min(s.Epochs, MostEpochs) }

// best returns the largest value over the thresholds c, where p and q are the probabilities that the largest push of an epoch
// is above c in the two runs.
func (s Shuffled) best(value func(p, q errfloat.Near) float64) float64 {
	high, low := s.Pushes()
	at := func(c float64) float64 { return value(s.above(c, float64(high)), s.above(c, float64(low))) }
	from, to := 0.0, 2*s.Ratio+4+math.Sqrt(2*math.Log(float64(s.Period)))
	step := (to - from) / thresholds
	most, place := 0.0, from
	for i := range thresholds + 1 {
		if v := at(from + float64(i)*step); v > most {
			most, place = v, from+float64(i)*step
		}
	}
	const turns, closer = 24, 0.6 // the last step is 5·10⁻⁶ of the first
	for range turns {
		step *= closer
		for _, c := range []float64{place - step, place + step} {
			if v := at(c); v > most {
				most, place = v, c
			}
		}
	}
	return most
}

// above returns the probability that the largest of an epoch's pushes is above c, if the batch with the differing example
// pushes by pushes·Ratio.
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

// epsilon returns the largest log((P(K ≥ k) − δ)/Q(K ≥ k)) over k, rounded down. K counts the epochs with an event that has
// probability p in one run and q in the other. Each tail rises with its probability, so p is rounded down and q up.
func (s Shuffled) epsilon(p, q errfloat.Near, delta float64) float64 {
	own, other := s.count(p.Down()), s.count(q.Up())
	if own == nil || other == nil {
		return 0
	}
	least, most, greatest := 0.0, other.Above, 0.0
	j := len(other.Atoms) - 1
	for i := len(own.Atoms) - 1; i >= 0; i-- {
		least += own.Atoms[i].Low
		for ; j >= 0 && other.Atoms[j].Least >= own.Atoms[i].Least; j-- {
			most += other.Atoms[j].High
		}
		slack := float64(len(own.Atoms)+len(other.Atoms)+8) * errfloat.U // of the sums and the operations after them
		left := least*(1-slack) - float64(delta*(1+2*errfloat.U))
		if !(left > 0) || !(most > 0) {
			continue
		}
		log, _ := errfloat.Log(left / most * (1 - slack))
		greatest = max(greatest, log)
	}
	return greatest
}

// count returns the law of the number of epochs with an event of probability p; nil if p is not between 0 and 1.
func (s Shuffled) count(p float64) *Law {
	if !(0 < p && p < 1) {
		return nil
	}
	law := counted(float64(s.epochs()), p, p/(1-p), negligible)
	return &law
}

// coin returns the Rényi divergence of order alpha of a bit that is 1 with probability p from one with q < p, rounded down; 0
// unless 0 < q < p < 1.
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
	return 0 // v is not above 0, or NaN if a probability underflows
}
