package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/export"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

// statement is the paragraph for a paper or a model card. It can be copied as plain text or as LaTeX.
type statement struct {
	app.Compo

	Text, TeX string // empty if there is no paragraph
	Link      string // the address with which the text ends
	Stale     bool   // the paragraph answers an older question and cannot be copied

	copied string // the form that was copied last: "text" or "tex"; empty if none was
}

// newStatement returns the statement of an answer. It contains a link to the calculator with the run, the question, and
// the ways in which the training departs from the run.
func newStatement(s words.Subject, v link.View) *statement {
	d := export.Document{
		Subject: s, Engine: bounds.Version,
		Link: dom.Base() + "#" + link.Encode(link.Asked(link.State{Query: s.Query, View: v})),
	}
	return &statement{Text: s.Cited(d.Engine, d.Link), TeX: d.Paragraph(), Link: d.Link}
}

func (s *statement) OnUpdate(app.Context) { s.copied = "" }

func (s *statement) onCopy(ctx app.Context, _ app.Event) { s.copy(ctx, "text", s.Text) }
func (s *statement) onTeX(ctx app.Context, _ app.Event)  { s.copy(ctx, "tex", s.TeX) }

func (s *statement) copy(ctx app.Context, kind, text string) {
	dom.Copy(ctx, text, "statement-text", func(copied bool) {
		s.copied = ""
		if copied {
			s.copied = kind
		}
	})
}

func (s *statement) Render() app.UI {
	button := func(id, kind, label string, click app.EventHandler) app.UI {
		if s.copied == kind {
			label = "Copied"
		}
		return app.Button().Type("button").ID(id).Disabled(s.Stale).OnClick(click).Text(label)
	}
	if s.Text == "" { // the element stays, so that an open one is still open when there is a paragraph again
		return app.Details().ID("statement").Class("statement").Hidden(true)
	}
	paragraph, linked := strings.CutSuffix(s.Text, s.Link)
	return app.Details().ID("statement").Class("statement").Body(
		app.Summary().Text(words.StatementTitle),
		app.P().ID("statement-text").Body(app.Text(paragraph), app.If(linked,
			func() app.UI { return app.Span().Class("address").Text(s.Link) })),
		app.Div().Class("buttons").Body(
			button("statement-copy", "text", "Copy", s.onCopy),
			button("statement-tex", "tex", "Copy for LaTeX", s.onTeX),
		),
	)
}
