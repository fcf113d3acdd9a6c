package docs

import (
	_ "embed"
	"strings"
)

// Site is the files that all pages share, by paths from the root of the
// site, and the content security policy that pages state.
type Site struct{ Style, Icon, Policy string }

//go:embed page.html
var layout string

// entry is a page in the list of all pages.
type entry struct{ address, title string }

// nav lists the pages that every page links to, by paths from the root.
var nav = []entry{
	{"docs/hidden-state.html", "Why the last iterate leaks less"},
	{"docs/reporting.html", "How to report ε"},
	{"docs/loader.html", "Which loader am I?"},
	{"docs/pitfalls.html", "Pitfalls"},
	{"docs/unlearning.html", "Unlearning"},
	{"docs/laboratory.html", "Laboratory"},
	{"docs/theorems/index.html", "Theorems"},
	{"docs/proofs/index.html", "Proofs"},
	{"docs/coverage.html", "What is covered"},
	{"docs/rows.html", "Rows"},
	{"docs/errata.html", "Errata"},
	{"docs/certificates.html", "Certificates"},
	{"docs/tightness.html", "Tightness"},
	{"docs/embedding.html", "Embedding"},
	{"docs/engine.html", "Engine API"},
	{"docs/what-we-got-wrong.html", "What we got wrong"},
	{"docs/history.html", "Version history"},
	{"docs/hosting.html", "Hosting"},
	{"docs/architecture.html", "Architecture"},
	{"docs/glossary.html", "Glossary"},
	{"docs/browsers.html", "Browsers and privacy"},
}

// exampleHost is the placeholder for the site's host in samples.
const exampleHost = "https://calculator.example"

// page puts a body into the layout. address is the page's own path from the
// root. It gives the relative path to the root, so that the site works at any
// address.
func (s Site) page(address, title, description, body string) []byte {
	root := strings.Repeat("../", strings.Count(address, "/"))
	var links strings.Builder
	for _, e := range nav {
		current := ""
		if e.address == address {
			current = ` aria-current="page"`
		}
		links.WriteString(`<li><a href="` + root + e.address + `"` + current + `>` + escape(e.title) + "</a></li>\n")
	}
	if strings.Contains(body, exampleHost) {
		body += script(root, AddressScript, addressing)
	}
	if strings.Contains(body, replayFigure) {
		body += script(root, ReplayScript, replaying)
	}
	body = strings.ReplaceAll(body, "{{", "&#123;{") // a listing's braces are not a placeholder
	body = strings.NewReplacer(`href="CALCULATOR`, `href="`+root, embedAddress, `src="`+root+`embed/`).Replace(body)
	return []byte(strings.NewReplacer(
		"{{title}}", escape(title), "{{description}}", escape(description), "{{body}}", body, "{{nav}}", links.String(),
		"{{sections}}", onThisPage(body),
		"{{policy}}", s.Policy, "{{style}}", root+s.Style, "{{icon}}", root+s.Icon, "{{calculator}}", root,
	).Replace(layout))
}
