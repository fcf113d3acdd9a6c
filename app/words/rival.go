package words

import (
	"math"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Rival is the published theorem that gives the smallest bound for the released
// model, where the answer is a result of ours; ok is false elsewhere. Of those that are one value but
// for rounding it is the oldest, of one paper the first.
func (s Subject) Rival() (best protocol.Row, ok bool) {
	answer, found := s.RowOf(s.Best())
	if !found || !ours(answer) {
		return protocol.Row{}, false
	}
	for _, row := range s.Result.Rows {
		if row.Kind() == claim.UpperBound && row.HiddenState && row.Epsilon != nil && !ours(row) && (!ok || surpasses(row, best)) {
			best, ok = row, true
		}
	}
	return best, ok
}

// ByPublished is the second number beside an answer that is a result of ours: what
// published theorems give, composition among them, where all of them have been asked.
func (s Subject) ByPublished() string {
	answer, found := s.RowOf(s.Best())
	if !found || !ours(answer) || s.Unfinished || s.Contradiction() != "" || s.Departures.Coverage(s.Run) != Everything {
		return ""
	}
	least := math.Inf(1)
	if row, ok := s.Rival(); ok {
		least = float64(*row.Epsilon)
	}
	if s.Result.Published != nil {
		least = min(least, float64(s.Result.Published.Epsilon))
	}
	if math.IsInf(least, 1) {
		return "no finite bound by published theorems"
	}
	return number.Up(least, SentenceDigits) + " by published theorems"
}

// surpasses reports whether a row gives less than another, or the same and was there before.
func surpasses(row, other protocol.Row) bool {
	const same = 1e-9
	x, y := float64(*row.Epsilon), float64(*other.Epsilon)
	if x == y || math.Abs(x-y) <= same*y {
		return row.Source != nil && other.Source != nil && row.Source.Year < other.Source.Year
	}
	return x < y
}

func ours(row protocol.Row) bool { return row.Source != nil && row.Source.Authors == ourselves }
