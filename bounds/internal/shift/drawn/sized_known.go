package drawn

import (
	"math"
	"slices"
	"sync"
)

// Walks are the latest ways down that were found for programs that differ only in their sizes and in their number
// of steps, which decides only how far one looks, unless a leg is longer. They may be used by several goroutines at once.
type Walks struct {
	mu     sync.Mutex
	latest *walked
}

// walked are ways from the lowest levels on, and what they took. None of it is changed once it is kept.
type walked struct {
	top, price float64
	sizes      []Size
	ways       []wayDown
	units      []int64 // of work, by level
	most       int     // steps of a leg that was tried
	shares     [sizedShares]shareOf
}

// known are the ways that serve this number of steps, at least the one from 0.
func (w *sizedWalk) known() *walked {
	out := &walked{top: w.top, price: w.price, sizes: w.Sizes, ways: make([]wayDown, 1), units: make([]int64, 1)}
	if w.most = 0; w.Known == nil {
		return out
	}
	w.Known.mu.Lock()
	defer w.Known.mu.Unlock()
	found := w.Known.latest
	if found == nil || found.top != w.top || found.price != w.price || found.most > w.T ||
		!slices.EqualFunc(found.sizes, w.Sizes, Size.equal) {
		return out
	}
	for i := range found.shares {
		if e := &w.shares.entries[i]; math.IsNaN(e.hide) {
			e.hide = found.shares[i].hide
		}
	}
	w.most, out.ways, out.units = found.most, slices.Clip(found.ways), slices.Clip(found.units)
	return out
}

// keep remembers ways, but those of which a leg might have been longer in a longer run.
func (w *sizedWalk) keep(found *walked) {
	if w.Known != nil && w.most <= w.T {
		found.most, found.shares = w.most, w.shares.entries
		w.Known.mu.Lock()
		defer w.Known.mu.Unlock()
		w.Known.latest = found
	}
}

func (s Size) equal(as Size) bool { return s.Weight == as.Weight && slices.Equal(s.Lines, as.Lines) }
