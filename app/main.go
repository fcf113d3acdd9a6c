// Package app is the page of the calculator: go-app components that show the
// state of package state, send what people do to it, and ask the engine in its
// worker. Main runs it; page.go composes it; a component is a file.
//
// Two rules keep the page quick and honest. Nothing here computes a bound, and
// Render only composes: sentences come from package words, the chart from
// package picture.
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
	base := link.State{Run: bounds.DefaultRun(), Question: bounds.DefaultQuestion()}
	embedded := dom.IsEmbed()
	app.RouteWithRegexp(".*", func() app.Composer {
		return newPage(base, first, embedded)
	})
	app.RunWhenOnBrowser()
}
