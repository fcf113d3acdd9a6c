package contraction

import (
	"math"
	"slices"
	"sync"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
)

// rays follow E_γ between two copies over several steps of a common kernel (profile.md, section 8), under one line through
// the origin, z ↦ cz. There ℓ = ln γ stays proportional to the distance r, and is followed at a few rates κ: ℓ = κr after the
// step and κcr before it. With
//
//	U_k(m, κ) = e^{−κm/2}·E_γ,   ln γ = κm,
//
// where m is the distance of the means of the first of k steps, a step is a multiplication by the matrix of the mirror for
// distances up to D, and an integral over rates beyond D. Lengths are in units of the noise. It is safe for concurrent use.
type rays struct {
	*mirror
	affine.Line
	rates []float64 // κ of level 1, the run's last step; at level k, k steps before the end, κ is c^{k−1} times as large
	most  int       // levels that may be followed

	distances []float64       // a grid from D on; functions of the distance are interpolated between its points
	tail      [][]float64     // by node and distance beyond D: the weight of a step from there
	moved     []interpolation // by distance beyond D and rate: where its rate lies among the rates
	missed    float64         // an upper bound on what the quadrature misses in one step

	following sync.Mutex
	known     map[float64]*followedRays // by β
}

// fineness says how carefully rays are followed. Any fineness gives bounds, since the quadrature's error is added. Losses are
// ln γ = κD at the distance D.
type fineness struct {
	near, far  float64 // the spacing of rates: up to bend the difference of their losses, beyond bend the ratio
	bend       float64
	wide, grow float64 // the first interval of distances beyond D, and the ratio of one to the one before
	widest     float64 // the largest interval
	mostWork   float64 // the most multiplications in all levels
}

// The rates of fineRays are three times as close as those of coarseRays, and its intervals are half as wide: a search only
// compares plans. mostWork bounds the time of an answer to some tenths of a second.
var (
	coarseRays = fineness{near: 0.3, bend: 3, far: 1.1, wide: 0.5, grow: 1.3, widest: 1.5, mostWork: 3e7}
	fineRays   = fineness{near: 0.1, bend: 4, far: 1.025, wide: 0.25, grow: 1.15, widest: 0.8, mostWork: 8e7}
)

const (
	// farApart is the diameter beyond which rates are spaced more widely, since it takes about D²/5 steps to mix the domain.
	farApart = 12
	// farthestLoss is the largest loss at D that is followed: e^{−28} is 7e-13. Beyond it the Gaussian profile counts.
	farthestLoss = 28
	// hardlyReached is a distance that mirrored noise adds with a probability below e^{−24}.
	hardlyReached = 14
	// mostDrift bounds |ln c| times the number of levels: over all levels the rates change by a factor of e² at most.
	mostDrift = 2
)

// newRays returns the rays of the line through the origin with the least slope; nil if there is no such line or the distances
// are too long. plain is the mirror of all lines.
func newRays(plain *mirror, lines []affine.Line, d float64, f fineness) *rays {
	best := affine.Line{Excess: math.Inf(1)}
	for _, l := range lines {
		if l.Offset == 0 && l.Excess < best.Excess {
			best = l
		}
	}
	if math.IsInf(best.Excess, 1) || plain == nil {
		return nil
	}
	if len(plain.pieces) > 1 || plain.pieces[0].Line != best {
		if plain = newMirror([]affine.Line{best}, d); plain == nil {
			return nil
		}
	}
	if d > farApart {
		const wider = 1.6
		f.near, f.far = f.near*wider, f.far*f.far
	}
	s := &rays{mirror: plain, Line: best, known: map[float64]*followedRays{}}
	s.setGrid(f)
	size := float64(len(s.nodes) * (len(s.nodes) + len(s.distances)) * len(s.rates))
	typical := math.Floor(d*d/5) + 2 // an upper estimate of the steps after which half is mixed
	const longest = 8                // kernels of more than longest·typical steps count as one of that length
	most := min(longest*typical, f.mostWork/size)
	if most < typical {
		return nil
	}
	if drift := math.Abs(math.Log(1 + best.Excess)); drift > 0 {
		most = min(most, mostDrift/drift)
	}
	if s.most = int(most); s.most < 2 {
		return nil
	}
	s.setRates(s.drift(min(s.most, int(typical))*3/4, 0)) // the losses are those wanted near the level that is used most
	s.setTail()
	return s
}

