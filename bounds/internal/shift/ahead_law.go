package shift

import (
	"math"

	"lastiterate/bounds/work"
)

const (
	// aheadShare bounds what rounding adds to the cost over all epochs, as a share of the mean.
	aheadShare = 1. / 128
	// mostCells is the largest cost in a law, in cells; a law with a larger one is unknown. mostAdded is the largest number
	// of masses that are added up for a law.
	mostCells, mostAdded = 1 << 13, 4e7
)

// AheadShares returns the law of the run's cost if each epoch's level is chosen as Ahead chooses it, from the positions so
// far; nil if that is not tried or would take too long. Any choice of levels that does not use later positions gives a valid
// law (shift.md, section 6).
func (p *ProvenCyclic) AheadShares(w *work.Budget, T, idle int, tilt float64) []Share {
	epochs := (T + p.Period - 1) / p.Period
	// A law is assumed to reach four times the mean, which is epochs/aheadShare cells.
	if added := float64(epochs*epochs*nextCases(p.Period)*p.Period*len(p.levels())) * 4 / aheadShare; T < 1 || !(added < mostAdded) {
		return nil
	}
	o, ok := p.outlook(w, T, idle, tilt)
	if !ok {
		return nil
	}
	mean, _ := o.least(nil)
	step := mean * aheadShare / float64(epochs)
	if !(step > 0) || math.IsInf(step, 1) {
		return nil
	}
	_, best := o.least(func(cost float64) int { return int(min(mostCells, math.Ceil(cost/step*(1+1e-12)))) })
	var out []Share
	for width, i := len(best)/lawCells+1, 0; i < len(best); i += width {
		end, sum := min(i+width, len(best)), 0.0
		for _, m := range best[i:end] {
			sum += m
		}
		if sum > 0 {
			out = append(out, Share{sum * (1 + 1e-11), float64(end-1) * step * (1 + 1e-12)})
		}
	}
	return out
}

// A costLaw is the probability of each cost, in cells; nil if it is unknown.
type costLaw []float64

// later returns the law of the cost plus the given number of cells.
func (l costLaw) later(cells int) costLaw {
	if l == nil || len(l)+cells > mostCells {
		return nil
	}
	return append(make(costLaw, cells, cells+len(l)), l...)
}

// mixture returns the mean of the laws of all positions at a level.
func mixture(laws [][]costLaw, level int) costLaw {
	var out costLaw
	for _, l := range laws {
		if l[level] == nil {
			return nil
		}
		if more := len(l[level]) - len(out); more > 0 {
			out = append(out, make(costLaw, more)...)
		}
	}
	for _, l := range laws {
		for i, m := range l[level] {
			out[i] += m / float64(len(laws))
		}
	}
	return out
}
