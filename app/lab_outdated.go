package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/lab"
)

// outdated says in words why the answer on show is not that of the fields; empty if it is, or if
// nothing is shown.
func (p *labPage) outdated() string {
	switch {
	case p.view == nil || p.shown != p.tool:
		return ""
	case len(p.problems) > 0:
		why := strings.TrimPrefix(p.attention(), noAnswer) // there is one, an older one
		return strings.ToUpper(why[:1]) + why[1:] + " The answer below is that for the last valid values."
	case p.status == engine.Running:
		return "Out of date: a new answer is being computed."
	case p.status == engine.Failed:
		return "Out of date: the current fields have no answer; this is an older one."
	case maps.Equal(p.shownOf, p.now()):
		return ""
	case p.tool.Slow:
		return "Out of date: the fields have changed since this was estimated."
	}
	return "Out of date: the fields have changed."
}

const noAnswer = "No answer: "

// attention says which field is to be mended, and why.
func (p *labPage) attention() string {
	first := p.problems[0]
	for _, f := range p.tool.Fields {
		switch {
		case f.Name != first.Field:
		case strings.HasPrefix(first.Message, f.Label):
			return noAnswer + first.Message + "."
		default:
			return "Fix " + f.Label + ": " + first.Message + "."
		}
	}
	return "A marked field needs attention."
}

// caughtUp says, once it is drawn, that the page has heard of all edits so far.
func (p *labPage) caughtUp() {
	number := dom.Latest()
	p.browser.Drawn(func() { dom.Drawn(number) })
}

// onEdits has edits grey the answer before the page hears of them. The edits themselves are
// discarded here: the fields' own events report them.
func (p *labPage) onEdits() {
	dom.OnEdit(func() { dom.Taken() })
}

// leftOut says of a field that it is not in the link.
func (p *labPage) leftOut(f lab.Field) app.UI {
	return app.If(slices.Contains(lab.LeftOut(p.tool, p.now()), f.Name), func() app.UI {
		return app.P().Class("lab-hint lab-left-out").Role("status").Text(
			"This is too long for a link. The link in the address bar omits it; whoever opens that link must fill in this field again.")
	})
}
