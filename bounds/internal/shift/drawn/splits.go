package drawn

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// splits are finitely many ways to split the noise of one sampled step: the share x = 1−β pays a distance a at the cost a²/x,
// and the rest hides the batch at the cost hide. Only entries on the lower convex hull of (x, hide) are kept, since others
// are never the cheapest.
type splits struct {
	hide    func(beta float64) float64
	tried   int       // entries computed
	entries []entry   // by x, the first with x = 0
	levels  []float64 // P = (marginal cost/2)² above which a step prefers entry k+1 to entry k
	logs    []float64 // ln of the levels
	work    *work.Budget
}

// entry is one split. Splits are refined on the scale of the logit ln(x/β), on which neither end is special.
type entry struct{ x, beta, hide, logit float64 }

const (
	// leastLogit and mostLogit are the ends of a table.
	leastLogit, mostLogit = -12, 8
	// firstEntries is the number of entries of a coarse table.
	firstEntries = 14
	// mostEntries is the largest number of entries, each of which takes a divergence, for one price.
	mostEntries = 64
	// entryUnits is the work of an entry each time a window is paid, in units of package work.
	entryUnits = 3
	// roundEntries is the largest number of entries added before the plan is computed again.
	roundEntries = 10
	// finestGap is the distance in logit of two entries between which none is added. The cost of missing the best entry is
	// the square of that distance.
	finestGap = 2e-3
	// leastLevel keeps logarithms finite if rounding has made a price flat.
	leastLevel = 1e-300
)

// newSplits returns splits with evenly spaced logits.
func newSplits(hide func(beta float64) float64, entries int) *splits {
	m := &splits{hide: hide, entries: []entry{{x: 0, beta: 1, hide: hide(1), logit: math.Inf(-1)}}}
	for i := range entries {
		m.add(leastLogit + (mostLogit-leastLogit)*float64(i)/float64(entries-1))
	}
	m.hull()
	return m
}

// add adds an entry, unless its cost of hiding cannot be computed.
func (m *splits) add(logit float64) {
	m.tried++
	x, beta := 1/(1+math.Exp(-logit)), 1/(1+math.Exp(logit))
	if s := m.hide(beta); s >= 0 && !math.IsInf(s, 1) {
		m.entries = append(m.entries, entry{x, beta, s, logit})
	}
}

// hull sorts the entries and drops those above the lower convex hull.
func (m *splits) hull() {
	sort.SliceStable(m.entries, func(i, j int) bool { return m.entries[i].x < m.entries[j].x })
	kept := m.entries[:0:0]
	slope := func(a, b entry) float64 { return (b.hide - a.hide) / (b.x - a.x) }
	for _, e := range m.entries {
		for len(kept) > 1 && e.hide <= kept[len(kept)-1].hide {
			kept = kept[:len(kept)-1]
		}
		for len(kept) > 1 && slope(kept[len(kept)-2], kept[len(kept)-1]) >= slope(kept[len(kept)-1], e) {
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, e)
	}
	m.entries, m.levels, m.logs = kept, m.levels[:0], m.logs[:0]
	for k := 1; k < len(kept); k++ {
		level := max(slope(kept[k-1], kept[k]), leastLevel)
		m.levels, m.logs = append(m.levels, level), append(m.logs, math.Log(level))
	}
}

// refine adds the middles of the intervals next to the entries that a plan uses, first those that may gain most. It reports
// whether there were any.
func (m *splits) refine(times []int) bool {
	type gap struct{ logit, gain float64 }
	var gaps []gap
	for k := 1; k+1 < len(m.entries); k++ { // between k and k+1
		a, b := m.entries[k], m.entries[k+1]
		if b.logit-a.logit > finestGap && times[k]+times[k+1] > 0 {
			// With hide = h/β a step costs h/(1−x) + a²/x, which is least where a²/x² = h/(1−x)². As a function of the logit,
			// dx = x(1−x), the second derivative there is 2hx/(1−x) = 2x·hide. So missing the best by half of the gap costs a
			// quarter of x·hide times the square of the gap.
			steps := float64(times[k])*a.x*a.hide + float64(times[k+1])*b.x*b.hide
			gaps = append(gaps, gap{(a.logit + b.logit) / 2, steps * (b.logit - a.logit) * (b.logit - a.logit)})
		}
	}
	sort.SliceStable(gaps, func(i, j int) bool { return gaps[i].gain > gaps[j].gain })
	gaps = gaps[:min(len(gaps), roundEntries, mostEntries-m.tried)]
	for _, g := range gaps {
		m.add(g.logit)
	}
	m.hull()
	return len(gaps) > 0
}

// splitPlan says how many steps of a window use which entry.
type splitPlan struct {
	times    []int   // of each entry
	capacity float64 // Σ x_i q^{2i}
	R        float64 // the cost of the window
}

