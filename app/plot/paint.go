package plot

import (
	"slices"
	"strconv"
)

// The light theme's colours as presentation attributes: they show wherever the
// style sheet does not reach, such as in a drawing program. style/plot.css overrides
// them.
const (
	paper  = "#fbfaf7"
	ink    = "#1b1d21"
	muted  = "#5a5d64"
	accent = "#1d4f9e"
	danger = "#a8271d"
	ochre  = "#8a5d00" // of words beside a line of the palette's first colour
)

// palette holds Okabe and Ito's colours, which people with any colour vision
// tell apart, darkened where they would have less than 3:1 on paper. Their
// order is kept but for yellow, which so becomes a neighbour of orange, and
// for black and blue, which are near to the ink and the accent: these are last.
var palette = []string{
	"#b47a00", // orange
	"#2b87bd", // sky blue
	"#008a64", // bluish green
	"#d55e00", // vermillion
	"#b0578a", // reddish purple
	"#7f8000", // yellow
	"#4a4d55", // black
	"#0072b2", // blue
}

// pencil is how a line is drawn.
type pencil struct {
	class, colour, width, dash string
	sharp                      bool // dashes end where they are told to, without round caps
}

// settleColours gives lines that would share a colour the next one that is
// free, as long as there is one. The first of them keeps its own.
func settleColours(series []Series) {
	taken := make([]bool, len(palette))
	taken[0] = slices.ContainsFunc(series, func(s Series) bool { return s.Kind == Published })
	for i := range series {
		s := &series[i]
		s.Colour = ((s.Colour % len(palette)) + len(palette)) % len(palette)
		if s.Kind != Other && s.Kind != Estimate && s.Kind != Beside {
			continue
		}
		for try := range palette {
			if slot := (s.Colour + try) % len(palette); !taken[slot] {
				s.Colour, taken[slot] = slot, true
				break
			}
		}
	}
}

// Lines that have one colour between them, because of what they are, are told
// apart by their dashes: without colour and in print, too.
var (
	bestDashes      = []string{"", "11 5", "11 5 1 5", "1 5", "4 5", "1 5 1 5 6 5"}
	notValidDashes  = []string{"6 4", "13 4", "6 4 0 4", "0 4", "13 4 0 4", "3 7"}
	referenceDashes = []string{"", "9 4", "3 4", "9 4 0 4", "15 4 3 4", "1 3"}
)

// bestSamples are bestDashes in a sample, which is about as long as one dash of a line and its gap: shorter, so
// that each is told from the others there.
var bestSamples = map[string]string{"11 5": "7 4", "11 5 1 5": "7 3 2 3", "1 5": "2 4", "4 5": "4 3", "1 5 1 5 6 5": "2 3 2 3 5 3"}

// ofSample is the pencil for a piece of line beside a name.
func (p pencil) ofSample() pencil {
	if short, ok := bestSamples[p.dash]; ok {
		p.dash, p.sharp = short, true
	}
	return p
}

// settleDashes counts the lines of one kind.
func settleDashes(series []Series) {
	seen := map[Kind]int{}
	for i := range series {
		series[i].among = seen[series[i].Kind]
		seen[series[i].Kind]++
	}
}

func (s Series) pencil() pencil {
	slot := s.Colour
	own := "plot-c" + strconv.Itoa(slot+1)
	switch s.Kind {
	case Best:
		return pencil{class: "plot-best", colour: accent, width: "2.5", dash: bestDashes[s.among%len(bestDashes)]}
	case Published:
		return pencil{class: "plot-c1", colour: palette[0], width: "2"}
	case Rival:
		return pencil{class: "plot-rival", colour: ink, width: "1.5"}
	case Quiet:
		return pencil{class: "plot-quiet", colour: muted, width: "1"}
	case Lower:
		return pencil{class: "plot-lower", colour: accent, width: "2", dash: "0 4"}
	case NotValid:
		return pencil{class: "plot-not-valid", colour: danger, width: "1.25", dash: notValidDashes[s.among%len(notValidDashes)]}
	case Estimate:
		return pencil{class: own, colour: palette[slot], width: "2", dash: "0 4.5"}
	case Reference:
		return pencil{class: "plot-reference", colour: muted, width: "1", dash: referenceDashes[s.among%len(referenceDashes)]}
	case Beside:
		return pencil{class: own, colour: palette[slot], width: "2"}
	case Other: // a plain line
	}
	return pencil{class: own, colour: palette[slot], width: "1.25"}
}

// attributes are those of a stroked path.
func (p pencil) attributes(w *writer) {
	w.raw(` class="plot-line `)
	w.raw(p.class)
	w.raw(`" fill="none" stroke="`)
	w.raw(p.colour)
	w.raw(`" stroke-width="`)
	w.raw(p.width)
	if p.sharp {
		w.raw(`" stroke-linejoin="round"`)
	} else {
		w.raw(`" stroke-linecap="round" stroke-linejoin="round"`)
	}
	if p.dash != "" {
		w.attribute("stroke-dasharray", p.dash)
	}
}
