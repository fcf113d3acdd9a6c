package view

import (
	"fmt"
	"math"

	"lastiterate/wasm/protocol"
)

// strip is the line, logarithmic in ε, on which each row of the table has a dot.
type strip struct{ least, most, answer float64 }

// stripWidth is the width of a strip's drawing.
const stripWidth = 120

func newStrip(rows []protocol.Row, answer *protocol.Answer) strip {
	s := strip{least: math.Inf(1)}
	for _, row := range rows {
		if e := float64(*row.Epsilon); e > 0 && !math.IsInf(e, 1) {
			s.least, s.most = min(s.least, e), max(s.most, e)
		}
	}
	if answer != nil {
		s.answer = float64(answer.Epsilon)
	}
	return s
}

// at is the place of a value, 4 from either end.
func (s strip) at(epsilon float64) float64 {
	if !(s.most > s.least) {
		return stripWidth / 2
	}
	return 4 + (stripWidth-8)*math.Log(epsilon/s.least)/math.Log(s.most/s.least)
}

// of is the drawing of a row; empty if it has no place. What it says stands in
// the next column.
func (s strip) of(row protocol.Row) string {
	if !row.Applies || row.Epsilon == nil {
		return ""
	}
	e := float64(*row.Epsilon)
	if !(e > 0) || math.IsInf(e, 1) {
		return ""
	}
	line := ""
	if s.answer >= s.least && s.answer <= s.most {
		line = fmt.Sprintf(`<path class="at" d="M%.1f 0V12"/>`, s.at(s.answer))
	}
	return fmt.Sprintf(`<svg class="dots" viewBox="0 0 %d 12" aria-hidden="true"><path class="axis" d="M0 6H%[1]d"/>%s<circle class="dot `+
		`%s" cx="%.1f" cy="6" r="3.5"/></svg>`,
		stripWidth, line, row.Side, s.at(e))
}
