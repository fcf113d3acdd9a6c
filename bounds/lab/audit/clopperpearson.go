package audit

import "math"

// lowerLimit is the one-sided lower limit of Clopper and Pearson 1934 for a rate, given hits in trials: the p at which hits or more
// have probability miss ≤ 1/2, a quantile of Beta(hits, trials−hits+1). It is 0 without a hit. The result is at most a few
// roundings below the limit and never above: the probability at it is proved to be at most miss.
func lowerLimit(hits, trials int, miss float64) float64 {
	if hits == 0 {
		return 0
	}
	// At p = hits/trials the median is hits, so the limit is not above this p. The logarithm of the tail is concave in ln p, since
	// its slope hits/sum falls. So from any start, Newton's method is below the limit after one step, and then rises to it.
	t := newTail(hits, trials)
	k, rate, aim := float64(hits), float64(hits)/float64(trials), math.Nextafter(math.Log(miss), math.Inf(-1))
	first := rate
	if z := -math.Sqrt2 * math.Erfinv(2*miss-1); z*z < k {
		first -= z * math.Sqrt(rate*(1-rate)/float64(trials))
	}
	base, p := t.first(first).Up(), first
	for range 100 {
		sum := t.sum(p)
		step := (aim - base - t.change(first, p) - math.Log(sum)) * sum / k
		p = min(p*math.Exp(step), rate)
		if math.Abs(step) <= 1e-15*(1-aim)*sum/k+1e-15 { // the rounding of the logarithms
			break
		}
	}
	for away := 0x1p-53; !t.isAtMost(p, aim); away *= 2 {
		p -= p * away
	}
	return p
}
