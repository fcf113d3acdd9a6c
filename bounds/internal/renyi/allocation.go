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
	factorial := make([]float64, n)
	for k := 1; k < n; k++ {
		factorial[k] = factorial[k-1] + math.Log(float64(k))
		one[k] = float64(k)*float64(k-1)/2/u/u - factorial[k]
		rest[k] = float64(k)*math.Log(float64(bins-taken)) - factorial[k]
	}
	sum, steps := one, 1.0
	bit := 1
	for bit <= taken/2 {
		bit *= 2
	}
	for bit /= 2; bit > 0; bit /= 2 {
		sum = c.product(sum, sum)
		if taken&bit != 0 {
			sum = c.product(sum, one)
		}
		steps += 2
	}
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

// leastAllocationNoise is the u below which divergences of addition are not computed.
const leastAllocationNoise = 0.05

// AllocationBackward returns D_α(Q‖P) for α > 1, raised for the errors of the quadrature: with
// β = α − 1, φ the Laplace transform of L and h(s) = E e^{−sM} − e^{−s} ≥ 0,
//
//	E M^{−β} = 1 + ∫_0^∞ s^{β−1} h(s) ds / Γ(β).
func (c Counted) AllocationBackward(bins, taken int, u, alpha float64) (float64, error) {
	if !(alpha > 1) || math.IsInf(alpha, 1) || !(1 <= taken && taken <= bins) {
		return math.Inf(1), ErrDomain
	}
	if !(u >= leastAllocationNoise) {
		return math.Inf(1), ErrNotConverged
	}
	beta := alpha - 1
	gamma, _ := math.Lgamma(beta)
	l, err := c.allocationIntegral(bins, taken, u, beta, gamma)
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(l+allocationError, alpha)
}

// AllocationNear returns D_α(P‖Q) for 1 < α < 2, raised likewise:
// E M^α = 1 + α(α−1) ∫_0^∞ s^{−α−1} h(s) ds / Γ(2−α).
func (c Counted) AllocationNear(bins, taken int, u, alpha float64) (float64, error) {
	const tooNear = 0.05 // to 2, where the integral is long
	if !(alpha > 1 && alpha < 2-tooNear && u >= leastAllocationNoise) || !(1 <= taken && taken <= bins) {
		return math.Inf(1), ErrDomain
	}
	gamma, _ := math.Lgamma(2 - alpha)
	l, err := c.allocationIntegral(bins, taken, u, -alpha, gamma-math.Log(alpha)-math.Log(alpha-1))
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(l+allocationError, alpha)
}

// allocationError is above the relative error of the integrals.
const allocationError = 1e-9

// allocationIntegral is ln ∫ s^{p−1} h(s) ds − less, by the trapezoidal rule in ln s. The
// integrand is analytic where s has an argument below π/2, so that with this spacing the rule's
// error is below e^{−38} of it.
func (c Counted) allocationIntegral(bins, taken int, u, p, less float64) (float64, error) {
	l := newLaplace(u)
	rate := float64(taken)
	logH := func(x float64) float64 {
		s := math.Exp(x)
		t := s / float64(bins)
		if t <= mostExponent {
			return -s + logExpm1Of(rate*math.Log1p(l.gap(t)))
		}
		return rate*l.log(t) - s*float64(bins-taken)/float64(bins)
	}
	step := min(0.25, 0.5/math.Sqrt(math.Abs(p)+2))
	at := math.Log(max(1, math.Abs(p)))
	c.Work.Spend(pointUnits * len(l.x))
	sum := logSum{v: 0, max: math.Inf(-1)}
	add := func(i int) float64 {
		c.Work.Spend(pointUnits * len(l.x) / 4)
		x := at + float64(i)*step
		f := p*x + logH(x)
		sum.add(f, step)
		return f
	}
	for _, way := range [2]int{1, -1} {
		last := math.Inf(1)
		i := 0
		if way < 0 {
			i = -1
		}
		for ; ; i += way {
			if c.Work.Ended() || i > mostAllocationPoints || i < -mostAllocationPoints {
				return 0, ErrNotConverged
			}
			f := add(i)
			fall := last - f
			last = f
			// From here the terms are below a geometric series.
			if fall > 0 && f-math.Log(-math.Expm1(-fall)) < sum.max+math.Log(sum.v)-42 {
				break
			}
		}
	}
	v := sum.max + math.Log(sum.v) - less
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return 0, ErrNotConverged
	}
	return v, nil
}

const (
	// mostExponent is the largest t at which e^t is readily a number.
	mostExponent = 300
	// mostAllocationPoints bounds the work of one integral.
	mostAllocationPoints = 1 << 14
)

// logExpm1Of is ln(e^x − 1), −Inf at 0.
func logExpm1Of(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	return logExpm1(x)
}

// laplace holds the log-normal's points, less 1, and their weights.
type laplace struct{ x, weight []float64 }

// newLaplace lays points such that the trapezoidal rule, whose integrand is analytic where the
// argument of L is below π/2, has an error below e^{−39}.
func newLaplace(u float64) laplace {
	spread := 1 / u
	h := 1 / (4 + 5*spread)
	low, high := -10.0, 10+2*spread
	var l laplace
	for z := low; z <= high; z += h {
		l.x = append(l.x, math.Expm1(spread*z-spread*spread/2))
		l.weight = append(l.weight, h*math.Exp(-z*z/2-halfLog2Pi))
	}
	return l
}

// gap is E[e^{−t(L−1)} − 1 + t(L−1)] ≥ 0.
func (l laplace) gap(t float64) float64 {
	sum := 0.0
	for i, x := range l.x {
		a := t * x
		v := a * a / 2 * (1 - a/3*(1-a/4*(1-a/5*(1-a/6))))
		if math.Abs(a) > 0.005 {
			v = math.Expm1(-a) + a
		}
		sum += l.weight[i] * v
	}
	return sum
}

// log is ln E e^{−tL}.
func (l laplace) log(t float64) float64 {
	s := logSum{max: math.Inf(-1)}
	for i, x := range l.x {
		s.add(-t*(1+x), l.weight[i])
	}
	return s.max + math.Log(s.v)
}
