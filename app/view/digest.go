package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
)

// Digest is the answer in one line at the top of the screen, while the answer
// itself is out of sight above it. A click leads back.
type Digest struct {
	app.Compo

	Text   string
	Warned bool // the answer comes with warnings
	Stale  bool
	// Doubtful says that the run cannot be, or that its link could not be read in full.
	Doubtful bool

	answer dom.Above
}

// OnMount shows the line whenever the answer has left the screen upwards.
func (d *Digest) OnMount(app.Context) {
	d.answer.Follow("answer", func(above bool) { dom.Mark("digest", "away", above) })
}

func (d *Digest) OnDismount() { d.answer.Stop() }

func (d *Digest) onClick(app.Context, app.Event) { dom.GoTo("answer") }

func (d *Digest) Render() app.UI {
	class := "digest"
	if d.Text == "" {
		class += " empty"
	}
	if d.Stale {
		class += " stale"
	}
	if d.Doubtful {
		class += " doubtful"
	}
	return app.Div().ID("digest").Class(class).Body(
		app.Button().Type("button").OnClick(d.onClick).Title(words.BackToAnswer).Body(
			app.Span().Class("digest-text").Text(d.Text),
			app.If(d.Warned, func() app.UI { return app.Span().Class("digest-mark").Title(words.Warned).Text("!") }),
		),
	)
}
