package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// Renyi is at least the bound that Problem.Renyi of the same run gives at the
// order alpha, by the same blocks; +Inf where it gives none, and for sampled
// batches, whose divergences are not certified.
func (x Exact) Renyi(p Problem, alpha interval.Number) float64 {
	l, a, near := x.lengths(), alpha.Up(), p.lengths()
	l.work = p.Work
	period, epochs, last := p.calendar()
	length := func(visits float64) float64 {
		_, choice := near.blocks(period, visits, a)
		return float64(choice.Block)
	}
	y := math.Inf(1)
	switch p.Order {
	case Known:
		y = p.rested(l.blocks(length(epochs), period, epochs, a), l.mixed)
	case Shuffled:
		all, oneLess := l.blocks(length(epochs), period, epochs, a), 0.0
		if epochs > 1 {
			oneLess = l.blocks(length(epochs-1), period, epochs-1, a)
		}
		y = shuffledMean(period, last, p.Missing, all, oneLess, l.mixed)
	case Reshuffled:
		y, _ = reshuffledMean(mixer{l.mixed, l.toVisit, l.folded, l.work}, period, epochs, last, pay(a, l.s.Up()), p.Missing)
	}
	return order(y, alpha)
}

// order turns y = e^{(α−1)R} − 1 into R, rounded up.
func order(y float64, alpha interval.Number) float64 {
	less := alpha.Sub(interval.Int(1)).Down()
	if !(y < largest && less > 0) {
		return math.Inf(1)
	}
	return errfloat.Log1p(y) * (1 + 24*u) / less
}

// Joint is at least the bound that Problem.Joint of the same run gives at the order
// alpha, by the same cycle.
func (x Exact) Joint(p Problem, alpha interval.Number) float64 {
	near, cycle := p.Joint(alpha.Float64())
	if cycle.Tail == 0 || math.IsInf(near, 1) {
		return x.Renyi(p, alpha)
	}
	l, a := x.lengths(), alpha.Up()
	l.work = p.Work
	period, uses, _ := p.calendar()
	k, n := float64(cycle.Block), float64(cycle.Tail)
	start, each := l.grown(k, period), k+n
	var shift float64
	if period > 1 {
		shift = l.cyclicTail(start, n, period, cycle.Beta)
		uses, each = uses-1, each-1
	} else {
		shift = l.tail(start, n, cycle.Beta)
	}
	cost, half := pay(a, shift), math.Inf(1)
	for _, kernel := range l.stretches(l.plain, 1+(k-1)*period) {
		half = math.Min(half, kernel.half(cycle.Beta))
	}
	theta, rest := contracted(half)
	theta, rest = l.folded(1+(k-1)*period).bounded(cycle.Beta, theta, rest)
	c := newStep(cycle.Beta, cost, theta, rest)
	y := math.Min(c.limit(), c.times(raisedExpm1(cost), math.Ceil(uses/each)-1))
	if period > 1 {
		s := joint{lengths: p.lengths(), alpha: a, period: period, y: y}
		length, _ := s.lastLength()
		y = p.rested(l.lastUse(length, period, a, y), l.mixed)
	}
	return order(y, alpha)
}

// raisedExpm1 is e^x − 1, rounded up.
func raisedExpm1(x float64) float64 { return errfloat.Expm1(x) * (1 + 36*u) }

// blocks is lengths.blocks for blocks of k uses.
func (x exactLengths) blocks(k, period, visits, alpha float64) float64 {
	count := math.Ceil(visits / k)
	first := visits - (count-1)*k
	start := math.Min(pay(alpha, x.s.Up())*first*(1+4*u), pay(alpha, x.grown(first, period)))
	s := payment{pay(alpha, x.grown(k, period)), x.toVisit(k * period), x.folded(k * period), nil}.prepared()
	y, _ := repeat(x.work, s, raisedExpm1(start), count-1, largest)
	return y
}

// lastUse is joint.lastUse by a block of k uses.
func (x exactLengths) lastUse(k, period, alpha, y float64) float64 {
	kernels := x.toVisit(1)
	if k > 1 {
		kernels = x.stretches(x.plain, 1+(k-1)*period)
	}
	return payment{pay(alpha, x.grown(k, period)), kernels, x.folded(1 + (k-1)*period), nil}.best(y).once(y)
}

