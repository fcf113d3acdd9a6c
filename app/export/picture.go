package export

import (
	"strings"

	"lastiterate/app/plot"
)

// Picture returns a chart as it is drawn in a file of its own: at the default size, with the version and the link below it.
func (d Document) Picture(c plot.Chart) plot.Chart {
	c.ID, c.Standalone, c.Foot = "export", true, d.Foot()
	c.Width, c.Height = 0, 0
	return c
}

// SVG returns the chart as an SVG file that needs no other file. It follows the reader's colour scheme, light or dark.
func (d Document) SVG(c plot.Chart) string { return d.Picture(c).SVG() }

// LightSVG is SVG in the light colour scheme alone. PNG files, which go into papers, are made from it.
func (d Document) LightSVG(c plot.Chart) string {
	return strings.Replace(d.SVG(c), "<svg ", `<svg data-theme="light" `, 1)
}
