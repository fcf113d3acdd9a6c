package picture

import (
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// DrawnRows lists the drawn rows: Drawn's, and by default the rows that beat them somewhere along the curve. Which these are cannot
// be seen from the answer.
func (s Scene) DrawnRows() []string {
	out := Drawn(s.View, s.Result)
	if s.View.Rows == nil && len(s.View.Pinned) == 0 {
		out = append(out, Rivals(s.Curve, s.Result, out)...)
	}
	return out
}

// Rivals lists the other rows of a curve that beat all drawn ones at a value: an upper bound below them or a floor above them.
func Rivals(c protocol.CurveResult, r protocol.Result, drawn []string) (out []string) {
	for _, row := range r.Rows {
		kind := row.Kind()
		if slices.Contains(drawn, row.ID) || row.Epsilon == nil || kind != claim.UpperBound && kind != claim.Floor {
			continue
		}
		i := slices.IndexFunc(c.Series, func(l protocol.Series) bool { return l.Row == row.ID })
		if i >= 0 && slices.ContainsFunc(places(c.Series[i]), func(j int) bool { return beats(c, r, drawn, row, i, j) }) {
			out = append(out, row.ID)
		}
	}
	return out
}

// places lists the indices of the values at which a line is known.
func places(l protocol.Series) (out []int) {
	for j, e := range l.Epsilon {
		if e != nil {
			out = append(out, j)
		}
	}
	return out
}

// beats reports whether the line of index i, a row's, is the best of its kind at the value of index j, by more than could be seen.
// The drawn lines of its kind must all be known there.
func beats(c protocol.CurveResult, r protocol.Result, drawn []string, of protocol.Row, i, j int) bool {
	const notably = 1.001
	best, sign := math.Inf(1), 1.0
	if of.Kind() == claim.Floor {
		best, sign = 0, -1
	}
	for _, l := range c.Series {
		row, ok := find(r, l.Row)
		if !ok || row.Kind() != of.Kind() || !slices.Contains(drawn, l.Row) {
			continue
		}
		if j >= len(l.Epsilon) || l.Epsilon[j] == nil {
			return false
		}
		best = sign * min(sign*best, sign*float64(*l.Epsilon[j]))
	}
	e := float64(*c.Series[i].Epsilon[j])
	if sign < 0 {
		return e > best*notably
	}
	return e*notably < best
}
