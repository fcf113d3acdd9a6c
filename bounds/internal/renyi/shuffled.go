package renyi

import "math"

// A ShuffledEpoch computes divergences of the steps of one secret order, over an epoch or several, if every iterate is
// released (row/composition/secretorder.md, Theorems 1 and 2). It keeps moments for other orders α, so two goroutines must
// not use it at once.
type ShuffledEpoch struct {
	Counted
	bins, steps     int
	shift, exchange float64
	displaced       float64 // how much the displaced examples reveal of a place, over exchange²
	splits          []shuffledSplit
}

// shuffledSplit is a choice of θ, by which the shift is enlarged to be independent of the displaced examples.
type shuffledSplit struct {
	theta float64
	logs  []float64 // ln m'_N, for the moments computed so far
}

// mostShuffledOrder is the largest order at which the moments of an epoch are summed, since their work grows as its square.
// At higher orders the place counts as known.
const mostShuffledOrder = 256

// ShuffledEpoch returns the given number of steps, at least one, of an order of bins ≥ 1 batches, which begins again after each
// epoch. shift is the distance of the differing example's two pushes and exchange the largest distance of the pushes of two
// examples, both in units of the noise.
func (c Counted) ShuffledEpoch(bins, steps int, shift, exchange float64) *ShuffledEpoch {
	e := &ShuffledEpoch{Counted: c, bins: bins, steps: steps, shift: shift, exchange: exchange, displaced: 1}
	if steps > bins {
		e.displaced = e.most() * (1 + float64(bins-1)/2)
	}
	// Every θ > 0 gives a bound. Neighbours are a factor of √2 apart, by which the best bound hardly changes.
	for theta := 1.0 / 64; theta <= 4; theta *= math.Sqrt2 {
		e.splits = append(e.splits, shuffledSplit{theta: theta})
	}
	return e
}

// Divergence returns an upper bound on the divergence of order alpha > 1 in both directions. It is never above that of a
// known place.
func (e *ShuffledEpoch) Divergence(alpha float64) float64 {
	if !(alpha > 1) || !(e.shift >= 0 && e.exchange >= 0) {
		return math.Inf(1)
	}
	known := gaussian(alpha, 1/e.shift/math.Sqrt(e.most()))
	if !(alpha <= mostShuffledOrder) {
		return known
	}
	log := e.log(alpha)
	if below := math.Floor(alpha); below < alpha { // (α−1)D_α is convex, and 0 at α = 1
		part := alpha - below
		chord := part * e.log(below+1)
		if below > 1 {
			chord += (1 - part) * e.log(below)
		}
		log = min(log, chord)
	}
	return min(known, log/(alpha-1)*(1+16*epsilon))
}

// mostMoment is the highest moment that Epsilon tries. Each moment gives a bound, so higher ones could only lower ε.
const mostMoment = 64

// Epsilon returns an upper bound on ε at δ > 0 in both directions, by the best of the even moments: (x − γ)₊ ≤ c(x − 1)^N for
// all x ≥ 0, where c = (N−1)^{N−1}/N^N/(γ−1)^{N−1}.
func (e *ShuffledEpoch) Epsilon(delta float64) float64 {
	if !(delta > 0) || !(e.shift >= 0 && e.exchange >= 0) {
		return math.Inf(1)
	}
	if e.shift == 0 {
		return 0
	}
	least := math.Inf(1)
	for n := 2; n <= mostMoment; n += 2 {
		N := float64(n)
		moment := e.best(func(split *shuffledSplit) float64 {
			e.know(split, n)
			return split.logs[n]
		})
		log := (moment - math.Log(delta) + (N-1)*math.Log(N-1) - N*math.Log(N)) / (N - 1)
		least = min(least, math.Log1p(math.Exp(log+16*epsilon*(1+math.Abs(log)))))
	}
	return least
}

// most returns the largest number of uses that a place has.
func (e *ShuffledEpoch) most() float64 { return float64((e.steps + e.bins - 1) / e.bins) }

// log returns an upper bound on (α−1)D_α.
func (e *ShuffledEpoch) log(alpha float64) float64 {
	return e.best(func(split *shuffledSplit) float64 { return math.Log1p(e.excess(split, alpha)) })
}

// best returns the value of a split that is better than its neighbours. It starts from the split that is about the best if
// only the second moment counts.
func (e *ShuffledEpoch) best(value func(*shuffledSplit) float64) float64 {
	at := 0
	for at < len(e.splits)-1 && e.splits[at].theta < e.exchange*math.Sqrt(e.displaced) {
		at++
	}
	least := math.Inf(1)
	try := func(i int) bool {
		if i < 0 || i >= len(e.splits) {
			return false
		}
		v := value(&e.splits[i])
		if !(v < least) {
			return false
		}
		at, least = i, v
		return true
	}
	for !try(at) && at < len(e.splits)-1 { // a high order overflows if θ is small
		at++
	}
	for _, way := range [2]int{-1, 1} {
		for try(at + way) {
		}
	}
	return least
}

