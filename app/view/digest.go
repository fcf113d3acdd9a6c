package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
)

// Digest is the answer in one line at the top of the screen, while the answer's
// sentence is out of sight above it. A click scrolls back to the answer, or to the field to fix.
type Digest struct {
	app.Compo

	Parts  []string // the parts of the text, the most important first; parts that have no room are left out
	First  string   // why there is no answer, or only an older one; it stands before the text
	Field  string   // the field to fix, to which a click leads; empty for none
	Warned bool     // whether the answer comes with warnings
	Stale  bool     // whether the text is about an older state of the form
	// Doubtful says that the run is impossible, or that its link could not be read in full.
	Doubtful bool

	answer dom.Above
}

// OnMount makes the line visible whenever the answer's sentence has been scrolled out of sight above the screen.
func (d *Digest) OnMount(app.Context) {
	d.answer.Follow("answer", "answer-sentence", func(above bool) { dom.Mark("digest", "away", above) })
}

func (d *Digest) OnDismount() { d.answer.Stop() }

func (d *Digest) onClick(app.Context, app.Event) {
	if d.Field == "" || !dom.GoToField("field-"+d.Field) {
		dom.GoTo("answer")
	}
}

func (d *Digest) Render() app.UI {
	class := "digest"
	if len(d.Parts) == 0 && d.First == "" {
		class += " empty"
	}
	if d.Stale {
		class += " stale"
	}
	if d.Doubtful {
		class += " doubtful"
	}
	title := words.BackToAnswer
	if d.Field != "" {
		title = words.ToTheField
	}
	text := "digest-text"
	if len(d.Parts) == 1 {
		text += " sole" // the only part is a whole sentence, which must not be cut
	}
	said := make([]app.UI, len(d.Parts))
	for i, part := range d.Parts {
		if i > 0 {
			part = " · " + part
		}
		said[i] = app.Span().Text(part)
	}
	return app.Div().ID("digest").Class(class).Body(
		app.Button().Type("button").OnClick(d.onClick).Title(title).Body(
			app.If(d.First != "", func() app.UI { return app.Span().Class("digest-first").Text(d.First) }),
			app.Span().Class(text).Body(said...),
			app.If(d.Stale && d.First == "", func() app.UI { return app.Span().Class("digest-wait").Text(words.Computing) }),
			app.If(d.Warned, func() app.UI { return app.Span().Class("digest-mark").Title(words.Warned).Text("!") }),
		),
	)
}
