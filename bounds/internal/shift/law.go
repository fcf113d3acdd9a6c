package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

const (
	// lawCells is the resolution of a law of costs. Each addition of two laws rounds costs up by at most about 1/lawCells
	// of their range.
	lawCells = 512
	// lowTail is the probability that may be rounded up to the least cell kept. It is far below the 1e-9 to which results are
	// printed.
	lowTail = 1e-15
	// highTail is the probability that may be counted at the largest possible cost instead of in a cell. It is far below any
	// δ of interest, so that the largest cost counts only where it must.
	highTail = 1e-30
)

// law is the distribution of a random cost, each value rounded up to a grid.
type law struct {
	least float64   // the cost of cell 0
	step  float64   // between cells
	mass  []float64 // of the cells, at most lawCells of them
	most  float64   // the largest possible cost
	rare  float64   // the probability of the largest cost; mass and rare sum to about 1
	// unsure bounds the logarithm of the factor by which rounding may have made a cell's mass too small. It doubles when a
	// law is added to itself.
	unsure float64
}

const (
	// cellError exceeds the relative error of a cell of a sum of two laws, which is a sum of up to lawCells positive terms.
	cellError = (lawCells + 8) * 0x1p-53
	// sameCost is the largest relative difference of two costs that differ only by rounding.
	sameCost = 1e-12
	// sameCell is the part of its width by which each cell is raised, to keep costs that rounding raised.
	sameCell = 1e-10
	// mostUnsure is the value of unsure beyond which the largest cost is the better bound.
	mostUnsure = 100
)

// Total returns the distribution of the summed cost of independent epochs, as at most lawCells+1 shares, each bounding its
// members from above. Weights are raised by more than their rounding errors, and sum to 1 or more. Equal epochs are added by
// doubling, so the time is proportional to the number of groups and to the logarithm of their epochs.
func Total(groups []EpochGroup) []Share {
	sum := law{mass: []float64{1}}
	for _, s := range groups {
		power := gridded(s.Shares)
		for n := s.Epochs; n > 0; n /= 2 {
			if n%2 == 1 {
				sum = add(sum, power)
			}
			if n > 1 {
				power = add(power, power)
			}
		}
	}
	if !(sum.unsure < mostUnsure) {
		return []Share{{1, sum.most}}
	}
	var out []Share
	raise := errfloat.Exp(sum.unsure) * (1 + cellError)
	for i, m := range sum.mass {
		if m > 0 {
			out = append(out, Share{m * raise, sum.least + float64(i)*sum.step})
		}
	}
	if sum.rare > 0 {
		out = append(out, Share{sum.rare, sum.most})
	}
	return out
}

// gridded returns the law of a cost with the given shares, on a grid over their range.
func gridded(shares []Share) law {
	least, most := math.Inf(1), 0.0
	for _, s := range shares {
		least, most = min(least, s.R), max(most, s.R)
	}
	step := (most - least) / (lawCells - 1)
	l := law{least: least + step*sameCell, step: step, mass: make([]float64, lawCells), most: most, unsure: cellError}
	if !(most-least > sameCost*most) {
		return law{least: most, mass: []float64{1}, most: most}
	}
	for _, s := range shares {
		l.mass[l.cell(s.R)] += s.Weight
	}
	return l
}

// cell returns the first cell whose cost is at least r.
func (l law) cell(r float64) int {
	i := int(math.Ceil((r - l.least) / l.step))
	for i < lawCells-1 && l.least+float64(i)*l.step < r {
		i++
	}
	return min(max(i, 0), lawCells-1)
}

// add returns the law of the sum of two independent costs.
func add(a, b law) law {
	sum := law{least: a.least + b.least, most: a.most + b.most, rare: a.rare + b.rare, mass: make([]float64, lawCells),
		unsure: a.unsure + b.unsure + cellError}
	span := float64(len(a.mass)-1)*a.step + float64(len(b.mass)-1)*b.step
	if !(span > 0) {
		sum.mass = []float64{1 - sum.rare}
		return sum
	}
	sum.step = span / (lawCells - 1)
	// The cell of i·a.step + k·b.step is found by multiplication, whose rounding error is below half of the slack by which
	// all cells are raised.
	ra, rb := a.step/sum.step, b.step/sum.step
	const slack = 1e-9 // of a cell
	sum.least += slack * sum.step
	for i, p := range a.mass {
		if p == 0 {
			continue
		}
		x := float64(i)*ra - slack/2
		for k, q := range b.mass {
			sum.mass[min(max(int(math.Ceil(x+float64(k)*rb)), 0), lawCells-1)] += p * q
		}
	}
	return sum.trimmed()
}

// trimmed drops cells at both ends: low costs are rounded up, high ones count as the largest possible cost.
func (l law) trimmed() law {
	low, high := 0, len(l.mass)
	for low < high-1 && l.mass[low] <= lowTail {
		l.mass[low+1] += l.mass[low]
		low++
	}
	for high-1 > low && l.mass[high-1] <= highTail {
		high--
		l.rare += l.mass[high]
	}
	l.least += float64(low) * l.step
	l.mass = l.mass[low:high]
	return l
}
