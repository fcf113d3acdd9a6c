package drawn

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// SizedProgram is the program for batches that are drawn afresh, in secret, at every step and whose sizes vary. A share β of
// a step's noise hides whether the batch holds the differing example. The distances after each step are fixed levels. The
// payment of a step, with the rest of its noise, depends on the size of its batch without the differing example:
//
//	a = (m(z_t) − z_{t+1})₊,   z_T = 0,   z_τ = Δ_τ,
//	R = min over τ, β and z of Σ_{t=τ}^{T−1} Hide(β_t) + log E exp(Weight·a²/(1−β_t)).
//
// R bounds (α−1)ε(α). sampled.md, section 4, proves the bound and derives the search.
type SizedProgram struct {
	Sizes    []SizeRange
	Weight   float64                    // (α−1)α/(2σ²), 1 over a squared length
	Hide     func(beta float64) float64 // (α−1)S_α for β in (0, 1], +Inf where unknown
	Diameter float64                    // D, a length; +Inf when there is no projection
	// Apart returns at least the distance of the two runs before step t on the same noise and batches. It does not fall.
	Apart func(t int) float64
	Work  *work.Budget // nil for no limit
	// Known keeps values that programs share which differ only in sizes and numbers of steps; nil keeps nothing.
	Known *Walks
}

// A SizeRange is a range of sizes of the batch without the differing example.
type SizeRange struct {
	Weight float64       // at least the probability of the range
	Lines  []affine.Line // majorants of the distance after a step of either run with such a batch
}

// SizedSolution is a feasible point: R, the first step, and the levels.
type SizedSolution struct {
	R    float64
	Tau  int
	Legs []Leg
}

// A Leg is a number of steps From one distance To another, each of which hides with the share Beta of its noise and
// lowers the distance by the same length or, if Ratio, by the same ratio.
type Leg struct {
	From, To float64
	Steps    int
	Ratio    bool
	Beta     float64
}

// A shareEntry is a share of the noise in a sizedTable: β, x = 1 − β, and the cost of hiding, NaN until it is asked for.
type shareEntry struct{ beta, x, hide float64 }

const (
	// sizedShares is the number of shares of a table, evenly spaced in ln((1−β)/β) between these ends.
	sizedShares                     = 48
	leastSizedLogit, mostSizedLogit = -10.0, 7.0
	sizedError                      = 1e-12 // above the relative rounding of a leg's cost
	mostSizedExponent               = 700.0 // larger ones count as +Inf
	sizeUnits                       = 3     // of work, for one size in one leg
)

// Joined leaves out the lines that are nowhere the lowest up to the distance `most`, and then joins neighbouring sizes
// with the same lines.
func Joined(sizes []SizeRange, most float64) (out []SizeRange) {
	for _, s := range sizes {
		s.Lines = affine.Lowest(s.Lines, most)
		if n := len(out); n > 0 && slices.Equal(out[n-1].Lines, s.Lines) {
			out[n-1].Weight += s.Weight
			continue
		}
		out = append(out, s)
	}
	return out
}

// expected returns log E exp(Weight·a²/x) for a step from z to `next`, each size under the line that is least at the distance
// `at`.
func (p *SizedProgram) expected(z, next, x, at float64) float64 {
	if mutants.FreeDistance.On() {
		return 0
	}
	sum, factor := 0.0, p.Weight/x
	for i := range p.Sizes {
		s := &p.Sizes[i]
		line, least := s.Lines[0], math.Inf(1)
		if len(s.Lines) > 1 {
			for _, l := range s.Lines {
				if m := l.Excess*at + l.Offset; m < least {
					line, least = l, m
				}
			}
		}
		a := line.Excess*z + line.Offset + (z - next)
		if !(a > 0) {
			continue
		}
		e := factor * a * a
		if e > mostSizedExponent {
			return math.Inf(1)
		}
		sum += s.Weight * math.Expm1(e)
	}
	return math.Log1p(sum)
}

