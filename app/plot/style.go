package plot

import _ "embed"

// Style is the style sheet that gives charts their colours; it belongs into
// the page's style sheet. It reads the custom properties --paper, --ink,
// --muted, --accent and --danger and defines the lines' own colours.
//
//go:embed plot.css
var Style string

// standaloneStyle gives the custom properties to a chart that is a file of its own.
//
//go:embed standalone.css
var standaloneStyle string

// rulerStyle is all that a ruler needs that is a file of its own.
//
//go:embed ruler.css
var rulerStyle string
