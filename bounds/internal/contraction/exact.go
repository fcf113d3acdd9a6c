package contraction

import (
	"math"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/work"
)

// Exact is a Problem whose numbers are known with outward rounding. It evaluates
// what a search has chosen; the search itself is that of Problem.
type Exact struct {
	Sensitivity, Variance, Diameter interval.Number // of σ², the square of a length
	Rate, Missing                   interval.Number
	Plain, Visit, Shared            []modulus.Exact
	Prices                          []ExactPrice // those of Problem
	Sizes                           []ExactSize
	Beyond                          float64
}

// ExactPrice is a Price, and ExactSize a Size, with outward rounding.
type ExactPrice struct {
	Bits   Bits
	Length interval.Number
}

type ExactSize struct {
	High  float64
	Plain []modulus.Exact
}

// exactLengths are lengths with outward rounding, in units of σ.
type exactLengths struct {
	s, d                 interval.Number
	plain, visit, shared []exactLine
	work                 *work.Budget
	mirror               *mirror // nil for none
	bundle               *bundle // of rays, with lengths rounded up
	prices               []Price // rounded up
	sizes                []exactSizeOf
	beyond               float64
}

type exactSizeOf struct {
	high  float64
	plain []exactLine
}

// spread is kernels.apartness with outward rounding.
func (x exactLengths) spread(beta float64) apartness {
	if x.sizes == nil {
		return apartness{mu: x.apart(x.plain, 1, beta)}
	}
	var parts []spread
	for _, s := range x.sizes {
		parts = append(parts, spread{s.high, x.apart(s.plain, 1, beta)})
	}
	return spreadOut(parts, x.beyond).tabled(true)
}

// folded is lengths.folded.
func (x exactLengths) folded(n float64) *folded { return x.mirror.fold(n) }

// exactLine is a line, and near it one in floating point, by which to choose.
type exactLine struct {
	excess, offset interval.Number
	near           line
}

func (x Exact) lengths() exactLengths {
	sigma := x.Variance.Sqrt()
	scaled := func(moduli []modulus.Exact) (out []exactLine) {
		put := func(excess, offset interval.Number) {
			offset = offset.Quo(sigma)
			out = append(out, exactLine{excess, offset, line{excess.Float64(), offset.Float64()}})
		}
		for _, m := range moduli {
			if m.Holder.IsZero() {
				put(m.Excess, m.Offset)
				continue
			}
			for _, at := range tangents {
				z := interval.Float(at).Mul(x.Diameter)
				power := m.Holder.Mul(z.Pow(m.Order))
				put(m.Excess.Add(m.Order.Mul(power).Quo(z)), m.Offset.Add(interval.Int(1).Sub(m.Order).Mul(power)))
			}
		}
		return out
	}
	l := exactLengths{s: x.Sensitivity.Quo(sigma), d: x.Diameter.Quo(sigma), plain: scaled(x.Plain), visit: scaled(x.Visit), shared: scaled(x.Shared), beyond: x.Beyond}
	for _, p := range x.Prices {
		l.prices = append(l.prices, Price{p.Bits, p.Length.Quo(sigma).Up()})
	}
	for _, s := range x.Sizes {
		l.sizes = append(l.sizes, exactSizeOf{s.High, scaled(s.Plain)})
	}
	if x.Prices != nil {
		return l // whose kernels have one step
	}
	var above []line
	for _, p := range l.plain {
		above = append(above, line{p.excess.Up(), p.offset.Up()})
	}
	above = lowest(above)
	l.mirror = newMirror(above, l.d.Up())
	l.bundle = newBundle(lengths{d: l.d.Up(), plain: above, mirror: l.mirror})
	return l
}

// power returns cⁿ and Σ_{i<n} c^i.
func (l exactLine) power(n float64) (power, sum interval.Number) {
	one := interval.Int(1)
	switch {
	case n == 0:
		return one, interval.Int(0)
	case n == 1:
		return l.slope(), one
	case l.excess.IsZero():
		return one, interval.Float(n)
	case l.slope().IsZero():
		return interval.Int(0), one
	}
	e := l.excess.Log1p().Mul(interval.Float(n))
	return e.Exp(), e.Expm1().Quo(l.excess)
}

func (l exactLine) slope() interval.Number { return l.excess.Add(interval.Int(1)) }