// lazyRays computes rays when they are first asked for. They are nil if newRays returns nil.
type lazyRays struct {
	fineness
	once sync.Once
	rays *rays
}

// bothRays are the coarse rays of a search and the fine ones of an answer.
type bothRays struct{ coarse, fine lazyRays }

// newBothRays returns rays of which nothing is computed yet.
func newBothRays() *bothRays {
	return &bothRays{lazyRays{fineness: coarseRays}, lazyRays{fineness: fineRays}}
}

// of returns the rays of a problem's lengths, which must be the same at every call.
func (m *lazyRays) of(l lengths) *rays {
	m.once.Do(func() { m.rays = newRays(l.mirror, l.plain, l.d*up, m.fineness) })
	return m.rays
}

// setGrid chooses the distances beyond D, and the losses at D that setRates turns into rates.
func (s *rays) setGrid(f fineness) {
	end := max(s.d, s.nodes[len(s.nodes)-1].m) + hardlyReached
	wide := f.wide
	for at := s.d; ; at += wide {
		s.distances = append(s.distances, at)
		if at >= end {
			break
		}
		wide = min(wide*f.grow, f.widest)
	}
	for at := 0.0; at < farthestLoss; {
		s.rates = append(s.rates, at) // losses, for now
		if at < f.bend {
			at += f.near
		} else {
			at *= f.far
		}
	}
}

// setRates turns the losses that setGrid chose into rates: a rate has its loss at D on the level where c^{level−1} is middle.
// It also finds the places, among the rates, of the rates that come from beyond D.
func (s *rays) setRates(middle float64) {
	for j := range s.rates {
		s.rates[j] /= s.d * middle
	}
	last := len(s.rates) - 1
	for _, at := range s.distances {
		for _, rate := range s.rates {
			rate *= at / s.d * (1 - 8*u)
			i, _ := slices.BinarySearch(s.rates, rate)
			switch {
			case i > last:
				s.moved = append(s.moved, interpolation{last, last, 0})
			case i == 0:
				s.moved = append(s.moved, interpolation{0, 0, 0})
			default:
				share := (rate - s.rates[i-1]) / (s.rates[i] - s.rates[i-1]) * (1 - 8*u)
				s.moved = append(s.moved, interpolation{i - 1, i, max(0, share-4*u)})
			}
		}
	}
}

// setTail computes the weights of the distances beyond D, and the error of the quadrature.
func (s *rays) setTail() {
	s.missed = 5 * scalar.LegendreError * s.distances[len(s.distances)-1]
	for _, from := range s.nodes {
		weights := make([]float64, len(s.distances))
		for l := range len(s.distances) - 1 {
			near, far := s.distances[l], s.distances[l+1]
			scalar.Legendre(near, far, func(r, weight float64) {
				mass := s.density(from, r) * weight * (1 + 20*u)
				along := (r - near) / (far - near)
				weights[l] += mass * (1 - along) * (1 + 8*u)
				weights[l+1] += mass * along * (1 + 8*u)
			})
		}
		for l := range weights {
			weights[l] *= 1 + 48*u
		}
		weights[len(weights)-1] += s.mirror.beyond(from, s.distances[len(s.distances)-1])
		s.tail = append(s.tail, weights)
	}
}

// slope returns c, the factor of the line.
func (s *rays) slope() float64 { return 1 + s.Excess }

// drift returns c^n: from below if sign is −1, from above if it is 1, and to the nearest if it is 0.
func (s *rays) drift(n int, sign float64) float64 {
	power := 1.0
	for range n {
		power *= s.slope()
	}
	return power * (1 + sign*float64(8+4*n)*u)
}

