package words

import (
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Rival is the published theorem that gives the smallest bound for the released
// model, where the answer is a result of ours; ok is false elsewhere.
func (s Subject) Rival() (best protocol.Row, ok bool) {
	answer, found := s.RowOf(s.Best())
	if !found || !ours(answer) {
		return protocol.Row{}, false
	}
	for _, row := range s.Result.Rows {
		if row.Kind() == claim.UpperBound && row.HiddenState && row.Epsilon != nil && !ours(row) && (!ok || *row.Epsilon < *best.Epsilon) {
			best, ok = row, true
		}
	}
	return best, ok
}

func ours(row protocol.Row) bool { return row.Source != nil && row.Source.Authors == ourselves }
