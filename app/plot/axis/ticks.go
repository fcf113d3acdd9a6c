package axis

import (
	"math"
	"strconv"
)

// Ticks returns round values within the scale: at most `most` of them, but at least one if the range contains one. On a linear
// axis they are the multiples of 1, 2 or 5 times a power of ten. On a logarithmic axis they are 1, 2 and 5 times every power
// of ten; if these are few, 1, 1.5, 2, 3, 5 and 7 times; if they are too many, 1 and 3 times, or only the powers, or only
// every second power, every third and so on. whole leaves out fractions.
func (m Scale) Ticks(most int, whole bool) []float64 {
	most = max(most, 1)
	if !m.Log {
		return m.linearTicks(most, whole)
	}
	fine := m.powerTicks(1, whole, 1, 2, 5)
	if len(fine) < 3 { // less than a decade: plain steps read better
		return m.linearTicks(most, whole)
	}
	if more := m.powerTicks(1, whole, 1, 1.5, 2, 3, 5, 7); len(fine) < 5 && len(more) <= most {
		return more // little more than a decade
	}
	if len(fine) <= most {
		return fine
	}
	if halves := m.powerTicks(1, whole, 1, 3); len(halves) <= most && len(halves) > 1 {
		return halves
	}
	for stride := 1; ; stride++ {
		if powers := m.powerTicks(stride, whole, 1); len(powers) <= most {
			if len(powers) == 0 {
				return fine[:1]
			}
			return powers
		}
	}
}

func (m Scale) linearTicks(most int, whole bool) []float64 {
	step := LinearStep(m.To-m.From, most, whole)
	slack := (m.To - m.From) * 1e-9
	if m.Log {
		slack = m.From * 1e-9 // never down to zero
	}
	var out []float64
	for {
		out = out[:0]
		for k := math.Ceil((m.From - slack) / step); k*step <= m.To+slack; k++ {
			out = append(out, Round(k*step))
		}
		if len(out) <= most {
			return out
		}
		step = LinearStep(step*2, 1, whole) // there is one more tick than there are intervals
	}
}

// powerTicks lists factor·10^k within the scale for every stride-th k.
func (m Scale) powerTicks(stride int, whole bool, factors ...float64) []float64 {
	const slack = 1e-9
	var out []float64
	first := int(math.Floor(math.Log10(m.From)))
	first -= ((first % stride) + stride) % stride
	for k := first; math.Pow10(k) <= m.To*(1+slack); k += stride {
		for _, f := range factors {
			v := Round(f * math.Pow10(k))
			if v >= m.From*(1-slack) && v <= m.To*(1+slack) && (!whole || v == math.Trunc(v)) {
				out = append(out, v)
			}
		}
	}
	return out
}

// LinearStep is the least 1, 2 or 5 times a power of ten that divides length
// into at most intervals parts.
func LinearStep(length float64, intervals int, whole bool) float64 {
	least := length / float64(max(intervals, 1)) * (1 - 1e-9)
	if whole {
		least = max(least, 1)
	}
	power := math.Floor(math.Log10(least))
	for _, f := range []float64{1, 2, 5} {
		if step := f * math.Pow(10, power); step >= least*(1-1e-9) {
			return step
		}
	}
	return math.Pow(10, power+1)
}

// Round removes rounding errors of the last digits: 0.30000000000000004 becomes 0.3.
func Round(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 12, 64), 64)
	return rounded + 0 // not −0
}
