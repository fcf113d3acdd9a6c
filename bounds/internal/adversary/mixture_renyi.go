package adversary

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/renyi"
)

// Renyi returns at most the Rényi divergence of order alpha between the two runs, in the larger of the two directions: by a
// test function for any law of uses, and by quadrature if the law is one of few numbers (random.md). Both are computed in
// double precision and lowered by an estimate of their error, which is not proved.
func (m MixturePair) Renyi(alpha float64) float64 {
	best := 0.0
	for _, direction := range []MixturePair{m, m.reversed()} {
		best = max(best, direction.tested(alpha), direction.integrated(alpha))
	}
	return best
}

// tested returns the largest value found over λ of
//
//	α/(α−1)·log E_P[e^{(α−1)λx}] − log E_Q[e^{αλx}],
//
// at most the divergence for every λ (Hölder's inequality). With normal laws of
// variance 1 that is −αλ²/2 and the same with the cumulants of their means.
func (m MixturePair) tested(alpha float64) float64 {
	first, second := m.First*m.Least, m.Second*m.Most
	if m.First < 0 {
		first = m.First * m.Most
	}
	if m.Second < 0 {
		second = m.Second * m.Least
	}
	value := func(lambda float64) float64 {
		m.Work.Spend(2*m.Law.effort + 2)
		gain, loss := alpha/(alpha-1)*m.Law.cumulant((alpha-1)*lambda*first), m.Law.cumulant(alpha*lambda*second)
		square := alpha * lambda * lambda / 2
		v := gain - loss - square
		if v -= renyiError * 1e-4 * (math.Abs(gain) + math.Abs(loss) + square); math.IsNaN(v) {
			return 0
		}
		return v
	}
	const perDecade = 6
	mean := 0.0
	for _, a := range m.Law.Atoms {
		mean += a.Low * a.Least
	}
	scale := (math.Abs(m.First) + math.Abs(m.Second)) * m.Most
	top := 2 * scale * max(m.Law.largest, 1)
	least := scale * max(mean/100, m.Law.largest*1e-14)
	if !(least > 0) || !(top < 1e150) {
		return 0
	}
	at, best := 0.0, 0.0
	step := math.Pow(10, 1.0/perDecade)
	for lambda := top; lambda > least; lambda /= step {
		if v := value(lambda); v > best {
			at, best = lambda, v
		}
	}
	if best == 0 {
		return 0
	}
	a, b := climb(value, at/step, at*step, 40)
	return max(best, value(a), value(b)) * (1 - renyiError)
}

const (
	// mostDensities is the largest number of densities of parts that a quadrature computes.
	mostDensities = 4e5
	// densityUnits is the work of one part's density, and logUnits that of the two logarithms of a point.
	densityUnits, logUnits = 1, 6
	// leastIntegrated is the divergence over alpha below which rounding decides the quadrature's value.
	leastIntegrated = 1e-15
	// ratioError exceeds the error of the logarithm of a ratio of densities, each of which is at least e^{−faint−12}.
	ratioError = 1e-13
	// faint is a logarithm: an integrand below e^−faint of its largest value does not count.
	faint = 45
	// peakDensity exceeds 1/√(2π), the largest density of a part, by more than rounding.
	peakDensity = 0.4
)

// integrated returns log(1 + ∫ q·(r^α − 1 − α(r−1)))/(α−1), r = p/q, by the trapezoidal rule over the range where the
// integrand counts, less the change of this value under twice the step. The integrand is analytic and nowhere negative. The
// result is 0 for two normal laws, for which [MixturePair.tested] serves, for too many parts or ranges of numbers, and if
// rounding decides.
func (m MixturePair) integrated(alpha float64) float64 {
	p, q := m.parts(m.First), m.parts(m.Second)
	if len(p)*len(q) < 2 {
		return 0
	}
	width := largestGap(p) + largestGap(q)
	step := min(0.1, 0.5/max(width, 1e-300))
	reach := math.Abs(p[0].mean) + math.Abs(p[len(p)-1].mean) + math.Abs(q[0].mean) + math.Abs(q[len(q)-1].mean)
	lo, hi := -12-alpha*reach, 12+alpha*reach
	const coarse = 0.5
	perPoint := float64(len(p) + len(q))
	if !((hi-lo)/coarse*perPoint < mostDensities) {
		return 0
	}
	m.Work.Spend(int((hi - lo) / coarse * (perPoint*densityUnits + logUnits)))
	cut := m.logCut()
	logQAt := func(x float64) float64 { return renyi.LogAdd(logDensity(q, x), cut) }
	exponent := func(x float64) float64 { return float64(alpha*logDensity(p, x)) - float64((alpha-1)*logQAt(x)) }
	from, to := notFaint(exponent, lo, hi, coarse)
	// For a ratio near 1 its difference from 1 counts, over the whole range of both laws.
	from = min(from, min(p[0].mean, q[0].mean)-8)
	to = max(to, max(p[len(p)-1].mean, q[len(q)-1].mean)+8)
	if !((to-from)/step*perPoint < mostDensities) {
		return 0
	}
	points := 2*int((to-from)/step/2) + 2
	m.Work.Spend(int(float64(points) * (perPoint*densityUnits + 2*logUnits)))
	step = (to - from) / float64(points)
	logP, logQ := make([]float64, points+1), make([]float64, points+1)
	for i := range logP {
		x := from + float64(step*float64(i))
		logP[i], logQ[i] = logDensity(p, x), logQAt(x)
	}
	fine, doubled := trapezoid(logP, logQ, alpha, step, 1), trapezoid(logP, logQ, alpha, 2*step, 2)
	value := fine - math.Abs(fine-doubled)
	// Near 1 the divergence is α·E[y²]/2, so the rounding error of a small y also increases its square.
	value -= alpha * ratioError * math.Sqrt(2*max(0, value)/alpha)
	if !(value > leastIntegrated*alpha) {
		return 0
	}
	return value * (1 - renyiError)
}

