package plot

import "math"

// apart is how many pixels lie between whole numbers that one sees apart, and a jump of twice
// as many is seen between others.
const apart = 6

// stairs are the points of a line with corners, where the axis has whole numbers alone and
// neighbours, or a jump between them, are seen: a slope from one to the next would give values
// to what lies between, where there is none. A value holds until the next begins, as a loss
// does from one step to the next.
func (a *arrangement) stairs(x []float64, line []point) []point {
	if !a.chart.X.Whole {
		return line
	}
	out := make([]point, 0, len(line))
	for k, p := range line {
		if k > 0 && x[k]-x[k-1] == 1 {
			if before := line[k-1]; p.x-before.x >= apart && !math.IsNaN(p.y+before.y) || math.Abs(p.y-before.y) >= 2*apart {
				out = append(out, point{p.x, before.y})
			}
		}
		out = append(out, p)
	}
	return out
}
