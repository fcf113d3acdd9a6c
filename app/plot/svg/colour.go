package svg

// The light theme's colours as presentation attributes: they show wherever the
// style sheet does not reach, such as in a drawing program. style/plot.css overrides
// them.
const (
	Paper  = "#fbfaf7"
	Ink    = "#1b1d21"
	Muted  = "#5a5d64"
	Accent = "#1d4f9e"
	Danger = "#a8271d"
	Ochre  = "#8a5d00" // of words beside a line of the palette's first colour
)

// Colours holds Okabe and Ito's colours, which people with any colour vision
// tell apart, darkened where they would have less than 3:1 on paper. Their
// order is kept but for yellow, which so becomes a neighbour of orange, and
// for black and blue, which are near to the ink and the accent: these are last.
var Colours = []string{
	"#b47a00", // orange
	"#2b87bd", // sky blue
	"#008a64", // bluish green
	"#d55e00", // vermillion
	"#b0578a", // reddish purple
	"#7f8000", // yellow
	"#4a4d55", // black
	"#0072b2", // blue
}

// fills are the colours of text by class.
var fills = map[string]string{
	"plot-title":        Ink,
	"plot-axis":         Muted,
	"plot-tick":         Muted,
	"plot-label":        Ink,
	"plot-best-label":   Accent,
	"plot-note":         Muted,
	"plot-tag":          Ink,
	"plot-marker-label": Muted,
	"plot-yours-label":  Accent,
	"plot-foot":         Muted,
	"plot-reading":      Ink,
	"plot-reading-best": Accent,
	"plot-reading-head": Muted,
	"plot-band-label":   Ochre,
	"ruler-number":      Accent,
	"ruler-factor":      Ochre,
}
