package contraction

import (
	"math"
	"slices"
	"sort"
	"sync"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
)

// A mirror bounds the part of a divergence that several steps of a common kernel leave. It couples two copies of the iterate
// with mirrored noise (contraction.md, section 10): their distance is at most a Markov chain on [0, D] that stops where they
// meet. Lengths are in units of the noise. It is safe for concurrent use.
type mirror struct {
	d      float64
	pieces []piece
	nodes  []node  // the nodes of the quadrature, and D
	lost   float64 // an upper bound on the quadrature's error in one step
	steps  float64 // the largest number of steps that are followed

	mu      sync.Mutex                 // guards what follows
	kept    [][]float64                // the transition matrix: from a node (row) to every node (column) in one step
	after   [][]float64                // by the number of steps from D: the probability of each node, not met
	two     map[float64][]float64      // by β: the part left from each node by a whole step and then one that keeps 1−β of its noise
	bySteps map[float64]*mirroredSteps // by the number of steps
}

// A node is a distance r, the largest distance m(r) of the means after a step from it, and a weight.
type node struct{ r, m, weight float64 }

// A piece is an interval of distances on which one line is the majorant of the modulus.
type piece struct {
	from, to float64
	affine.Line
}

const (
	// mostNodes is the largest number of nodes: a larger matrix would take too long. mostMirrored is the largest number of
	// products in all steps, nodes² in each: some 150 steps with 160 nodes, and more with fewer.
	mostNodes    = 160
	mostMirrored = 4_000_000
	// nothingMixes is the distance in units of the noise from which on no mirror is tried, since it would need more than mostNodes
	// nodes. It also bounds the slope of a line.
	nothingMixes = 160
)

// newMirror returns nil if the distances are too long to be followed, or if one step leaves nothing. It leaves out lines
// whose quadrature is too long, the steepest first, and replaces them by one constant, the largest value of the modulus on
// [0, D]. So a smaller domain, on which tangents are steeper, has a mirror if a larger one has.
func newMirror(plain []affine.Line, d float64) *mirror {
	if !(d > 0 && d < nothingMixes) {
		return nil
	}
	if x, short := mirrorUnder(plain, d); short {
		return x
	}
	most := affine.Least(plain, d, 1)
	if !(most < nothingMixes) {
		return nil
	}
	lines := append(slices.Clone(plain), affine.Line{Excess: -1, Offset: most})
	sort.Slice(lines, func(i, j int) bool { return lines[i].Excess < lines[j].Excess })
	for lines = lines[:len(lines)-1]; len(lines) > 0; lines = lines[:len(lines)-1] {
		if x, short := mirrorUnder(lines, d); short {
			return x
		}
	}
	return nil
}

// mirrorUnder returns the mirror of lines, nil if one step leaves nothing. short is false if its quadrature is too long.
func mirrorUnder(lines []affine.Line, d float64) (made *mirror, short bool) {
	x := &mirror{d: d, pieces: pieces(lines, d), two: map[float64][]float64{}, bySteps: map[float64]*mirroredSteps{}}
	if len(x.pieces) == 0 {
		return nil, false
	}
	for _, p := range x.pieces {
		if !(p.Offset < math.MaxFloat64 && 1+p.Excess < nothingMixes) {
			return nil, false
		}
		inside := p.nodes(1 + square(1+p.Excess))
		if x.nodes = append(x.nodes, inside...); inside == nil || len(x.nodes) > mostNodes {
			return nil, false
		}
	}
	end := x.pieces[len(x.pieces)-1]
	x.nodes = append(x.nodes, node{d, end.at(d), 0})
	if x.nodes[len(x.nodes)-1].m == 0 {
		return nil, true
	}
	x.lost = scalar.LegendreError * d
	x.steps = math.Floor(mostMirrored / float64(len(x.nodes)*len(x.nodes)))
	return x, true
}

