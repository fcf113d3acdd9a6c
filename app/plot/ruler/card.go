package ruler

import (
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/style"
	"lastiterate/app/plot/svg"
)

// card draws the ruler as a file of its own, with the sentence above and the small print below.
func (r Ruler) card(w *svg.Writer, width float64) {
	const frame = 12
	inner := width - 2*frame
	rest := lettering.Wrap(r.Rest, inner, lettering.TitleSize, false)
	var foot []string
	for _, line := range r.Foot {
		foot = append(foot, lettering.Wrap(line, inner, lettering.SmallSize, false)...)
	}
	y := 0.0
	if r.Number != "" {
		y += numberSize
	}
	restTop := y
	y += float64(len(rest))*lettering.TitleLineHeight + partGap
	line := y
	y += Height
	footTop := y + partGap
	if len(foot) > 0 {
		y = footTop + float64(len(foot))*lettering.SmallLineHeight
	}
	w.Open("plot plot-standalone ruler", inner, y, frame)
	if r.Label != "" {
		w.Raw(` role="img"`)
		w.Attribute("aria-label", r.Label)
		w.Raw("><title>")
		w.Escaped(r.Label)
		w.Raw("</title")
	}
	w.Raw("><style>" + style.Ruler + "</style>")
	w.Raw(`<rect class="plot-paper" fill="` + svg.Paper + `"`)
	w.Number("x", -frame)
	w.Number("y", -frame)
	w.Raw(` width="100%" height="100%"/>`)
	if r.Number != "" {
		w.Text(svg.Text{Y: 0.8 * numberSize, Anchor: svg.Start, Size: numberSize, Class: "ruler-number", Words: r.Number})
	}
	for i, words := range rest {
		w.Text(svg.Text{Y: restTop + float64(i)*lettering.TitleLineHeight + lettering.TitleSize, Anchor: svg.Start,
			Size:  lettering.TitleSize,
			Class: "plot-label", Words: words})
	}
	r.draw(w, inner, line)
	for i, words := range foot {
		w.Text(svg.Text{Y: footTop + float64(i)*lettering.SmallLineHeight + lettering.SmallSize, Anchor: svg.Start,
			Size:  lettering.SmallSize,
			Class: "plot-foot", Words: words})
	}
	w.Raw("</svg>")
}

const (
	numberSize = 40 // type size of the number on a card
	partGap    = 8  // between the parts of a card
)