// window pays a distance over n steps. The weight of a step is the distance that its payment takes off, per unit of payment.
// In order of weight step i has q^i, q = e^{−l}, relative to the heaviest; demand is the distance in the heaviest step's
// unit. With fixed shares x_i, payments in proportion to x_i·q^i are the cheapest, and the steps cost Σs_i + demand²/Σ x_i
// q^{2i}. Every choice of shares is valid. At the best choice a_i/x_i = √P·q^i, with one P for all. Step i then has the entry
// with the least s − P·q^{2i}·x: entries k and k+1 are equal at P·q^{2i} = (s_{k+1} − s_k)/(x_{k+1} − x_k), their level
// (sampled.md, section 2).
func (m *splits) window(n int, l, demand float64) splitPlan {
	last := len(m.entries) - 1
	if demand == 0 || last == 0 {
		return m.nothingPaid(n, demand)
	}
	if l == 0 {
		return m.ofEqualWeights(n, demand)
	}
	above := make([]int, last) // the number of steps at which entry k+1 is preferred to k
	target := 2 * math.Log(demand)
	// At the marginal cost 2√P a step with the share x and the weight w = q^i pays √P·xw, which reduces the distance by
	// √P·xw². surplus is ln of the square of √P·Σxw² over the demand, −Inf if nothing is paid. It grows by at least as much
	// as ln P, since no share falls.
	run := 0.0
	surplus := func(logP float64) float64 {
		run = 0
		m.work.Spend(entryUnits * len(above))
		for k := range above {
			above[k] = 0
			if d := logP - m.logs[k]; d >= 0 {
				above[k] = int(min(float64(n), math.Floor(d/(2*l))+1))
				run += (m.entries[k+1].x - m.entries[k].x) * scalar.Geometric(-2*l, float64(above[k]))
			}
		}
		return logP + 2*math.Log(run) - target
	}
	best := splitPlan{R: math.Inf(1)}
	try := func(logP float64) float64 {
		f := surplus(logP)
		if run > 0 {
			if R := m.cost(n, above, run, demand); R < best.R {
				best = splitPlan{times: append(best.times[:0], above...), capacity: run, R: R}
			}
		}
		return f
	}
	searchRoot(m.logs[0], try)
	if best.times != nil {
		best.times = m.times(n, best.times)
	}
	return best
}

// searchRoot calls try from lo upward and then around its root. try rises at least as fast as x, perhaps in jumps.
func searchRoot(lo float64, try func(x float64) float64) {
	const (
		tries                = 1000 // more than a rise of at least x itself takes
		leastStep, mostStep  = 1e-3, 30
		sameRoot, nearlyRoot = 1e-14, 1e-12 // relative to x, and the value of try
	)
	flo := try(lo)
	hi := lo
	fhi := flo
	for range tries {
		if fhi >= 0 {
			break
		}
		lo, flo = hi, fhi
		hi += max(leastStep, min(-fhi, mostStep))
		fhi = try(hi)
	}
	// False position, with a bisection after every turn that does not halve the interval, because of the jumps.
	for bisect := false; hi-lo > sameRoot*math.Abs(hi) && fhi > nearlyRoot && flo < 0; {
		mid := lo + (hi-lo)/2
		if x := lo - flo*(hi-lo)/(fhi-flo); !bisect && x > lo && x < hi {
			mid = x
		}
		if mid == lo || mid == hi {
			break
		}
		width := hi - lo
		if f := try(mid); f >= 0 {
			hi, fhi = mid, f
		} else {
			lo, flo = mid, f
		}
		bisect = hi-lo > width/2
	}
}

// cost returns the cost of the plan in which above[k] steps use an entry after k.
func (m *splits) cost(n int, above []int, run, demand float64) float64 {
	R := demand * demand / run
	before := n
	for k, c := range above {
		R += float64(before-c) * m.entries[k].hide
		before = c
	}
	return R + float64(before)*m.entries[len(above)].hide
}

// times returns the number of steps that use each entry.
func (m *splits) times(n int, above []int) []int {
	out := make([]int, len(m.entries))
	before := n
	for k, c := range above {
		out[k] = before - c
		before = c
	}
	out[len(above)] = before
	return out
}

// nothingPaid returns the plan whose steps only hide; it costs +Inf if demand is above 0.
func (m *splits) nothingPaid(n int, demand float64) splitPlan {
	p := splitPlan{times: make([]int, len(m.entries)), R: float64(n) * m.entries[0].hide}
	p.times[0] = n
	if demand > 0 {
		p.R = math.Inf(1)
	}
	return p
}

// ofEqualWeights is window for l = 0: two neighbouring entries share the steps, so that the sum of shares is closest to
// demand/√level.
func (m *splits) ofEqualWeights(n int, demand float64) splitPlan {
	N := float64(n)
	k := sort.Search(len(m.levels)-1, func(k int) bool { return demand <= math.Sqrt(m.levels[k])*N*m.entries[k+1].x })
	a, b := m.entries[k], m.entries[k+1]
	wish := (demand/math.Sqrt(m.levels[k]) - N*a.x) / (b.x - a.x)
	best := splitPlan{R: math.Inf(1)}
	for _, w := range []float64{math.Floor(wish), math.Floor(wish) + 1} {
		c := int(min(N, max(0, w)))
		above := make([]int, len(m.levels))
		for j := range above {
			switch {
			case j < k:
				above[j] = n
			case j == k:
				above[j] = c
			}
		}
		run := N*a.x + float64(c)*(b.x-a.x)
		if run > 0 {
			if R := m.cost(n, above, run, demand); R < best.R {
				best = splitPlan{times: m.times(n, above), capacity: run, R: R}
			}
		}
	}
	return best
}
