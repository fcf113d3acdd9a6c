// Package share writes the texts by which a run is shared: its link, the markup that puts it into other pages, its statement
// and its citation.
package share

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/export"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/plot/ruler"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// Item is one text to copy.
type Item struct {
	ID    string // also the element's
	Title string
	Help  string
	Text  string
}

// Run is a shared run.
type Run struct {
	Home    string // address of the calculator, with a slash at the end
	State   link.State
	Subject words.Subject
	Engine  string // version
	Size    string // size of the embed, one of Sizes
	Theme   string // theme of the embed, one of Themes
}

// Size is what an embed shows, and its size in pixels. A width of 0 is all of the available width: the height is then what a
// frame has where no script can adjust it.
type Size struct {
	Name, Text    string
	Width, Height int
	Show          []string // parts of the embed, if they are not those of its size
}

const (
	sizePicture = "picture"
	sizeForm    = "form"
)

// Sizes lists what the dialog offers.
var Sizes = []Size{
	{state.SizeNumber, "number", 320, 160, nil},
	{state.SizeChart, "number, chart", 480, 400, nil},
	{sizePicture, "chart", 480, 360, []string{state.ShowChart}},
	{sizeForm, "number, chart, form", 0, 2280, []string{state.ShowAnswer, state.ShowChart, state.ShowForm}},
	{state.SizeFull, "all", 0, 4900, nil},
}

// view is the size by its name in links.
func (s Size) view() string {
	switch s.Name {
	case sizePicture:
		return state.SizeChart
	case sizeForm:
		return state.SizeRegular
	}
	return s.Name
}

// Themes are the colours of embeds, by their names in links, light first: most pages are light, whatever the reader's system
// prefers. Help says for which pages they are.
var Themes = []struct{ Name, Text, Help string }{
	{"light", "light", "For a light page, whose background shows through."},
	{"dark", "dark", "For a dark page. The frame has a dark background of its own, unless the page declares color-scheme: dark."},
	{"auto", "as the page", "The element sees whether the page behind it is dark. The frame sees only the page’s color-scheme: on a dark " +
		"page that declares none, its text is dark on dark. Choose dark there."},
}

// SizeOf is the size of the embed.
func (r Run) SizeOf() Size {
	i := slices.IndexFunc(Sizes, func(s Size) bool { return s.Name == cmp.Or(r.Size, state.SizeChart) })
	return Sizes[max(0, i)]
}

// embedded is the run's state with the parts, the size and the theme of its embed. Only the whole calculator shows an open row.
func (r Run) embedded() link.State {
	s := r.State
	s.View.Size, s.View.Show, s.View.Theme = r.SizeOf().view(), r.SizeOf().Show, r.Theme
	if s.View.Size != state.SizeFull {
		s.View.Open = ""
	}
	return s
}

// Embed is the address of the embed, as in the frame's markup.
func (r Run) Embed() string { return r.Home + "embed/#" + link.Encode(r.embedded()) }

// Link is the address of the calculator on the run.
func (r Run) Link() string { return r.Home + "#" + link.Encode(r.State) }

// Saved is the picture to which the Markdown refers, as a file in the colours of the embed; ok is false if there is none.
func (r Run) Saved() (name, svg string, ok bool) {
	ruler, ok := r.Ruler()
	return r.Picture(), plot.Only(ruler.SVG(), r.Theme), ok
}

// Document is the run in the form that package export takes.
func (r Run) Document() export.Document {
	return export.Document{Subject: r.Subject, Engine: r.Engine, Link: r.Link()}
}

// Picture is the name of the picture file to which the Markdown refers.
func (r Run) Picture() string { return r.Document().Name("svg") }

// LinkItem is the link, which can be shared without an answer.
func (r Run) LinkItem() Item {
	help := "Opens the calculator with this run. What follows the # never reaches a server."
	if r.State.View.Assumed != nil {
		help += " It marks the values that are assumed and contains nothing else of your text."
	}
	return Item{"share-link", "Link", help, r.Link()}
}

// Items lists the texts in the order in which they are offered. The key 1 copies the first, and so on.
func (r Run) Items() []Item {
	items := []Item{
		r.LinkItem(),
		{"share-frame", "Frame", r.frameHelp(), r.frame()},
		{"share-element", "Element", "For pages that may load a script. It adjusts its own height, loads when it comes into view, and " +
			"shares one engine with the others on a page.", r.element()},
		{"share-markdown", "Markdown with a picture",
			"For README files and forums, where nothing can run. Save the picture, in the colours chosen " +
				"above, beside the text: many sites remove embedded images.", r.markdown()},
	}
	if statement := r.statement(); statement != "" {
		items = append(items, Item{"share-statement", "Statement", "For a paper or a model card.", statement})
	}
	return append(items, Item{"share-citation", "Citation", "BibTeX for the theorem that gave the answer and for this " +
		"calculation.", r.citation()})
}

