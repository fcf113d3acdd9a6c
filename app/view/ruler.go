package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/plot"
)

// ruler is the answer as a picture, as wide as the page leaves room for.
type ruler struct {
	app.Compo

	Of plot.Ruler

	width    float64 // on the screen; 0 until measured
	resizing dom.Resizing
}

func (r *ruler) OnMount(ctx app.Context) {
	r.resizing.Follow(ctx, "ruler", r.measure)
	r.measure()
}

func (r *ruler) OnDismount() { r.resizing.Stop() }

func (r *ruler) measure() {
	if width, ok := dom.FrameWidth("ruler"); ok {
		r.width = width
	}
}

func (r *ruler) Render() app.UI {
	r.Of.Width = r.width
	return app.Div().ID("ruler").Class("ruler").Body(app.Raw(r.Of.SVG()))
}