// singleStep returns an upper bound on U of a single step from a node with noise of standard deviation `rest`:
// e^{−κm/2} times the profile of a Gaussian mechanism. The rate κ must not be rounded up.
func singleStep(n node, rest, rate float64) float64 {
	least := max(0, n.m-8*u*(n.m+n.r)) // of m
	loss := rate * least * (1 - 4*u)
	profile := 1.0
	if rest > 0 {
		profile = errfloat.Profile(n.raisedMean()/rest*(1+8*u), loss)
	}
	return profile * decay(loss/2)
}

// decay returns an upper bound on e^{−x}.
func decay(x float64) float64 { return errfloat.Exp(-x)*(1+12*u) + errfloat.Tiny }

// uncontracted returns an upper bound on the contribution of the distances beyond certain after a step from a node, if the
// last step contracts nothing there:
//
//	e^{−κ²/2}·∫q(r')e^{−κr'/2}dr' = e^{−κm/2}Φ(−(certain−m)/2 − κ) − e^{κm/2}Φ(−(certain+m)/2 − κ).
func (s *rays) uncontracted(from node, certain, rate float64) float64 {
	slack := s.slack(from.m) + 8*u*rate
	_, near := errfloat.Tail((certain-from.m)/2 + rate - slack)
	far, _ := errfloat.Tail((certain+from.m)/2 + rate + slack)
	half := rate * from.m / 2
	error := float64((half*64 + 16) * u)
	more := near * (errfloat.Exp(-half)*(1+error) + errfloat.Tiny)
	return max(0, more*(1+4*u)-far*errfloat.Exp(half)*(1-error)) + errfloat.Tiny
}

// addTimes adds factor times the elements of `of` to those of `sum`, eight at a time, which is a quarter faster than one at a
// time.
func addTimes(sum []float64, factor float64, of []float64) {
	of = of[:len(sum)]
	for len(sum) >= 8 && len(of) >= 8 {
		sum[0] += float64(factor * of[0])
		sum[1] += float64(factor * of[1])
		sum[2] += float64(factor * of[2])
		sum[3] += float64(factor * of[3])
		sum[4] += float64(factor * of[4])
		sum[5] += float64(factor * of[5])
		sum[6] += float64(factor * of[6])
		sum[7] += float64(factor * of[7])
		sum, of = sum[8:], of[8:]
	}
	for j, v := range of {
		sum[j] += float64(factor * v)
	}
}

// moving returns U at the distances beyond D, by distance and rate. It cuts the distance to D, so the rate grows by the same
// factor. end is U at D by rate.
func (s *rays) moving(end []float64) []float64 {
	out := make([]float64, len(s.moved))
	for i, b := range s.moved {
		out[i] = (float64((1-b.share)*end[b.first]) + float64(b.share*end[b.second])) * (1 + 8*u)
	}
	return out
}

// addCut adds the contribution of the distances beyond D to a node's row.
func (s *rays) addCut(row []float64, i int, moved []float64) {
	if mutants.RayLeak.On() {
		return
	}
	for l, weight := range s.tail[i] {
		addTimes(row, weight, moved[l*len(row):(l+1)*len(row)])
	}
}

// damping returns e^{−κ²/2} by rate at a level, rounded up.
func (s *rays) damping(level int) []float64 {
	out, drift := make([]float64, len(s.rates)), s.drift(level-1, -1)
	for j, rate := range s.rates {
		rate *= drift
		out[j] = decay(rate*rate/2*(1-8*u)) * (1 + 4*u)
	}
	return out
}

// raiseAndDamp raises a row's sums, of the given number of terms, by their rounding, and damps them.
func (s *rays) raiseAndDamp(row, damping []float64, terms int) {
	raise := 1 + float64(terms+32)*2*u
	for j, damp := range damping {
		row[j] = min(1, (float64(row[j]*raise)+s.missed)*damp)
	}
}

// atEnd returns the row of the last node, D.
func (s *rays) atEnd(values []float64) []float64 { return values[(len(s.nodes)-1)*len(s.rates):] }

// followedRays are the levels for one share of the last step's noise.
type followedRays struct {
	columns []node // of the last step's integral, which ends at certain
	certain float64
	level   int         // the levels followed so far; 0 before first
	values  []float64   // U by node and rate
	ends    [][]float64 // by level: U at D by rate
}

