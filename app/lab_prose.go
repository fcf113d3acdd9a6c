package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/lab"
	"lastiterate/app/tex"
)

// set writes a sentence that does not break within equations, with variables in the font of formulas. Between two dollar signs it has a
// formula, which is written as MathML.
func set(text string) []app.UI {
	before, rest, found := strings.Cut(text, "$")
	formula, after, closed := strings.Cut(rest, "$")
	markup, err := tex.MathML(formula, false)
	if !found || !closed || err != nil {
		return plain(text)
	}
	return append(append(plain(before), app.Raw("<span>"+markup+"</span>")), set(after)...)
}

// plain writes a sentence without formulas between dollar signs.
func plain(text string) []app.UI {
	var out []app.UI
	for _, p := range lab.Pieces(tex.Unbroken(text)) {
		switch {
		case p.Letters:
			out = append(out, app.I().Text(p.Text))
		case p.Raised:
			out = append(out, app.Sup().Text(p.Text))
		default:
			out = append(out, app.Text(p.Text))
		}
	}
	return out
}

// hinted writes a hint, with the parts between backticks as code.
func hinted(text string) []app.UI {
	var out []app.UI
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			out = append(out, app.Code().Text(part))
		} else {
			out = append(out, set(part)...)
		}
	}
	return out
}

// titled is the tool's title, with the link to the explanation of its formulas and the button that copies its link.
func (p *labPage) titled() app.UI {
	return app.Div().Class("lab-titled").Body(
		app.H2().ID("lab-title").Text(p.tool.Title),
		app.A().ID("lab-how").Href(dom.Base()+p.tool.Page()).Target("_blank").Rel("noopener").Text("How this is computed"),
		app.Button().Type("button").ID("lab-to-answer").Class("quiet").OnClick(p.onSkip).Text("Go to the answer"),
		app.Button().Type("button").ID("lab-copy").Class("quiet").OnClick(p.onCopy).Text("Copy the link"),
		app.Span().ID("lab-copied").Role("status").Text(p.copied),
	)
}

// onCopy copies the address, including values typed a moment ago.
func (p *labPage) onCopy(ctx app.Context, _ app.Event) {
	p.address()
	said := "Copied."
	if lab.LeftOut(p.tool, p.now()) != nil {
		said = "Copied, without what is too long for a link."
	}
	dom.Copy(ctx, dom.Here()+"#"+p.written, "", func(copied bool) {
		if p.copied = said; !copied {
			p.copied = "This page may not write to the clipboard; the address bar has the link."
		}
	})
}
