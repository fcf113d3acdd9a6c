package docs

import (
	_ "embed"
	"fmt"
	"strings"
)

// Site has the files that all pages share, by paths from the root of the site, and the content security policy of the pages.
type Site struct{ Style, Icon, Policy string }

//go:embed page.html
var layout string

// entry is a page in the list of all pages.
type entry struct{ address, title string }

// chapter is a part of the list of all pages: what one kind of reader reads, in order.
type chapter struct {
	reader  string
	entries []entry
}

// chapters list the pages that every page links to, by paths from the root. Each page leads to the next of its chapter.
var chapters = []chapter{
	{"You trained a model", []entry{
		{"docs/hidden-state.html", "Why the last iterate leaks less"},
		{"docs/loader.html", "Which loader am I?"},
		{"docs/pitfalls.html", "Pitfalls"},
		{"docs/reporting.html", "How to report ε"},
		{"docs/unlearning.html", "Unlearning"},
		{"docs/laboratory.html", "Laboratory"},
		{"docs/glossary.html", "Glossary"},
	}},
	{"You read the papers", []entry{
		{"docs/coverage.html", "What is covered"},
		{"docs/rows.html", "Rows"},
		{"docs/theorems/index.html", "Theorems"},
		{"docs/proofs/index.html", "Proofs"},
		{"docs/tightness.html", "Tightness"},
		{"docs/certificates.html", "Certificates"},
		{"docs/errata.html", "Errata"},
	}},
	{"You write a page", []entry{
		{"docs/embedding.html", "Embedding"},
		{"docs/engine.html", "Engine API"},
		{"docs/hosting.html", "Hosting"},
		{"docs/browsers.html", "Browsers and privacy"},
	}},
	{"You ask how it is made", []entry{
		{"docs/architecture.html", "Architecture"},
		{"docs/what-we-got-wrong.html", "What we got wrong"},
		{"docs/history.html", "Version history"},
	}},
}

// exampleHost is the placeholder for the site's host in samples.
const exampleHost = "https://calculator.example"

// page puts a body into the layout. address is the page's own path from the root. All links are relative, so that the site
// works at any address.
func (s Site) page(address, title, description, body string) []byte {
	root := strings.Repeat("../", strings.Count(address, "/"))
	var links strings.Builder
	for _, c := range chapters {
		links.WriteString("<p>" + escape(c.reader) + "</p>\n<ul>\n")
		for _, e := range c.entries {
			current := ""
			if e.address == address {
				current = ` aria-current="page"`
			}
			links.WriteString(`<li><a href="` + root + e.address + `"` + current + `>` + escape(e.title) + "</a></li>\n")
		}
		links.WriteString("</ul>\n")
	}
	if strings.Contains(body, exampleHost) {
		body += script(root, AddressScript, addressing)
	}
	if strings.Contains(body, replayFigure) {
		body += script(root, ReplayScript, replaying)
	}
	body = strings.ReplaceAll(body, "{{", "&#123;{") // braces in a listing are not a placeholder
	body = strings.NewReplacer(`href="CALCULATOR`, `href="`+root, embedAddress, `src="`+root+`embed/`).Replace(body)
	return []byte(strings.NewReplacer(
		"{{title}}", escape(title), "{{description}}", escape(description), "{{body}}", body, "{{nav}}", links.String(),
		"{{next}}", next(root, address),
		"{{sections}}", onThisPage(body),
		"{{policy}}", s.Policy, "{{style}}", root+s.Style, "{{icon}}", root+s.Icon, "{{calculator}}", root,
	).Replace(layout))
}

// next leads from a page to the next one of its chapter; empty for the last, and for a page that is in no chapter.
func next(root, address string) string {
	for _, c := range chapters {
		for i, e := range c.entries[:len(c.entries)-1] {
			if e.address == address {
				to := c.entries[i+1]
				return fmt.Sprintf("<p class=\"next\"><a rel=\"next\" href=\"%s%s\"><span>Next page</span> %s</a></p>\n", root, to.address,
					escape(to.title))
			}
		}
	}
	return ""
}
