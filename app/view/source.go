package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// sourceLink leads to where a row's theorem was published; from one of ours to the proof on
// its page, which leads on. One that names no place of publication that this page knows
// leads to its page, which has no such part and opens at its top.
func sourceLink(row string, s protocol.Source) app.UI {
	address, known := words.SourceAddress(s)
	if !known {
		address = theoremPage(row) + "#proof"
	}
	return app.A().Href(address).Target("_blank").Rel("noopener noreferrer").Title(s.Title).Text(words.SourceText(s))
}

// sourceLinks are the links of several, with what stands between them.
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
