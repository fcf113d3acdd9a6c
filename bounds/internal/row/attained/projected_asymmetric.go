package attained

import (
	"math"

	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
)

// asymmetric returns variants of the given members: with a start at an end of the interval, a centre beside its middle,
// pushes partly beside the interval, or other examples that push. It returns as many as mostAsymmetric and mostPushed allow
// (projected.md, section 2).
func asymmetric(r run.Run, members []member) []member {
	list := memberList{left: mostAsymmetric}
	free := r.Clipping.Differences() && r.Adjacency == run.Replace // gradients need no bound
	for _, m := range members {
		expands := m.pair.Plain.Excess > 0
		if expands {
			off := m
			if !free {
				off = cut(r, m)
			}
			// natural is the distance by which a push moves the point from which steps lead away, over half the interval.
			natural := math.Abs(m.pair.Visit[0].Shift) / m.pair.Plain.Excess / (m.pair.Diameter / 2)
			for _, times := range []float64{1, 0.5, 2} {
				centre := min(times*natural, 0.3*times)
				list.add(off, -1, -centre, 0)
				list.add(off, -1, centre, 0)
			}
		}
		if m.pair.T < longMemory || expands {
			list.add(m, -1, 0, 0)
			if r.Adjacency != run.Replace {
				list.add(m, 1, 0, 0)
			}
		}
		// The other examples push both runs by half of s, in the steps that use the differing one.
		half := math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) / 2
		known := m.pair.Order.Known()
		if m.pair.Plain.Excess == 0 && known && !flatOthers(r) && (free || r.B > 1+int(half/math.Abs(m.pair.Visit[0].Shift))) {
			list.add(m, 0, 0, -half)
			list.add(m, 0, 0, half)
		}
	}
	for _, m := range members {
		if m.pair.Order.Known() && m.pair.Rest == 0 {
			list.addAslant(m)
		}
	}
	list.addAllPushed(r, members)
	return list.members
}

// addAllPushed adds variants of all members in which the others push, within the work of mostPushed.
func (l *memberList) addAllPushed(r run.Run, members []member) {
	l.left = mostPushed
	for _, bounded := range []bool{true, false} { // first the variants that also serve under more assumptions
		for _, curved := range []bool{false, true} { // linear losses first: they are in every class, and lose most
			for _, m := range members {
				if (m.others != 0) == curved {
					l.addPushed(r, m, bounded)
				}
			}
		}
	}
}

// pushed returns m with others that also push both runs along the interval: by push, in σ, in a step whose batch holds b of
// them, and so by less if the differing example takes the place of one. Poisson batches hold any number of others, each of
// which pushes by push/b.
func (m member) pushed(r run.Run, push float64) member {
	m.push = push
	b := float64(r.B)
	if !r.Scheme.FixedSize() {
		m.pair.Sizes, m.pair.Beyond = adversary.Sizes(r.N-1, r.B, r.N, m.others/b, push/b)
		return m
	}
	m.pair.Plain.Shift += push
	for k := range m.pair.Visit {
		m.pair.Visit[k].Shift += push * ((b - 1) / b)
	}
	return m
}

// memberList is a list of members, and the number of multiplications that further members may take.
type memberList struct {
	members []member
	left    float64
}

// add adds m with another start, a centre in units of half the interval, and a drift, in σ, of the steps that use the example,
// unless that would take more work than the list may.
func (l *memberList) add(m member, start int, centre, drift float64) {
	m.pair.Start = start
	for _, s := range []*adversary.ClippedStep{&m.pair.Plain, &m.pair.Visit[0], &m.pair.Visit[1]} {
		s.Centre = centre * m.pair.Diameter / 2
	}
	m.pair.Visit[0].Shift += drift
	m.pair.Visit[1].Shift += drift
	if l.left -= m.pair.Work(); l.left >= 0 && m.pair.Feasible() == nil {
		l.members = append(l.members, m)
	}
}

// addPushed adds variants of m in which the others push both runs towards one end of the interval, where a step contracts
// less. If bounded is set, these are pushes by bounded gradients, otherwise larger ones.
func (l *memberList) addPushed(r run.Run, m member, bounded bool) {
	reach := max(0, (r.Step().Reach()/r.IterateNoise()-math.Abs(m.others)*m.pair.Diameter/2)*(1-proof.StatedError))
	least, most := 0.0, reach
	if !bounded {
		least, most = reach, math.Inf(1)
	}
	if r.N == 1 || m.pair.Plain.Most > 0 || !bounded && r.Clipping != run.ClippingDifference {
		return
	}
	tried := map[float64]bool{}
	for _, push := range drifts {
		push := min(push, most)
		if !(push > least) || tried[push] {
			continue
		}
		tried[push] = true
		if x := m.pushed(r, push); x.pair.Sizes != nil || r.Scheme.FixedSize() {
			l.add(x, 0, 0, 0)
		}
	}
}

// drifts are pushes of the others, in σ, around those at which losses are seen to be largest. A stronger push leaves less of
// the differing example's effect; a weaker one lets more of it be forgotten.
var drifts = []float64{0.4, 0.65, 1, 0.25, 1.6, 0.15, 2.5}

// addAslant adds variants of m whose pushes are only partly along the interval; the last push has the other part beside it.
func (l *memberList) addAslant(m member) {
	for _, along := range []float64{0.9, 0.7, 0.4} {
		part := m
		part.beside = math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) * math.Sqrt(1-along*along)
		part.pair.Visit[0].Shift *= along
		part.pair.Visit[1].Shift *= along
		l.add(part, 0, 0, 0)
	}
}

// steepestCut returns the largest k for which the loss whose gradient is −kx, cut at ±C, is in the class: steepestDescent
// without its limit for gradients above C.
func steepestCut(r run.Run) float64 {
	if r.Clipping != run.ClippingActive && r.Clipping != run.ClippingNever {
		return 0
	}
	r.Clipping = run.ClippingDifference
	return steepestDescent(r)
}

// cut returns the member m with the other examples' gradients cut at ±C.
func cut(r run.Run, m member) member {
	most := r.Step().Reach() / r.IterateNoise()
	m.pair.Plain.Most = most
	for k := range m.pair.Visit {
		m.pair.Visit[k].Most = most * float64(r.B-1) / float64(r.B)
	}
	return m
}

const (
	mostAsymmetric = 4e7  // multiplications for variants whose others do not also push
	mostPushed     = 4e7  // multiplications for variants whose others do
	longMemory     = 1000 // steps from which on a run counts as having forgotten its start
)
