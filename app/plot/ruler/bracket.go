package ruler

import (
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

const (
	bracketY    = aboveLine - 4.5 // the middle of the letters
	bracketEnd  = 14              // the lower ends of the bracket, above the marks
	bracketGap  = 5               // from the bracket to words
	bracketArm  = 4               // least length of an arm beside the words
	bracketStub = 16              // least length of an arm without an end; a shorter one would look like a dash
	bracketPast = nameGap / 2     // from the factor to the words that follow it
)

// bracket draws a bracket from the answer to the loss if every iterate were public, which are the two values whose ratio
// is the factor. The bracket shows which values these are, since another value may stand below the factor. It has a gap for
// the words of the factor p and, if scaled, for the words logScale. It leaves free the words that end at named, and returns
// the pixel at which the bracket and its words end.
func (r Ruler) bracket(w *svg.Writer, p placedName, named float64, scaled bool, answer, allIterates, top float64) float64 {
	left, right := p.left-bracketGap, p.left+p.width+bracketGap
	if scaled {
		right += bracketPast + lettering.Width(logScale, lettering.Size, false)
	}
	var path svg.Pen
	y, foot := top+bracketY, top+bracketEnd
	switch from := named + bracketGap; {
	case allIterates-right < bracketArm: // no bracket, since one arm alone could not be understood
	case from <= answer && left-answer >= bracketArm:
		path.Move(answer, foot)
		path.Line(answer, y)
		path.Line(left, y)
	case from > answer && left-from >= bracketStub:
		path.Move(from, y)
		path.Line(left, y)
	}
	if len(path.Data) > 0 {
		path.Move(right, y)
		path.Line(allIterates, y)
		path.Line(allIterates, foot)
		w.Raw(`<path class="ruler-bracket plot-c1" fill="none" stroke="` + svg.Colours[0] + `" stroke-width="1"`)
		w.Path(path.Data)
	}
	return max(right, allIterates)
}