// squares is Σ_{i<n} c^{2i}.
func (l exactLine) squares(n float64) interval.Number {
	square := exactLine{excess: l.excess.Mul(l.excess.Add(interval.Int(2)))} // c² − 1
	_, sum := square.power(n)
	return sum
}

// after is the line applied n times to z.
func (l exactLine) after(z interval.Number, n float64) interval.Number {
	power, sum := l.power(n)
	if l.offset.IsZero() {
		return z.Mul(power)
	}
	return z.Mul(power).Add(l.offset.Mul(sum))
}

// A way is a stretch to choose: how many steps, under which line, and whether a
// last one without noise follows.
type way struct {
	exactLine
	steps float64
	ahead bool
	near  stretch
}

// mu is the μ of the way, twice what stretch.half is; undefined where its payments
// are not certain to be feasible.
func (w way) mu(d, beta interval.Number) interval.Number {
	kept := interval.Int(1)
	if !w.ahead {
		kept = kept.Sub(beta)
	}
	paid := w.after(d, w.steps)
	variance := w.slope().Square().Mul(w.squares(w.steps - 1)).Add(kept)
	if !w.offset.IsZero() && w.steps > 1 {
		slope := paid.Quo(variance)
		first, _ := w.power(w.steps - 1)
		if !w.offset.AtMost(slope.Mul(kept)) || !w.offset.AtMost(slope.Mul(first)) {
			return interval.Undefined
		}
	}
	return paid.Quo(variance.Sqrt())
}

// ways are the stretches that undominated chooses from.
func ways(lines []exactLine, d, n float64) (out []way) {
	put := func(l exactLine, steps float64, ahead bool) {
		s := newStretch(l.near, d, steps)
		if ahead {
			s = s.ahead()
		}
		out = append(out, way{l, steps, ahead, s})
	}
	for _, l := range lines {
		put(l, n, false)
		if l.near.offset == 0 || n == 1 {
			continue
		}
		enough := l.near.cheapest(d)
		for _, some := range []float64{math.Floor(enough), math.Ceil(enough)} {
			if some = math.Max(1, some); some < n {
				put(l, some, false)
			}
			put(l, math.Min(some, n-1), true)
		}
	}
	return out
}

// bestWay is the place of the way that mixes best when the last step keeps 1 − beta
// of its noise, −1 if none is feasible.
func bestWay(all []way, beta float64) int {
	best, least := -1, math.Inf(1)
	for i, w := range all {
		if h := w.near.half(beta); h < least {
			best, least = i, h
		}
	}
	return best
}

// apart is at least the μ of n steps of a common kernel, of which the last keeps
// 1 − beta of its noise: that of the way that mixes best; +Inf if none is certain.
func (x exactLengths) apart(lines []exactLine, n, beta float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	all := ways(lines, x.d.Float64(), n)
	for range len(all) {
		best := bestWay(all, beta)
		if best < 0 {
			break
		}
		if mu := all[best].mu(x.d, interval.Float(beta)); mu.Defined() {
			return mu.Up()
		}
		all = append(all[:best], all[best+1:]...)
	}
	return math.Inf(1)
}

// apartAtVisit is apart of n steps that end with one that uses the differing example.
func (x exactLengths) apartAtVisit(n, beta float64) float64 {
	if n == 1 {
		return x.apart(x.shared, 1, beta)
	}
	return x.apart(x.plain, n, beta)
}

// still is apart of n steps that do not use it.
func (x exactLengths) still(n float64) float64 { return x.apart(x.plain, n, 0) }

// affine are a line's n-fold application as z ↦ factor·z + rest, rounded up.
type affine struct{ factor, rest float64 }

func (l exactLine) affine(n float64) affine {
	power, sum := l.power(n)
	rest := interval.Int(0)
	if !l.offset.IsZero() {
		rest = l.offset.Mul(sum)
	}
	return affine{power.Up(), rest.Up()}
}

func (a affine) at(z float64) float64 { return raised(float64(z*a.factor)+a.rest, 4) }

// raised is x above the error of a few operations.
func raised(x float64, operations float64) float64 { return x * (1 + operations/(1<<52)) }