// mixed is lengths.mixed.
func (x exactLengths) mixed(n float64) (theta, rest float64) {
	if n == 0 {
		return 1, 0
	}
	theta, rest = contracted(x.still(n) / 2)
	return x.folded(n).bounded(0, theta, rest)
}

// toVisit is lengths.toVisit.
func (x exactLengths) toVisit(n float64) []stretch {
	if n == 1 {
		return x.stretches(x.shared, 1)
	}
	return x.stretches(x.plain, n)
}

// stretches are the ways of n steps that are best for some share of the noise.
func (x exactLengths) stretches(lines []exactLine, n float64) (out []stretch) {
	all := ways(lines, x.d.Float64(), n)
	chosen := map[int]bool{}
	for _, beta := range []float64{0, 0.5, 0.9, 1 - 1e-9} {
		best := bestWay(all, beta)
		if best >= 0 && !chosen[best] {
			chosen[best] = true
			out = append(out, all[best].stretch(x.d))
		}
	}
	return out
}

// stretch is a way's stretch with every number on its safe side: what is to be
// paid from above, weights from below, and what payments must reach above the
// rounding of what they are.
func (w way) stretch(d interval.Number) stretch {
	paid := w.after(d, w.steps)
	first, _ := w.power(w.steps - 1)
	heaviest := interval.Int(1)
	if w.near.reach > 0 && w.exactLine.near.excess > 0 {
		heaviest = first
	}
	half, square := interval.Fraction(1, 2), heaviest.Square()
	s := stretch{
		reach: paid.Quo(heaviest).Mul(half).Up(),
		rest:  math.Max(0, w.slope().Square().Mul(w.squares(w.steps-1)).Quo(square).Down()),
		last:  math.Max(0, interval.Int(1).Quo(square).Down()),
		// 64u is more than the rounding of reach/(rest + last·v)·weight.
		offset: w.offset.Mul(half).Up() * (1 + 64*u), steps: w.steps, raise: 1 + 8*u,
		firstPay: math.Max(0, first.Quo(heaviest).Down()), lastPay: math.Max(0, interval.Int(1).Quo(heaviest).Down()),
	}
	if w.ahead {
		s = s.ahead()
	}
	return s
}

// cyclicTail is the shift of newCyclicTail, rounded up, under the lines without
// offset for which it is smallest; +Inf where it is not certain to be feasible.
func (x exactLengths) cyclicTail(start, n, period, beta float64) float64 {
	var plain, visit exactLine
	least := math.Inf(1)
	for _, a := range x.plain {
		for _, b := range x.visit {
			if a.offset.IsZero() && b.offset.IsZero() {
				if mu, feasible := newCyclicTail(a.near, b.near, start, x.s.Float64(), n, period).at(beta); feasible && mu < least {
					plain, visit, least = a, b, mu
				}
			}
		}
	}
	if math.IsInf(least, 1) {
		return least
	}
	g, _ := plain.power(period - 1)
	whole := exactLine{excess: g.Mul(visit.slope()).Sub(interval.Int(1))} // Γ − 1
	if plain.excess.IsZero() {
		whole.excess = visit.excess
	}
	first, sum := whole.power(n - 1)
	if n == 1 {
		sum = interval.Int(0)
	}
	first = first.Mul(g)
	from, share := interval.Float(start), interval.Float(beta)
	way := plain.squares(period - 1)
	reach := from.Mul(first).Add(x.s.Mul(g).Mul(sum))
	variance := share.Mul(first.Square()).Add(way.Mul(whole.squares(n))).Add(g.Square().Mul(whole.squares(n - 1)))
	slope := reach.Quo(variance)
	sign, certain := whole.excess.Sign()
	feasible := certain
	switch {
	case n == 1:
		feasible = slope.Mul(share).Mul(first).AtMost(from)
	case certain && sign > 0:
		feasible = x.s.AtMost(slope.Mul(way.Quo(g).Add(g)))
	case certain:
		back := way.Mul(first).Quo(g.Square())
		feasible = slope.Mul(share.Mul(first).Add(back)).AtMost(from)
	}
	if !feasible {
		return math.Inf(1)
	}
	return reach.Quo(variance.Sqrt()).Up()
}
