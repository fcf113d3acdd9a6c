package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/share"
	"lastiterate/app/words"
)

// previewID is the id of the frame in the preview.
const previewID = "share-embed"

// preview shows the embed in an iframe, like the markup that the dialog offers. An embed as wide as its page is as high
// as its content, as it is in the element.
type preview struct {
	app.Compo

	Address string
	Size    share.Size

	reported int // the height in pixels that the embed reports; 0 before its first report
	frame    dom.Frame
}

func (p *preview) OnMount(ctx app.Context) {
	p.frame.Follow(ctx, previewID, func(height int) { p.reported = height })
	p.frame.Show(previewID, p.Address)
}

// OnUpdate shows the embed with the newly chosen run, size or theme.
func (p *preview) OnUpdate(app.Context) { p.frame.Show(previewID, p.Address) }

func (p *preview) OnDismount() { p.frame.Stop() }

// height returns the height of the iframe in pixels.
func (p *preview) height() int {
	if p.Size.Width == 0 && p.reported > 0 {
		return p.reported
	}
	return p.Size.Height
}

func (p *preview) Render() app.UI {
	frame := app.IFrame().ID(previewID).Class("share-embed").Title(words.Preview).Attr("loading", "lazy").Height(p.height())
	if p.Size.Width > 0 {
		frame = frame.Width(p.Size.Width)
	} else {
		frame = frame.Attr("width", "100%")
	}
	return frame
}
