package picture

import (
	"slices"
	"strconv"

	"lastiterate/app/plot"
)

// A takeover is a jump of the answer's row away from the smallest bound, which is another row's from there on. A row's search may find
// nothing at some values. Its line jumps there, but the privacy loss does not.
type takeover struct {
	row   string  // the other row
	at    float64 // the value nearest to the jump at which the other row has the smallest bound
	below bool    // it has it at lower values, not at higher ones
	to    float64 // the higher of the two values between which the row jumps
}

// takeovers lists them for finished lines.
func (s Scene) takeovers(lowest lowest) (out []takeover) {
	rows, best := lowest.rows, s.best()
	own := slices.IndexFunc(rows, func(r rival) bool { return r.row == best })
	if own < 0 || s.Unfinished || len(s.Beside) > 0 || lowest.known != plot.Smooth {
		return nil
	}
	x, y := rows[own].x, rows[own].y
	for j := 1; j < len(x); j++ {
		low, high := j-1, j
		if y[low] > y[high] {
			low, high = high, low
		}
		before, _ := lowest.at(x[low])
		other, e := lowest.at(x[high])
		if before == own && other != own && y[high] > tooHigh*max(e, y[low]) {
			out = append(out, takeover{rows[other].row, x[high], high < low, x[j]})
		}
	}
	return out
}

// named marks the takeovers.
func (s Scene) named(list []takeover) (out []plot.Marker) {
	for i, t := range list {
		row, _ := find(s.Result, t.row)
		where := "from here on "
		if t.below {
			where = "up to here "
		}
		out = append(out, plot.Marker{ID: "takeover-" + strconv.Itoa(i+1), At: t.at, Label: where + row.Name + " gives the bound"})
	}
	return out
}

// breaks lists the values before which the line of the answer's row is not drawn.
func breaks(list []takeover) (out []float64) {
	for _, t := range list {
		out = append(out, t.to)
	}
	return out
}
