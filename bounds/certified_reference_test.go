package bounds

import (
	"iter"
	"math"
	"math/big"
	"strconv"

	"lastiterate/bounds/run"
)

// The references of certified values: the theorems as they are printed, by sums
// and products term by term, in big.Float at referenceBits bits, from the
// decimals that were stated. They share nothing with package outward and round to
// nearest; they are good to 1e-50 or so.

const referenceBits = 256

type ref = *big.Float

func num(x float64) ref {
	z, _, err := big.ParseFloat(strconv.FormatFloat(x, 'g', -1, 64), 10, referenceBits, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return z
}

func whole(n int) ref { return new(big.Float).SetPrec(referenceBits).SetInt64(int64(n)) }

func fresh() ref          { return new(big.Float).SetPrec(referenceBits) }
func plus(a, b ref) ref   { return fresh().Add(a, b) }
func minus(a, b ref) ref  { return fresh().Sub(a, b) }
func times(a, b ref) ref  { return fresh().Mul(a, b) }
func over(a, b ref) ref   { return fresh().Quo(a, b) }
func rootOf(a ref) ref    { return fresh().Sqrt(a) }
func squared(a ref) ref   { return times(a, a) }
func absolute(a ref) ref  { return fresh().Abs(a) }
func lesser(a, b ref) ref { return []ref{a, a, b}[a.Cmp(b)+1] }
func larger(a, b ref) ref { return []ref{b, a, a}[a.Cmp(b)+1] }

// powerOf is a^n by squaring.
func powerOf(a ref, n int) ref {
	out, base := whole(1), a
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			out = times(out, base)
		}
		base = squared(base)
	}
	return out
}

// sumOfPowers is Σ_{i=from}^{to−1} a^i, term by term.
func sumOfPowers(a ref, from, to int) ref {
	sum, term := whole(0), powerOf(a, from)
	for i := from; i < to; i++ {
		sum, term = plus(sum, term), times(term, a)
	}
	return sum
}

// expOf halves until the series is short and squares back.
func expOf(x ref) ref {
	if x.Sign() < 0 {
		return over(whole(1), expOf(fresh().Neg(x)))
	}
	halvings := max(40, x.MantExp(nil)+40)
	y := fresh().SetMantExp(x, -halvings)
	y.SetPrec(uint(referenceBits + 2*halvings))
	sum, term := new(big.Float).SetPrec(y.Prec()), new(big.Float).SetPrec(y.Prec()).SetInt64(1)
	for n := int64(1); n < 30; n++ { // e^y − 1
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, new(big.Float).SetPrec(y.Prec()).Add(sum, big.NewFloat(2)))
	}
	return plus(fresh().Set(sum), whole(1))
}

// logOf takes 40 square roots and sums 2·artanh.
func logOf(x ref) ref {
	const roots = 40
	y := new(big.Float).SetPrec(referenceBits + 2*roots).Set(x)
	for range roots {
		y = new(big.Float).SetPrec(y.Prec()).Sqrt(y)
	}
	one := big.NewFloat(1)
	t := new(big.Float).SetPrec(y.Prec()).Sub(y, one)
	t.Quo(t, y.Add(y, one))
	square := new(big.Float).SetPrec(t.Prec()).Mul(t, t)
	sum, term := new(big.Float).SetPrec(t.Prec()), t
	for n := int64(1); n < 30; n += 2 {
		sum.Add(sum, new(big.Float).SetPrec(t.Prec()).Quo(term, new(big.Float).SetInt64(n)))
		term = new(big.Float).SetPrec(t.Prec()).Mul(term, square)
	}
	return fresh().Set(sum.SetMantExp(sum, roots+1))
}

// reference holds a run's stated numbers.
type reference struct {
	run.Run
	eta, clip, smooth, strong, weak, order, diameter ref
	s, variance                                      ref
}

func newReference(r run.Run) reference {
	x := reference{Run: r, eta: num(r.Eta), clip: num(r.Clip), smooth: num(r.Smoothness), strong: num(r.StrongConvexity),
		weak: num(r.WeakConvexity), order: num(r.HolderOrder)}
	if r.Bounded() {
		x.diameter = num(r.Diameter)
	}
	x.s = over(times(times(num(r.Kappa()), x.eta), x.clip), whole(r.B))
	sigma := num(r.Sigma)
	switch r.Noise {
	case run.GradientNoise:
		sigma = times(sigma, x.eta)
	case run.NoiseMultiplier:
		sigma = over(times(times(sigma, x.eta), x.clip), whole(r.B))
	}
	x.variance = squared(sigma)
	if r.Noise == run.LangevinNoise {
		x.variance = times(times(whole(2), x.eta), x.variance)
	}
	return x
}

