// Package share writes what a person takes along of a run: its link, the
// markup that puts it into other pages, its statement and its citation.
package share

import (
	"net/url"
	"strings"

	"lastiterate/app/export"
	"lastiterate/app/link"
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

// Run is what is shared.
type Run struct {
	Home    string // address of the calculator, with a slash at the end
	State   link.State
	Subject words.Subject
	Engine  string // version
}

// Link is the address of the calculator on the run.
func (r Run) Link() string { return r.Home + "#" + link.Encode(r.State) }

// Document is the run as exports know it.
func (r Run) Document() export.Document {
	return export.Document{Subject: r.Subject, Engine: r.Engine, Link: r.Link()}
}

// Picture is the name of the file to which the Markdown refers.
func (r Run) Picture() string { return r.Document().Name("svg") }

// Items are the texts in the order in which they are offered; the first is
// copied by the key 1, and so on.
func (r Run) Items() []Item {
	items := []Item{
		{"share-link", "Link", "Opens the calculator on this run. What follows the # never reaches a server.", r.Link()},
		{"share-frame", "Frame", "For any page that allows iframes. The height is fixed; add show=answer,form to the address for other parts.", r.frame()},
		{"share-element", "Element", "For pages that may load a script. It adjusts its own height, loads when it comes into view, and shares one engine with the others on a page.", r.element()},
		{"share-markdown", "Markdown with a picture", "For README files and forums, where nothing can run. Save the picture beside the text: many sites remove embedded images.", r.markdown()},
	}
	if statement := r.statement(); statement != "" {
		items = append(items, Item{"share-statement", "Statement", "For a paper or a model card.", statement})
	}
	return append(items, Item{"share-citation", "Citation", "BibTeX of the theorem that gave the answer, and of this calculation.", r.citation()})
}

// statement is the paragraph as the page shows it, with the address of the run
// and not of the view.
func (r Run) statement() string {
	return r.Subject.Cited(r.Engine, r.Home+"#"+link.Encode(link.State{Run: r.State.Run, Question: r.State.Question}))
}

// caption says what is seen, where the calculator itself is not.
func (r Run) caption() string { return r.Subject.Say().Sentence() }

func (r Run) frame() string {
	return `<iframe title="` + attribute(words.Name+": "+words.Tagline) + `" width="100%" height="640" loading="lazy" src="` +
		attribute(r.Home+"embed/#"+link.Encode(r.State)) + `"></iframe>`
}

// element writes the link's names as attributes.
func (r Run) element() string {
	var b strings.Builder
	b.WriteString(`<script async src="` + attribute(r.Home) + `embed.js"></script>` + "\n<last-iterate")
	for pair := range strings.SplitSeq(link.Encode(r.State), "&") {
		name, value, _ := strings.Cut(pair, "=")
		// A link escapes what an attribute says plainly.
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		if name != "v" { // which the element writes itself
			b.WriteString(" " + strings.ToLower(name) + `="` + attribute(value) + `"`)
		}
	}
	b.WriteString(">\n  <a href=\"" + attribute(r.Link()) + `">` + attribute(r.caption()) + "</a>\n</last-iterate>")
	return b.String()
}

func (r Run) markdown() string {
	// Brackets would end the picture's text.
	caption := strings.NewReplacer("[", "(", "]", ")").Replace(r.caption())
	return "[![" + caption + "](" + r.Picture() + ")](" + r.Link() + ")"
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

// attribute is text for an attribute's value or an element's text.
func attribute(text string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(text)
}