// pieces returns the intervals of [0, d] on each of which one line is the least. Their ends may be inexact, since each line
// is a majorant everywhere.
func pieces(lines []affine.Line, d float64) (out []piece) {
	ends := []float64{d}
	for i, a := range lines {
		for _, b := range lines[:i] {
			if at := (a.Offset - b.Offset) / (b.Excess - a.Excess); at > 0 && at < d {
				ends = append(ends, at)
			}
		}
	}
	slices.Sort(ends)
	from := 0.0
	for _, to := range ends {
		best, least := affine.Line{}, math.Inf(1)
		for _, l := range lines {
			if v := l.After((from+to)/2, 1); v < least {
				best, least = l, v
			}
		}
		if n := len(out); n > 0 && out[n-1].Line == best {
			out[n-1].to = to
		} else if to > from && !math.IsInf(least, 1) {
			out = append(out, piece{from, to, best})
		}
		from = to
	}
	return out
}

func (p piece) at(r float64) float64 { return float64(r*(1+p.Excess)) + p.Offset }

// nodes returns the nodes of the quadrature, on panels short enough for integrands that grow like
// e^{growth·y²/8} at height y off the real line; nil if they would be too many.
func (p piece) nodes(growth float64) (out []node) {
	panels := math.Ceil((p.to - p.from) / (scalar.LegendreSpan * math.Sqrt(2/growth)))
	if !(panels <= mostNodes) {
		return nil
	}
	for i := range int(panels) {
		from, to := p.from+(p.to-p.from)*float64(i)/panels, p.from+(p.to-p.from)*float64(i+1)/panels
		scalar.Legendre(from, to, func(r, weight float64) { out = append(out, node{r, p.at(r), weight}) })
	}
	return out
}

// slack is above the rounding error of the difference of a distance r' and m.
func (x *mirror) slack(m float64) float64 { return 32 * u * (x.d + m) }

// density returns an upper bound on the density of the distance r after a step whose noise is mirrored and
// whose means are m = from.m apart: [φ((r−m)/2) − φ((r+m)/2)]/2.
func (x *mirror) density(from node, r float64) float64 {
	z := max(0, math.Abs(r-from.m)-x.slack(from.m)) / 2
	if z > 38 { // φ(38) is below errfloat.Tiny
		return errfloat.Tiny
	}
	square := float64(z * z)
	bulk := errfloat.Exp(-square/2) * (0.5 / rootTwoPi) * (1 + float64((square+16)*u))
	return float64(bulk*-errfloat.Expm1(-from.raisedMean()*r*(0.5*(1+16*u)))*(1+36*u)) + errfloat.Tiny
}

const rootTwoPi = 2.50662827463100050242 // √(2π)

// raisedMean is m(r), raised by more than its rounding.
func (n node) raisedMean() float64 { return n.m + 8*u*(n.m+n.r) }

// beyond returns an upper bound on the probability of a distance above r after a step.
func (x *mirror) beyond(from node, r float64) float64 {
	_, far := errfloat.Tail((r - from.m - x.slack(from.m)) / 2)
	mirrored, _ := errfloat.Tail((r + from.m + x.slack(from.m)) / 2)
	return max(0, far-mirrored)*(1+4*u) + errfloat.Tiny
}

// matrix returns the transition matrix of a step with all of its noise; its rows are the nodes where the step starts. The
// last node stands for all distances that are cut to D. Its caller holds the lock.
func (x *mirror) matrix() [][]float64 {
	if x.kept == nil {
		last := len(x.nodes) - 1
		for _, from := range x.nodes {
			row := make([]float64, last+1)
			for j, to := range x.nodes[:last] {
				row[j] = x.density(from, to.r) * to.weight * (1 + 16*u)
			}
			if !mutants.MirrorLeak.On() {
				row[last] = x.beyond(from, x.d)
			}
			x.kept = append(x.kept, row)
		}
	}
	return x.kept
}

// lockedMatrix calls matrix for callers that do not hold the lock.
func (x *mirror) lockedMatrix() [][]float64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.matrix()
}

