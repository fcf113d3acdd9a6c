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

// outdated says why the displayed answer is not the answer for the fields. It is empty if the answer is up to date, or if there
// is none.
func (p *labPage) outdated() string {
	switch {
	case p.view == nil || p.shown != p.tool || p.isFirst():
		return ""
	case len(p.problems) > 0:
		why := strings.TrimPrefix(p.attention(), noAnswer) // an older answer is displayed
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

// attention says which field must be corrected, and why.
func (p *labPage) attention() string {
	first := p.problems[0]
	for _, f := range p.tool.Fields {
		switch {
		case f.Name != first.Field:
		case strings.HasPrefix(first.Message, f.Label):
			return noAnswer + first.Message + "."
		default:
			return "Fix " + strings.TrimPrefix(f.Label, "or ") + ": " + first.Message + "."
		}
	}
	return "A marked field needs attention."
}

// caughtUp tells head.js, once the page is drawn, that the page has received all edits so far.
func (p *labPage) caughtUp() {
	number := dom.Latest()
	p.browser.AfterDraw(func() { dom.EditsShown(number) })
}

// onEdits registers a listener, without which head.js does not grey the answer at an edit. The listener
// discards the edits, because the fields' own events report them.
func (p *labPage) onEdits() {
	dom.OnEdit(func() { dom.Taken() })
}

// leftOut is a note that a field is too long for the link. It shows nothing if the field is in the link.
func (p *labPage) leftOut(f lab.Field) app.UI {
	return app.If(slices.Contains(lab.LeftOut(p.tool, p.now()), f.Name), func() app.UI {
		return app.P().Class("lab-hint lab-left-out").Role("status").Text(
			"This is too long for a link. The link in the address bar omits it; whoever opens that link must fill in this field again.")
	})
}
