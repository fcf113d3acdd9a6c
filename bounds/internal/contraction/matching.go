package contraction

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A matching bounds a block in one stroke (profile.md, section 10). Where the likelihood ratio of the laws lies between two
// bounds, they count as equal, and lose what the block loses from equal starts. At either end they count as far apart, and
// lose what the block leaves of any two starts.
type matching struct {
	*grid
	same   []float64 // the profile k of equal starts at the loss d·step, at d+n, d = −n … 2n
	apart  *grid     // of the profile of any two starts
	values []float64 // the profile of any two starts, at γ ≥ 1
	span   float64   // 1 − e^{−step} of apart, from below
}

// matching returns the matching of the profile of equal starts, which each of the mechanisms bounds, and the profile of any
// two starts, whose values lie on the grid `apart`.
func (g *grid) matching(equal []mechanism, apart *grid, values []float64) *matching {
	n := g.last()
	m := &matching{grid: g, same: make([]float64, 3*n+1), apart: apart, values: values, span: -errfloat.Expm1(-apart.step) * (1 - 40*u)}
	for d := 0; d <= 2*n; d++ {
		k := least(equal, d)
		m.same[n+d] = k
		if d <= n { // k(1/γ) = 1 − 1/γ + k(γ)/γ
			below := -errfloat.Expm1(-g.loss(d))*(1+40*u) + k/g.gamma[d]*(1+12*u)
			m.same[n-d] = min(1, below*(1+4*u))
		}
	}
	return m
}

// least returns the smallest of the mechanisms' bounds at the loss of the point d.
func least(of []mechanism, d int) float64 {
	k := 1.0
	for _, m := range of {
		k = min(k, m.away[d])
	}
	return k
}

// pairOf is the discrete pair of laws P, Q whose profile is linear between the corners of a profile h. The pair is symmetric:
// it has masses p at the losses of the grid, q = p/γ there, and p at minus these losses.
type pairOf struct {
	p, q, profile []float64 // at i ≥ 1, from above; the pair's own profile, within sumError
	above         []float64 // Σ of q beyond i over lowered, from above: Q's mass at losses above that of i, and P's below −i
	lower         []float64 // Σ of p at losses below that of i ≥ 1, from above
	middle        float64   // the mass at γ = 1, from above
	excess        float64   // an upper bound on the sum of the masses, less 1
}

// symmetric lowers h at γ = 1 to the largest value that the others permit. A profile that bounds both directions is at most
// (γ − 1 + 2h(γ))/(γ + 1) there, by convexity between 1/γ and γ. Then the masses add up to 1.
func (g *grid) symmetric(h []float64) []float64 {
	out := slices.Clone(h)
	for i := 1; i <= g.last(); i++ {
		out[0] = min(out[0], (g.excess[i]+2*h[i])/(2+g.excess[i])*(1+48*u))
	}
	return falling(out)
}

// lowered is the unit of a pair's `above`, which γ multiplies. In the unit 1 it would underflow: γ is up to e^300, and profiles
// down to errfloat.Tiny matter at the smallest δ.
const lowered = 0x1p-600

// pairOf returns the pair of laws of a profile.
func (g *grid) pairOf(h []float64) pairOf {
	const rounding = 1e-12 // above the rounding error of the sum of the masses
	n := g.last()
	h = g.symmetric(h)
	c := g.chords(h)
	b := pairOf{p: c.masses, q: make([]float64, n+1), profile: make([]float64, n+1),
		above: make([]float64, n+1), lower: make([]float64, n+2), middle: max(0, 1-c.rest) + rounding}
	if c.rest > 1-rounding {
		b.excess = max(0, c.rest-1) + 2*rounding
	}
	b.profile[n] = h[n]
	for i := n; i > 0; i-- {
		b.q[i] = b.p[i] / g.gamma[i] * (1 + 12*u)
		b.above[i-1] = b.above[i] + b.p[i]/lowered/g.gamma[i]*(1+12*u)
		b.profile[i-1] = b.profile[i] + float64(g.gamma[i-1]*lowered*g.excess[1])*b.above[i-1]
	}
	b.lower[1] = (b.upTo(0) + b.middle) * (1 + sumError)
	for i := 1; i <= n; i++ {
		b.lower[i+1] = b.lower[i] + b.p[i]
	}
	return b
}

