package export

import (
	"strings"

	"lastiterate/app/plot"
)

// Picture prepares a chart for a file of its own, of the usual width, with small print.
func (d Document) Picture(c plot.Chart) plot.Chart {
	c.ID, c.Standalone, c.Foot = "export", true, d.Foot()
	c.Width, c.Height = 0, 0
	return c
}

// SVG is the chart as a file that opens alone, in the reader's colour scheme.
func (d Document) SVG(c plot.Chart) string { return d.Picture(c).SVG() }

// LightSVG is the same, always in the light scheme: PNG files, which go into papers, are made from it.
func (d Document) LightSVG(c plot.Chart) string {
	return strings.Replace(d.SVG(c), "<svg ", `<svg data-theme="light" `, 1)
}
