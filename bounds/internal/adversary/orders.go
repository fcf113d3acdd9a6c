package adversary

import (
	"math/bits"

	"gonum.org/v1/gonum/floats"

	"lastiterate/bounds/run"
)

// part is a share of the law before the last step, with the step that follows it.
type part struct {
	before []float64 // masses, which add up to the probability of the step
	last   ClippedStep
}

// parts returns the law before the last step of one of the two runs, divided by the kind of that step.
func (p Projected) parts(c chain, which int) []part {
	if p.Order.Sampled() {
		return p.sampled(c, which)
	}
	if p.Order == run.SecretOrder && p.Missing > 0 { // the example may be in no batch of the run
		used := p
		used.Missing = 0
		out := used.parts(c, which)
		for i := range out {
			out[i].before = scaled(out[i].before, 1-p.Missing)
		}
		return append(out, part{scaled(c.kernel(p.Plain).repeat(c.start(p.Start), p.T-1), p.Missing), p.Plain})
	}
	visit := c.kernel(p.Visit[which])
	if p.Period == 1 && p.Missing == 0 {
		return []part{{visit.repeat(c.start(p.Start), p.T-1), p.Visit[which]}}
	}
	plain := c.kernel(p.Plain)
	last := p.T - p.Rest - 1
	epochs, rest := last/p.Period, last%p.Period+1 // whole epochs, then 1 … Period steps
	switch p.Order {
	case run.SecretOrder:
		return p.shuffled(c, which, plain, visit, epochs, rest)
	case run.FreshOrder:
		return p.reshuffled(c, which, plain, visit, epochs, rest)
	case run.KnownOrder, run.Drawn:
		return p.known(c, which, plain, visit, epochs, rest)
	}
	panic(run.Unknown(p.Order))
}

// sampled returns parts for sampled batches. Every step has the same kernel, the mean over the batch sizes and over whether
// the step uses the example.
func (p Projected) sampled(c chain, which int) (out []part) {
	plain, visits := p.shares(p.Plain), p.shares(p.Visit[which])
	before := c.mixed(plain).mix(c.mixed(visits), 1-p.Rate, p.Rate).repeat(c.start(p.Start), p.T-1)
	for _, s := range plain {
		out = append(out, part{scaled(before, (1-p.Rate)*s.weight), s.ClippedStep})
	}
	for _, s := range visits {
		out = append(out, part{scaled(before, p.Rate*s.weight), s.ClippedStep})
	}
	return out
}

// reshuffled returns parts for a fresh order in every epoch. It averages, in each epoch, over the example's positions and,
// with probability Missing, over its absence. The last epoch has `rest` steps.
func (p Projected) reshuffled(c chain, which int, plain, visit matrix, epochs, rest int) []part {
	law, share := c.start(p.Start), (1-p.Missing)/float64(p.Period)
	switch {
	case p.stepByStep(c.size()):
		for range epochs {
			visited, unvisited := plain.within(visit, law, p.Period)
			law = sum(scaled(visited, share), scaled(unvisited, p.Missing))
		}
	case epochs > 0:
		epoch := plain.once(visit, p.Period)
		if p.Missing > 0 {
			epoch = epoch.mix(plain.power(p.Period), 1-p.Missing, p.Missing)
		}
		law = epoch.repeat(law, epochs)
	}
	visited, unvisited := plain.within(visit, law, rest-1)
	elsewhere := sum(scaled(visited, share), scaled(unvisited, share*float64(p.Period-rest)+p.Missing))
	return []part{{elsewhere, p.Plain}, {scaled(unvisited, share), p.Visit[which]}}
}

// known returns parts for a known order: `rest`−1 steps before the first use, then epochs from one use to the next, the last
// use, and the steps after it.
func (p Projected) known(c chain, which int, plain, visit matrix, epochs, rest int) []part {
	before := plain.repeat(c.start(p.Start), rest-1)
	switch {
	case p.stepByStep(c.size()):
		for range epochs {
			before = plain.repeat(visit.apply(before), p.Period-1)
		}
	case epochs > 0:
		before = visit.times(plain.power(p.Period-1)).repeat(before, epochs)
	}
	if p.Rest > 0 {
		return []part{{plain.repeat(visit.apply(before), p.Rest-1), p.Plain}}
	}
	return []part{{before, p.Visit[which]}}
}