func (x reference) ratio() ref  { return over(squared(x.s), x.variance) }
func (x reference) visits() int { return (x.T + x.StepsPerEpoch() - 1) / x.StepsPerEpoch() }

// rho is a row's ε(α)/α.
func (x reference) rho(id string) (ref, bool) {
	one, b, half := whole(1), x.StepsPerEpoch(), over(x.ratio(), whole(2))
	contraction := minus(one, times(x.eta, x.strong)) // 1 − ηm
	switch id {
	case "composition":
		return times(half, whole(x.visits())), true
	case "output-perturbation":
		return over(over(squared(x.diameter), x.variance), whole(2)), true
	case "last-step":
		return over(over(squared(x.lastShift()), x.variance), whole(2)), true
	case "feldman":
		return times(half, plus(one, over(whole(x.visits()-1), whole(b)))), true
	case "balle":
		rest := minus(one, over(times(times(times(whole(2), x.eta), x.smooth), x.strong), plus(x.smooth, x.strong)))
		rho := rootOf(powerOf(rest, b))
		return times(half, plus(one, over(times(whole(x.visits()-1), rho), whole(b-1)))), true
	case "ye-shokri-3.3":
		h := b - b/2
		tail := sumOfPowers(powerOf(contraction, 2*h), 0, x.visits()-1)
		return times(half, plus(one, times(x.theta(squared(contraction), b/2), tail))), true
	case "ye-shokri-D.6":
		return times(x.ratio(), sumOfPowers(minus(one, over(times(x.eta, x.strong), whole(2))), 1, x.T+1)), true
	case "chourasia":
		decay := over(times(x.eta, x.strong), whole(2))
		return over(times(x.ratio(), minus(one, expOf(times(decay, whole(-x.T))))), decay), true
	case "kong-ribero-2.2":
		reach := plus(times(rootOf(x.kongRibero()), x.diameter), x.s)
		return over(over(squared(reach), x.variance), whole(2)), true
	case "kong-ribero-2.3":
		return times(x.ratio(), plus(one, times(whole(x.visits()), x.theta(x.kongRibero(), b)))), true
	case "kong-ribero-C.3":
		return times(over(x.ratio(), squared(x.eta)), plus(one, x.theta(x.kongRibero(), b))), true
	case "altschuler-talwar":
		return x.altschulerTalwar(), true
	case "bok-su-altschuler":
		return times(half, x.bok()), true
	}
	return nil, false
}

// theta is c^{2(j−1)}/Σ_{i<j} c^{2i} for the square of c.
func (x reference) theta(square ref, j int) ref {
	return over(powerOf(square, j-1), sumOfPowers(square, 0, j))
}

// kongRibero is c².
func (x reference) kongRibero() ref {
	weak := x.smooth
	switch x.Loss {
	case run.Convex, run.StronglyConvex:
		weak = whole(0)
	case run.WeaklyConvex:
		weak = x.weak
	}
	inner := plus(whole(1), over(weak, times(whole(2), plus(x.smooth, weak))))
	square := plus(whole(1), times(times(times(whole(2), x.eta), weak), inner))
	if !x.Unclipped() {
		square = times(square, whole(2))
	}
	return square
}

func (x reference) altschulerTalwar() ref {
	s := over(times(times(whole(2), x.eta), x.clip), whole(x.N))
	units := over(x.diameter, s)
	best := whole(2 * x.T)
	n, _ := over(units, whole(2)).Int64()
	for _, n := range []int{max(1, int(n)), max(1, int(n)+1)} {
		if n <= x.T {
			best = lesser(best, plus(whole(4*n), over(squared(units), whole(n))))
		}
	}
	return over(times(best, squared(s)), x.variance)
}

