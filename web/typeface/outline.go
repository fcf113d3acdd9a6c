package typeface

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// point is a point of an outline in units of the em, y upwards; off is a control point
// of a quadratic curve.
type point struct {
	x, y float64
	off  bool
}

// glyph is one character's outline: closed contours.
type glyph struct {
	advance  int
	contours [][]point
}

// trace turns the segments of an outline into contours of quadratic curves.
func trace(segments sfnt.Segments) (contours [][]point) {
	var contour []point
	end := func() {
		// The last point is the first one again.
		if n := len(contour); n > 1 && !contour[n-1].off && near(contour[n-1], contour[0]) {
			contour = contour[:n-1]
		}
		if len(contour) > 1 {
			contours = append(contours, withoutImplied(contour))
		}
		contour = nil
	}
	for _, s := range segments {
		a, b, c := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			end()
			contour = append(contour, a)
		case sfnt.SegmentOpLineTo:
			contour = append(contour, a)
		case sfnt.SegmentOpQuadTo:
			a.off = true
			contour = append(contour, a, b)
		case sfnt.SegmentOpCubeTo:
			contour = append(contour, quadratics(contour[len(contour)-1], a, b, c)...)
		}
	}
	end()
	return contours
}

// at is a point in units of the em: the font is read at one unit a pixel, y downwards.
func at(p fixed.Point26_6) point { return point{x: float64(p.X) / 64, y: -float64(p.Y) / 64} }

func near(p, q point) bool { return math.Abs(p.x-q.x) < 0.5 && math.Abs(p.y-q.y) < 0.5 }

// pieces is the number of quadratic curves that replace a cubic one. At a thousand units an em their
// distance from the cubic curve is a fraction of a unit.
const pieces = 3

// quadratics approximates the cubic curve with the ends p and c and the control points a and b by
// quadratic curves. Each has the ends and the middle of its piece of the cubic curve. The result lacks p.
func quadratics(p, a, b, c point) (out []point) {
	on := func(t float64) point {
		u := 1 - t
		f := func(p, a, b, c float64) float64 { return u*u*u*p + 3*u*u*t*a + 3*u*t*t*b + t*t*t*c }
		return point{x: f(p.x, a.x, b.x, c.x), y: f(p.y, a.y, b.y, c.y)}
	}
	from := p
	for i := 1; i <= pieces; i++ {
		to, middle := on(float64(i)/pieces), on((float64(i)-0.5)/pieces)
		out = append(out, point{x: 2*middle.x - (from.x+to.x)/2, y: 2*middle.y - (from.y+to.y)/2, off: true}, to)
		from = to
	}
	return out
}

// withoutImplied leaves out the points half way between two control points, which the format implies.
func withoutImplied(contour []point) []point {
	var kept []point
	n := len(contour)
	for i, p := range contour {
		before, after := contour[(i+n-1)%n], contour[(i+1)%n]
		if i > 0 && !p.off && before.off && after.off && near(p, point{x: (before.x + after.x) / 2, y: (before.y + after.y) / 2}) {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}