// excess returns an upper bound on e^{(α−1)D} − 1.
func (e *ShuffledEpoch) excess(split *shuffledSplit, alpha float64) float64 {
	last := int(math.Ceil(alpha))
	e.know(split, last+2)
	sum := 0.0
	for n := 2; n <= last; n++ {
		sum += math.Exp(logBinomial(alpha, float64(n)) + split.logs[n])
	}
	if k := last - 1; k%2 == 1 && alpha < float64(last) {
		sum += math.Exp(logRemainder(alpha, float64(k)) + (split.logs[k+1]+split.logs[k+3])/2)
	}
	return sum
}

// logRemainder returns the logarithm of the remainder at 0 of the Taylor polynomial of x^α at 1, of degree k + 1, for odd
// k < α < k + 1.
func logRemainder(alpha, k float64) float64 {
	whole, _ := math.Lgamma(alpha)
	part, _ := math.Lgamma(alpha - k)
	factorial, _ := math.Lgamma(k + 2)
	return whole - part - factorial + math.Log(k+1-alpha)
}

// logBinomial returns ln(α choose n) for n < α + 1.
func logBinomial(alpha, n float64) float64 {
	above, _ := math.Lgamma(alpha + 1)
	below, _ := math.Lgamma(n + 1)
	rest, _ := math.Lgamma(alpha - n + 1)
	return above - below - rest
}

// know computes the moments m'_N of a split up to the given degree or a higher one.
func (e *ShuffledEpoch) know(split *shuffledSplit, degree int) {
	if degree < len(split.logs) {
		return
	}
	n := 8
	for n <= degree { // few sizes, so that many orders share one
		n = min(2*n, mostShuffledOrder+3)
	}
	split.logs = make([]float64, n)
	var sum []float64
	products := 0.0
	uses, more := e.steps/e.bins, e.steps%e.bins
	for _, places := range []struct{ count, uses int }{{e.bins - more, uses}, {more, uses + 1}} {
		if places.count == 0 || places.uses == 0 {
			continue // an unused place has no moments
		}
		power, taken := e.power(e.placeSeries(split.theta, places.uses, n), places.count)
		if products += taken; sum != nil {
			power = e.product(sum, power)
		}
		sum = power
	}
	factorial := logFactorials(n)
	for k := range n {
		common, scale := e.common(split.theta, float64(k)), float64(k)*math.Log(float64(e.bins))
		split.logs[k] = factorial[k] + sum[k] - scale + common
		if size := factorial[k] + scale + math.Abs(sum[k]) + math.Abs(common); !math.IsInf(sum[k], -1) {
			split.logs[k] += epsilon * (8*(products+float64(n))*(size+8) + 4*float64(n))
		}
	}
}

// told returns w, the amount that the displaced examples reveal of a place.
func (e *ShuffledEpoch) told(theta float64) float64 {
	return (1 + 1/theta) * e.exchange * e.exchange * e.displaced
}

// common returns wℓ_N, the exponent by which displaced examples enlarge the moment of order N.
func (e *ShuffledEpoch) common(theta, n float64) float64 {
	bins := float64(e.bins)
	sum := float64(min(e.bins, e.steps))*(1+(n-1)/bins) - 2*n
	if e.steps == e.bins { // the first step reveals something of all places at once
		sum += n * (bins - 1)
	}
	return e.told(theta) * (n - 1) / (2 * bins) * sum
}

// placeSeries returns the logarithms of E[V^j (U − 1)^j]/j! for j < n, of a place with the given number of uses.
func (e *ShuffledEpoch) placeSeries(theta float64, uses, n int) []float64 {
	series, factorial, w := logCentralMoments((1+theta)*e.shift*e.shift*float64(uses), n), logFactorials(n), e.told(theta)
	for j := 2; j < n; j++ {
		series[j] += w*float64(j)*float64(j-1)/2 - factorial[j]
	}
	return series
}

// logCentralMoments returns ln E(U − 1)^j for j < n, where U is log-normal of mean 1 and ln U has the variance v.
func logCentralMoments(v float64, n int) []float64 {
	logs, step := make([]float64, n), math.Log(math.Expm1(v))
	logs[1] = math.Inf(-1)
	factorial := logFactorials(n)
	for j := 2; j < n; j++ {
		sum := logSum{max: math.Inf(-1)}
		for i := range j - 1 {
			if !math.IsInf(logs[i], -1) {
				choose := factorial[j-1] - factorial[i] - factorial[j-1-i]
				sum.add(choose+v*float64(i)+float64(j-1-i)*step+logs[i], 1)
			}
		}
		if j > 2 {
			sum.add(logExpm1(v*float64(j-1))+logs[j-1], 1)
		}
		logs[j] = sum.max + math.Log(sum.v)
	}
	return logs
}
