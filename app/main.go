// Package app is the page of the calculator, and the page of the laboratory. Main runs the calculator's: page.go passes events
// of the browser to a session, and composes the components that show the session.
//
//   - session holds the question, the displayed answer and the pending parts; it knows no browser
//   - view, and chart in it, are components: they show the values of their fields
//   - dom is the browser: workers, the address, the clipboard, sizes
//   - the other packages have one purpose each and import none of these: link, form, state, words,
//     picture, plot, export …
//
// Two rules keep the page quick and correct. Nothing here computes a bound, and Render only composes: sentences come from
// package words, and charts from package picture.
package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/bounds"
)

// Main runs the page in a browser and does not return.
func Main() {
	first := dom.LookAtFirstPaint()
	base := link.State{Query: bounds.DefaultQuery()}
	embedded := dom.IsEmbed()
	app.RouteWithRegexp(".*", func() app.Composer {
		return newPage(base, first, embedded)
	})
	app.RunWhenOnBrowser()
}