// cost returns the cost of a leg. The payment at a batch size is affine in the distance before a step. The logarithm of the
// mean, over sizes, of the exponential of its square is convex in that distance, so the sum over steps is at most the sum
// along the chord between the first and the last step.
func (p *SizedProgram) cost(l Leg, s shareEntry) float64 {
	return p.costBelow(l, l.ends(), s, math.Inf(1))
}

// costBelow returns the cost of a leg if it is below limit, otherwise +Inf. No part of the cost is below 0.
func (p *SizedProgram) costBelow(l Leg, e legEnds, s shareEntry, limit float64) float64 {
	p.Work.Spend(sizeUnits * len(p.Sizes))
	n := float64(l.Steps)
	if n*s.hide >= limit {
		return math.Inf(1)
	}
	if l.Steps == 1 {
		return s.hide + p.expected(l.From, l.To, s.x, l.From)
	}
	first := s.hide + float64(e.share*p.expected(l.From, e.next, s.x, l.From))
	if n*first >= limit {
		return math.Inf(1)
	}
	return n * (first + float64((1-e.share)*p.expected(e.before, l.To, s.x, l.From)))
}

// legEnds are the level after the first step of a leg and the level before its last step. The mean of the levels before
// all steps lies between From and before; share is the weight of From in it.
type legEnds struct{ next, before, share float64 }

func (l Leg) ends() legEnds {
	n := float64(l.Steps)
	switch {
	case l.Steps == 1:
		return legEnds{}
	case !l.Ratio:
		drop := (l.From - l.To) / n
		return legEnds{l.From - drop, l.To + drop, 0.5}
	}
	log := math.Log(l.To/l.From) / n // of the ratio
	next, before := l.From*math.Exp(log), l.To*math.Exp(-log)
	mean := math.Expm1(log*n) / math.Expm1(log) / n * l.From
	return legEnds{next, before, min(1, max(0, (mean-before)/(l.From-before)))}
}

// sizedTable has the shares, from the least x on, and the costs of hiding that have been asked for.
type sizedTable struct {
	hide    func(beta float64) float64
	entries [sizedShares]shareEntry
}

func newSizedTable(hide func(beta float64) float64) *sizedTable {
	t := &sizedTable{hide: hide}
	for i := range t.entries {
		logit := leastSizedLogit + (mostSizedLogit-leastSizedLogit)*float64(i)/(sizedShares-1)
		t.entries[i] = shareEntry{1 / (1 + math.Exp(logit)), 1 / (1 + math.Exp(-logit)), math.NaN()}
	}
	return t
}

// at returns an entry with its cost of hiding, +Inf if that is not known.
func (t *sizedTable) at(i int) shareEntry {
	e := &t.entries[i]
	if math.IsNaN(e.hide) {
		if e.hide = t.hide(e.beta); !(e.hide >= 0) {
			e.hide = math.Inf(1)
		}
	}
	return *e
}

// of returns the index of a share, 0 for a share that is not in the table.
func (t *sizedTable) of(beta float64) int {
	return max(0, slices.IndexFunc(t.entries[:], func(e shareEntry) bool { return e.beta == beta }))
}

// Priced returns the cost of the legs under this program.
func (p *SizedProgram) Priced(legs []Leg) (sum float64) {
	for _, l := range legs {
		sum += p.cost(l, shareEntry{l.Beta, 1 - l.Beta, p.Hide(l.Beta)})
	}
	return sum * (1 + sizedError)
}

// Moment returns log E exp(Weight·Σ a²/(1−β)) over the steps of the legs.
func (p *SizedProgram) Moment(legs []Leg) (sum float64) {
	for _, leg := range legs {
		sum += p.cost(leg, shareEntry{leg.Beta, 1 - leg.Beta, 0})
	}
	return sum * (1 + sizedError)
}
