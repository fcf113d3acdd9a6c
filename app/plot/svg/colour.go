package svg

// These are the colours of the light theme, for presentation attributes. They show where the style sheet does not reach, such
// as in a drawing program; style/plot.css overrides them.
const (
	Paper  = "#fbfaf7"
	Ink    = "#1b1d21"
	Muted  = "#5a5d64"
	Accent = "#1d4f9e"
	Danger = "#a8271d"
	Ochre  = "#8a5d00" // for words beside a line in the first colour of the palette
)

// Colours holds the colours of Okabe and Ito, which people with any colour vision can tell apart. Colours with a contrast
// below 3:1 on paper are darkened. The order is theirs with two exceptions: yellow, which resembles orange once it is
// darkened, comes later, and black and blue, which resemble the ink and the accent, come last.
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

// fills are the colours of text, by its class.
var fills = map[string]string{
	"plot-title":        Ink,
	"plot-axis":         Muted,
	"plot-tick":         Muted,
	"plot-label":        Ink,
	"plot-best-label":   Accent,
	"plot-note":         Muted,
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
