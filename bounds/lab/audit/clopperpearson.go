package audit

import "math"

// lowerLimit is the one-sided lower limit of Clopper and Pearson 1934 for a
// rate of which hits of trials were seen: the p at which so many hits or more
// have probability miss ≤ 1/2, the quantile of Beta(hits, trials−hits+1). It is 0
// without a hit. What is returned is a few roundings below it at most, and never above:
// at it the probability is proved to be at most miss.
func lowerLimit(hits, trials int, miss float64) float64 {
	if hits == 0 {
		return 0
	}
	// Where p = hits/trials the median is hits, so that the limit is nowhere above. The
	// logarithm of the tail is concave in that of p, for its slope hits/sum falls: from
	// wherever it begins, Newton's method is below the limit after one step, and rises to it.
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
		if math.Abs(step) <= 1e-15*(1-aim)*sum/k+1e-15 { // what the logarithms round
			break
		}
	}
	for away := 0x1p-53; !t.isAtMost(p, aim); away *= 2 {
		p -= p * away
	}
	return p
}