// bok is μ²σ²/s².
func (x reference) bok() ref {
	one, b := whole(1), x.StepsPerEpoch()
	c := one
	if x.Loss == run.StronglyConvex {
		c = larger(absolute(minus(one, times(x.eta, x.strong))), absolute(minus(one, times(x.eta, x.smooth))))
	}
	saturation := func(n int) ref {
		p := powerOf(c, n)
		return over(minus(one, p), plus(one, p))
	}
	var best ref
	if c.Cmp(one) < 0 {
		if b == 1 {
			best = times(saturation(x.T), over(plus(one, c), minus(one, c)))
		} else {
			gap := minus(one, powerOf(c, b))
			best = over(times(powerOf(c, 2*b-2), minus(one, squared(c))), squared(gap))
			best = plus(one, times(best, saturation(b*(x.visits()-1))))
		}
	}
	if x.Bounded() {
		units := over(x.diameter, x.s)
		steps, accuracy := units.Int64()
		if accuracy != big.Exact {
			steps++
		}
		domain := plus(times(whole(3), units), whole(int(steps)))
		if b > 1 {
			domain = plus(one, over(domain, whole(b)))
		}
		domain = lesser(domain, whole(x.visits()))
		if best == nil || domain.Cmp(best) < 0 {
			best = domain
		}
	}
	return best
}

// step is a modulus at z > 0, of a step with or without the differing example.
func (x reference) step(z ref, visit bool) ref {
	one, two := whole(1), whole(2)
	etaL, etam := times(x.eta, x.smooth), times(x.eta, x.strong)
	weak := whole(0)
	if x.Loss == run.WeaklyConvex {
		weak = x.weak
	}
	var best ref
	add := func(y ref) {
		if visit { // only b−1 of the b terms are common
			y = lesser(y, plus(z, times(over(whole(x.B-1), whole(x.B)), minus(y, z))))
		}
		if best == nil || y.Cmp(best) < 0 {
			best = y
		}
	}
	if x.Clipping != run.ClippingDifference {
		slope := one
		if x.Clipping == run.ClippingGLM && x.Loss == run.StronglyConvex {
			slope = absolute(minus(one, etam))
		}
		add(plus(times(slope, z), times(two, times(x.eta, x.clip))))
	}
	if x.Lipschitz() {
		add(times(plus(one, etaL), z))
	} else {
		add(plus(z, times(etaL, expOf(times(x.order, logOf(z))))))
	}
	curved := x.Loss == run.Convex || x.Loss == run.StronglyConvex || x.Loss == run.WeaklyConvex
	if curved && x.Unclipped() {
		add(times(larger(plus(one, times(x.eta, lesser(weak, x.smooth))), absolute(minus(one, etaL))), z))
	}
	if w := times(x.eta, weak); curved && 2*x.Eta*(x.Smoothness+x.Curvature()) <= 1 {
		add(times(rootOf(times(two, plus(one, plus(times(two, w), times(two, squared(w)))))), z))
	}
	if x.Loss == run.StronglyConvex && x.Unclipped() {
		add(times(larger(absolute(minus(one, etam)), absolute(minus(one, etaL))), z))
	}
	return best
}

func (x reference) lastShift() ref {
	used := plus(x.step(x.diameter, true), x.s)
	if x.StepsPerEpoch() == 1 && x.Dropped() == 0 {
		return used
	}
	return larger(used, x.step(x.diameter, false))
}

// linearFactor is the smallest factor of a linear modulus, which is what the
// modulus of a distance too small for any offset is.
func (x reference) linearFactor(visit bool) ref {
	tiny := whole(1)
	tiny.SetMantExp(tiny, -200) // a unit so small that no clipped or Hölder modulus is the least
	return over(x.step(tiny, visit), tiny)
}

// minorant is the cost Σa² of a start at the given distance, over n steps ending
// in the last, by pooling adjacent violators term by term.
func (x reference) minorant(start ref, n int, factor func(t int) ref, jump func(t int) ref) ref {
	type piece struct{ run, rise ref }
	weights := make([]ref, n)
	w := whole(1)
	for i := n - 1; i >= 0; i-- {
		weights[i] = w
		w = times(w, factor(x.T-n+i))
	}
	carried := times(start, w)
	var pieces []piece
	for i := range n {
		p := piece{squared(weights[i]), plus(times(jump(x.T-n+i), weights[i]), carried)}
		carried = whole(0)
		for len(pieces) > 0 {
			last := pieces[len(pieces)-1]
			if times(last.rise, p.run).Cmp(times(p.rise, last.run)) < 0 {
				break
			}
			p = piece{plus(p.run, last.run), plus(p.rise, last.rise)}
			pieces = pieces[:len(pieces)-1]
		}
		pieces = append(pieces, p)
	}
	total := whole(0)
	for _, p := range pieces {
		total = plus(total, over(squared(p.rise), p.run))
	}
	return total
}

