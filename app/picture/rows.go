package picture

import (
	"math"
	"slices"
	"sort"

	"lastiterate/app/link"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// mostDrawn is the largest number of lines that are drawn by default.
const mostDrawn = 5

// Drawn lists the drawn rows: those of the view, or a default choice. Beside pinned runs the default is the answer alone;
// otherwise it is the answer, the same run with every iterate public, the best lower bound, the best published theorem
// beside a result of ours, and the proved rows nearest to the answer.
func Drawn(v link.View, r protocol.Result) []string {
	if v.Rows != nil {
		return slices.DeleteFunc(slices.Clone(v.Rows), func(id string) bool { return !drawable(r, id) })
	}
	var out []string
	add := func(a *protocol.Answer) {
		if a != nil && !slices.Contains(out, a.Row) {
			out = append(out, a.Row)
		}
	}
	add(r.Answer)
	if len(v.Pinned) > 0 {
		return out // beside other runs, one line stands for each run
	}
	add(r.Published)
	if r.Lower != nil && r.Lower.Epsilon > 0 {
		add(r.Lower)
	} else {
		add(r.LowerEstimate)
	}
	if row, ok := find(r, bestPublished(r)); ok && float64(*row.Epsilon) <= worthSeeing(r) {
		add(&protocol.Answer{Row: row.ID})
	}
	others := slices.Clone(r.Rows)
	others = slices.DeleteFunc(others, func(row protocol.Row) bool {
		return row.Kind() != claim.UpperBound || row.Epsilon == nil || float64(*row.Epsilon) > worthSeeing(r)
	})
	sort.SliceStable(others, func(i, j int) bool { return *others[i].Epsilon < *others[j].Epsilon })
	for _, row := range others {
		if len(out) < mostDrawn && !hidden(r, out, float64(*row.Epsilon)) {
			add(&protocol.Answer{Row: row.ID})
		}
	}
	return out
}

// Story lists the fewest rows that explain the answer: the answer itself, the same run with every iterate public, the best
// published theorem beside a result of ours, and the best lower bound.
func Story(r protocol.Result) []string {
	return slices.DeleteFunc(Drawn(link.View{}, r), func(id string) bool {
		row, _ := find(r, id)
		return row.Side == "upper" && id != r.Answer.Row && (r.Published == nil || id != r.Published.Row) && id != bestPublished(r)
	})
}

// hidden reports whether a line at this height would lie on one that is drawn.
func hidden(r protocol.Result, drawn []string, epsilon float64) bool {
	return slices.ContainsFunc(drawn, func(id string) bool {
		row, ok := find(r, id)
		return ok && row.Epsilon != nil && math.Abs(float64(*row.Epsilon)-epsilon) <= 1e-3*epsilon
	})
}

// worthSeeing is the largest ε at which a row is drawn by default; a line that would only leave the picture is left to the
// table.
func worthSeeing(r protocol.Result) float64 {
	most := 0.0
	if r.Answer != nil {
		most = tooHigh * float64(r.Answer.Epsilon)
	}
	if r.Published != nil {
		most = max(most, float64(r.Published.Epsilon))
	}
	return min(most, math.MaxFloat64) // an infinite value has no place in a picture
}

// Drawable reports whether there is a row to draw.
func Drawable(r protocol.Result) bool {
	return slices.ContainsFunc(r.Rows, func(row protocol.Row) bool { return row.Epsilon != nil })
}

func drawable(r protocol.Result, id string) bool {
	row, ok := find(r, id)
	return ok && row.Epsilon != nil
}

func find(r protocol.Result, id string) (protocol.Row, bool) {
	i := slices.IndexFunc(r.Rows, func(row protocol.Row) bool { return row.ID == id })
	if i < 0 {
		return protocol.Row{}, false
	}
	return r.Rows[i], true
}
