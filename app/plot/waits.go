package plot

import (
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// placeWaits writes in the middle of the plot that its lines are being computed.
func (a *arrangement) placeWaits() {
	if a.chart.Waits == "" {
		return
	}
	a.add(svg.Text{X: (a.Left + a.Right) / 2, Y: (a.Top + a.Bottom) / 2, Anchor: svg.Middle, Size: lettering.Size,
		Class: "plot-note plot-waits", Words: a.chart.Waits})
}

// rangeUnknown reports whether the range of the vertical axis is not known yet, so that numbers at its rules would be
// meaningless.
func (a *arrangement) rangeUnknown() bool {
	return a.chart.Waits != "" && !(a.chart.Y.From < a.chart.Y.To) && a.chart.Y.Most == 0 && a.points() == 0
}