// mass is P's mass at the loss of i, from −n to n, from above.
func (b *pairOf) mass(i int) float64 {
	switch {
	case i > 0:
		return b.p[i]
	case i < 0:
		return b.q[-i]
	}
	return b.middle
}

// upTo is P's mass at losses below that of i, from above.
func (b *pairOf) upTo(i int) float64 {
	if i > 0 {
		return b.lower[i]
	}
	return b.above[-i] * lowered
}

// cut says where likelihood ratios are cut, below low and above high, by points of the grid: −n ≤ low ≤ high and 0 ≤ high ≤ n.
type cut struct{ low, high int }

// over returns the profile h after the block. Any cuts give a bound.
func (m *matching) over(h []float64) []float64 {
	b := m.pairOf(h)
	out := make([]float64, m.last()+1)
	for j, at := range m.cuts(&b) {
		out[j] = m.value(&b, j, at)
	}
	return falling(out)
}

// value returns the bound at the point j for the cuts c.
func (m *matching) value(b *pairOf, j int, c cut) float64 {
	sum := 0.0
	for i := c.low; i <= c.high; i++ {
		sum += float64(b.mass(i) * m.start(j, i))
	}
	sum = m.withEnds(b, j, c, sum)
	if a := b.profile[c.high] * (1 + sumError); a > 0 {
		sum += float64(a * m.anyStarts(m.loss(j), b.below(m.grid, c.low)/a))
	}
	return min(1, float64(sum*(1+2*sumError))+2*errfloat.Tiny)
}

// start is the profile k of equal starts at the loss of the point j less that of i.
func (m *matching) start(j, i int) float64 { return m.same[m.last()+j-i] }

// withEnds adds the mass matched beyond the cuts, at the losses of the cuts, to the sum between them.
func (m *matching) withEnds(b *pairOf, j int, c cut, between float64) float64 {
	return between + float64(b.upTo(c.low)*m.start(j, c.low)) + float64(float64(m.gamma[c.high]*lowered*b.above[c.high])*m.start(j, c.high))
}

// A cutSearch looks for the cuts of least value at one point. Up to rounding its values are those of matching.value. It
// computes them from sums and logarithms that serve all cuts.
type cutSearch struct {
	*matching
	of     *pairOf
	mass   []float64 // of the pair at the loss of i, at n+i, i = −n … n
	below  []logged  // pairOf.below at the cut i, at n+i
	beyond []logged  // the pair's profile
	point  int
	// sums are Σ of mass·k over the losses above that of from, up to that of i, at n+1+i, i = from … to.
	sums     []float64
	from, to int
}

// logged is a number and its logarithm. Both are 0 for a negligible number.
type logged struct{ value, log float64 }

func loggedOf(x float64) logged {
	const nothing = 1e-300
	if !(x > nothing) {
		return logged{}
	}
	_, log := errfloat.Log(x)
	return logged{x, log}
}

// cuts returns good cuts for every point. The value is convex in the mass beyond each cut, up to the grid, so a search over
// one cut within a search over the other comes near the best anywhere. Cuts hardly move from one point to the next, so at
// most points the search descends from the cuts of the point before.
func (m *matching) cuts(b *pairOf) []cut {
	const (
		anew   = 64 // points from one full search to the next, so that full searches are a small part of the work
		nearby = 2  // the first step of a descent from the cuts of the point before, which lie within a point or two
	)
	n := m.last()
	out := make([]cut, n+1)
	s := cutSearch{matching: m, of: b, mass: make([]float64, 2*n+1), below: make([]logged, 2*n+1), sums: make([]float64, 2*n+2)}
	for i := range s.mass {
		s.mass[i], s.below[i] = b.mass(i-n), loggedOf(b.below(m.grid, i-n))
	}
	for _, v := range b.profile {
		s.beyond = append(s.beyond, loggedOf(v*(1+sumError)))
	}
	for j := range out {
		from, first := cut{-1, 1}, nearby
		if j > 0 {
			high := min(out[j-1].high+1, n)
			from = cut{min(out[j-1].low+1, high), high}
		}
		if j%anew == 0 {
			first = max(1, n/8)
		}
		s.at(j, from)
		out[j] = s.descend(from, first)
		if j%anew == 0 {
			if far := s.descend(s.anywhere(), 1); s.value(far, noLimit) < s.value(out[j], noLimit) {
				out[j] = far
			}
		}
	}
	return out
}

