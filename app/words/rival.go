package words

import (
	"math"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Rival is the published theorem that gives the smallest bound for the released
// model, where the answer is a result of ours; ok is false elsewhere, and where
// composition gives less. If several give the same value up to rounding, it is the
// oldest; of several from one year, the first in the catalogue's order.
func (s Subject) Rival() (best protocol.Row, ok bool) {
	answer, found := s.RowOf(s.Best())
	if !found || !Ours(answer) {
		return protocol.Row{}, false
	}
	for _, row := range s.Result.Rows {
		if row.Kind() == claim.UpperBound && row.HiddenState && row.Epsilon != nil && !Ours(row) && (!ok || surpasses(row, best)) {
			best, ok = row, true
		}
	}
	if ok && float64(*best.Epsilon) > s.composed() {
		return protocol.Row{}, false // composition is published, too
	}
	return best, ok
}

// composed is the smallest bound by a published theorem that holds even if every iterate is released; +Inf if there is none.
func (s Subject) composed() float64 {
	least := math.Inf(1)
	for _, row := range s.Result.Rows {
		if row.Kind() == claim.UpperBound && !row.HiddenState && row.Epsilon != nil && !Ours(row) {
			least = min(least, float64(*row.Epsilon))
		}
	}
	return least
}

// ByPublished is the second number beside an answer that is a result of ours: the smallest bound by published theorems,
// including composition. It is empty until all of them have been evaluated.
func (s Subject) ByPublished() string {
	switch least, ok := s.published(); {
	case !ok:
		return ""
	case math.IsInf(least, 1):
		return "no finite bound by published theorems"
	default:
		return number.Up(least, SentenceDigits) + " by published theorems"
	}
}

// PublishedAnswer is the smallest bound by published theorems, beside an answer that is a result of ours; nil if there is no such
// bound, or while not all of them have been evaluated.
func (s Subject) PublishedAnswer() *protocol.Answer {
	least, ok := s.published()
	for _, row := range s.Result.Rows {
		if ok && row.Kind() == claim.UpperBound && !Ours(row) && row.Epsilon != nil && float64(*row.Epsilon) == least {
			return &protocol.Answer{Row: row.ID, Epsilon: *row.Epsilon, Certified: row.Certified}
		}
	}
	return nil
}

// published is the smallest bound by published theorems, +Inf if there is none; ok is
// false unless the answer is a result of ours and all published theorems have been evaluated. If the training differs from the
// run, rows that do not cover the training have no value.
func (s Subject) published() (least float64, ok bool) {
	answer, found := s.RowOf(s.Best())
	if !found || !Ours(answer) || s.Unfinished || s.Contradiction() != "" {
		return 0, false
	}
	least = s.composed()
	if row, ok := s.Rival(); ok {
		least = min(least, float64(*row.Epsilon))
	}
	return least, true
}

// surpasses reports whether a row gives a smaller bound than another, or the same bound and was published earlier.
func surpasses(row, other protocol.Row) bool {
	const same = 1e-9
	x, y := float64(*row.Epsilon), float64(*other.Epsilon)
	if x == y || math.Abs(x-y) <= same*y {
		return row.Source != nil && other.Source != nil && row.Source.Year < other.Source.Year
	}
	return x < y
}

// Ours reports whether a row's theorem is proved beside the code and nowhere else.
func Ours(row protocol.Row) bool { return row.Source != nil && row.Source.Authors == ourselves }
