package shift

import (
	"math"
	"slices"
)

// LinearStep is one step of a program with linear moduli: z ↦ Factor·z + Sensitivity.
type LinearStep struct {
	Factor      float64 // c_t ≥ 0
	Sensitivity float64 // s_t ≥ 0, a length; 0 where the batch lacks the differing example
}

// Trace is a feasible point written out. Z[0] is the distance at τ and
// Z[i+1] = Factor·Z[i] + Sensitivity − A[i].
type Trace struct {
	FeasiblePoint
	Z []float64 // distances at τ, …, T; the last is 0
	A []float64 // payments at τ, …, T−1
}

// Path is a feasible point written out step by step: at step τ+i the distance
// before it is Z[i], its sensitivity S[i] and its payment A[i], and
// Z[i+1] = m(Z[i]) + S[i] − A[i].
type Path struct {
	Trace
	S []float64
	// Divisions say how the steps divide their noise if batches are sampled afresh; nil if a payment pays for the step's
	// sensitivity, too.
	Divisions []Division
	// Noise is σ of each step, a length, if the steps differ; costs are then Σ a_t²/σ_t². It is nil if they are alike.
	Noise []float64
}

// Path writes out the result of Solve(T).
func (p FullBatch) Path(best FeasiblePoint, T int) Path {
	step := LinearStep{1 + p.Excess, p.Sensitivity}
	return layOut(best, T, p.Diameter, func(int) LinearStep { return step })
}

// Path writes out the result of Solve(T, position).
func (p CyclicProgram) Path(best FeasiblePoint, T, position int) Path {
	plain, visit := LinearStep{1 + p.Excess, 0}, LinearStep{1 + p.VisitExcess, p.Sensitivity}
	return layOut(best, T, p.Diameter, func(t int) LinearStep {
		if t%p.Period == position && t < T-p.After {
			return visit
		}
		return plain
	})
}

// layOut finds the payments of a solution whose start is known: 0 at τ = 0, and D otherwise, since no other start is needed
// (shift.md, section 3).
func layOut(s FeasiblePoint, T int, diameter float64, step func(t int) LinearStep) Path {
	start := diameter
	if s.Tau == 0 {
		start = 0
	}
	path := taut(T-s.Tau, start, func(i int) LinearStep { return step(s.Tau + i) })
	path.Tau = s.Tau
	return path
}

// leastLog stands for the logarithm of a factor of 0: after such a step a distance is below any other length.
const leastLog = -700

// logPiece is a piece of the convex minorant in weights relative to e^ref.
type logPiece struct {
	ref, run, rise float64
	end            int // steps up to its end
}

// flatter reports whether the slope of a is below that of b.
func (a logPiece) flatter(b logPiece) bool {
	// slope = rise/run·e^{−ref}; only factors of at most 1 are formed.
	if d := b.ref - a.ref; d <= 0 {
		return a.rise*b.run*math.Exp(d) < b.rise*a.run
	} else {
		return a.rise*b.run < b.rise*a.run*math.Exp(-d)
	}
}

func (a logPiece) pooled(b logPiece) logPiece {
	ref := max(a.ref, b.ref)
	u, v := math.Exp(a.ref-ref), math.Exp(b.ref-ref)
	return logPiece{ref, a.run*u*u + b.run*v*v, a.rise*u + b.rise*v, b.end}
}

// taut returns the greatest convex minorant of shift.md, section 2, for one start. It keeps the logarithms of weights, so no
// product of factors overflows.
func taut(n int, start float64, step func(i int) LinearStep) Path {
	log := make([]float64, n)
	sum := 0.0
	for i := n - 1; i >= 0; i-- {
		log[i] = sum
		sum += max(math.Log(step(i).Factor), leastLog)
	}
	pieces := make([]logPiece, n)
	for i := range n {
		s := step(i)
		pieces[i] = logPiece{log[i], 1, s.Sensitivity, i + 1}
		if i == 0 {
			pieces[i].rise += start * s.Factor
		}
	}
	left := pool(n,
		func(i, j int) bool { return !pieces[i].flatter(pieces[j]) },
		func(i, j int) { pieces[j] = pieces[i].pooled(pieces[j]) })
	path := Path{Trace: Trace{Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n)}
	path.Z[0] = start
	i := 0
	for _, k := range left {
		p, from := pieces[k], i
		for ; i < p.end; i++ {
			s := step(i)
			path.S[i] = s.Sensitivity
			path.A[i] = p.rise / p.run * math.Exp(log[i]-p.ref)
			path.Z[i+1] = max(0, s.Factor*path.Z[i]+s.Sensitivity-path.A[i])
		}
		path.Z[i] = 0                                         // a piece ends at distance 0
		for k := i - 1; k > from && step(k).Factor > 1; k-- { // towards shorter distances, so that errors shrink
			path.Z[k] = max(0, (path.Z[k+1]+path.A[k]-path.S[k])/step(k).Factor)
		}
	}
	return path.Counted()
}