// begin prepares the first level, a step that keeps the share 1−β of its noise. U is steep near 0; from the distance certain
// on the step counts as contracting nothing (profile.md, section 8).
func (s *rays) begin(beta float64) *followedRays {
	rest := math.Sqrt(1 - beta)
	f := &followedRays{certain: min(s.d, (12+2*s.rates[len(s.rates)-1]*rest)*rest/s.slope())}
	if f.certain > 0 {
		f.columns = piece{0, f.certain, s.Line}.nodes(1 + square(s.slope()/rest))
	}
	return f
}

// first computes the values of the second level, a step with all of its noise before the last step, and the ends of the first
// level.
func (s *rays) first(f *followedRays, beta float64) {
	rest := math.Sqrt(1 - beta)
	last, rates := len(s.nodes)-1, len(s.rates)
	var end []float64
	for _, rate := range s.rates {
		end = append(end, singleStep(s.nodes[last], rest, rate))
	}
	left := make([]float64, len(f.columns)*rates)
	for i, n := range f.columns {
		for j, rate := range s.rates {
			left[i*rates+j] = singleStep(n, rest, rate) * n.weight * (1 + 20*u)
		}
	}
	values := make([]float64, (last+1)*rates)
	moved, damping := s.moving(end), s.damping(2)
	for i, from := range s.nodes {
		row := values[i*rates : (i+1)*rates]
		for l, n := range f.columns {
			addTimes(row, s.density(from, n.r), left[l*rates:(l+1)*rates])
		}
		if f.certain == s.d {
			s.addCut(row, i, moved)
		}
		s.raiseAndDamp(row, damping, len(f.columns)+len(s.distances))
		if f.certain < s.d {
			for j, rate := range s.rates {
				row[j] = min(1, row[j]+s.uncontracted(from, f.certain, rate*s.slope())*(1+4*u))
			}
		}
	}
	f.level, f.values, f.ends = 2, values, [][]float64{nil, end, s.atEnd(values)}
}

// firstUnits is the work of first, in units of package work.
func (s *rays) firstUnits(f *followedRays) int {
	last, rates := len(s.nodes)-1, len(s.rates)
	units := (last + 1 + rates) * len(f.columns) * 4
	if f.certain < s.d {
		units += 20 * rates * (last + 1)
	}
	return units
}

// levelUnits is the work of any other level.
func (s *rays) levelUnits() int {
	last := len(s.nodes) - 1
	return (last + 1) * (last + len(s.distances)) * len(s.rates) / 8
}

// endsUpTo returns the ends of the first n ≥ 2 levels, or of more if more are known. It charges t for n levels.
func (s *rays) endsUpTo(n int, beta float64, t *toll) [][]float64 {
	s.following.Lock()
	defer s.following.Unlock()
	f := s.known[beta]
	if f == nil {
		f = s.begin(beta)
		s.known[beta] = f
	}
	if t.paid[beta] == 0 {
		t.work.Spend(s.firstUnits(f))
		t.paid[beta] = 2
	}
	if f.level == 0 {
		s.first(f, beta)
	}
	if more := n - t.paid[beta]; more > 0 {
		t.work.Spend(more * s.levelUnits())
		t.paid[beta] = n
	}
	for f.level < n {
		s.follow(f)
	}
	return f.ends
}

// follow computes the next level.
func (s *rays) follow(f *followedRays) {
	last, rates := len(s.nodes)-1, len(s.rates)
	moved, next, damping := s.moving(f.ends[f.level]), make([]float64, len(f.values)), s.damping(f.level+1)
	f.level++
	for i, kept := range s.lockedMatrix() {
		row := next[i*rates : (i+1)*rates]
		for l, weight := range kept[:last] {
			addTimes(row, weight, f.values[l*rates:(l+1)*rates])
		}
		s.addCut(row, i, moved)
		s.raiseAndDamp(row, damping, last+len(s.distances))
	}
	f.values = next
	f.ends = append(f.ends, s.atEnd(next))
}