// notFaint returns a range in lo … hi that holds every point at which an exponent is within faint of its largest value,
// judged at points that are coarse apart.
func notFaint(exponent func(float64) float64, lo, hi, coarse float64) (from, to float64) {
	top := math.Inf(-1)
	var seen []float64
	for x := lo; x <= hi; x += coarse {
		seen = append(seen, exponent(x))
		top = max(top, seen[len(seen)-1])
	}
	from, to = hi, lo
	for i, e := range seen {
		if x := lo + coarse*float64(i); e > top-faint {
			from, to = min(from, x-1), max(to, x+1)
		}
	}
	return from, to
}

// trapezoid returns the divergence by the trapezoidal rule on every stride-th point, which are step apart.
func trapezoid(logP, logQ []float64, alpha, step float64, stride int) float64 {
	top := math.Inf(-1)
	for i := range logP {
		top = max(top, logQ[i]+float64(alpha*(logP[i]-logQ[i])))
	}
	sum := 0.0
	if top > 300 { // r^α dominates, and overflows
		for i := 0; i < len(logP); i += stride {
			sum += errfloat.Exp(logQ[i] + float64(alpha*(logP[i]-logQ[i])) - top)
		}
		return (top + logBelow(sum*step)) / (alpha - 1)
	}
	for i := 0; i < len(logP); i += stride {
		sum += errfloat.Exp(logQ[i] + renyi.LogPowerGap(alpha, logP[i]-logQ[i])) // without cancellation
	}
	return errfloat.Log1p(sum*step) / (alpha - 1)
}

// logPart is a part of a mixture, a normal law of variance 1, with the logarithm of its share.
type logPart struct{ mean, logMass float64 }

// parts returns the normal laws of one run, without the mass that the law cut off; none if they are too many, or if atoms are
// ranges of numbers or next to nothing.
func (m MixturePair) parts(factor float64) []logPart {
	if factor == 0 {
		return []logPart{{0, 0}}
	}
	const most = 1024 // each point of a quadrature takes the density of every part
	if len(m.Law.Atoms) > most {
		return nil
	}
	var out []logPart
	total := 0.0
	for _, a := range m.Law.Atoms {
		if a.Most > a.Least || a.Low < leastCut { // whose logarithm is not known
			return nil
		}
		total += a.Low
	}
	for _, a := range m.Law.Atoms {
		out = append(out, logPart{factor * a.Least * m.Least, logBelow(a.Low / total)})
	}
	if factor < 0 {
		slices.Reverse(out)
	}
	return out
}

// logCut returns an upper bound on the logarithm of the density under Q of the mass that the law cut off, wherever it lies.
// Where Q has hardly any other mass, the ratio r of its parts alone would be too large. −Inf if nothing was cut off.
func (m MixturePair) logCut() float64 {
	cut := m.Law.Below + m.Law.Above
	if m.Second == 0 || cut == 0 {
		return math.Inf(-1)
	}
	return logBelow(max(cut, leastCut) * peakDensity)
}

// largestGap returns the largest distance between the means of neighbouring parts.
func largestGap(parts []logPart) float64 {
	gap := 0.0
	for i := range parts[1:] {
		gap = max(gap, parts[i+1].mean-parts[i].mean)
	}
	return gap
}

// logDensity returns the logarithm of a mixture's density.
func logDensity(parts []logPart, x float64) float64 {
	top := math.Inf(-1)
	for _, p := range parts {
		if e := p.logMass - float64((x-p.mean)*(x-p.mean))/2; e > top {
			top = e
		}
	}
	sum := 0.0
	for _, p := range parts {
		sum += errfloat.Exp(p.logMass - float64((x-p.mean)*(x-p.mean))/2 - top)
	}
	return top + logBelow(sum) - renyi.HalfLog2Pi
}

// logBelow returns errfloat's lower bound on log x, the same on every platform.
func logBelow(x float64) float64 {
	below, _ := errfloat.Log(x)
	return below
}
