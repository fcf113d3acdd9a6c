package main

import (
	"math"

	"lastiterate/bounds/run"
)

const (
	// longestWalk is the largest number of steps that are followed one by one if only the means are followed.
	longestWalk = 2_000_000
	// mostMeans is the largest number of means of one mixture.
	mostMeans = 4000
)

// exact returns the pair of laws of a run without projection whose maps are affine with
// one slope. Given the batches, W_T is then Gaussian, and in a known order its mean is known. If batches are
// random, the gradients must be constant, so that the mean depends only on the number of uses. ok is false if the run is
// not of this kind.
func exact(r run.Run, a Adversary) (p pair, ok bool) {
	mine := differing(r)
	if r.Bounded() || len(a.Others) > 1 || !a.asOne(r) {
		return p, false
	}
	without, first, second := batch{[]int{r.B}, 0}, batch{[]int{r.B - mine}, mine}, batch{[]int{r.B - mine}, mine}
	if len(a.Others) == 0 {
		without.others, first.others, second.others = nil, nil, nil
	}
	plain, visit := a.step(r, 0, without), [2]Piecewise{a.step(r, 0, first), a.step(r, 1, second)}
	slope, gone := visit[0].Left, a.step(r, 0, a.deleted(first))
	all := visit[:]
	if epochSteps(r) > 1 || leftOut(r) > 0 || r.Scheme.Sampled() {
		all = append(all, plain)
	}
	if r.After > 0 {
		all = append(all, gone)
	}
	for i, m := range all {
		of := slope
		if i >= len(visit) && r.After > 0 && r.Scheme.Known() { // both runs take the same step then
			of = m.Left
		}
		if least, most := m.slopes(math.Inf(-1), math.Inf(1)); math.Abs(least-of) > 1e-12 || math.Abs(most-of) > 1e-12 {
			return p, false
		}
	}
	p.lo, p.hi = math.Inf(-1), math.Inf(1)
	start := a.Start / noise(r)
	if several(r) {
		if !r.Scheme.Known() || r.T > longestWalk {
			return p, false
		}
		return gaussians(r, a.Position, plain, gone, visit), true
	}
	if r.Scheme.Known() {
		return p, r.T <= longestWalk && p.walk(r, a, start, plain, gone, visit)
	}
	if r.After > 0 && len(a.Others) > 0 && usedGradient(r, a.Others[0]).At(0) != 0 {
		return p, false // an empty place would move both runs
	}
	pushes := [2]float64{visit[0].At(0) - plain.At(0), visit[1].At(0) - plain.At(0)}
	if !steady(r) || slope != 1 || !r.Scheme.FixedSize() && (pushes[0] != visit[0].At(0) ||
		len(a.Others) > 0 && usedGradient(r, a.Others[0]).At(0) != 0) {
		return p, false
	}
	held := r
	held.T, held.After = r.T-r.After, 0
	counts := uses(held)
	if counts == nil {
		return p, false
	}
	p.deviation = math.Sqrt(float64(r.T))
	for which, push := range pushes {
		for _, c := range counts {
			p.clouds[which].mean = append(p.clouds[which].mean, start+float64(r.T)*plain.At(0)+c.times*push)
			p.clouds[which].mass = append(p.clouds[which].mass, c.share)
		}
	}
	return p, true
}

// walk computes the two means in a known order, step by step. gone is the step of a batch whose example has been deleted.
// It returns false if a mean overflows or is so large that its rounding would show beside the noise.
func (p *pair) walk(r run.Run, a Adversary, start float64, plain, gone Piecewise, visit [2]Piecewise) bool {
	period, variance, changes := epochSteps(r), 0.0, !steady(r)
	mean := [2]float64{start, start}
	for t := range r.T {
		by, deviation := 1.0, 1.0
		if changes {
			by, deviation = share(r, t), deviationAt(r, t)
		}
		for which := range mean {
			m := plain
			switch used := t%period == a.Position; {
			case used && t >= r.T-r.After:
				m = gone
			case used:
				m = visit[which]
			}
			mean[which] += by * (m.At(mean[which]) - mean[which])
			if math.IsNaN(mean[which]) || math.IsInf(mean[which], 0) {
				return false
			}
			if which == 0 {
				factor := 1 + by*(m.Left-1)
				variance = factor*factor*variance + deviation*deviation
			}
		}
	}
	p.deviation = math.Sqrt(variance)
	// Subtract the common part, which would cost digits.
	for which := range mean {
		p.clouds[which] = cloud{[]float64{mean[which] - mean[0]}, []float64{1}}
	}
	return !math.IsInf(p.deviation, 0) && math.Abs(mean[0])*1e-16 < 1e-6*p.deviation && !math.IsNaN(mean[1])
}

// A count is a number of uses of the differing example, and its probability (share).
type count struct{ times, share float64 }

// uses returns the law of the number of uses if batches are random; nil if it has too many values.
func uses(r run.Run) []count {
	steps, q := epochSteps(r), rate(r)
	last := r.T % steps
	switch r.Order() {
	case run.SecretOrder:
		epochs := float64(r.T / steps)
		return positive(count{epochs + 1, float64(last) * q}, count{epochs, float64(steps-last) * q},
			count{0, float64(leftOut(r)) / float64(r.N)})
	case run.FreshOrder:
		whole := sums(r.T/steps, float64(steps)*q)
		if whole == nil {
			return nil
		}
		return mixed(whole, float64(last)*q)
	case run.Drawn:
		return sums(r.T, q)
	default:
		panic("the batches of " + string(r.Scheme) + " are not random")
	}
}

// positive leaves out impossible counts.
func positive(counts ...count) (out []count) {
	for _, c := range counts {
		if c.share > 0 {
			out = append(out, c)
		}
	}
	return out
}

// mixed returns the law of the counts with one more use with probability q.
func mixed(counts []count, q float64) []count {
	if q == 0 {
		return counts
	}
	out := make([]count, len(counts)+1)
	for i, c := range counts {
		out[i].times, out[i+1].times = c.times, c.times+1
		out[i].share += c.share * (1 - q)
		out[i+1].share += c.share * q
	}
	return positive(out...)
}

// sums returns the binomial law of n trials with probability q, without negligible values; nil if it has too many values.
func sums(n int, q float64) (out []count) {
	if q >= 1-1e-15 {
		return []count{{float64(n), 1}}
	}
	mean := float64(n) * q
	spread := 12*math.Sqrt(mean*(1-q)) + 40
	for k := int(max(0, mean-spread)); k <= n && float64(k) <= mean+spread; k++ {
		if share := binomial(n, k, q); share > negligibleShare {
			out = append(out, count{float64(k), share})
		}
		if len(out) > mostMeans {
			return nil
		}
	}
	return out
}
