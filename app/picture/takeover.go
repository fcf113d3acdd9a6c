package picture

import (
	"slices"
	"strconv"

	"lastiterate/app/plot"
)

// A takeover is a place from which another row than the answer's has the smallest bound. The answer's row may jump away there: a
// search may find nothing at some values, but the privacy loss does not jump.
type takeover struct {
	row   string  // the other row
	at    float64 // the value nearest to the jump at which the other row has the smallest bound
	below bool    // it has it at lower values, not at higher ones
	jumps bool
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
			out = append(out, takeover{rows[other].row, x[high], high < low, true, x[j]})
		}
	}
	for _, below := range []bool{true, false} {
		c, ok := lowest.crossing(own, below)
		if ok && !slices.ContainsFunc(out, func(t takeover) bool { return t.below == below }) {
			out = append(out, c)
		}
	}
	return out
}

// crossing is the place up to which, or from which on, other rows than own have the smallest bound, if one of these is far smaller.
func (l lowest) crossing(own int, below bool) (t takeover, ok bool) {
	const far = 1.5
	n, at := len(l.x), func(k int) int { return k }
	if !below {
		at = func(k int) int { return n - 1 - k }
	}
	notable, k := false, 0
	for ; k < n && l.row[at(k)] >= 0 && l.row[at(k)] != own; k++ {
		notable = notable || l.height(l.rows[own].x, l.rows[own].y, l.x[at(k)]) > far*l.e[at(k)]
	}
	if !notable || k == n {
		return takeover{}, false
	}
	last := at(k - 1)
	return takeover{row: l.rows[l.row[last]].row, at: l.x[last], below: below}, true
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
		if t.jumps {
			out = append(out, t.to)
		}
	}
	return out
}
