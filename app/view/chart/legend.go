package chart

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/state"
	"lastiterate/app/view"
	"lastiterate/app/words"
)

// legend has the switches for the lines of pinned runs; every other line has a row in the
// table, with a switch there. A schedule and the picture of the parts have
// no lines to choose.
func (c *Chart) legend() app.UI {
	if len(c.reader.panes) == 0 || !c.Scene.Tab.Handled() {
		return app.Div().Class("lines").Hidden(true)
	}
	var shown, all []string
	var items []app.UI
	for _, e := range c.reader.panes[0].legend {
		all = append(all, e.ID)
		if !e.Hidden {
			shown = append(shown, e.ID)
		}
		if e.Kind == plot.Beside {
			items = append(items, &legendItem{ID: e.ID, Name: e.Name, Hidden: e.Hidden, Sample: e.Sample})
		}
	}
	for _, item := range items {
		item.(*legendItem).Shown = shown
	}
	return app.Div().Class("lines").Body(
		app.If(items != nil, func() app.UI { return app.Ul().Class("legend").Aria("label", "Lines").Body(items...) }),
		&lineButtons{All: all, Shown: len(shown), Chosen: c.Scene.View.Rows != nil},
	)
}

// lineButtons are two buttons: one draws every line, the other leaves the choice of lines to the page again.
type lineButtons struct {
	app.Compo

	All    []string
	Shown  int
	Chosen bool // the visitor has chosen which lines are drawn
}

func (l *lineButtons) onAll(ctx app.Context, _ app.Event)  { view.Act(ctx, state.Draw{Rows: l.All}) }
func (l *lineButtons) onAuto(ctx app.Context, _ app.Event) { view.Act(ctx, state.Draw{}) }

func (l *lineButtons) Render() app.UI {
	return app.Div().Class("line-buttons").Body(
		app.If(l.Shown < len(l.All), func() app.UI {
			return app.Button().ID("lines-all").Type("button").OnClick(l.onAll).Text("Draw all lines")
		}),
		app.If(l.Chosen, func() app.UI {
			return app.Button().ID("lines-auto").Type("button").OnClick(l.onAuto).Text("Draw the few that matter")
		}),
	)
}

// legendItem is one pinned run in the legend.
type legendItem struct {
	app.Compo

	ID, Name string
	Hidden   bool
	Sample   string   // a small SVG of the line
	Shown    []string // all lines that are drawn

	box dom.Box
}

func (l *legendItem) CompoID() string { return l.ID }

func (l *legendItem) OnMount(app.Context)  { l.box.Mount("legend-"+l.ID, !l.Hidden) }
func (l *legendItem) OnUpdate(app.Context) { l.box.Update("legend-"+l.ID, !l.Hidden) }

func (l *legendItem) onChange(ctx app.Context, _ app.Event) {
	view.Act(ctx, state.Toggled(l.Shown, l.ID, ctx.JSSrc().Get("checked").Bool()))
}

func (l *legendItem) Render() app.UI {
	return app.Li().Body(app.Label().Class("tick").Body(
		app.Input().Type("checkbox").ID("legend-"+l.ID).OnChange(l.onChange),
		app.Raw(l.Sample),
		app.Span().Text(l.Name),
	))
}

// leftOut says which lines the picture leaves out.
func (c *Chart) leftOut() app.UI {
	left := c.omitted()
	return app.P().ID("left-out").Class("left-out").Hidden(len(left) == 0).Text(strings.Join(left, ". ") + ".")
}

// omitted lists the lines that the picture leaves out, in sentences without a full stop.
func (c *Chart) omitted() []string {
	left := slices.Clone(c.Left)
	if c.reader.has(plot.Drawing.Guessed) {
		left = append(left, picture.Guesses)
	}
	if c.reader.has(plot.Drawing.Outside) {
		left = append(left, picture.Outside)
	}
	return left
}

// lastSetting says above a stale picture that the picture is of the previous run. The element is always on the page, and
// visible only when it has a text, so that the picture does not move.
func (c *Chart) lastSetting() app.UI {
	text := ""
	if c.Drawing.Stale && (len(c.reader.panes) > 0 || c.First != "" && !c.Drawing.Shown) {
		if text = words.LastPicture; c.Drawing.Coming {
			text = words.LastPictureComing
		}
	}
	return app.P().ID("last-setting").Class("last-setting").Hidden(text == "").Body(app.Span().Text(text))
}

// current makes an element inert while it shows the previous run: screen readers skip it, and nothing can be chosen in
// it.
func (c *Chart) current(e app.HTMLDiv) app.UI {
	if c.Drawing.Stale {
		return e.Attr("inert", true)
	}
	return e
}
