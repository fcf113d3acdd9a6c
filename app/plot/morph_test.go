package plot

import (
	"math"
	"regexp"
	"testing"
)

// A line moves from where it was to where it is, by paths of the same commands, and
// ends where it is drawn.
func TestLinesMove(t *testing.T) {
	coarse, fine := manyLines(3, 8), manyLines(3, 40)
	for i := range coarse.Series {
		for k := range coarse.Series[i].Y {
			coarse.Series[i].Y[k] *= 1.2
		}
	}
	fine.Series[1].Y[5] = math.NaN()
	fine.Series[2].ID = "new"
	from, to := coarse.Draw(), fine.Draw()
	moves := to.Since(from)
	if len(moves) != 2 {
		t.Fatalf("%d lines move, want the two that both drawings have", len(moves))
	}
	commands := regexp.MustCompile(`[-0-9. ]+`)
	for i, m := range moves {
		if got, want := commands.ReplaceAllString(m.From, ""), commands.ReplaceAllString(m.To, ""); got != want {
			t.Errorf("%s moves from the commands %s to %s", m.Series, got, want)
		}
		if m.To != fullPath(smooth(to.lines[i])) {
			t.Errorf("%s ends elsewhere", m.Series)
		}
	}
	if got := readAlong(from.lines[0], from.lines[0]); fullPath(got) != fullPath(from.lines[0]) {
		t.Errorf("along itself a line runs at %v", got)
	}
	if got := readAlong([]point{{0, 0}, {10, 20}}, []point{{-5, 1}, {5, 1}, {7, math.NaN()}, {20, 1}}); got[0].y != 0 || got[1].y != 10 ||
		!math.IsNaN(got[2].y) || got[3].y != 20 {
		t.Errorf("a line of two points runs at %v", got)
	}
	// A line whose values stay, on an axis twice as high, begins to move at half its height.
	low, high := manyLines(2, 8), manyLines(2, 8)
	for k := range high.Series[1].Y {
		high.Series[1].Y[k] *= 2.5
	}
	before, after := low.Draw(), high.Draw()
	if before.y == after.y {
		t.Fatal("the axes do not differ, so that this test shows nothing")
	}
	for _, m := range after.Since(before) {
		if m.Series == high.Series[0].ID {
			t.Errorf("a line of the same values moves from %s to %s", m.From, m.To)
		}
	}
	if moved := to.Since(to); moved != nil {
		t.Errorf("lines that are where they were move: %v, want nil", moved)
	}
	if to.Dotted() {
		t.Error("Dotted of lines = true, want false")
	}
	fine.Series[0].Own = 500
	if fine.Draw().Dotted() {
		t.Error("Dotted of a line with a dot on it = true, want false")
	}
	dot := manyLines(2, 1)
	dot.Series[0].Own = dot.Series[0].X[0]
	if !dot.Draw().Dotted() {
		t.Error("Dotted of a single dot = false, want true")
	}
	fine.X.Scale = Log
	if moves := fine.Draw().Since(from); moves != nil {
		t.Errorf("on another axis %d lines move", len(moves))
	}
}
