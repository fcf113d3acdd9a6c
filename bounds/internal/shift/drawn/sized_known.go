package drawn

import (
	"math"
	"slices"
	"sync"
)

// Walks keep the latest ways down, for programs that differ only in their sizes and numbers of steps. A program of the same
// sizes reuses them. Its number of steps matters only if a longer leg was tried. Several goroutines may use Walks at once.
type Walks struct {
	mu     sync.Mutex
	latest *knownWays
}

// knownWays are ways from the lowest levels on, and the values that they depend on. They are not changed once they are kept.
type knownWays struct {
	top, price float64
	sizes      []SizeRange
	ways       []wayDown
	units      []int64 // of work, by level
	most       int     // the largest number of steps of a leg that was tried
	shares     [sizedShares]shareEntry
}

// known returns the kept ways if they are valid for this program, otherwise only the empty way from 0.
func (w *sizedWalk) known() *knownWays {
	out := &knownWays{top: w.top, price: w.price, sizes: w.Sizes, ways: make([]wayDown, 1), units: make([]int64, 1)}
	if w.most = 0; w.Known == nil {
		return out
	}
	w.Known.mu.Lock()
	defer w.Known.mu.Unlock()
	found := w.Known.latest
	if found == nil || found.top != w.top || found.price != w.price || found.most > w.T ||
		!slices.EqualFunc(found.sizes, w.Sizes, SizeRange.equal) {
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

// keep keeps ways unless a longer run might have taken longer legs.
func (w *sizedWalk) keep(found *knownWays) {
	if w.Known != nil && w.most <= w.T {
		found.most, found.shares = w.most, w.shares.entries
		w.Known.mu.Lock()
		defer w.Known.mu.Unlock()
		w.Known.latest = found
	}
}

func (s SizeRange) equal(as SizeRange) bool {
	return s.Weight == as.Weight && slices.Equal(s.Lines, as.Lines)
}
