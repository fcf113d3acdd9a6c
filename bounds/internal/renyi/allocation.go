package renyi

import "math"

// The epoch of a random allocation: an example is in one of B batches, each as likely as the
// others, of which the first r are used. Its likelihood ratio is M = (B − r + Σ_{i≤r} L_i)/B, L_i
// log-normal of mean 1 and parameter 1/u (sampling.md, section 8).

// AllocationMoments returns ln E M^k for k = 0 … degree, each at least: the divergence of removal
// at the order k is that over k − 1 (Feldman and Shenfeld 2025, Theorem 4.6, for r = B).
//
//	E M^k = k! [x^k] e^{(B−r)x/B} (Σ_j e^{j(j−1)/(2u²)} (x/B)^j/j!)^r
//
// whose terms are all positive. 1 ≤ r ≤ B and u > 0.
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
		size := scale + factorial[k] + math.Abs(sum[k]) + float64(k)*float64(k)/u/u
		logs[k] = max(0, factorial[k]+sum[k]-scale) + epsilon*(8*steps*(size+8)+4*float64(n))
	}
	logs[0], logs[1] = 0, 0
	if n > 2 {
		gain := float64(taken) / float64(bins) / float64(bins) * math.Expm1(1/u/u)
		logs[2] = min(logs[2], math.Log1p(gain)*(1+16*epsilon))
	}
	return logs
}

// logFactorials are ln k! for k < n.
func logFactorials(n int) []float64 {
	logs := make([]float64, n)
	for k := 1; k < n; k++ {
		logs[k] = logs[k-1] + math.Log(float64(k))
	}
	return logs
}

// power is the n-th of a series with positive coefficients, in logarithms, and the number of products that it took, and one more;
// n ≥ 1.
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

// product is that of two series with positive coefficients, in logarithms.
func (c Counted) product(a, b []float64) []float64 {
	const termUnits = 2
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
			if d := a[k] + b[n-k] - top; d > -50 {
				sum += math.Exp(d)
			}
		}
		out[n] = top + math.Log(sum) + float64(n+1)*2e-22 // of what was left out
	}
	return out
}

// AllocationForward returns D_α(P‖Q) at least, from the moments: between whole orders
// (α−1)D_α is convex. Beyond the last one it is +Inf.
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
