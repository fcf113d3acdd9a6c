package drawn

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/memo"
)

// Walks are the latest ways down that were found for programs that differ only in their sizes and in their number
// of steps, which decides only how far one looks, unless a leg is longer. They may be used by several goroutines at once.
type Walks struct{ memo.Of[walkAt, walked] }

// walkAt is what a way down depends on besides the program.
type walkAt struct{ top, price float64 }

// walked are ways from the lowest levels on, and what they took. None of it is changed once it is kept.
type walked struct {
	sizes  []Size
	ways   []wayDown
	units  []int64 // of work, by level
	most   int     // steps of a leg that was tried
	shares [sizedShares]shareOf
}

// known are the ways that serve this number of steps, at least the one from 0.
func (w *sizedWalk) known() walked {
	if w.Known != nil {
		found, known := w.Known.Known(walkAt{w.top, w.price})
		if known && found.most <= w.T && slices.EqualFunc(found.sizes, w.Sizes, Size.equal) {
			for i, s := range found.shares {
				if e := &w.shares.entries[i]; math.IsNaN(e.hide) {
					e.hide = s.hide
				}
			}
			w.most = found.most
			found.ways, found.units = slices.Clip(found.ways), slices.Clip(found.units)
			return found
		}
	}
	w.most = 0
	return walked{sizes: w.Sizes, ways: make([]wayDown, 1), units: make([]int64, 1)}
}

// keep remembers ways, but those of which a leg might have been longer in a longer run.
func (w *sizedWalk) keep(found walked) {
	if w.Known != nil && w.most <= w.T {
		found.most, found.shares = w.most, w.shares.entries
		w.Known.Keep(walkAt{w.top, w.price}, found)
	}
}

func (s Size) equal(as Size) bool { return s.Weight == as.Weight && slices.Equal(s.Lines, as.Lines) }
