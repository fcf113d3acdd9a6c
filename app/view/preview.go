package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/share"
	"lastiterate/app/words"
)

// previewID is the id of the frame in the preview.
const previewID = "share-embed"

// preview is the embed itself, as the frame of a dialog's markup shows it in a page. One of
// no fixed height is as high as what it shows, as the element is.
type preview struct {
	app.Compo

	Address string
	Size    share.Size

	told  int // the height that it reports
	frame dom.Frame
}

func (p *preview) OnMount(ctx app.Context) {
	p.frame.Follow(ctx, previewID, func(height int) { p.told = height })
	p.frame.Show(previewID, p.Address)
}

// OnUpdate leads the frame to what was chosen.
func (p *preview) OnUpdate(app.Context) { p.frame.Show(previewID, p.Address) }

func (p *preview) OnDismount() { p.frame.Stop() }

// height is that of the frame in pixels.
func (p *preview) height() int {
	if p.Size.Width == 0 && p.told > 0 {
		return p.told
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