// statement is the statement as the page shows it, with the link of the run alone, without the view.
func (r Run) statement() string {
	return r.Subject.Cited(r.Engine, r.Home+"#"+link.Encode(link.Asked(r.State)))
}

// caption is the answer's sentence, shown before the calculator has loaded.
func (r Run) caption() string { return r.Subject.Say().Sentence() }

func (r Run) frameHelp() string {
	help := "For any page that allows iframes, in the size and colours chosen above."
	if r.SizeOf().Width == 0 {
		help += followHelp
	}
	return help
}

func (r Run) frame() string {
	size, title := r.SizeOf(), words.Name+": "+words.Tagline
	if size.Width == 0 {
		return iframe(title, "100%", size.Height, framed, r.Embed()) + follow(r.Home)
	}
	// In a wide column a chart may be as wide as suits its height.
	style := framed + ";max-width:" + strconv.Itoa(max(size.Width, size.Height*16/9)) + "px"
	return iframe(title, strconv.Itoa(size.Width), size.Height, style, r.Embed())
}

// framed is the style of a frame: as wide as its column, and without the gap that a line of text would leave below it.
const framed = "border:0;display:block;width:100%"

// iframe is the markup of a frame.
func iframe(title, width string, height int, style, address string) string {
	return `<iframe title="` + attribute(title) + `" width="` + width + `" height="` + strconv.Itoa(height) +
		`" loading="lazy" style="` + style + `" src="` + attribute(address) + `"></iframe>`
}

// followHelp says what the script after a frame does.
const followHelp = " The script makes the frame as high as its content. Without it, or where the page allows no scripts, the frame " +
	"keeps the height of its attribute."

// follow is a script that makes the page's frames of the calculator at home as high as they say that their content is.
func follow(home string) string {
	origin := home
	if u, err := url.Parse(home); err == nil {
		origin = u.Scheme + "://" + u.Host
	}
	return `
<script>
addEventListener("message", ({ origin, source, data }) => {
  if (origin !== "` + origin + `" || data?.type !== "last-iterate:height") return;
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.style.height = data.height + "px";
});
</script>`
}

// element writes the link's parameters as attributes. Its content, the sentence and the ruler, is shown until the calculator
// has loaded.
func (r Run) element() string {
	var b strings.Builder
	b.WriteString(`<script async src="` + attribute(r.Home) + `embed.js"></script>` + "\n<last-iterate")
	for pair := range strings.SplitSeq(link.Encode(r.embedded()), "&") {
		name, value, _ := strings.Cut(pair, "=")
		// A link escapes characters that an attribute may contain.
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		if name != "v" { // the element writes the version itself
			b.WriteString(" " + strings.ToLower(name) + `="` + attribute(value) + `"`)
		}
	}
	inside := attribute(r.caption())
	if ruler, ok := r.Ruler(); ok {
		said := ruler.Label
		ruler.Width, ruler.Foot, ruler.Label = insideWidth, nil, "" // the alternative text has the content of the label
		inside = `<img width="` + strconv.Itoa(insideWidth) + `" style="max-width:100%;height:auto" alt="` +
			attribute(said) + `" src="` + dataAddress(plot.Only(ruler.SVG(), r.Theme)) + `">`
	}
	b.WriteString(">\n  <a href=\"" + attribute(r.Link()) + `">` + inside + "</a>\n</last-iterate>")
	return b.String()
}

func (r Run) markdown() string {
	return markdown(r.caption(), r.Picture(), r.Link())
}

// markdown is an image with a link. Brackets are escaped, since they would end its text.
func markdown(caption, picture, address string) string {
	return "[![" + strings.NewReplacer("[", "(", "]", ")").Replace(caption) + "](" + picture + ")](" + address + ")"
}

// citation cites the answer's theorem alone, and the calculator.
func (r Run) citation() string {
	d := r.Document()
	answer := d.Subject.Result.Answer
	d.Subject.Result.Rows = nil
	if answer != nil {
		if row, ok := r.Subject.RowOf(answer.Row); ok {
			d.Subject.Result.Rows = []protocol.Row{row}
		}
	}
	return d.BibTeX()
}

// insideWidth is the width of the ruler inside an element, in pixels.
const insideWidth = 480

// Ruler is the picture of the answer as a file of its own; ok is false if there is none.
func (r Run) Ruler() (card ruler.Ruler, ok bool) {
	card, ok = picture.Ruler(r.Subject)
	card.Standalone, card.Foot = true, r.Document().Foot()
	return card, ok
}

// dataAddress is a picture as a data address, with all characters escaped that markup or a template could interpret.
func dataAddress(svg string) string {
	return "data:image/svg+xml," + strings.NewReplacer("%", "%25", "#", "%23", `"`, "%22", "<", "%3C", ">", "%3E", "&", "%26", "{", "%7B",
		"}", "%7D", "\n", "").Replace(svg)
}

// attribute is text for an attribute's value or an element's text.
func attribute(text string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(text)
}
