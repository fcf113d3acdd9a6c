package curved

import (
	"slices"
)

// A path is written as its distances z_0 … z_n, z_0 at the start, z_n = 0.
// Step t of n is a visit where (n−1−t+rest) mod B = 0.

func (w *solver) step(t, n int) *growth {
	if (n-1-t+w.rest)%w.Period == 0 {
		return &w.visit
	}
	return &w.plain
}

// price is Σ(m(z_t) + s_t − z_{t+1})². It charges negative payments too, although settle makes them 0, so that the cost stays
// smooth for Newton's method.
func (w *solver) price(z []float64) float64 {
	n, sum := len(z)-1, 0.0
	for t := range n {
		a := w.step(t, n).at(z[t]) - z[t+1]
		sum += a * a
	}
	return sum
}

// settle turns distances into a feasible point. It takes the distances as they are, so no rounding is carried from step to
// step. Each payment is rounded up by more than the error of m(z) + s, and is 0 if the next distance is above m(z) + s.
func (w *solver) settle(z []float64) ConcaveSolution {
	n := len(z) - 1
	p := ConcaveSolution{Z: z, A: make([]float64, n)}
	p.Tau = w.T - n
	for t := range n {
		g := w.step(t, n)
		reached := g.at(z[t]) * (1 + g.doubt(z[t]))
		a := max(0, (reached-z[t+1])*(1+1e-15))
		p.A[t] = a
		p.R += a * a
	}
	p.R *= 1 + 4e-16*float64(n+2)
	p.P = p.A[n-1]
	return p
}

// newton is the workspace of polish.
type newton struct {
	pay, slope, second []float64
	pivot, gradient    []float64
	move, next         []float64
	moved, most        int // distances moved, in all iterations together, and how many may be
}

func (k *newton) resize(n int) {
	for _, p := range []*[]float64{&k.pay, &k.slope, &k.second, &k.pivot, &k.gradient, &k.move, &k.next} {
		*p = slices.Grow((*p)[:0], n+1)[:n+1]
	}
}

const (
	// converged ends the moves when one gains less than this share of the cost. The value hardly matters: at 1e-13 four of
	// 3,000 random programs became cheaper, by at most 3·10⁻⁵ (less work on a path left more for its neighbours), and none
	// dearer.
	converged = 1e-15
	// mostMoves is a safeguard: from a table's path Newton's method converges, or uses up its work, in fewer moves.
	mostMoves = 60
	// After a move that fails, the damping is multiplied by dampedMore and is at least leastDamping, up to mostDamping, at
	// which a move is as short as rounding. After a move that succeeds it is divided by dampedLess, and is 0 below noDamping.
	leastDamping, noDamping, mostDamping = 1e-3, 1e-4, 1e9
	dampedMore, dampedLess               = 4, 8
	// shrinking is the least part of a distance that a move keeps: at 0 it could not move any more.
	shrinking = 0.1
	// definite is the least pivot, in units of the row's own curvature, of a matrix that counts as positive definite.
	definite = 1e-12
)

// polish moves the distances between the first and the last, except those that are 0, to a local minimum of the cost. It is
// Newton's method on the modulus of the family (growth.members) that is least at each distance. The matrix is tridiagonal,
// and the moves are damped until the true cost falls. At a concave kink the cost falls to one side, so no optimum rests there
// (shift.md, section 7).
func (w *solver) polish(z []float64, k *newton) float64 {
	n := len(z) - 1
	k.resize(n)
	cost := w.price(z)
	damping := 0.0
	for range mostMoves {
		if k.moved > k.most {
			break
		}
		for t := range n {
			g := w.step(t, n)
			if z[t] == 0 {
				k.pay[t], k.slope[t], k.second[t] = g.s-z[t+1], 0, 0
				continue
			}
			value, slope, second := g.bend(z[t])
			k.pay[t], k.slope[t], k.second[t] = value-z[t+1], slope, second
		}
		before := cost
		if cost, damping = w.descend(z, k, cost, damping); before-cost <= converged*before {
			return cost
		}
	}
	return cost
}

// descend raises the damping until a move of z lowers the cost. It returns the new cost, or the same one if no move lowers
// it, and the damping with which to begin the next move.
func (w *solver) descend(z []float64, k *newton, cost, damping float64) (lower, next float64) {
	n := len(z) - 1
	for ; damping <= mostDamping; damping = max(dampedMore*damping, leastDamping) {
		k.moved += n
		w.Work.Spend(workOfMove * n)
		gain, ok := w.newtonMove(z, k, damping)
		if !ok {
			continue
		}
		if gain <= converged*cost {
			return cost, damping
		}
		copy(k.next, z)
		for t := 1; t < n; t++ {
			if z[t] > 0 {
				k.next[t] = min(w.top, max(z[t]+k.move[t], shrinking*z[t]))
			}
		}
		if c := w.price(k.next); c < cost {
			copy(z, k.next)
			if damping /= dampedLess; damping < noDamping {
				damping = 0
			}
			return c, damping
		}
	}
	return cost, damping
}

// newtonMove solves the damped Newton equations and returns the gain that they promise. ok is false if the matrix is not
// positive definite.
func (w *solver) newtonMove(z []float64, k *newton, damping float64) (gain float64, ok bool) {
	n := len(z) - 1
	carried, coupling := 0.0, 0.0 // of the row before
	for t := 1; t < n; t++ {
		if z[t] == 0 {
			k.move[t], k.pivot[t] = 0, 1
			carried, coupling = 0, 0
			continue
		}
		curvature := 1 + k.slope[t]*k.slope[t]
		d := curvature*(1+damping) + k.pay[t]*k.second[t]
		g := k.pay[t]*k.slope[t] - k.pay[t-1]
		if coupling != 0 {
			l := coupling / k.pivot[t-1]
			d -= l * coupling
			carried = -g - l*carried
		} else {
			carried = -g
		}
		if !(d > definite*curvature) {
			return 0, false
		}
		k.gradient[t], k.pivot[t], k.move[t] = g, d, carried
		coupling = -k.slope[t]
		if z[t+1] == 0 {
			coupling = 0
		}
	}
	after := 0.0
	for t := n - 1; t >= 1; t-- {
		if z[t] == 0 {
			after = 0
			continue
		}
		if z[t+1] != 0 {
			k.move[t] += k.slope[t] * after
		}
		after = k.move[t] / k.pivot[t]
		k.move[t] = after
		gain -= k.gradient[t] * after
	}
	return gain, true
}
