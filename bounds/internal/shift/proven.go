package shift

// arithmetic is what a number needs whose operations bound their own errors: it is known
// within its error, or nothing is known of it (not Defined), and then nothing is known of
// what is computed from it. interval.Number and errfloat.Near are such numbers.
type arithmetic[N any] interface {
	Add(N) N
	Sub(N) N
	Mul(N) N
	Quo(N) N
	Decay() N      // e^−x
	Risen() N      // 1 − e^−x
	Whole(n int) N // n, whatever the receiver is
	AtMost(N) bool // certainly
	IsZero() bool  // certainly
	Defined() bool
}

// proven is Cyclic in an arithmetic that bounds its errors. It evaluates starts that
// Cyclic.Solve chose, by payments that are certain to be feasible. All its numbers are at
// least 0.
type proven[N arithmetic[N]] struct {
	period    int
	expands   bool // c ≥ 1 and c* ≥ 1; else c < 1 and c* ≤ 1
	k, visitK N    // |c − 1|, |c* − 1|
	l, visitL N    // |ln c|, |ln c*|; not defined where the factor is 0
	s, d      N    // sensitivity and diameter, in one unit of length; d is not defined where there is no projection
}

// weighted is a piece of a path: the distance that it pays off, and the sum of squared
// weights over which it does.
type weighted[N arithmetic[N]] struct{ rise, run N }

func (a weighted[N]) cost() N { return a.rise.Mul(a.rise).Quo(a.run) }

func (a weighted[N]) add(b weighted[N]) weighted[N] {
	return weighted[N]{a.rise.Add(b.rise), a.run.Add(b.run)}
}

// steeper reports whether a's slope is certainly at least b's, so that paying
// both off at one slope never pays more than there is. A piece without a run
// has to be joined to the next.
func (a weighted[N]) steeper(b weighted[N]) bool {
	return a.run.IsZero() || b.rise.Mul(a.run).AtMost(a.rise.Mul(b.run))
}

// scaled is the piece in weights w times as large.
func (a weighted[N]) scaled(w N) weighted[N] {
	return weighted[N]{a.rise.Mul(w), a.run.Mul(w).Mul(w)}
}

// pooled is the cost of consecutive pieces, joined where slopes would fall. Pieces that
// are not certain to pool are left apart, which pays for each by itself.
func pooled[N arithmetic[N]](p []weighted[N]) N {
	left := pool(len(p),
		func(i, j int) bool { return p[i].steeper(p[j]) },
		func(i, j int) { p[j] = p[i].add(p[j]) })
	total := p[left[0]].cost()
	for _, i := range left[1:] {
		total = total.Add(p[i].cost())
	}
	return total
}

// decay is e^−nl, the weight of a step n steps from the heaviest.
func (p *proven[N]) decay(n int) N {
	if n == 0 {
		return p.s.Whole(1)
	}
	return p.l.Mul(p.s.Whole(n)).Decay()
}

// squares is the sum of n squared weights from the heaviest on.
func (p *proven[N]) squares(n int) N {
	if n <= 1 || p.l.IsZero() {
		return p.s.Whole(n)
	}
	return geometric(p.l.Mul(p.s.Whole(2)), n)
}

// geometric is Σ_{i<n} e^−ri for r > 0.
func geometric[N arithmetic[N]](r N, n int) N {
	return r.Mul(r.Whole(n)).Risen().Quo(r.Risen())
}

// overEpochs are r = (B−1)|ln c| + |ln c*|, Σ_{i<n} e^−ri and Σ_{i<n} e^−2ri.
func (p *proven[N]) overEpochs(n int) (r, sum, squares N) {
	r = p.visitL
	if p.period > 1 {
		r = r.Add(p.l.Mul(p.s.Whole(p.period - 1)))
	}
	if r.IsZero() {
		return r, p.s.Whole(n), p.s.Whole(n)
	}
	return r, geometric(r, n), geometric(r.Mul(p.s.Whole(2)), n)
}

// last is the last visit and the steps that trail it, relative to the heaviest of them.
func (p *proven[N]) last(trailing int) weighted[N] {
	rise := p.s
	if !p.expands {
		rise = rise.Mul(p.decay(trailing))
	}
	return weighted[N]{rise, p.squares(trailing + 1)}
}

// afterLastVisit pays the diameter off over the steps that trail the last visit.
func (p *proven[N]) afterLastVisit(trailing int) N {
	rise := p.d.Mul(p.decay(trailing))
	if p.expands {
		rise = p.d.Mul(p.s.Whole(1).Add(p.k))
	}
	return weighted[N]{rise, p.squares(trailing)}.cost()
}

// pay is the cost of paying a start distance off over lead steps without a visit, epochs
// whole epochs that begin with a visit, and the last visit with the steps that trail it.
func (p *proven[N]) pay(start N, trailing, lead, epochs int) N {
	switch {
	case p.expands:
		return p.expanding(start, trailing, lead, epochs)
	case !p.visitL.Defined() && p.visitK.Defined():
		return p.last(trailing).cost() // a visit forgets all that was before it
	}
	return p.contracting(start, trailing, lead, epochs)
}

// contracting pools three pieces, in weights relative to the last step.
func (p *proven[N]) contracting(start N, trailing, lead, epochs int) N {
	before := p.decay(trailing).Mul(p.s.Whole(1).Sub(p.visitK))
	var pieces []weighted[N]
	r, sum, squares := p.overEpochs(epochs)
	if !start.IsZero() {
		w := before.Mul(r.Mul(p.s.Whole(epochs)).Decay())
		pieces = append(pieces, weighted[N]{start.Mul(p.decay(lead)).Mul(w), p.squares(lead).Mul(w).Mul(w)})
	}
	if epochs > 0 {
		pieces = append(pieces, weighted[N]{
			p.s.Mul(p.decay(p.period - 1)).Mul(before).Mul(sum),
			p.squares(p.period).Mul(squares).Mul(before).Mul(before),
		})
	}
	return pooled(append(pieces, p.last(trailing)))
}

// expanding is for c ≥ 1, in weights relative to the first step. Not defined where the
// distance may be paid off before the last of the epochs.
func (p *proven[N]) expanding(start N, trailing, lead, epochs int) N {
	one, final := p.s.Whole(1), p.last(trailing)
	epoch := weighted[N]{p.s, p.squares(p.period)}
	if start.IsZero() {
		return epoch.cost().Mul(p.s.Whole(epochs)).Add(final.cost())
	}
	visit, joined := one, weighted[N]{start.Mul(one.Add(p.visitK)), p.s.Whole(0)}
	if lead > 0 {
		visit = p.decay(lead - 1).Quo(one.Add(p.visitK))
		joined = weighted[N]{start.Mul(one.Add(p.k)), p.squares(lead)}
	}
	r, sum, squares := p.overEpochs(epochs)
	after := func(n int) N { return visit.Mul(r.Mul(p.s.Whole(n)).Decay()) }
	if epochs > 0 {
		joined = joined.add(weighted[N]{epoch.rise.Mul(visit).Mul(sum), epoch.run.Mul(squares).Mul(visit).Mul(visit)})
		if !joined.steeper(epoch.scaled(after(epochs - 1))) {
			return joined.rise.Quo(p.s.Whole(0)) // not defined
		}
	}
	if last := final.scaled(after(epochs)); joined.steeper(last) {
		return joined.add(last).cost()
	}
	return joined.cost().Add(final.cost())
}
