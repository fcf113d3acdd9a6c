package bounds

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// probes is the number of values, evenly spread, at which rows are compared with a curve's. Each costs all rows once.
const probes = 5

// notably is the ratio of two bounds from which one is drawn beside the other.
const notably = 1.001

// rivals returns the lines of rows that were not asked for and beat those that were, at one of the probed values: as an upper
// bound below all of theirs, or as a floor above.
func rivals(ctx context.Context, r run.Run, q claim.Question, parameter string, values []float64, asked []Series,
	settings Settings) ([]Series, error) {
	settings.Rivals = false
	settings.Progress, settings.Lines = nil, nil
	settings.Rows = otherRows(asked)
	places := spread(len(values))
	at := make([]float64, len(places))
	for k, j := range places {
		at[k] = values[j]
	}
	finer := settings.SlowValues
	if settings.SlowValues > 0 {
		settings.SlowValues = probes // every probe has a value, without slow certification
	}
	found, err := Curve(ctx, r, q, parameter, at, settings)
	if err != nil {
		return nil, err
	}
	if settings.Rows = better(asked, found, places); len(settings.Rows) == 0 {
		return nil, nil
	}
	settings.SlowValues = finer
	return Curve(ctx, r, q, parameter, values, settings)
}

// otherRows lists the proved rows that were not asked for.
func otherRows(asked []Series) (out []string) {
	for _, t := range catalog.All() {
		if kind := t.Kind(); kind != claim.UpperBound && kind != claim.Floor {
			continue
		}
		if !slices.ContainsFunc(asked, func(s Series) bool { return s.Row == t.ID }) {
			out = append(out, t.ID)
		}
	}
	return out
}

// spread lists the indices of probes values out of n, from the first to the last.
func spread(n int) (out []int) {
	for k := range probes {
		out = append(out, k*(n-1)/(probes-1))
	}
	return slices.Compact(out)
}

// better lists the rows, of those found at places, that are the best at one of them and notably better than all that were
// asked for.
func better(asked, found []Series, places []int) (out []string) {
	for k, j := range places {
		for _, kind := range []claim.BoundKind{claim.UpperBound, claim.Floor} {
			_, known := best(asked, kind, j)
			row, e := best(found, kind, k)
			least, most := e, known
			if kind == claim.Floor {
				least, most = known, e
			}
			if least*notably < most && !slices.Contains(out, row) { // false if either is not known
				out = append(out, row)
			}
		}
	}
	return out
}

// best returns the row of a kind that is the best at the value of index i, and its bound; NaN if no row has one there.
func best(lines []Series, kind claim.BoundKind, i int) (row string, e float64) {
	e = math.NaN()
	for _, line := range lines {
		v := line.Epsilon[i]
		if t, ok := catalog.ByID(line.Row); !ok || t.Kind() != kind || math.IsNaN(v) {
			continue
		}
		if math.IsNaN(e) || (kind == claim.UpperBound) == (v < e) {
			row, e = line.Row, v
		}
	}
	return row, e
}
