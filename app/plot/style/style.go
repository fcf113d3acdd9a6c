// Package style holds the style sheets of charts, on the page and as files of their own.
package style

import _ "embed"

// Sheet is the style sheet that gives charts their colours; it belongs into
// the page's style sheet. It reads the custom properties --paper, --ink,
// --muted, --accent and --danger and defines the lines' own colours.
//
//go:embed plot.css
var Sheet string

// Standalone gives the custom properties to a chart that is a file of its own.
//
//go:embed standalone.css
var Standalone string

// Ruler is all that a ruler needs that is a file of its own.
//
//go:embed ruler.css
var Ruler string
