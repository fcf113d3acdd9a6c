package share

import (
	"math"
	"strconv"

	"lastiterate/app/export"
	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/app/reproduce"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Figure is a figure of a paper that is shared.
type Figure struct {
	Home   string // address of the calculator, with a slash at the end
	Engine string // version
	Of     figure.Figure
	Result protocol.FigureResult
	Theme  string // of the embed, one of Themes
}

// Link is the address of the calculator at the figure, with its parameters in the form.
func (f Figure) Link() string {
	return f.Home + "#" + link.Encode(state.Reproduce{Figure: f.Of.ID}.Do(state.Model{}).State)
}

// view is what the link of an embed says: of the figure, and not of its run.
func (f Figure) view() string {
	text := "v=1&figure=" + f.Of.ID + "&show=" + state.ShowFigure
	if f.Theme != "" {
		text += "&theme=" + f.Theme
	}
	return text
}

// Embed is the address of the embed.
func (f Figure) Embed() string { return f.Home + "embed/#" + f.view() }

// What an embedded figure takes besides its picture and its words, in pixels of web/styles/80-embed.css.
const (
	narrowest  = 300  // column for which the frame is high enough
	sides      = 24   // of it that are blank
	lineOfSeen = 22.4 // of the words below the picture
	around     = 80   // blanks, and the link at the foot
	stepOfSize = 20
)

// SizeOf is the size of the embed: the width that there is, and as high as the figure is in a column of 300 pixels. In a
// wider one the frame ends with a blank.
func (f Figure) SizeOf() Size {
	width := float64(narrowest - sides)
	height := f.chart().FitHeight(width) + lineOfSeen*float64(plot.LinesOf(f.Of.Seen, width)) + around
	return Size{Height: stepOfSize * int(math.Ceil(height/stepOfSize))}
}

// caption names the figure.
func (f Figure) caption() string { return f.Of.Paper + ", " + reproduce.Name(f.Of) }

func (f Figure) document() export.Document {
	return export.Document{Figure: f.Of.ID, Engine: f.Engine, Link: f.Link(), Subject: words.Subject{Query: f.Of.Query}}
}

func (f Figure) chart() plot.Chart { return reproduce.Chart(f.Of, f.Result, 0) }

// Saved is the figure as a file.
func (f Figure) Saved() (name, svg string, ok bool) {
	d := f.document()
	return d.Name("svg"), d.SVG(f.chart()), true
}

// Items are the texts in the order in which they are offered.
func (f Figure) Items() []Item {
	d, title := f.document(), words.Name+": "+f.caption()
	theme := ""
	if f.Theme != "" {
		theme = ` theme="` + f.Theme + `"`
	}
	return []Item{
		{"share-link", "Link", "Opens the calculator at this figure with its parameters in the form.", f.Link()},
		{"share-frame", "Frame", "For any page that allows iframes, in the colours chosen above. It is " + strconv.Itoa(f.SizeOf().Height) +
			" pixels high, so that a column of " + strconv.Itoa(narrowest) + " pixels shows all of it; the element is as high as the " +
			"figure.",
			iframe(title, "100%", f.SizeOf().Height, framed+";max-width:860px", f.Embed())},
		{"share-element", "Element", "For pages that may load a script. It adjusts its own height and loads when it comes into view.",
			`<script async src="` + attribute(f.Home) + `embed.js"></script>` + "\n" + `<last-iterate figure="` + f.Of.ID + `" show="` +
				state.ShowFigure + `"` + theme + ">\n  <a href=\"" + attribute(f.Link()) + `">` + attribute(f.caption()) +
				"</a>\n</last-iterate>"},
		{"share-markdown", "Markdown with a picture", "For README files and forums, where nothing can run. Save the picture beside the " +
			"text.",
			markdown(f.caption(), d.Name("svg"), f.Link())},
		{"share-table", "Lines as a table for LaTeX", "The lines at some of their points; needs the booktabs package.",
			d.LinesLaTeX(f.chart())},
		{"share-lines", "Lines as CSV", "Every point of every line.", f.chart().CSV()},
	}
}
