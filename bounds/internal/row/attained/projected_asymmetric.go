package attained

import (
	"math"

	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/run"
)

// asymmetric are the members from an end of the interval, and off its centre, as many as
// may be computed besides them (projected.md, section 2).
func asymmetric(r run.Run, members []member) []member {
	list := besides{left: mostAsymmetric}
	free := r.Clipping.Differences() && r.Adjacency == run.Replace // gradients need no bound
	for _, m := range members {
		expands := m.pair.Plain.Excess > 0
		if expands {
			off := m
			if !free {
				off = cut(r, m)
			}
			// A push moves the point that steps lead away from by natural.
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
		// A drift of the others, by half of s, in steps that use the example.
		half := math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) / 2
		known := m.pair.Order.Known()
		if m.pair.Plain.Excess == 0 && known && !flatOthers(r) && (free || r.B > 1+int(half/math.Abs(m.pair.Visit[0].Shift))) {
			list.add(m, 0, 0, -half)
			list.add(m, 0, 0, half)
		}
	}
	for _, m := range members {
		if m.pair.Order.Known() && m.pair.Rest == 0 {
			list.aslant(m)
		}
	}
	return list.members
}

// besides are members that are computed besides others, and the work that is left for more.
type besides struct {
	members []member
	left    float64
}

func (l *besides) add(m member, start int, centre, drift float64) {
	m.pair.Start = start
	for _, s := range []*adversary.Step{&m.pair.Plain, &m.pair.Visit[0], &m.pair.Visit[1]} {
		s.Centre = centre * m.pair.Diameter / 2
	}
	m.pair.Visit[0].Shift += drift
	m.pair.Visit[1].Shift += drift
	if l.left -= m.pair.Work(); l.left >= 0 && m.pair.Feasible() == nil {
		l.members = append(l.members, m)
	}
}

// aslant adds members a part of whose last push is beside the interval.
func (l *besides) aslant(m member) {
	for _, along := range []float64{0.9, 0.7, 0.4} {
		part := m
		part.beside = math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) * math.Sqrt(1-along*along)
		part.pair.Visit[0].Shift *= along
		part.pair.Visit[1].Shift *= along
		l.add(part, 0, 0, 0)
	}
}

// steepestCut is the largest k for which a loss of slope −k in its gradient, cut at ±C,
// is in the class: as steepestDescent, without what keeps gradients below C.
func steepestCut(r run.Run) float64 {
	if r.Clipping != run.ClippingActive && r.Clipping != run.ClippingNever {
		return 0
	}
	r.Clipping = run.ClippingDifference
	return steepestDescent(r)
}

// cut is a member whose other examples' gradients are cut at ±C.
func cut(r run.Run, m member) member {
	most := r.Step().Reach() / r.IterateNoise()
	m.pair.Plain.Most = most
	for k := range m.pair.Visit {
		m.pair.Visit[k].Most = most * float64(r.B-1) / float64(r.B)
	}
	return m
}

const (
	// mostAsymmetric is the number of multiplications that these members may take.
	mostAsymmetric = 4e7
	// longMemory is the number of steps after which where a run began is forgotten.
	longMemory = 1000
)
