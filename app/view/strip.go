package view

import (
	"fmt"
	"math"

	"lastiterate/wasm/protocol"
)

// strip is the logarithmic scale of ε on which each row of the table is drawn as a dot. least and most are the smallest
// and the largest positive, finite ε of the rows; answer is the ε of the answer, 0 without an answer.
type strip struct{ least, most, answer float64 }

// stripWidth is the width of a row's drawing in pixels.
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

// pixel returns the horizontal place of a value in the drawing. The scale ends 4 pixels before the drawing's edges.
func (s strip) pixel(epsilon float64) float64 {
	if !(s.most > s.least) {
		return stripWidth / 2
	}
	return 4 + (stripWidth-8)*math.Log(epsilon/s.least)/math.Log(s.most/s.least)
}

// draw returns the drawing of a row as SVG. It is empty if the row does not apply, or has no positive, finite value.
// Screen readers skip the drawing, because the next column of the table shows the value as text.
func (s strip) draw(row protocol.Row) string {
	if !row.Applies || row.Epsilon == nil {
		return ""
	}
	e := float64(*row.Epsilon)
	if !(e > 0) || math.IsInf(e, 1) {
		return ""
	}
	line := ""
	if s.answer >= s.least && s.answer <= s.most {
		line = fmt.Sprintf(`<path class="at" d="M%.1f 0V12"/>`, s.pixel(s.answer))
	}
	return fmt.Sprintf(`<svg class="dots" viewBox="0 0 %d 12" aria-hidden="true"><path class="axis" d="M0 6H%[1]d"/>%s<circle class="dot `+
		`%s" cx="%.1f" cy="6" r="3.5"/></svg>`,
		stripWidth, line, row.Side, s.pixel(e))
}