// grown is lengths.grown, rounded up: the least line at each of the first uses,
// then one pair of lines.
func (x exactLengths) grown(k, period float64) float64 {
	s, d := x.s.Up(), x.d.Up()
	all := func(lines []exactLine, n float64) (out []affine) {
		for _, l := range lines {
			out = append(out, l.affine(n))
		}
		return out
	}
	least := func(maps []affine, z float64) float64 {
		best := math.Inf(1)
		for _, a := range maps {
			best = math.Min(best, a.at(z))
		}
		return best
	}
	between, visit := all(x.plain, period-1), all(x.visit, 1)
	oneByOne := 64.0
	if len(visit) == 1 && (period == 1 || len(between) == 1) {
		oneByOne = 1
	}
	z, i := s, 1.0
	for ; i < k && i < oneByOne; i++ {
		if period > 1 {
			z = least(between, z)
		}
		z = raised(least(visit, math.Min(d, z))+s, 1)
	}
	if i < k {
		z = x.grownUnderOne(z, k-i, period)
	}
	return math.Min(z, raised(least(visit, d)+s, 1))
}

// grownUnderOne is n uses more under the best pair of lines.
func (x exactLengths) grownUnderOne(z, n, period float64) float64 {
	var plain, visit exactLine
	least := math.Inf(1)
	for _, a := range x.plain {
		for _, b := range x.visit {
			power := (period-1)*math.Log1p(a.near.excess) + math.Log1p(b.near.excess)
			epoch := line{math.Expm1(power), (1+b.near.excess)*a.near.after(0, period-1) + b.near.offset + x.s.Float64()}
			if v := epoch.after(z, n); v < least {
				plain, visit, least = a, b, v
			}
		}
	}
	if math.IsInf(least, 1) {
		return least
	}
	power, sum := plain.power(period - 1)
	step := exactLine{excess: power.Mul(visit.slope()).Sub(interval.Int(1)), offset: visit.offset.Add(x.s)}
	if period == 1 {
		step.excess = visit.excess
	}
	if !plain.offset.IsZero() {
		step.offset = step.offset.Add(visit.slope().Mul(plain.offset).Mul(sum))
	}
	return step.after(interval.Float(z), n).Up()
}

// tail is tail.shift for n steps from the distance start, rounded up; +Inf where it
// is not certain to be feasible.
func (x exactLengths) tail(start, n, beta float64) float64 {
	var best exactLine
	least := math.Inf(1)
	for _, l := range x.visit {
		if mu, feasible := newTail(l.near, start, x.s.Float64(), n).at(beta); feasible && mu < least {
			best, least = l, mu
		}
	}
	if math.IsInf(least, 1) {
		return least
	}
	from, share, inflow := interval.Float(start), interval.Float(beta), x.s.Add(best.offset)
	power, sum := best.power(n)
	reach := from.Mul(power).Add(inflow.Mul(sum))
	variance := share.Mul(power.Square()).Add(best.squares(n))
	slope := reach.Quo(variance)
	feasible := slope.Mul(share).Mul(power).AtMost(from)
	if sign, certain := best.excess.Sign(); certain && sign > 0 {
		feasible = inflow.AtMost(slope)
	} else if !certain {
		return math.Inf(1)
	}
	if !feasible {
		return math.Inf(1)
	}
	return reach.Quo(variance.Sqrt()).Up()
}

// gaussians bound what search.gaussians finds: the μ of Gaussian differential privacy at any
// time, and that of composition, rounded up.
func (x exactLengths) gaussians(s search) (ever, all float64) {
	largest := func(lines []exactLine) interval.Number {
		least := interval.Undefined
		for _, l := range lines {
			if v := l.after(x.d, 1); !least.Defined() || v.Less(least) {
				least = v
			}
		}
		return least
	}
	ever = interval.Max(largest(x.visit), largest(x.plain)).Add(x.s).Up()
	all = interval.Float(s.epochs).Sqrt().Mul(x.s).Up()
	if s.Order == Sampled {
		if x.sizes == nil {
			all = ever
		}
		return ever, all
	}
	if k, share, _ := s.lastBlock(ever); k > 0 {
		kernel, z := interval.Float(x.apartAtVisit(k*float64(s.Period), share)), interval.Float(x.grown(k, float64(s.Period)))
		ever = math.Min(ever, kernel.Square().Add(z.Square().Quo(interval.Float(share))).Sqrt().Up())
	}
	if n, _ := s.shifted(); n > 0 {
		ever = math.Min(ever, x.tail(x.grown(forever, 1), n, 1))
	}
	return ever, all
}