// Counted returns the path with the sum of its steps' costs.
func (p Path) Counted() Path {
	p.R = 0
	for i := range p.A {
		p.R += p.cost(i)
	}
	p.P = p.A[len(p.A)-1]
	return p
}

// Path writes out the result of Solve(T).
func (p ChargedProgram) Path(best FeasiblePoint, T int) Path {
	n, start := T-best.Tau, p.Distance(best.Tau)
	path := Path{Trace: Trace{FeasiblePoint: best, Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n)}
	q := p.Proven()
	lambda, _, active := q.fill(n, q.distance(best.Tau))
	for i := range n {
		path.S[i] = p.Sensitivity
		path.A[i] = p.Sensitivity
		if rank := p.Rank(i, n); rank < active {
			path.A[i] = lambda.Middle() * math.Exp(-float64(rank)*q.l.Middle())
		}
	}
	path.Z[0] = start
	path.Follow(1+p.Excess, p.Sensitivity)
	return path.Counted()
}

// Follow fills in the distances between the first and the last, for steps that lead from z to cz + more without payment.
func (p *Path) Follow(c, more float64) {
	n := len(p.A)
	if c < 1 {
		for i := range n - 1 {
			p.Z[i+1] = max(0, c*p.Z[i]+more-p.A[i])
		}
		return
	}
	for i := n - 1; i > 0; i-- { // towards shorter distances, so that errors shrink
		p.Z[i] = max(0, (p.Z[i+1]+p.A[i]-more)/c)
	}
}

// Resting returns the path followed by more steps at distance 0 that pay nothing.
func (p Path) Resting(steps int) Path {
	none := make([]float64, steps)
	p.Z, p.A, p.S = slices.Concat(p.Z, none), slices.Concat(p.A, none), slices.Concat(p.S, none)
	if p.Divisions != nil {
		p.Divisions = slices.Concat(p.Divisions, make([]Division, steps))
	}
	return p
}

// AtRest returns the path of n steps at distance 0 without a visit.
func AtRest(n int) Path {
	return Path{Trace: Trace{Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n)}
}

// Every returns composition of T steps as a path: the last step of every period is a visit, which pays for itself at once.
func Every(T, period int, sensitivity float64) Path {
	path := Path{Trace: Trace{Z: make([]float64, T+1), A: make([]float64, T)}, S: make([]float64, T)}
	for t := (T - 1) % period; t < T; t += period {
		path.A[t], path.S[t] = sensitivity, sensitivity
	}
	return path.Counted()
}

// cost returns the cost of step τ+i.
func (p Path) cost(i int) float64 {
	if p.Divisions != nil {
		return p.Divisions[i].Cost(p.A[i])
	}
	if p.Noise != nil {
		return p.A[i] / p.Noise[i] * (p.A[i] / p.Noise[i])
	}
	return p.A[i] * p.A[i]
}

// Composed returns Σ s_t·a_t over the steps before each step, and over all: the part of the cost R that is due to the
// sensitivities after τ. The rest, Σ (a_t − s_t)·a_t, pays off the distance at τ. With β_t = s_t/a_t the two parts are Σ
// s_t²/β_t and Σ (a_t−s_t)²/(1−β_t), the parts (A) and (B) of Chien and Li 2024, Figure 2(b). For sampled batches Composed
// sums the costs of hiding them.
func (p Path) Composed() []float64 {
	return p.summed(func(i int) float64 {
		if p.Divisions != nil {
			return p.Divisions[i].Hide
		}
		if p.Noise != nil {
			return p.S[i] / p.Noise[i] * (p.A[i] / p.Noise[i])
		}
		return p.S[i] * p.A[i]
	})
}

// Paid returns the cost of the steps before each step, and of all: Σ a_t², or for sampled batches Σ Hide_t + a_t²/(1−β_t).
func (p Path) Paid() []float64 { return p.summed(p.cost) }

func (p Path) summed(term func(i int) float64) []float64 {
	out := make([]float64, len(p.A)+1)
	for i := range p.A {
		out[i+1] = out[i] + term(i)
	}
	return out
}

// Thin lists no more than `most` of the steps 0 … n−1. If there are more, a quarter of the listed steps are the last
// ones, and the others are spread evenly.
func Thin(n, most int) []int {
	if n <= most {
		most = n
	}
	tail := most / 4
	even := most - tail
	var out []int
	for i := range even {
		out = append(out, i*(n-tail)/even)
	}
	for i := n - tail; i < n; i++ {
		out = append(out, i)
	}
	return slices.Compact(out)
}