// at moves the search to the point j, where cuts near `from` are tried.
func (s *cutSearch) at(j int, from cut) {
	s.point, s.from, s.to = j, from.low, from.low
	s.sums[s.last()+1+from.low] = 0
}

// between returns the sum of mass·k from one cut to the other.
func (s *cutSearch) between(c cut) float64 {
	n := s.last()
	same := s.same[s.point:] // k(loss of the point less that of i) is at 2n − (n+i)
	for i := s.to + 1; i <= c.high; i++ {
		s.sums[n+1+i] = s.sums[n+i] + float64(s.mass[n+i]*same[n-i])
	}
	for i := s.from; i >= c.low; i-- {
		s.sums[n+i] = s.sums[n+1+i] - float64(s.mass[n+i]*same[n-i])
	}
	s.from, s.to = min(s.from, c.low-1), max(s.to, c.high)
	return s.sums[n+1+c.high] - s.sums[n+c.low]
}

// noLimit is the limit of a value that is wanted whatever it is.
var noLimit = math.Inf(1)

// value returns matching.value at the cuts c, but for rounding; +Inf if c is not valid. If that is at least enough, value may
// return less, but at least enough.
func (s *cutSearch) value(c cut, enough float64) float64 {
	n := s.last()
	if c.low < -n || c.low > c.high || c.high < 0 || c.high > n {
		return math.Inf(1)
	}
	j, low, a := s.point, s.below[n+c.low], s.beyond[c.high]
	sum := s.withEnds(s.of, j, c, s.between(c))
	switch loss := s.loss(j) + low.log - a.log; {
	case !(a.value > 0) || sum >= enough:
		return sum
	case !(low.value > 0):
		return sum + a.value
	case loss < 0:
		gamma := s.gamma[j] * low.value / a.value
		return sum + float64(a.value*(1-gamma+float64(gamma*s.farApart(-loss, 1/gamma))))
	default:
		return sum + float64(a.value*s.farApart(loss, s.gamma[j]*low.value/a.value))
	}
}

// farApart returns anyStartsAbove at ln γ = loss, but for rounding.
func (s *cutSearch) farApart(loss, gamma float64) float64 {
	i, g := int(loss/s.apart.step), s.apart.gamma
	if i >= s.apart.last() {
		return s.values[s.apart.last()]
	}
	share := min(1, max(0, (g[i+1]-gamma)/(g[i+1]-g[i])))
	return s.values[i+1] + float64((s.values[i]-s.values[i+1])*share)
}

// anywhere searches all cuts. Where there is no mass below the lower cut, or above the higher one, the value is flat, so the
// search goes inwards from there.
func (s *cutSearch) anywhere() cut {
	n := s.last()
	best := func(high int) cut {
		value := func(low int) float64 { return s.value(cut{low, high}, noLimit) }
		return cut{sort.Search(n+high, func(i int) bool { return value(i-n) < value(i-n+1) }) - n, high}
	}
	return best(sort.Search(n, func(high int) bool { return s.value(best(high), noLimit) <= s.value(best(high+1), noLimit) }))
}

