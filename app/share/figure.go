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

// Figure is a shared figure of a paper.
type Figure struct {
	Home   string // address of the calculator, with a slash at the end
	Engine string // version
	Of     figure.Figure
	Result protocol.FigureResult
	Theme  string // theme of the embed, one of Themes
}

// Link is the address of the calculator at the figure, with its parameters in the form.
func (f Figure) Link() string {
	return f.Home + "#" + link.Encode(state.Reproduce{Figure: f.Of.ID}.Do(state.Model{}).State)
}

// view is the part of an embed's link that names the figure; the link states no run.
func (f Figure) view() string {
	text := "v=1&figure=" + f.Of.ID + "&show=" + state.ShowFigure
	if f.Theme != "" {
		text += "&theme=" + f.Theme
	}
	return text
}

// Embed is the address of the embed.
func (f Figure) Embed() string { return f.Home + "embed/#" + f.view() }

// Heights and widths of an embedded figure besides its picture and words, in pixels of web/styles/80-embed.css.
const (
	narrowest  = 300  // least column width for which the frame is high enough without a script
	mostWide   = 700  // column width up to which a frame grows
	sides      = 24   // blank part of the width
	lineOfSeen = 22.4 // height of a line of the words below the picture
	around     = 80   // height of the blanks, and of the link at the foot
	stepOfSize = 20
)

// SizeOf is the size of the embed: all of the available width, and the height that the figure needs in any column.
func (f Figure) SizeOf() Size {
	height := 0.0
	for column := float64(narrowest); column <= mostWide; column += stepOfSize {
		height = max(height, f.need(column))
	}
	return Size{Height: stepOfSize * int(math.Ceil(height/stepOfSize))}
}

// need is the height, in pixels, that the embed needs in a column of this width.
func (f Figure) need(column float64) float64 {
	width := column - sides
	return f.chart().FitHeight(width) + lineOfSeen*float64(plot.LinesOf(f.Of.Seen, width)) + around
}

// frame is the markup of a frame as high as the figure.
func (f Figure) frame(title string) string {
	return iframe(title, "100%", f.SizeOf().Height, framed+";max-width:"+strconv.Itoa(mostWide)+"px", f.Embed()) + follow(f.Home)
}

// caption names the figure.
func (f Figure) caption() string { return f.Of.Paper + ", " + reproduce.Name(f.Of) }

func (f Figure) document() export.Document {
	return export.Document{Figure: f.Of.ID, Engine: f.Engine, Link: f.Link(), Subject: words.Subject{Query: f.Of.Query}}
}

func (f Figure) chart() plot.Chart { return reproduce.Chart(f.Of, f.Result, 0) }

// Saved is the figure as a file, in the colours of the embed.
func (f Figure) Saved() (name, svg string, ok bool) {
	d := f.document()
	return d.Name("svg"), plot.Only(d.SVG(f.chart()), f.Theme), true
}

// LinkItem is the link, which can be shared before the figure is drawn.
func (f Figure) LinkItem() Item {
	return Item{"share-link", "Link", "Opens the calculator at this figure with its parameters in the form.", f.Link()}
}

// Items are the texts in the order in which they are offered.
func (f Figure) Items() []Item {
	d, title := f.document(), words.Name+": "+f.caption()
	theme := ""
	if f.Theme != "" {
		theme = ` theme="` + f.Theme + `"`
	}
	return []Item{
		f.LinkItem(),
		{"share-frame", "Frame", "For any page that allows iframes, in the colours chosen above." + followHelp, f.frame(title)},
		{"share-element", "Element", "For pages that may load a script. It adjusts its own height and loads when it comes into view.",
			`<script async src="` + attribute(f.Home) + `embed.js"></script>` + "\n" + `<last-iterate figure="` + f.Of.ID + `" show="` +
				state.ShowFigure + `"` + theme + ">\n  <a href=\"" + attribute(f.Link()) + `">` + attribute(f.caption()) +
				"</a>\n</last-iterate>"},
		{"share-markdown", "Markdown with a picture", "For README files and forums, where nothing can run. Save the picture, in the " +
			"colours chosen above, beside the text.",
			markdown(f.caption(), d.Name("svg"), f.Link())},
		{"share-table", "Lines as a table for LaTeX", "The lines at some of their points; needs the packages booktabs and url.",
			d.LinesLaTeX(f.chart())},
		{"share-lines", "Lines as CSV", "Every computed point of every line.", d.LinesCSV(f.chart())},
	}
}
