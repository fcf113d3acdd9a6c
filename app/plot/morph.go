package plot

import "math"

// Move is the way of a line from one drawing to the next: two paths of the same
// commands, between which a browser finds those on the way.
type Move struct{ Series, From, To string }

// Since tells how the lines have moved since an earlier drawing of the same axes, as far
// as both have them; those of other axes are not moved but drawn.
func (a Drawing) Since(old Drawing) []Move {
	if old.arrangement == nil || old.chart.X.Name != a.chart.X.Name || old.chart.X.Scale != a.chart.X.Scale ||
		old.chart.Y.Scale != a.chart.Y.Scale || old.Width != a.Width {
		return nil
	}
	var moves []Move
	for i, s := range a.series {
		for k, before := range old.series {
			if before.ID != s.ID || len(s.X) < 2 || len(before.X) < 2 {
				continue
			}
			drawn := a.paths[i]
			if from, to := whole(readAlong(old.paths[k], drawn)), whole(drawn); from != to {
				moves = append(moves, Move{s.ID, from, to})
			}
		}
	}
	return moves
}

// Dotted reports whether a dot stands for a line that is not known yet.
func (a Drawing) Dotted() bool {
	for _, s := range a.series {
		if s.Own != 0 && len(s.X) == 1 {
			return true
		}
	}
	return false
}

// readAlong reads a line at the horizontal pixels of another one, at. Where the line has no value, the result is that of
// at.
func readAlong(line, at []point) []point {
	out := make([]point, len(at))
	k := 1
	for i, p := range at {
		out[i] = p
		for k < len(line)-1 && line[k].x < p.x {
			k++
		}
		l, r := line[k-1], line[k]
		share := min(max((p.x-l.x)/(r.x-l.x), 0), 1)
		if y := l.y + share*(r.y-l.y); !math.IsNaN(y) && !math.IsNaN(p.y) {
			out[i].y = y
		}
	}
	return out
}

// whole is a path with a command for every point, so that paths with equally many points have the same
// commands. Points that are NaN leave a gap.
func whole(line []point) string {
	data := make([]byte, 0, 12*len(line))
	command := byte('M')
	for _, p := range line {
		if math.IsNaN(p.x) || math.IsNaN(p.y) {
			command = 'M'
			continue
		}
		data = append(data, command)
		data = appendTenths(data, tenths(p.x))
		data = append(data, ' ')
		data = appendTenths(data, tenths(p.y))
		command = 'L'
	}
	return string(data)
}
