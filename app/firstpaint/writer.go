package firstpaint

import (
	"html"
	"strings"
)

// writer writes markup. Attributes are given as names and values in turn.
type writer struct {
	strings.Builder
}

func (w *writer) void(tag string, attributes ...string) {
	w.WriteString("<" + tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.WriteString(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
	}
	w.WriteString(">")
}

func (w *writer) open(tag string, attributes ...string) { w.void(tag, attributes...) }

func (w *writer) close(tag string) { w.WriteString("</" + tag + ">\n") }

func (w *writer) text(s string) { w.WriteString(html.EscapeString(s)) }

func (w *writer) element(tag, text string, attributes ...string) {
	w.open(tag, attributes...)
	w.text(text)
	w.close(tag)
}

// raw writes text that is markup already.
func (w *writer) raw(markup string) { w.WriteString(markup) }
