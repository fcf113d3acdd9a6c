// Package axis lays values along an axis, linear or logarithmic, and finds round
// ticks for it.
//
// The scales and ticks are our own. The package github.com/aclements/go-moremath/scale puts linear ticks only at 1 and 5
// times a power of ten and logarithmic ticks only at powers of ten. It computes three logarithms for each point, and does
// not know how wide a label is.
package axis

import "math"

// Scale maps the values of one axis to pixels.
type Scale struct {
	Log      bool
	From, To float64 // values at the ends
	a, b     float64 // pixels at the ends
	f0, f1   float64 // Position(From), Position(To)
}

// New is the scale of the values from one to another, without its pixels.
func New(log bool, from, to float64) Scale {
	m := Scale{Log: log, From: from, To: to}
	m.f0, m.f1 = m.Position(from), m.Position(to)
	return m
}

// OnPixels lays the scale between two pixels.
func (m Scale) OnPixels(a, b float64) Scale {
	m.a, m.b = a, b
	return m
}

// Position is the place of v on the axis before it is turned into a pixel: ln v on a logarithmic axis, otherwise v.
func (m Scale) Position(v float64) float64 {
	if m.Log {
		return math.Log(v)
	}
	return v
}

// Pixel is the pixel at which v lies. It is NaN if v is NaN or infinite, or has no finite logarithm on a logarithmic axis.
func (m Scale) Pixel(v float64) float64 {
	p := m.Position(v)
	if math.IsInf(p, 0) {
		return math.NaN()
	}
	return m.a + (p-m.f0)/(m.f1-m.f0)*(m.b-m.a)
}

// Value is the value at a pixel.
func (m Scale) Value(pixel float64) float64 {
	p := m.f0 + (pixel-m.a)/(m.b-m.a)*(m.f1-m.f0)
	if m.Log {
		return math.Exp(p)
	}
	return p
}

// Extent is the least and the greatest of the values added.
type Extent struct{ Min, Max float64 }

// NoExtent is the extent of no values.
func NoExtent() Extent { return Extent{math.Inf(1), math.Inf(-1)} }

// Empty reports whether no value was added.
func (e Extent) Empty() bool { return e.Min > e.Max }

// Add extends e to a value. It ignores values that a scale, logarithmic if log, cannot show.
func (e *Extent) Add(v float64, log bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) || log && v <= 0 {
		return
	}
	e.Min, e.Max = min(e.Min, v), max(e.Max, v)
}
