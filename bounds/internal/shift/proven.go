package shift

// proven is Cyclic in an arithmetic that bounds its errors (quantity). It evaluates starts that
// Cyclic.Solve chose, by payments that are certain to be feasible. All its numbers are at
// least 0.
type proven struct {
	period    int
	expands   bool     // c ≥ 1 and c* ≥ 1; else c < 1 and c* ≤ 1
	k, visitK quantity // |c − 1|, |c* − 1|
	l, visitL quantity // |ln c|, |ln c*|; not defined where the factor is 0
	s, d      quantity // sensitivity and diameter, in one unit of length; d is not defined where there is no projection
}

// weighted is a piece of a path: the distance that it pays off, and the sum of squared
// weights over which it does.
type weighted struct{ rise, run quantity }

func (a weighted) cost() quantity { return a.rise.mul(a.rise).quo(a.run) }

func (a weighted) add(b weighted) weighted {
	return weighted{a.rise.add(b.rise), a.run.add(b.run)}
}

// steeper reports whether a's slope is certainly at least b's, so that paying
// both off at one slope never pays more than there is. A piece without a run
// has to be joined to the next.
func (a weighted) steeper(b weighted) bool {
	return a.run.isZero() || b.rise.mul(a.run).atMost(a.rise.mul(b.run))
}

// scaled is the piece in weights w times as large.
func (a weighted) scaled(w quantity) weighted {
	return weighted{a.rise.mul(w), a.run.mul(w).mul(w)}
}

// pooled is the cost of consecutive pieces, joined where slopes would fall. Pieces that
// are not certain to pool are left apart, which pays for each by itself.
func pooled(p []weighted) quantity {
	left := pool(len(p),
		func(i, j int) bool { return p[i].steeper(p[j]) },
		func(i, j int) { p[j] = p[i].add(p[j]) })
	total := p[left[0]].cost()
	for _, i := range left[1:] {
		total = total.add(p[i].cost())
	}
	return total
}

// decay is e^−nl, the weight of a step n steps from the heaviest.
func (p *proven) decay(n int) quantity {
	if n == 0 {
		return p.s.whole(1)
	}
	return p.l.mul(p.s.whole(n)).decay()
}

// squares is the sum of n squared weights from the heaviest on.
func (p *proven) squares(n int) quantity {
	if n <= 1 || p.l.isZero() {
		return p.s.whole(n)
	}
	return geometric(p.l.mul(p.s.whole(2)), n)
}

// geometric is Σ_{i<n} e^−ri for r > 0.
func geometric(r quantity, n int) quantity {
	return r.mul(r.whole(n)).risen().quo(r.risen())
}

// overEpochs are r = (B−1)|ln c| + |ln c*|, Σ_{i<n} e^−ri and Σ_{i<n} e^−2ri.
func (p *proven) overEpochs(n int) (r, sum, squares quantity) {
	r = p.visitL
	if p.period > 1 {
		r = r.add(p.l.mul(p.s.whole(p.period - 1)))
	}
	if r.isZero() {
		return r, p.s.whole(n), p.s.whole(n)
	}
	return r, geometric(r, n), geometric(r.mul(p.s.whole(2)), n)
}

// last is the last visit and the steps that trail it, relative to the heaviest of them.
func (p *proven) last(trailing int) weighted {
	rise := p.s
	if !p.expands {
		rise = rise.mul(p.decay(trailing))
	}
	return weighted{rise, p.squares(trailing + 1)}
}

// afterLastVisit pays the diameter off over the steps that trail the last visit.
func (p *proven) afterLastVisit(trailing int) quantity {
	rise := p.d.mul(p.decay(trailing))
	if p.expands {
		rise = p.d.mul(p.s.whole(1).add(p.k))
	}
	return weighted{rise, p.squares(trailing)}.cost()
}

// pay is the cost of paying a start distance off over lead steps without a visit, epochs
// whole epochs that begin with a visit, and the last visit with the steps that trail it.
func (p *proven) pay(start quantity, trailing, lead, epochs int) quantity {
	switch {
	case p.expands:
		return p.expanding(start, trailing, lead, epochs)
	case !p.visitL.defined() && p.visitK.defined():
		return p.last(trailing).cost() // a visit forgets all that was before it
	}
	return p.contracting(start, trailing, lead, epochs)
}

// contracting pools three pieces, in weights relative to the last step.
func (p *proven) contracting(start quantity, trailing, lead, epochs int) quantity {
	before := p.decay(trailing).mul(p.s.whole(1).sub(p.visitK))
	var pieces []weighted
	r, sum, squares := p.overEpochs(epochs)
	if !start.isZero() {
		w := before.mul(r.mul(p.s.whole(epochs)).decay())
		pieces = append(pieces, weighted{start.mul(p.decay(lead)).mul(w), p.squares(lead).mul(w).mul(w)})
	}
	if epochs > 0 {
		pieces = append(pieces, weighted{
			p.s.mul(p.decay(p.period - 1)).mul(before).mul(sum),
			p.squares(p.period).mul(squares).mul(before).mul(before),
		})
	}
	return pooled(append(pieces, p.last(trailing)))
}

// expanding is for c ≥ 1, in weights relative to the first step. Not defined where the
// distance may be paid off before the last of the epochs.
func (p *proven) expanding(start quantity, trailing, lead, epochs int) quantity {
	one, final := p.s.whole(1), p.last(trailing)
	epoch := weighted{p.s, p.squares(p.period)}
	if start.isZero() {
		return epoch.cost().mul(p.s.whole(epochs)).add(final.cost())
	}
	visit, joined := one, weighted{start.mul(one.add(p.visitK)), p.s.whole(0)}
	if lead > 0 {
		visit = p.decay(lead - 1).quo(one.add(p.visitK))
		joined = weighted{start.mul(one.add(p.k)), p.squares(lead)}
	}
	r, sum, squares := p.overEpochs(epochs)
	after := func(n int) quantity { return visit.mul(r.mul(p.s.whole(n)).decay()) }
	if epochs > 0 {
		joined = joined.add(weighted{epoch.rise.mul(visit).mul(sum), epoch.run.mul(squares).mul(visit).mul(visit)})
		if !joined.steeper(epoch.scaled(after(epochs - 1))) {
			return joined.rise.quo(p.s.whole(0)) // not defined
		}
	}
	if last := final.scaled(after(epochs)); joined.steeper(last) {
		return joined.add(last).cost()
	}
	return joined.cost().add(final.cost())
}
