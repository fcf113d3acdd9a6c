package words

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Ordered sorts the rows for the table: proved upper bounds from the smallest on, then lines that are not valid upper bounds,
// then lower bounds, then rows that do not apply. Within each group the catalogue's order breaks ties.
func Ordered(rows []protocol.Row) []protocol.Row {
	out := slices.Clone(rows)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if place(a) != place(b) {
			return place(a) < place(b)
		}
		return place(a) != unfit && epsilonOf(a) < epsilonOf(b)
	})
	return out
}

// Fitting is the number of ordered rows that have a value.
func Fitting(ordered []protocol.Row) int {
	if i := slices.IndexFunc(ordered, func(row protocol.Row) bool { return place(row) == unfit }); i >= 0 {
		return i
	}
	return len(ordered)
}

// Applying is the number of ordered rows that are theorems and apply. Reference lines have a value, but prove nothing.
func Applying(ordered []protocol.Row) (n int) {
	for _, row := range ordered {
		if place(row) != unfit && row.Kind() != claim.ReferenceLine {
			n++
		}
	}
	return n
}

const (
	bound = iota
	line
	lower
	unfit
)

func place(row protocol.Row) int {
	switch {
	case !row.Applies || row.Epsilon == nil:
		return unfit
	case row.Kind() == claim.UpperBound:
		return bound
	case row.Side == "lower":
		return lower
	}
	return line
}

func epsilonOf(row protocol.Row) float64 {
	if row.Epsilon == nil {
		return math.Inf(1)
	}
	return float64(*row.Epsilon)
}
