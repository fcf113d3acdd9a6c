package share

import (
	"math"
	"strconv"
	"strings"

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
	narrowest  = 300 // least column width for which the frame is high enough
	easing     = 340 // column width from which on words break less often, and the height falls less steeply
	turning    = 480 // column width from which on the picture's height, and no longer the words', decides
	stepOfNeed = 20
	sides      = 24   // blank part of the width
	lineOfSeen = 22.4 // height of a line of the words below the picture
	around     = 80   // height of the blanks, and of the link at the foot
	stepOfSize = 20
)

// SizeOf is the size of the embed: all of the available width, and the height that the figure needs in the widest column.
func (f Figure) SizeOf() Size { return Size{Height: whole(f.need(mostWide))} }

// mostWide is the column width, in pixels, up to which a frame may grow.
const mostWide = 700

// Widest is the column width, in pixels, up to which the figure's frame grows. In a wider column names stand beside the lines
// and the figure is lower, so a part of the frame would be empty.
func (f Figure) Widest() float64 {
	const lower = 60
	before := f.need(turning)
	for column := float64(turning + stepOfNeed); column <= mostWide; column += stepOfNeed {
		need := f.need(column)
		if need < before-lower {
			return column - stepOfNeed
		}
		before = need
	}
	return mostWide
}

// need is the height, in pixels, that the embed needs in a column of this width.
func (f Figure) need(column float64) float64 {
	width := column - sides
	return f.chart().FitHeight(width) + lineOfSeen*float64(plot.LinesOf(f.Of.Seen, width)) + around
}

// whole is a height rounded up to a multiple of stepOfSize.
func whole(height float64) int { return stepOfSize * int(math.Ceil(height/stepOfSize)) }

// line is a height base + slope·width that depends on the width of the column.
type line struct{ base, slope float64 }

// above is the lowest line of the given slope that is at least needs, whose columns begin at `from` and are so many pixels apart.
func above(slope, from, step float64, needs []float64) line {
	base := math.Inf(-1)
	for i, need := range needs {
		base = max(base, need-slope*(from+float64(i)*step))
	}
	return line{base, slope}
}

// fits returns three lines, the highest of which covers the height that the embed needs at every width. The first two fall, as
// words need fewer lines; the third follows the picture's height.
func (f Figure) fits() (steep, falling, rising line, widest float64) {
	widest = f.Widest()
	between := func(from, to, step float64) []float64 {
		var needs []float64
		for column := from; column <= to; column += step {
			needs = append(needs, f.need(column))
		}
		return needs
	}
	percent := func(x float64) float64 { return math.Round(100*x) / 100 }
	narrowing := func(from, to, last, step float64) line {
		needs := between(from, to, step)
		return above(percent((last-needs[0])/(to-from)), from, step, needs)
	}
	wide := between(turning, widest, stepOfNeed)
	rising = above(percent((wide[len(wide)-1]-wide[0])/max(widest-turning, stepOfNeed)), turning, stepOfNeed, wide)
	falling = narrowing(easing, turning, rising.base+rising.slope*turning, stepOfNeed)
	return narrowing(narrowest, easing, falling.base+falling.slope*easing, stepOfNeed/2), falling, rising, widest
}

// frame is the markup of a frame whose height depends on its width. CSS has no such height for a frame, but the padding above
// it may be a share of the width.
func (f Figure) frame(title string) string {
	steep, falling, rising, widest := f.fits()
	share := func(l line) string { return strconv.Itoa(int(math.Round(100*math.Abs(l.slope)))) + "%" }
	grows := " + min(" + share(rising) + "," + strconv.Itoa(int(math.Ceil(math.Abs(rising.slope)*widest))) + "px)"
	if rising.slope < 0 {
		least := int(math.Ceil(rising.base + rising.slope*widest)) // the column may be wider than widest
		grows = " - " + share(rising) + "," + strconv.Itoa(least) + "px"
	}
	less := func(l line) string { return strconv.Itoa(int(math.Ceil(l.base))) + "px - " + share(l) + "," }
	height := "max(" + less(steep) + less(falling) +
		strconv.Itoa(int(math.Ceil(rising.base))) + "px" + grows + ")"
	inside := strings.Replace(iframe(title, "100%", f.SizeOf().Height, "border:0;position:absolute;top:0;left:0;height:100%", f.Embed()),
		"<iframe ", "\n  <iframe ", 1)
	return `<div style="position:relative;max-width:` + strconv.Itoa(int(widest)) + "px;padding-top:" + height + `">` + inside + "\n</div>"
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
		{"share-frame", "Frame", "For any page that allows iframes, in the colours chosen above. Its height follows its width, from " +
			strconv.Itoa(narrowest) + " pixels on.", f.frame(title)},
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
