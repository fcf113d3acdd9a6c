package picture

import (
	"math"
	"slices"
)

// lowest knows which row's line is the lowest at every value of a chart. A chart asks it for the title, the shading and the takeovers,
// so it is computed once for all of them.
type lowest struct {
	between
	rows []rival
	x    []float64 // all values of the rows
	row  []int     // the lowest row there, −1 if there is none
	e    []float64 // and its height
}

func (s Scene) lowest() lowest { return s.between().lowest(s.rivals()) }

func (b between) lowest(rows []rival) lowest {
	l := lowest{between: b, rows: rows}
	for i, r := range rows {
		if i == 0 || !slices.Equal(r.x, rows[i-1].x) { // mostly all rows have the same
			l.x = append(l.x, r.x...)
		}
	}
	slices.Sort(l.x)
	l.x = slices.Compact(l.x)
	l.row, l.e = make([]int, len(l.x)), make([]float64, len(l.x))
	for j := range l.x {
		l.row[j], l.e[j] = -1, math.NaN()
	}
	for i, r := range rows {
		k := 0
		for j, at := range l.x {
			for k < len(r.x) && r.x[k] < at {
				k++
			}
			if v := b.heightBefore(r.x, r.y, k, at); !math.IsNaN(v) && !(v >= l.e[j]) {
				l.row[j], l.e[j] = i, v
			}
		}
	}
	return l
}

// at is the row whose line is the lowest at a value, as an index, and the line's height there; −1 and NaN if no line reaches so far.
func (l lowest) at(x float64) (row int, e float64) {
	if j, found := slices.BinarySearch(l.x, x); found {
		return l.row[j], l.e[j]
	}
	row, e = -1, math.NaN()
	for i, r := range l.rows {
		if v := l.height(r.x, r.y, x); !math.IsNaN(v) && !(v >= e) {
			row, e = i, v
		}
	}
	return row, e
}
