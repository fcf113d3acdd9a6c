package svg

import (
	"math"
	"testing"
)

func TestPen(t *testing.T) {
	var p Pen
	p.Move(10, 20.05)
	p.Line(10.5, 19)
	p.Line(10.52, 19.01) // less than a tenth away: left out
	p.Line(-3, 19)
	p.Line(-3, 1e300)
	p.Close()
	if got, want := string(p.Data), "M10 20.1l.5-1.1l-13.5 0l0 4981Z"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Rounding does not add up along a line: every point is within a twentieth.
func TestPenDoesNotDrift(t *testing.T) {
	var p Pen
	p.Move(0, 0)
	for i := 1; i <= 10000; i++ {
		p.Line(float64(i)*0.0333, float64(i)*0.0777)
	}
	if math.Abs(float64(p.x)/10-333) > 0.06 || math.Abs(float64(p.y)/10-777) > 0.06 {
		t.Errorf("ends at %v, %v, want 333, 777", float64(p.x)/10, float64(p.y)/10)
	}
}
