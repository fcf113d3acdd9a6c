package shift

// VerifiedCyclic is Cyclic in float64 with proved error bounds, a thousand times quicker
// than ExactCyclic: it evaluates the starts that Solve chooses for every position of
// the differing example. Its lengths are in units of σ.
type VerifiedCyclic struct {
	proven
	near Cyclic
	unit quantity // 1/σ
}

// Positions lists upper bounds on the costs of all positions in units of σ², as
// Cyclic.Positions does; +Inf where one is not known.
func (p *VerifiedCyclic) Positions(T, most int) []Share {
	return p.near.positions(T, most, func(position int) float64 { return p.Solve(T, position) })
}

// Solve is an upper bound on the cost of Solve's best point in units of σ².
func (p *VerifiedCyclic) Solve(T, position int) float64 {
	visits := p.near.Visits(T, position)
	if visits == 0 {
		return 0
	}
	trailing := T - 1 - (position + (visits-1)*p.near.Period)
	best := p.pay(p.s.whole(0), trailing, 0, visits-1).up()
	if !p.d.defined() {
		return best
	}
	longest := T - 1 - trailing // steps before the last visit
	if before := longest - p.near.Solve(T, position).Tau; before >= 0 {
		best = min(best, p.pay(p.d, trailing, before%p.near.Period, before/p.near.Period).up())
	}
	if trailing > 0 {
		best = min(best, p.afterLastVisit(trailing).up())
	}
	return best
}
