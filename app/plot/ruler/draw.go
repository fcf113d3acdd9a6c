package ruler

import (
	"slices"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// draw draws the line with its points and names, from the pixel top downwards.
func (r Ruler) draw(w *svg.Writer, width, top float64) {
	at := r.scale(width)
	y := top + lineY
	floor, answer, allIterates := at(r.Floor), at(r.Answer), at(r.Published)
	if !r.Answer.Known {
		answer = width - endRoom
	}
	w.Line("plot-base", svg.Ink, "1", 0, svg.Crisp(y), width, svg.Crisp(y), "stroke-opacity", ".3")

	below := []placedName{
		{x: floor, words: r.Floor.Words, class: "plot-axis"},
		{x: at(r.Estimate), words: r.Estimate.Words, class: "plot-axis"},
		{x: answer, words: r.Answer.Words, class: "plot-best-label", bold: true},
		{x: at(r.Rival), rival: true, words: r.Rival.Words, class: "plot-axis"},
		{x: allIterates, words: r.Published.Words, class: "plot-label"},
	}
	if !r.Published.Known {
		below[4].x, below[4].class = width-endRoom, "plot-axis"
	}
	// If there is no room, the rival's name is dropped first and the estimate's next, because the sentence contains both. A
	// mark without a name cannot be understood, so the names of the floor and of the loss from all iterates are dropped only
	// if they would overlap; the floor's name then stands above the line. The answer's name is never dropped.
	const floorName, estimateName, rivalName, allIteratesName = 0, 1, 3, 4
	names := arrangeNames(below, width, rivalName, estimateName, floorName, allIteratesName)
	above := len(r.Floor.Words) > 0 && len(r.Least) > 0 &&
		!slices.ContainsFunc(names, func(p placedName) bool { return p.index == floorName && p.words[0] == r.Floor.Words[0] })
	if above {
		below[floorName].words = nil
		names = arrangeNames(below, width, rivalName, estimateName, allIteratesName)
	}

	// The span in which the true loss lies, and the span that hiding the iterates saves.
	if from := min(floor, answer); answer > from {
		w.Raw(`<rect class="ruler-truth" fill="` + svg.Accent + `" fill-opacity=".16"`)
		if r.open() {
			from = 0
		}
		w.Number("x", from)
		w.Number("y", y-dotRadius)
		w.Number("width", answer-from)
		w.Raw(` height="14"/>`)
	}
	saved := r.Answer.finite() && r.Published.Known && allIterates > answer
	if saved {
		w.Line("ruler-saved plot-c1", svg.Colours[0], "2", answer, y+0.5, allIterates, y+0.5)
	}
	r.tick(w, at, r.Published, y, allIteratesReach, "plot-c1", svg.Colours[0], "2.5")
	if slices.ContainsFunc(names, func(p placedName) bool { return p.rival }) {
		r.tick(w, at, r.Rival, y, 6, "ruler-rival plot-base", svg.Ink, "1.5")
	}
	r.floor(w, at, r.Floor, y, svg.Accent)
	r.floor(w, at, r.Estimate, y, svg.Paper)
	if r.Answer.Known {
		if r.Answer.finite() {
			w.Circle("plot-dot", answer, y+0.5, dotRadius, svg.Accent, svg.Paper, "1.5")
		} else {
			r.beyond(w, answer, y, "plot-best", svg.Accent)
		}
	}

	for _, p := range names {
		w.Text(p.text(top+belowLine, width))
	}
	spans := []placedName{{x: (floor + answer) / 2, words: r.Truth, class: "plot-best-label"},
		{x: (answer + allIterates) / 2, words: r.Factor, class: "ruler-factor", bold: true}}
	if r.open() {
		spans[0].x = answer / 2
	}
	if !saved {
		spans[1].words = nil
	}
	const truth, factor = 0, 1
	first := truth // the first name to be left out if there is no room
	if above {
		spans[truth].words, first = r.Least, factor
	}
	if saved { // the bracket, in the same row, begins at the answer
		spans[truth] = spans[truth].endingAt(answer - bracketGap)
	}
	line := r.arrangeSpans(spans, names, width, first, factor, answer, allIterates)
	named := 0.0
	for _, p := range line.names {
		w.Text(p.text(top+aboveLine, width))
		if p.index == factor {
			named = r.bracket(w, p, named, line.within, answer, allIterates, top)
		} else {
			named = max(named, p.left+p.width)
		}
	}
	if line.said {
		y := top + aboveLine
		if line.below {
			y = top + belowLine
		}
		w.Text(svg.Text{X: line.scale, Y: y, Anchor: svg.Start, Size: lettering.Size, Class: "plot-axis", Words: logScale})
	}
}
