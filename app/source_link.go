package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// sourceLink leads to where a row's theorem was published; from one of ours to
// its page, which leads on to the proof.
func sourceLink(row string, s protocol.Source) app.UI {
	address := s.URL
	if address == "" {
		address = theoremPage(row)
	}
	return app.A().Href(address).Target("_blank").Rel("noopener noreferrer").Title(s.Title).Text(words.SourceText(s))
}

// theoremPage is the address of a theorem's page in the documentation.
func theoremPage(row string) string {
	return boot().Get("base").String() + "docs/theorems/" + row + ".html"
}
