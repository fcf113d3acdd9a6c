package plot

import (
	"slices"
	"strconv"

	"lastiterate/app/plot/svg"
)

// pencil holds the look of a line.
type pencil struct {
	class, colour, width, dash string
	sharp                      bool // dashes have no round caps, so they are as long as dash says
}

// settleColours gives lines that would share a colour different colours, as long as some are free. The first of these
// lines keeps its colour, and the others get the next free ones.
func settleColours(series []Series) {
	taken := make([]bool, len(svg.Colours))
	taken[0] = slices.ContainsFunc(series, func(s Series) bool { return s.Kind == Published })
	for i := range series {
		s := &series[i]
		s.Colour = ((s.Colour % len(svg.Colours)) + len(svg.Colours)) % len(svg.Colours)
		if s.Kind != Other && s.Kind != Estimate && s.Kind != Beside {
			continue
		}
		for try := range svg.Colours {
			if slot := (s.Colour + try) % len(svg.Colours); !taken[slot] {
				s.Colour, taken[slot] = slot, true
				break
			}
		}
	}
}

// Lines of the kinds Best, NotValid and Reference share their kind's colour and differ by their dashes, which also show in print
// without colours.
var (
	bestDashes      = []string{"", "11 5", "11 5 1 5", "1 5", "4 5", "1 5 1 5 6 5"}
	notValidDashes  = []string{"6 4", "13 4", "6 4 0 4", "0 4", "13 4 0 4", "3 7"}
	referenceDashes = []string{"", "9 4", "3 4", "9 4 0 4", "15 4 3 4", "1 3"}
)

// bestSamples are shorter forms of bestDashes for samples. A sample is about as long as one dash of a line and its gap, so
// the long forms would look alike there.
var bestSamples = map[string]string{"11 5": "7 4", "11 5 1 5": "7 3 2 3", "1 5": "2 4", "4 5": "4 3", "1 5 1 5 6 5": "2 3 2 3 5 3"}

// ofSample is the pencil for a piece of the line beside a name.
func (p pencil) ofSample() pencil {
	if short, ok := bestSamples[p.dash]; ok {
		p.dash, p.sharp = short, true
	}
	return p
}

// settleDashes counts the lines of each kind, so that they get different dashes.
func settleDashes(series []Series) {
	seen := map[Kind]int{}
	for i := range series {
		series[i].among = seen[series[i].Kind]
		seen[series[i].Kind]++
	}
}

// pencil returns the look of the line.
func (s Series) pencil() pencil {
	slot := s.Colour
	own := "plot-c" + strconv.Itoa(slot+1)
	switch s.Kind {
	case Best:
		return pencil{class: "plot-best", colour: svg.Accent, width: "2.5", dash: bestDashes[s.among%len(bestDashes)]}
	case Published:
		return pencil{class: "plot-c1", colour: svg.Colours[0], width: "2"}
	case Rival:
		return pencil{class: "plot-rival", colour: svg.Ink, width: "1.5"}
	case Quiet:
		return pencil{class: "plot-quiet", colour: svg.Muted, width: "1"}
	case Lower:
		return pencil{class: "plot-lower", colour: svg.Accent, width: "2", dash: "0 4"}
	case NotValid:
		return pencil{class: "plot-not-valid", colour: svg.Danger, width: "1.25", dash: notValidDashes[s.among%len(notValidDashes)]}
	case Estimate:
		return pencil{class: own, colour: svg.Colours[slot], width: "2", dash: "0 4.5"}
	case Reference:
		return pencil{class: "plot-reference", colour: svg.Muted, width: "1", dash: referenceDashes[s.among%len(referenceDashes)]}
	case Beside:
		return pencil{class: own, colour: svg.Colours[slot], width: "2"}
	case Other: // a plain line
	}
	return pencil{class: own, colour: svg.Colours[slot], width: "1.25"}
}

// attributes writes the attributes of a path that is stroked with the pencil.
func (p pencil) attributes(w *svg.Writer) {
	w.Raw(` class="plot-line `)
	w.Raw(p.class)
	w.Raw(`" fill="none" stroke="`)
	w.Raw(p.colour)
	w.Raw(`" stroke-width="`)
	w.Raw(p.width)
	if p.sharp {
		w.Raw(`" stroke-linejoin="round"`)
	} else {
		w.Raw(`" stroke-linecap="round" stroke-linejoin="round"`)
	}
	if p.dash != "" {
		w.Attribute("stroke-dasharray", p.dash)
	}
}
