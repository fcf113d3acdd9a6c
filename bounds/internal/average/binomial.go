package average

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// A count is a number with its probability.
type count struct{ n, p float64 }

const (
	lawPoints = 32     // a law of more points is thinned
	rareUses  = 1e-100 // numbers above the mean that are less probable are bounded together
	fewUses   = 1e-20  // numbers below the mean that are less probable are left out
	largeMean = 1e5    // above this mean, a law is the sum of two laws of half as many steps
	deviation = 17     // the evenly spaced part of a grid reaches so many standard deviations from the mean
)

// binomial returns a law above Bin(h, q), the law of the number of uses in h steps, in the increasing convex order: the mean
// of an increasing convex function under it is at least as large. This holds up to `more`, an upper bound on the mean excess
// over the law's last point, and up to a relative error of the probabilities of at most `off`.
func binomial(h, q float64, w *work.Budget) (law []count, more, off float64) {
	mean := h * q
	switch {
	case h == 1:
		if q == 1 {
			return []count{{1, 1}}, 0, 0
		}
		return []count{{0, 1 - q}, {1, q}}, 0, errfloat.U
	case q == 1:
		return []count{{h, 1}}, 0, 0
	case mean > largeMean:
		half, beyond, each := binomial(math.Ceil(h/2), q, w)
		sum := make([]count, 0, len(half)*len(half))
		for _, a := range half {
			for _, b := range half {
				sum = append(sum, count{a.n + b.n, a.p * b.p})
			}
		}
		w.Spend(6 * len(sum))
		return thinned(sum), 2 * beyond, 2*each + float64(len(sum)+16)*errfloat.U
	}
	law, more = likely(h, q)
	w.Spend(6 * len(law))
	// The division by the sum spreads the mass of the omitted small numbers over the others, which only raises the law. It
	// also cancels the error of the logarithms. The rounding of the sum remains, and that of seven operations from each
	// probability to the next.
	sum := 0.0
	for _, c := range law {
		sum += c.p
	}
	for i := range law {
		law[i].p /= sum
	}
	more *= 2 / sum // twice: room for rounding
	law[len(law)-1].p += more
	off = float64(18*len(law)+64) * errfloat.U
	if len(law) > lawPoints {
		law = thinned(law)
	}
	return law, more, off
}

// likely returns the numbers of uses that are not rare, in ascending order. Their probabilities are computed from the mode
// outwards and do not sum to exactly 1. beyond is an upper bound on the mean excess of the number of uses over the last of
// them.
func likely(h, q float64) (law []count, beyond float64) {
	mean, mode := h*q, min(h, math.Floor((h+1)*q))
	a, _ := math.Lgamma(h + 1)
	b, _ := math.Lgamma(mode + 1)
	c, _ := math.Lgamma(h - mode + 1)
	p := math.Exp(a - b - c + mode*math.Log(q) + (h-mode)*math.Log1p(-q))
	odds := q / (1 - q)
	for n, v := mode, p; n > 0 && v > fewUses; {
		v *= n / (h - n + 1) / odds
		n--
		law = append(law, count{n, v})
	}
	slices.Reverse(law)
	for n, v := mode, p; n <= h; n++ {
		if n > mean && v < rareUses {
			// The terms from here on fall faster than a geometric series.
			ratio := (h - n) / (n + 1) * odds
			return law, v / (1 - ratio) / (1 - ratio)
		}
		law = append(law, count{n, v})
		v *= (h - n) / (n + 1) * odds
	}
	return law, 0
}

// thinned moves the probability of every number to the two neighbouring points of a coarser grid, which keeps the mean.
// Numbers below the grid move up to its first point. Beyond deviation standard deviations above the mean, the grid's steps
// grow up to the largest number.
func thinned(law []count) []count {
	mean, square := 0.0, 0.0
	for _, c := range law {
		mean += c.p * c.n
	}
	for _, c := range law {
		square += c.p * (c.n - mean) * (c.n - mean)
	}
	sd := math.Sqrt(square)
	lo, hi := max(law[0].n, math.Floor(mean-deviation*sd)), law[len(law)-1].n
	step := max(1, sd/4)
	var at []float64
	for n := lo; ; n += step {
		at = append(at, min(n, hi))
		if n >= hi {
			break
		}
		if n > mean+deviation*sd { // then farther and farther
			step *= 1.5
		}
	}
	out := make([]count, len(at))
	for i, n := range at {
		out[i].n = n
	}
	for _, c := range law {
		if c.n <= lo {
			out[0].p += c.p
			continue
		}
		i := min(sort.SearchFloat64s(at, c.n), len(at)-1) - 1
		w := min(1, max(0, (c.n-at[i])/(at[i+1]-at[i])*up))
		out[i].p += c.p * (1 - w)
		out[i+1].p += c.p * w
	}
	kept := out[:0]
	for _, c := range out {
		if c.p > 0 {
			kept = append(kept, c)
		}
	}
	return kept
}