// descend moves cuts for as long as the value falls, by steps that halve.
func (s *cutSearch) descend(at cut, first int) cut {
	least := s.value(at, noLimit)
	for step := first; step > 0; step /= 2 {
		for moved := true; moved; {
			moved = false
			for _, by := range [...]cut{{-1, 1}, {1, -1}, {1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				to := cut{at.low + step*by.low, at.high + step*by.high}
				if v := s.value(to, least); v < least {
					at, least, moved = to, v, true
				}
			}
		}
	}
	return at
}

// below returns, from below, Q's mass in excess of what is matched below the point `low`: E_γ(Q‖P) at γ = 1/γ_low. It subtracts
// b.excess, which is no mass of Q.
func (b *pairOf) below(g *grid, low int) float64 {
	if low <= 0 {
		return b.profile[-low]*(1-2*sumError) - b.excess
	}
	return (-errfloat.Expm1(-g.loss(low))+b.profile[low]/g.gamma[low])*(1-2*sumError) - b.excess
}

// anyStarts is the profile of any two starts at γ·ratio, γ = e^loss, from above.
func (m *matching) anyStarts(loss, ratio float64) float64 {
	if !(ratio > 0) {
		return 1
	}
	below, _ := errfloat.Log(min(ratio, 1e300)) // a smaller ratio is a larger bound
	at := loss + below
	if at -= 4 * u * (math.Abs(loss) + math.Abs(below)); at < 0 {
		return min(1, (-errfloat.Expm1(at)+errfloat.Exp(at)*m.anyStartsAbove(-at*(1-4*u)))*(1+64*u))
	}
	return m.anyStartsAbove(at)
}

// anyStartsAbove returns the profile of any two starts at a loss ≥ 0, from above: the chord in γ, or the last value.
func (m *matching) anyStartsAbove(loss float64) float64 {
	i := int(loss / m.apart.step)
	last := m.apart.last()
	if i >= last {
		return m.values[last]
	}
	if m.apart.loss(i) > loss {
		i--
	}
	share := -errfloat.Expm1(loss-m.apart.loss(i+1)) / m.span * (1 + 64*u)
	if !(share < 1) {
		return m.values[i]
	}
	share = max(0, share)
	return m.values[i+1] + float64(max(0, m.values[i]-m.values[i+1])*share)*(1+4*u)
}

const (
	// matchingBlocks is about the ratio of the work of a matching to that of a block's contraction.
	matchingBlocks = 2
	// apartPoints is the number of points of the profile of any two starts for an answer, whose own grid has as many.
	// coarseApart is that number for a search.
	apartPoints, coarseApart = 320, 96
	// leastApart is the value of the profile of any two starts at the end of its grid, beyond which it counts as constant. It
	// is far below any value that matters at a δ.
	leastApart = 1e-30
)

// sharesOfAny are shares of the last step's noise that pay for the pushes if two starts are far apart. Any share gives a
// bound, and the least counts. Small shares suit pushes that are small beside the domain.
var sharesOfAny = []float64{0.03, 0.2, 0.6}

// EqualStarts returns μ: from equal starts, the block of a matched choice is a μ-Gaussian mechanism. The order must not be
// sampled.
func (c Cycle) EqualStarts() float64 { return c.path.equalStarts(float64(c.Block)) }

// equalStarts returns the μ of a number of uses from equal starts: by composition, or by their shift under all of the noise
// if that is less.
func (s search) equalStarts(uses float64) float64 {
	if s.Order == run.FreshOrder {
		return s.s * up
	}
	return min(s.s*math.Sqrt(uses), s.grown(uses, float64(s.Period))) * up
}

// A stroke is a block or a sampled step that is matched.
type stroke struct {
	last  float64                                             // bounds on the loss from equal iterates, if all of the noise pays
	equal func(g *grid) []mechanism                           // each bounds the loss from equal iterates, with all of the noise
	over  func(g *grid, h []float64, share float64) []float64 // the profile h after the block, if that share of the last step's noise pays
}

// matched returns the matching of a part.
func (s search) matched(g *grid, beta float64, of use) *matching {
	over := func(g *grid, h []float64, share float64) []float64 {
		return g.compose(of.lead(share).over(g, h), of.pays(g, share)...)
	}
	return g.stroke(stroke{s.lastStep(), of.equal, over}, beta, s.lengths.work)
}

// stroke returns the matching of a block. It bounds the profile of any two starts with several shares of the noise, and by
// hiding the whole diameter in the last step; the least of these bounds counts.
func (g *grid) stroke(b stroke, beta float64, w *work.Budget) *matching {
	points := coarseApart
	if g.fine() {
		points = apartPoints
	}
	wide := newGrid(fewDigits(min(widest, convert.GaussianEpsilonUpper(b.last, leastApart))), points)
	values := wide.gaussianProfile(b.last)
	ones := wide.evaluate(func(float64) float64 { return 1 })
	for _, share := range append(sharesOfAny, beta) {
		w.Spend(2 * blockUnits(points))
		for i, v := range b.over(wide, ones, share) {
			values[i] = min(values[i], v)
		}
	}
	equal := b.equal(wide)
	if mutants.MatchedStarts.On() {
		clear(values)
	}
	for i := range values {
		values[i] = max(values[i], least(equal, i)) // so that a shorter first block loses no more than a whole one
	}
	return g.matching(b.equal(g), wide, falling(values))
}
