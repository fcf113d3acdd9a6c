// Package style holds the style sheets of charts, on the page and as files of their own.
package style

import (
	_ "embed"
	"strings"
)

// Sheet is the style sheet that gives charts their colours. The page's style sheet includes it. It reads the custom
// properties --paper, --ink, --muted, --accent and --danger, and defines the lines' own colours.
//
//go:embed plot.css
var Sheet string

// Standalone gives the custom properties to a chart that is a file of its own.
//
//go:embed standalone.css
var Standalone string

// Ruler is the whole style sheet of a ruler that is a file of its own.
//
//go:embed ruler.css
var Ruler string

// dark opens the rule with the colours of the dark theme in every sheet above.
const dark = "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])"

// Only is a drawing with a sheet in the named theme, light or dark, alone; of any other theme it is the drawing itself, which
// follows the system.
func Only(drawing, theme string) string {
	if theme != "light" && theme != "dark" {
		return drawing
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(drawing, dark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		colours, after, _ := strings.Cut(rest, "}}")
		if theme == "dark" {
			b.WriteString("@media screen{:root" + colours + "}}") // on paper dark stays light
		}
		drawing = after
	}
}
