package contraction

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

const (
	// mostFollowed is how many blocks a certificate follows one by one: a run
	// that needs more has settled, or is not certified.
	mostFollowed = 64
	// tries are made at a profile that no block raises.
	tries = 8
)

// AtDelta certifies the ε at delta of a profile that was followed: found, if that is
// proved to be an upper bound, else one near it; rounded up to few digits in both
// cases. ok is false where none is proved.
func (x Exact) AtDelta(c Choice, delta interval.Number, found float64) (epsilon float64, ok bool) {
	return x.least(c, found, func(f *verified, _ float64, h []float64) float64 { return f.lossAt(h, delta.Down()) })
}

// AtOrder certifies the Rényi divergence of a profile that was followed, as AtDelta.
func (x Exact) AtOrder(c Choice, alpha interval.Number, found float64) (epsilon float64, ok bool) {
	return x.least(c, found, func(f *verified, mu float64, h []float64) float64 { return f.renyi(alpha, mu, h) })
}

// least takes a path through more blocks until its value, of a run that is
// mu-Gaussian as well, is at most what was found.
func (x Exact) least(c Choice, found float64, value func(f *verified, mu float64, h []float64) float64) (least float64, ok bool) {
	if c.path == nil {
		return math.Inf(1), false
	}
	f, l := newVerified(newGrid(c.path.top, answer.points)), x.lengths()
	ever, all := l.gaussians(c.path.search)
	mu := math.Min(ever, all)
	least = math.Inf(1)
	for h := range x.profiles(*c.path, f, l, mu) {
		if v := value(f, mu, h); v < least { // not NaN
			least = v
		}
		if least <= found {
			break
		}
	}
	return TenDigits(math.Max(least, found)), !math.IsInf(least, 1)
}

// TenDigits is the least number of ten decimal digits that is at least x, so that
// what a value was found from, which differs between platforms in its last digits,
// is not seen in it, and a target that is met stays met.
func TenDigits(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return x
	}
	text := strconv.FormatFloat(x, 'e', 9, 64)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v >= x {
		return v
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits, err := strconv.Atoi(strings.Replace(mantissa, ".", "", 1))
	power, errPower := strconv.Atoi(exponent)
	v, errValue := strconv.ParseFloat(strconv.Itoa(digits+1)+"e"+strconv.Itoa(power-9), 64)
	if err != nil || errPower != nil || errValue != nil {
		return math.Inf(1)
	}
	return v
}

// Gaussian is μ² of the Gaussian mechanism that is the profile's bound where none
// was followed, rounded up.
func (x Exact) Gaussian(p Problem) float64 {
	ever, all := x.lengths().gaussians(p.search(nil))
	return math.Min(ever, all)
}

// profiles yields bounds on the profile of the released model, each at most the
// one before: that of a run followed from its start, or of a profile that no block
// raises, taken through more and more blocks.
func (x Exact) profiles(p path, f *verified, l exactLengths, mu float64) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		c := x.verifiedBlock(l, p.search, f, p.plan, float64(p.Period))
		finish := x.finish(l, p, f)
		if !p.ever {
			count := p.count(p.plan)
			if count > mostFollowed {
				return
			}
			h, before := x.begin(l, p, f, count), []float64(nil)
			for range int(count) {
				before, h = h, c.over(h)
			}
			yield(finish(followed{h: h, before: before}))
			return
		}
		h, ok := f.invariant(c, p.above, mu)
		for range tries {
			if !ok || !yield(finish(followed{h: h})) {
				return
			}
			h = c.over(h)
		}
	}
}

// begin bounds search.start.
func (x Exact) begin(l exactLengths, p path, f *verified, count float64) []float64 {
	nothing := f.read(func(float64) float64 { return errfloat.Tiny })
	switch p.Order {
	case Reshuffled:
		return nothing
	case Sampled:
		var h []float64
		for _, use := range f.sampled(x.Rate.Up(), l.prices, 1) {
			if after := f.compose(nothing, use); h == nil {
				h = after
			} else {
				h = lower(h, after)
			}
		}
		return h
	}
	first := p.epochs - count*(p.block+p.tail(p.block))
	mu := math.Min(interval.Float(first).Sqrt().Mul(l.s).Up(), l.grown(first, float64(p.Period)))
	return f.read(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
}

// finish bounds search.release.
func (x Exact) finish(l exactLengths, p path, f *verified) func(followed) []float64 {
	switch p.Order {
	case Reshuffled:
		last := x.verifiedBlock(l, p.search, f, p.plan, p.last)
		return func(w followed) []float64 { return last.over(w.h) }
	case Shuffled:
		return func(w followed) []float64 { return x.verifiedReleased(l, p.search, f, w.h, p.oneLess(p.plan, w)) }
	}
	if p.Rest > 0 {
		way := l.way(float64(p.Rest))
		return func(w followed) []float64 { return f.contract(w.h, way) }
	}
	return func(w followed) []float64 { return w.h }
}

// invariant returns a profile near h that a block maps below itself, except where
// it is that of the Gaussian mechanism mu, which bounds it at every time: so it
// does after any number of blocks, by induction, since it bounds that of equal
// laws. What it returns has gone through the block.
func (f *verified) invariant(c verifiedChain, h []float64, mu float64) (below []float64, ok bool) {
	gaussian := f.read(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
	// Above all that is added where numbers underflow.
	floor := 1e-280 + 1e-300*f.gamma[f.last()]
	for range tries {
		raised := make([]float64, len(h))
		for i, v := range h {
			raised[i] = math.Min(gaussian[i], math.Max(v, floor))
		}
		below, ok = c.over(raised), true
		h = raised
		for i, v := range below {
			if v > raised[i] && raised[i] < gaussian[i] {
				ok = false
				h[i] = v * (v / raised[i]) * (v / raised[i]) // it will rise on
			}
			below[i] = math.Min(v, gaussian[i])
		}
		if ok {
			return below, true
		}
	}
	return nil, false
}