// distribution returns the probability of each node for copies that have not met the given number of steps after being D apart.
func (x *mirror) distribution(steps int) []float64 {
	if x.after == nil {
		start := make([]float64, len(x.nodes))
		start[len(start)-1] = 1
		x.after = append(x.after, start)
	}
	for len(x.after) <= steps {
		before, now := x.after[len(x.after)-1], make([]float64, len(x.nodes))
		for i, row := range x.matrix() {
			if p := before[i]; p > 0 {
				for j, v := range row {
					now[j] += float64(p * v)
				}
			}
		}
		x.after = append(x.after, now)
	}
	return x.after[steps]
}

// ending returns, for each node, the part of a divergence that two steps leave of points at its distance, if the second step
// keeps the share 1−β of its noise: the mean of erf(m(r')/√(8(1−β))) over r' after the first. That function is steep near 0,
// and soon so near 1 that it counts as 1.
func (x *mirror) ending(beta float64) []float64 {
	if v, ok := x.two[beta]; ok {
		return v
	}
	rest := math.Sqrt(1 - beta)
	near, certain := x.steep(rest)
	left := make([]float64, len(near))
	for i, n := range near {
		left[i] = apartAt(n, rest) * n.weight * (1 + 32*u)
	}
	out := make([]float64, len(x.nodes))
	whole := 1.0
	if certain == x.d {
		whole = apartAt(x.nodes[len(x.nodes)-1], rest)
	}
	for i, from := range x.nodes {
		sum := 0.0
		for j, n := range near {
			sum += float64(x.density(from, n.r) * left[j])
		}
		out[i] = float64(sum*(1+float64(len(near))*2*u)) + x.lost + float64(x.beyond(from, certain)*whole)
		out[i] = min(1, out[i]*(1+8*u))
	}
	x.two[beta] = out
	return out
}

// apartAt returns the coefficient of a step from a node, with noise of standard deviation `rest`.
func apartAt(n node, rest float64) float64 {
	within, _ := errfloat.Normal(n.raisedMean() / (2 * rest) * (1 + 16*u))
	return within
}

// steep returns nodes from 0 to D, or to the distance `certain`, beyond which a step with noise of standard deviation `rest`
// hardly ever mixes two points.
func (x *mirror) steep(rest float64) (near []node, certain float64) {
	const hardly = 12 // deviations between the means: beyond it the coefficient counts as 1, which adds 2e-9 at most
	for _, p := range x.pieces {
		if p.at(p.from) >= hardly*rest {
			return near, certain
		}
		if c := 1 + p.Excess; p.at(p.to) > hardly*rest && c > 0 {
			p.to = min(p.to, max((hardly*rest-p.Offset)/c, p.from))
		}
		inside := p.nodes(1 + square((1+p.Excess)/rest))
		if inside == nil {
			return near, certain
		}
		near, certain = append(near, inside...), p.to
	}
	return near, certain
}

func square(x float64) float64 { return x * x }

// theta returns an upper bound θ on the part of a divergence that n ≥ 2 steps of the kernel leave, the last of which keeps
// the share 1−β of its noise. rest is 1 − θ from below.
func (x *mirror) theta(n, beta float64) (theta, rest float64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.thetaLocked(n, beta)
}

// thetaLocked is theta for callers that hold the lock.
func (x *mirror) thetaLocked(n, beta float64) (theta, rest float64) {
	n = min(n, x.steps) // more steps mix no worse
	p, ending := x.distribution(int(n)-2), x.ending(beta)
	for i, v := range p {
		theta += float64(v * ending[i])
	}
	// These are sums of positive terms, one sum and one error of the quadrature for each step.
	size := float64(len(p) + 64)
	theta = min(1, (theta+n*x.lost)*(1+2*n*size*u)+errfloat.Tiny)
	return theta, max(0, 1-theta-u)
}

// units returns the work of everything that a mirror may compute for runs of T steps, in units of package work: the matrix,
// the distributions, and the endings of all shares.
func (x *mirror) units(T int) int {
	n := len(x.nodes)
	return n*n*(4+int(min(x.steps, float64(T))))/4 + betas*n*(n+48)*2
}