// mixed returns the kernel of a step drawn at random from several.
func (c chain) mixed(steps []chance) matrix {
	if len(steps) == 1 {
		return c.kernel(steps[0].ClippedStep)
	}
	m := matrix{c.size(), make([]float64, c.size()*c.size())}
	for _, s := range steps {
		for i, v := range c.kernel(s.ClippedStep).a {
			m.a[i] += float64(s.weight * v)
		}
	}
	m.normalise()
	return m
}

// stepByStep reports whether applying T kernels to the law is less work than computing powers of an epoch's kernel.
func (p Projected) stepByStep(size int) bool {
	return float64(p.T) <= squarings(p.Period)*float64(size)
}

// shuffled returns parts for one secret order. It averages over the position j of the example, with K the kernel of a plain
// step, V that of a visit and B the steps of an epoch. The law before the first visit is x_j = start·K^j. Then comes
// V·K^{B−1} for each visit but the last, then V and the remaining steps. Positions that the last epoch, of `rest` steps, does
// not reach have one visit less and more steps after it. Horner's scheme applies the steps after the last visit to all
// positions together.
func (p Projected) shuffled(c chain, which int, plain, visit matrix, epochs, rest int) []part {
	share := 1 / float64(p.Period)
	more, fewer := identity(c.size()), identity(c.size()) // all visits but the last, for positions with one visit more and with one less
	if epochs > 0 {
		epoch := visit.times(plain.power(p.Period - 1))
		fewer = epoch.power(epochs - 1)
		more = fewer.times(epoch)
	}
	x := c.start(p.Start)
	reached, missed := make([]float64, c.size()), make([]float64, c.size())
	var last []float64
	for j := range p.Period {
		switch {
		case j < rest-1:
			reached = sum(plain.apply(reached), visit.apply(more.apply(x)))
		case j == rest-1:
			last = more.apply(x)
			if epochs == 0 {
				// Later positions have no visit at all.
				missed = scaled(x, float64(p.Period-rest))
			}
		case epochs > 0:
			missed = sum(plain.apply(missed), visit.apply(fewer.apply(x)))
		}
		x = plain.apply(x)
	}
	if epochs > 0 {
		missed = plain.repeat(missed, rest-1)
	}
	return []part{{scaled(sum(reached, missed), share), p.Plain}, {scaled(last, share), p.Visit[which]}}
}

// once returns the kernel of `steps` steps of which one, at a uniformly random place, is a visit and the others are k. With
// S(n) = Σ_{j<n} k^j·visit·k^{n−1−j}, S(m+n) = S(m)·k^n + k^m·S(n).
func (k matrix) once(visit matrix, steps int) matrix {
	power, total, length := k, visit, 1
	for bit := 1 << bits.Len(uint(steps)) >> 2; bit > 0; bit >>= 1 { // the bits below the highest
		// These are averages, so that rows keep the sum 1.
		total = total.times(power).mix(power.times(total), 0.5, 0.5)
		power = power.times(power)
		length *= 2
		if steps&bit != 0 {
			share := float64(length) / float64(length+1)
			total = total.times(k).mix(power.times(visit), share, 1-share)
			power = power.times(k)
			length++
		}
	}
	return total
}

// within applies `steps` steps to a law. visited is Σ_{j<steps} law·k^j·visit·k^{steps−1−j}, unvisited is law·k^steps.
func (k matrix) within(visit matrix, law []float64, steps int) (visited, unvisited []float64) {
	visited = make([]float64, k.n)
	for range steps {
		visited = sum(k.apply(visited), visit.apply(law))
		law = k.apply(law)
	}
	return visited, law
}

// mix is a·m + b·other.
func (m matrix) mix(other matrix, a, b float64) matrix {
	out := matrix{m.n, make([]float64, len(m.a))}
	for i := range m.a {
		out.a[i] = a*m.a[i] + b*other.a[i]
	}
	return out
}

func identity(n int) matrix {
	m := matrix{n, make([]float64, n*n)}
	for i := range n {
		m.a[i*n+i] = 1
	}
	return m
}

func scaled(v []float64, factor float64) []float64 {
	return floats.ScaleTo(make([]float64, len(v)), factor, v)
}

func sum(a, b []float64) []float64 { return floats.AddTo(make([]float64, len(a)), a, b) }
