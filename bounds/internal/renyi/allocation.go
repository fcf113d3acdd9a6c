package renyi

import "math"

// The epoch of a random allocation: an example is in one of B batches, each as likely as the
// others, of which the first r are used. Its likelihood ratio is M = (B − r + Σ_{i≤r} L_i)/B, L_i
// log-normal of mean 1 and parameter 1/u (sampling.md, section 8).

// AllocationMoments returns upper bounds on ln E M^k for k = 0 … degree. The divergence of removal
// at the order k is this logarithm over k − 1 (Feldman and Shenfeld 2025, Theorem 4.6, for r = B).
//
//	E M^k = k! [x^k] e^{(B−r)x/B} (Σ_j e^{j(j−1)/(2u²)} (x/B)^j/j!)^r
//
// The terms of the series are all positive. bins is B and taken is r, where 1 ≤ r ≤ B; u > 0.
func (c Counted) AllocationMoments(bins, taken int, u float64, degree int) []float64 {
	n := degree + 1
	one, rest := make([]float64, n), make([]float64, n) // logarithms of the series' coefficients
	factorial := logFactorials(n)
	for k := 1; k < n; k++ {
		one[k] = float64(k)*float64(k-1)/2/u/u - factorial[k]
		rest[k] = float64(k)*math.Log(float64(bins-taken)) - factorial[k]
	}
	sum, steps := c.power(one, taken)
	if taken < bins {
		sum = c.product(sum, rest)
	}
	logs := make([]float64, n)
	for k := 1; k < n; k++ {
		scale := float64(k) * math.Log(float64(bins))
		// The errors of products and sums are a few units in the last place of the logarithms, whose size this is.
		size := scale + factorial[k] + math.Abs(sum[k]) + float64(k)*float64(k)/u/u
		logs[k] = max(0, factorial[k]+sum[k]-scale) + epsilon*(8*steps*(size+8)+4*float64(n))
	}
	logs[0], logs[1] = 0, 0
	if n > 2 { // the second moment has a closed form: 1 plus the variance of M
		gain := float64(taken) / float64(bins) / float64(bins) * math.Expm1(1/u/u)
		logs[2] = min(logs[2], math.Log1p(gain)*(1+16*epsilon))
	}
	return logs
}

// logFactorials returns ln k! for k = 0 … n−1.
func logFactorials(n int) []float64 {
	logs := make([]float64, n)
	for k := 1; k < n; k++ {
		logs[k] = logs[k-1] + math.Log(float64(k))
	}
	return logs
}

// power returns the n-th power, n ≥ 1, of a series with positive coefficients, in logarithms. steps exceeds the number of
// products that it took.
func (c Counted) power(series []float64, n int) (out []float64, steps float64) {
	out, steps = series, 1
	bit := 1
	for bit <= n/2 {
		bit *= 2
	}
	for bit /= 2; bit > 0; bit /= 2 {
		out = c.product(out, out)
		if n&bit != 0 {
			out = c.product(out, series)
		}
		steps += 2
	}
	return out, steps
}

// product returns the product of two series of equal length with positive coefficients, in logarithms.
func (c Counted) product(a, b []float64) []float64 {
	const (
		termUnits = 2     // the work of one term, an exponential, in units of package work
		faint     = -50   // terms e^{−50} times the largest, or less, are left out
		leftOut   = 2e-22 // above e^{−50}
	)
	c.Work.Spend(termUnits * len(a) * len(a) / 2)
	out := make([]float64, len(a))
	for n := range out {
		top := math.Inf(-1)
		for k := 0; k <= n; k++ {
			top = max(top, a[k]+b[n-k])
		}
		if math.IsInf(top, 0) {
			out[n] = top
			continue
		}
		sum := 0.0
		for k := 0; k <= n; k++ {
			if d := a[k] + b[n-k] - top; d > faint {
				sum += math.Exp(d)
			}
		}
		out[n] = top + math.Log(sum) + float64(n+1)*leftOut
	}
	return out
}

// AllocationForward returns an upper bound on D_α(P‖Q) from the result of AllocationMoments. Between
// whole orders it takes the chord of (α−1)D_α, which is convex. Beyond the last moment it is +Inf.
func AllocationForward(moments []float64, alpha float64) float64 {
	below := math.Floor(alpha)
	if !(alpha > 1) || !(below+1 < float64(len(moments)) || alpha == below && below < float64(len(moments))) {
		return math.Inf(1)
	}
	k := int(below)
	log := moments[k]
	if part := alpha - below; part > 0 {
		log = (1-part)*log + part*moments[k+1]
	}
	return log / (alpha - 1) * (1 + 16*epsilon)
}