// shiftCosts are the costs of the schedules of the shift row's closed forms: a start at 0 at τ = 0 or
// at D at the step tau or beside it under the smallest linear modulus, or one of
// Theorem 3.1, which counts the clip; the likeliest first.
func (x reference) shiftCosts(tau int) iter.Seq[ref] {
	b := x.StepsPerEpoch()
	last := (x.T - 1) % b
	plain, visit := x.linearFactor(false), x.linearFactor(true)
	factor := func(t int) ref {
		if t%b == last {
			return visit
		}
		return plain
	}
	jump := func(t int) ref {
		if t%b == last {
			return x.s
		}
		return whole(0)
	}
	return func(yield func(ref) bool) {
		if tau == 0 && !yield(x.minorant(whole(0), x.T, factor, jump)) {
			return
		}
		for _, start := range []int{tau, tau - 1, tau + 1} {
			if x.Bounded() && 0 <= start && start < x.T && !yield(x.minorant(x.diameter, x.T-start, factor, jump)) {
				return
			}
		}
		if x.Scheme == run.Full && x.Clipping != run.ClippingGLM && x.Clipping != run.ClippingDifference {
			for r := range x.chargedCosts(visit, tau) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// linearMu is μ² of the linear run of factor c.
func (x reference) linearMu(c ref) ref {
	visited, squares, w := whole(0), whole(0), whole(1)
	for i := range x.T {
		if i%x.StepsPerEpoch() == 0 {
			visited = plus(visited, w)
		}
		squares, w = plus(squares, squared(w)), times(w, c)
	}
	return over(times(squared(visited), x.ratio()), squares)
}

// tailOf is Φ(−y): for y > 9 by φ(y)/(y + 1/(y + 2/(y + 3/(y + …)))), from the far
// end, for y < −9 by its complement, and between them by the alternating series
// of the error function, with as many bits more as its terms are larger than its
// sum.
func tailOf(y ref) ref {
	size, _ := y.Float64()
	switch {
	case size > 9:
		fraction := y
		for k := 200; k >= 1; k-- {
			fraction = plus(y, over(whole(k), fraction))
		}
		density := over(expOf(over(squared(y), whole(-2))), rootOf(times(whole(2), machin(referenceBits+20))))
		return over(density, fraction)
	case size < -9:
		return minus(whole(1), tailOf(fresh().Neg(y)))
	}
	bits := uint(referenceBits + 3*size*size)
	wide := func() ref { return new(big.Float).SetPrec(bits) }
	square := wide().Mul(y, y)
	square.Neg(square)
	sum, term := wide(), wide().Set(y)
	for k := int64(0); term.Sign() != 0 && (k < 4 || term.MantExp(nil) > -int(bits)); k++ {
		sum.Add(sum, wide().Quo(term, wide().SetInt64(2*k+1)))
		term.Mul(term, square)
		term.Quo(term, wide().SetInt64(2*(k+1)))
	}
	sum.Quo(sum, wide().Sqrt(wide().Mul(big.NewFloat(2), machin(bits))))
	return fresh().Set(wide().Sub(big.NewFloat(0.5), sum))
}

var machins = map[uint]ref{}

// machin is π = 16·arctan(1/5) − 4·arctan(1/239).
func machin(bits uint) ref {
	bits = (bits + 63) / 64 * 64
	if machins[bits] != nil {
		return machins[bits]
	}
	arctan := func(inverse int64) ref {
		wide := func() ref { return new(big.Float).SetPrec(bits + 20) }
		sum, power := wide(), wide().Quo(big.NewFloat(1), wide().SetInt64(inverse))
		for n := int64(1); power.MantExp(nil) > -int(bits)-20; n += 2 {
			sum.Add(sum, wide().Quo(power, wide().SetInt64(n)))
			power.Quo(power, wide().SetInt64(-inverse*inverse))
		}
		return sum
	}
	a := arctan(5)
	a.Mul(a, big.NewFloat(16))
	c := arctan(239)
	machins[bits] = a.Sub(a, c.Mul(c, big.NewFloat(4)))
	return machins[bits]
}

// profileOf is δ_μ(ε) = Φ(−ε/μ+μ/2) − e^ε Φ(−ε/μ−μ/2).
func profileOf(muSquared ref, epsilon float64) ref {
	mu := rootOf(muSquared)
	e := fresh().SetFloat64(epsilon)
	middle, half := over(e, mu), over(mu, whole(2))
	return minus(tailOf(minus(middle, half)), times(expOf(e), tailOf(plus(middle, half))))
}

// convertedOf is the least ε over all orders that αρ converts to at δ: where its
// derivative ρ + log(αδ)/(α−1)² is 0. ρ(α−1)² + log(αδ) grows with α and has its
// root below 1/δ.
func convertedOf(rho, delta ref) ref {
	r, d := math.Log(float64Of(rho)), math.Log(float64Of(delta))
	lo, hi := -800.0, math.Log(math.Expm1(-d)) // log(α−1)
	for range 60 {
		if mid := (lo + hi) / 2; math.Exp(r+2*mid)+math.Log1p(math.Exp(mid))+d < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	above := fresh().SetFloat64(math.Exp(lo))
	for range 4 { // Newton's steps: 50, 100, 200 bits
		alpha := plus(above, whole(1))
		value := plus(times(rho, squared(above)), logOf(times(alpha, delta)))
		slope := plus(times(times(whole(2), rho), above), over(whole(1), alpha))
		above = minus(above, over(value, slope))
	}
	alpha := plus(above, whole(1))
	value := plus(times(alpha, rho), logOf(over(above, alpha)))
	return minus(value, over(logOf(times(alpha, delta)), above))
}

func float64Of(x ref) float64 {
	f, _ := x.Float64()
	return f
}

// charged is R of Theorem 3.1 of Chien and Li for the start tau: the least
// Σ(s+a_t)² over a ≥ 0 with Σ c^{−(t−τ+1)}a_t = Δ_τ, by trying every number of
// active steps.
func (x reference) charged(c ref, tau int) ref {
	n := x.T - tau
	distance := lesser(times(x.s, sumOfPowers(c, 0, tau)), times(times(whole(2*tau), x.eta), x.clip))
	if x.Bounded() {
		distance = lesser(distance, x.diameter)
	}
	weights := make([]ref, n) // the heaviest first
	w := whole(1)
	for i := range n {
		w = over(w, c)
		if c.Cmp(whole(1)) < 0 {
			weights[n-1-i] = w
		} else {
			weights[i] = w
		}
	}
	if distance.Sign() == 0 {
		return times(squared(x.s), whole(n))
	}
	var best ref
	sum, squares := whole(0), whole(0)
	for j := 1; j <= n; j++ {
		sum, squares = plus(sum, weights[j-1]), plus(squares, squared(weights[j-1]))
		lambda := over(plus(distance, times(x.s, sum)), squares)
		if times(lambda, weights[j-1]).Cmp(x.s) < 0 {
			break
		}
		r := plus(times(squared(lambda), squares), times(squared(x.s), whole(n-j)))
		if best == nil || r.Cmp(best) < 0 {
			best = r
		}
	}
	return best
}

// chargedCosts are the costs of Theorem 3.1 at the step tau and beside it.
func (x reference) chargedCosts(c ref, tau int) iter.Seq[ref] {
	return func(yield func(ref) bool) {
		for _, start := range []int{tau, tau - 1, tau + 1} {
			if 0 <= start && start < x.T && !yield(x.charged(c, start)) {
				return
			}
		}
	}
}

// chienLiFactor is c of Theorem 3.1.
func (x reference) chienLiFactor() ref {
	if x.Clipping == run.ClippingNever {
		switch {
		case x.Loss == run.StronglyConvex && x.Eta*x.Smoothness <= 1:
			return minus(whole(1), times(x.eta, x.strong))
		case (x.Loss == run.Convex || x.Loss == run.StronglyConvex) && x.Eta*x.Smoothness <= 2:
			return whole(1)
		}
	}
	return plus(whole(1), times(x.eta, x.smooth))
}
