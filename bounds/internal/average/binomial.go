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
	lawPoints = 32     // of a law that is thinned
	rareUses  = 1e-100 // larger numbers that are less probable than this go into what is beyond
	fewUses   = 1e-20  // smaller numbers that are less probable than this are left out
	largeMean = 1e5    // a law of a larger mean is the sum of two of half as many steps
	deviation = 17     // standard deviations about the mean that the even part of a grid covers
)

// binomial bounds the law Bin(h, q) of the number of uses in h steps from above in the
// increasing convex order: under it the means of increasing convex functions are at least as large, after
// more is added, which bounds the part beyond the law's last point. The relative error of its
// probabilities is at most off.
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
	// The division by the sum spreads the mass of the smaller numbers that were left out over those
	// that are kept, which only raises the law. Probabilities are then at least the exact ones but for
	// the rounding of ratios, seven operations from each to the next, and of the sum: the logarithms
	// do not matter.
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

// likely are the numbers of uses that are not rare, from the mode on either way, with probabilities whose sum is not exactly
// 1; beyond is at least the mean of how far a number is above the last of them.
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

// thinned moves every number to the points next to it of a coarser grid so that its
// mean is kept. Numbers below the grid count as its first point. Above the mean by more than
// deviation standard deviations the grid widens up to the largest number.
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
