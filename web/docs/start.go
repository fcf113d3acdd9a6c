package docs

import (
	"fmt"
	"strings"
)

// route is what one kind of reader reads first, in order.
type route struct {
	reader string
	stops  []stop
}

// stop is a page of the list of all pages, and what it tells this reader.
type stop struct{ address, why string }

// routes come before the index, which is a long list to a newcomer.
var routes = []route{
	{"You trained a model", []stop{
		{"docs/hidden-state.html", "Why the last model leaks less than the sum of its steps, and when it does not."},
		{"docs/loader.html", "Which batches your data loader draws: an ε holds for that sampler only."},
		{"docs/pitfalls.html", "What makes a stated ε wrong, and by how much."},
		{"docs/reporting.html", "What to write in the model card or the paper."},
	}},
	{"You read the papers", []stop{
		{"docs/rows.html", "Which statement of which paper each row evaluates, and which rows are ours."},
		{"docs/theorems/index.html", "Each statement with its formula, its assumptions and its source or proof."},
		{"docs/tightness.html", "How far the answers are above the largest proved lower bounds."},
		{"docs/errata.html", "Where a printed statement needs a correction, and how to check it."},
	}},
	{"You write a page", []stop{
		{"docs/embedding.html", "A live calculator in your own page: a frame, an element, or the engine alone."},
		{"docs/engine.html", "The messages that your program sends to the engine, and its answers."},
		{"docs/hosting.html", "How to serve the calculator yourself, and which headers it needs."},
		{"docs/browsers.html", "Which browsers your readers need, and that nothing they type is sent."},
	}},
}

// glossary is the page of terms.
const glossary = "docs/glossary.html"

// start is these routes as HTML. A page that is not on this site is left out.
func start(pages map[string][]byte) string {
	var out strings.Builder
	out.WriteString("<section class=\"routes\" id=\"start\" aria-labelledby=\"start-here\"><h2 id=\"start-here\">Start here</h2>\n")
	for _, p := range routes {
		fmt.Fprintf(&out, "<h3>%s</h3>\n<ol>\n", escape(p.reader))
		for _, s := range p.stops {
			if pages[s.address] != nil {
				fmt.Fprintf(&out, "<li><a href=\"%s\">%s</a>: %s</li>\n", strings.TrimPrefix(s.address, "docs/"),
					escape(titleOf(s.address)), escape(s.why))
			}
		}
		out.WriteString("</ol>\n")
	}
	if pages[glossary] != nil {
		fmt.Fprintf(&out, "<p>What the words and symbols mean: <a href=\"%s\">%s</a>.</p>\n", strings.TrimPrefix(glossary, "docs/"),
			escape(titleOf(glossary)))
	}
	out.WriteString("</section>\n")
	return out.String()
}

// titleOf is a page's title in the list of all pages.
func titleOf(address string) string {
	for _, e := range nav {
		if e.address == address {
			return e.title
		}
	}
	return ""
}
