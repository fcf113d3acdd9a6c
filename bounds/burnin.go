package bounds

import (
	"math"

	"lastiterate/bounds/run"
)

// burnIn is the least T0 such that hidden state helps for every T' in [T0, T],
// given its gain at T. If it helps at T it helps at T+1: a feasible point of the
// shift program followed by one composed step is feasible, and composition pays
// the same for that step; a bound that does not grow with T crosses a growing
// one once. So one crossing is looked for, by regula falsi on the logarithm of T
// and halving in turns.
func (c comparison) burnIn(r run.Run, gainAtEnd float64) int {
	at := func(T int) float64 {
		earlier := r
		earlier.T = T
		return c.gain(earlier) - clearlyBelow
	}
	low, high := 1, r.T
	gainLow, gainHigh := at(low), gainAtEnd
	if gainLow > 0 {
		return low
	}
	try := func(T int) {
		if g := at(T); g > 0 {
			high, gainHigh = T, g
		} else {
			low, gainLow = T, g
		}
	}
	if !c.sketch && r.Scheme == run.WithoutReplacement { // a sketch is quick, and close
		sketch := c
		sketch.sketch = true
		if gain := sketch.gain(r); gain > clearlyBelow {
			around := sketch.burnIn(r, gain)
			for _, T := range []int{around - around/50 - 1, around + around/50} {
				if low < T && T < high {
					try(T)
				}
			}
		}
	}
	for turn := 0; high-low > 1 && c.ctx.Err() == nil; turn++ {
		middle := low + (high-low)/2
		if turn%2 == 0 && !math.IsInf(gainLow, -1) && gainHigh > gainLow {
			share := -gainLow / (gainHigh - gainLow)
			middle = int(float64(low) * math.Pow(float64(high)/float64(low), share))
		}
		middle = min(max(middle, low+1), high-1)
		try(middle)
	}
	return high
}
