package plot

import (
	"slices"

	"lastiterate/app/plot/style"
	"lastiterate/app/plot/svg"
)

// Stacked joins charts that share their horizontal axis into one chart, for a file of its own. The other charts are drawn
// below the first, and in the CSV their columns follow the columns of the first.
func Stacked(charts []Chart) Chart {
	if len(charts) == 0 {
		return Chart{}
	}
	c := charts[0]
	c.Below = slices.Clone(charts[1:])
	return c
}

// Room is the blank on the two sides of a plot, in pixels.
type Room struct{ Left, Right float64 }

// Aligned gives charts that are drawn below each other the same left and right edges, so that equal values of the
// horizontal axis lie exactly below each other.
func Aligned(charts []Chart) []Chart {
	var room Room
	for _, c := range charts {
		l := c.Layout()
		room.Left, room.Right = max(room.Left, l.Left), max(room.Right, l.Width-l.Right)
	}
	out := slices.Clone(charts)
	for i := range out {
		out[i].Beside = room
	}
	return out
}

// stackGap is the blank between two stacked charts.
const stackGap = 16

// stackedSVG draws a file with the chart and those below it; the small print is
// at the end.
func (c Chart) stackedSVG() string {
	frame := c.frame()
	parts := append([]Chart{c}, c.Below...)
	width, height := 0.0, 0.0
	drawings, tops := make([]string, len(parts)), make([]float64, len(parts))
	for i, p := range parts {
		p.ID, p.Width, p.Below, p.Standalone, p.Foot = c.ID+"-"+string(rune('a'+i)), c.Width, nil, false, nil
		if p.Width == 0 {
			p.Width = 720
		}
		p.Width -= 2 * frame
		if i == len(parts)-1 {
			p.Foot = c.Foot
		}
		parts[i] = p
	}
	for i, p := range Aligned(parts) {
		l := p.Layout()
		if i > 0 {
			height += stackGap
		}
		tops[i] = height
		height += l.Height
		width = max(width, l.Width)
		drawings[i] = p.SVG()
	}
	w := &svg.Writer{}
	w.Open("plot plot-standalone", width, height, frame)
	w.Raw(` role="img"`)
	w.Attribute("aria-label", c.Title)
	w.Raw("><title>")
	w.Escaped(c.Title)
	w.Raw("</title><style>" + style.Sheet + style.Standalone + "</style>")
	w.Raw(`<rect class="plot-paper" fill="` + svg.Paper + `"`)
	w.Number("x", -frame)
	w.Number("y", -frame)
	w.Raw(` width="100%" height="100%"/>`)
	for i, drawing := range drawings {
		w.Raw(`<g transform="translate(0 `)
		w.Length(tops[i])
		w.Raw(`)">` + drawing + "</g>")
	}
	w.Raw("</svg>")
	return w.String()
}
