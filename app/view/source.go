package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// sourceLink links to the publication of a row's theorem. If its address is not known, as for a theorem of ours, the link
// leads to the proof on the theorem's page; a page without a proof opens at its top.
func sourceLink(row string, s protocol.Source) app.UI {
	address, known := words.SourceAddress(s)
	if !known {
		address = theoremPage(row) + "#proof"
	}
	return app.A().Href(address).Target("_blank").Rel("noopener noreferrer").Title(s.Title).Text(words.SourceText(s))
}

// sourceLinks are the links of several sources, separated by semicolons.
func sourceLinks(row string, sources []protocol.Source) (links []app.UI) {
	for i, s := range sources {
		if i > 0 {
			links = append(links, app.Text("; "))
		}
		links = append(links, sourceLink(row, s))
	}
	return links
}

// theoremPage is the address of a theorem's page in the documentation.
func theoremPage(row string) string {
	return dom.Base() + "docs/theorems/" + row + ".html"
}
