// Package svgtest reads what package svg has written, for tests of pictures.
package svgtest

import (
	"fmt"
	"strings"
	"testing"
)

// Point is a place in pixels.
type Point struct{ X, Y float64 }

// Points are those of a path of one piece.
func Points(t *testing.T, path string) (out []Point) {
	t.Helper()
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return r == 'l' || r == 'M' }) {
		var p Point
		if _, err := fmt.Sscanf(strings.ReplaceAll(strings.ReplaceAll(part, "-", " -"), "  ", " "), "%g %g", &p.X, &p.Y); err != nil {
			t.Fatalf("%q: %v", part, err)
		}
		if n := len(out); n > 0 {
			p.X, p.Y = p.X+out[n-1].X, p.Y+out[n-1].Y
		}
		out = append(out, p)
	}
	return out
}
