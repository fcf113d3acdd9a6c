// Package style holds the style sheets of charts, on the page and as files of their own.
package style

import _ "embed"

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
