package ruler

import (
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

const (
	bracketY    = aboveLine - 4.5 // the middle of the letters
	bracketEnd  = 14              // where its ends stop, above the marks
	bracketGap  = 5               // from the words
	bracketArm  = 4               // least length of what is left of an arm beside the words
	bracketStub = 16              // the same of an arm without its end, which is else a dash
	bracketPast = nameGap / 2     // to the words that follow the factor
)

// bracket draws what the factor is between: from the answer to the loss if every iterate were
// published, with a gap for the words. Below them may stand another value, of which the
// factor is not. If it is scaled, the gap holds the words on the scale too. It strikes out nothing of what ends
// at named, and returns where the part ends.
func (r Ruler) bracket(w *svg.Writer, p placed, named float64, scaled bool, answer, allIterates, top float64) float64 {
	left, right := p.left-bracketGap, p.left+p.width+bracketGap
	if scaled {
		right += bracketPast + lettering.Width(logScale, lettering.Size, false)
	}
	var path svg.Pen
	y, foot := top+bracketY, top+bracketEnd
	switch from := named + bracketGap; {
	case allIterates-right < bracketArm: // one arm alone would be a riddle
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
