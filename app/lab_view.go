package app

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/number"
	"lastiterate/app/view"
	"lastiterate/app/view/chart"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

func (p *labPage) Render() app.UI {
	return app.Div().Class("calculator laboratory").OnDragOver(p.onDragOver).OnDrop(p.onDrop).Body(
		app.Header().Class("masthead").Body(
			app.Button().Type("button").Class("skip").OnClick(p.onSkip).Text("Skip to the answer"),
			app.H1().Text(words.Name+": laboratory"),
			app.P().Class("tagline").Text("Where a run’s constants come from, and what its ε means to an attacker"),
			app.A().Class("documentation").Href(dom.Base()+"docs/index.html").Target("_blank").Rel("noopener").Text(words.Documentation),
			app.A().ID("lab-calculator").Href(p.calculator()).Target("_blank").Rel("noopener").Text("Calculator"),
		),
		p.tabs(),
		app.If(len(p.misread) > 0, func() app.UI { return p.misreadings() }),
		app.Main().ID("main").Class("sheet").Body(
			app.Div().Class("lab-top").Body(append([]app.UI{p.titled()}, p.leads()...)...),
			app.Div().Class("setting").Body(p.form()),
			app.Div().Class("reading").Body(p.answer()),
		),
		app.Footer().Class("colophon").Body(
			app.P().Text(words.Privacy),
			app.P().Text("Version "+bounds.Version+". "+words.Browsers),
		),
		app.P().ID("status").Class("hidden-text").Role("status").Aria("live", "polite").Text(p.announced()),
	)
}

// calculator is the calculator's address with the run at hand.
func (p *labPage) calculator() string {
	if p.atHand == "" {
		return dom.Base()
	}
	return dom.Base() + "#" + lab.Fragment(p.atHand)
}

// announced is the text that screen readers read aloud when it changes.
func (p *labPage) announced() string {
	switch {
	case p.status == engine.Running:
		return ""
	case p.err != "":
		return p.err
	case p.view != nil:
		return strings.TrimSpace(p.view.Answer + " " + lab.Departing(p.tool, p.shownOf))
	}
	return ""
}

// tabs lists the tools, each group under its heading.
func (p *labPage) tabs() app.UI {
	var groups []app.UI
	for _, g := range lab.Groups() {
		id := "lab-group-" + g.Name()
		var tabs []app.UI
		for _, t := range g.Tools() {
			tabs = append(tabs, p.tab(t))
		}
		groups = append(groups, app.Div().Class("lab-group").Role("group").Aria("labelledby", id).Body(
			app.H2().ID(id).Text(g.Heading()),
			app.Div().Class("lab-group-tabs").Body(tabs...),
		))
	}
	return app.Nav().Class("lab-tabs").Aria("label", "Tools").Body(groups...)
}

func (p *labPage) tab(t *lab.Tool) app.UI {
	tab := app.Button().Type("button").ID("lab-tab-"+t.Name).Class("lab-tab").DataSet("tool", t.Name).Title(t.Title).
		OnClick(p.onTool).Text(t.Tab)
	if t == p.tool {
		tab = tab.Aria("current", "page")
	}
	return tab
}

func (p *labPage) misreadings() app.UI {
	var list []app.UI
	for _, m := range p.misread {
		list = append(list, app.Li().Text(m))
	}
	return app.Div().Class("problems").Role("alert").Body(app.P().Text("We used what we could of the link; the rest is listed here."),
		app.Ul().Body(list...))
}

// form shows the fields of the tool.
func (p *labPage) form() app.UI {
	body := []app.UI{app.Div().Class("run-head").Body(
		app.H2().Text("Inputs"),
		app.Span().Class("spring"),
		app.Button().Type("button").Class("quiet").OnClick(p.onReset).Text("Reset"),
	)}
	var fields []app.UI
	for _, list := range p.tool.Folds() {
		var folded []app.UI
		used := false
		for _, f := range list {
			folded = append(folded, p.field(f))
			used = used || p.now()[f.Name] != "" || p.message(f.Name) != ""
		}
		if list[0].Fold != "" {
			fold := app.Details().Class("lab-fold")
			if used {
				fold = fold.Open(true)
			}
			folded = []app.UI{fold.Body(app.Summary().Text(list[0].Fold), app.Div().Class("lab-fields").Body(folded...))}
		}
		fields = append(fields, folded...)
	}
	body = append(body, app.Div().Class("lab-fields").Body(fields...))
	if p.tool.Slow {
		body = append(body, p.starter())
	}
	return app.Section().ID("lab-inputs").Class("run").Aria("label", "Inputs").Body(body...)
}

// starter shows the button that starts a slow tool. While the tool runs it shows the progress and a button to cancel.
func (p *labPage) starter() app.UI {
	if p.status != engine.Running {
		return app.Button().Type("button").ID("lab-start").Class("lab-start").
			Disabled(len(p.problems) > 0).OnClick(p.onStart).Text("Estimate")
	}
	count := "Starting …"
	if p.total > 0 {
		count = p.steps()
	}
	return app.Div().Class("lab-progress").Body(
		app.Label().For("lab-bar").Text(count),
		app.Progress().ID("lab-bar").Max(max(p.total, 1)).Value(p.done),
		app.Button().Type("button").ID("lab-cancel").OnClick(p.onCancel).Text("Cancel"),
	)
}

// field is one input, with its label, its hint and its error message.
func (p *labPage) field(f lab.Field) app.UI {
	id, message := p.fieldID(f.Name), p.message(f.Name)
	class := "field"
	if message != "" {
		class += " wrong"
	}
	described := view.IDs("hint-"+id, view.ErrorID(id, message))
	label := app.Label().Class("label").For(id).Body(
		app.Text(f.Label),
		app.If(f.Symbol != "", func() app.UI { return app.I().Class("symbol").Body(view.Symbol(f.Symbol)...) }),
	)
	hint := app.P().ID("hint-" + id).Class("lab-hint").Body(hinted(f.Help)...)
	if f.Kind == lab.Yes {
		return app.Div().Class(class+" lab-check").Body(
			app.Input().ID(id).Name(f.Name).Type("checkbox").OnChange(p.onCheck).Aria("describedby", described),
			label, hint,
		)
	}
	if f.Kind == lab.Number || f.Kind == lab.Whole {
		input := app.Input().ID(id).Name(f.Name).Type("text").Class("number").AutoComplete(false).Spellcheck(false).
			Attr("autocapitalize", "off").Aria("describedby", described).OnInput(p.onInput)
		if f.Kind == lab.Whole {
			input = input.Attr("inputmode", "numeric")
		}
		if message != "" {
			input = input.Aria("invalid", "true")
		}
		return app.Div().Class(class).Body(label, input, hint, view.FieldError(id, message))
	}
	if f.Kind == lab.Run {
		return p.runField(f, id, class, message, described, hint)
	}
	area := app.Textarea().ID(id).Name(f.Name).Class("lab-text").Rows(3).Spellcheck(false).Aria("describedby", described).OnInput(p.onInput)
	if message != "" {
		area = area.Aria("invalid", "true")
	}
	body := []app.UI{label, area, hint, p.leftOut(f), view.FieldError(id, message)}
	if f.Kind == lab.Table {
		body = append(body, p.file(f, id))
	}
	return app.Div().Class(class + " lab-wide").Body(body...)
}

// file offers to read a table from a file.
func (p *labPage) file(f lab.Field, id string) app.UI {
	body := []app.UI{
		app.Label().Class("label").For(id + "-file").Text("or from a file, which may be dropped anywhere here"),
		app.Input().ID(id + "-file").Name(f.Name).Type("file").Accept(".csv,.tsv,.txt,text/csv,text/plain").OnChange(p.onFile),
	}
	if text := p.now()[f.Name]; len(text) > mostShown {
		body = append(body,
			app.P().Text("A file of "+number.Plain(float64(len(text)))+" bytes is used. It is too long for the field."),
			app.Button().Type("button").Name(f.Name).OnClick(p.onForget).Text("Forget it"),
		)
	}
	return app.Div().Class("lab-file").Body(body...)
}

// answer shows the engine's answer, or why there is no answer.
func (p *labPage) answer() app.UI {
	class, why := "lab-result", p.outdated()
	if why != "" || len(p.problems) > 0 || p.asRead {
		class += " stale"
	}
	var result []app.UI
	if why != "" {
		result = append(result, app.P().ID("lab-outdated").Class("lab-outdated").Text(why))
	}
	switch {
	case p.view != nil && p.shown == p.tool:
		result = append(result, p.result()...)
	case p.status == engine.Running:
		result = p.waiting()
	case p.tool.Slow:
		result = []app.UI{app.P().Class("lab-lead").Text("Nothing is estimated yet for these inputs.")}
	}
	if p.err != "" {
		result = append(result, app.P().Class("error").Role("alert").Text(p.err))
	}
	if len(p.problems) > 0 && why == "" {
		result = append(result, app.P().Class("note").Text(p.attention()), p.swap())
	}
	line := "line"
	if p.status == engine.Running && !p.tool.Slow {
		line += " running"
	}
	return app.Section().ID("lab-answer").TabIndex(-1).Aria("labelledby", "lab-title").Body(
		app.Div().Class(line).Aria("hidden", true), app.Div().Class(class).Body(result...),
		app.P().Class("lab-source").Text("Source: "+p.tool.Source+"."))
}

// waiting says for which run an answer is computed, and shows the progress if the engine has reported any.
func (p *labPage) waiting() []app.UI {
	text := "Computing"
	if of := lab.RunInWords(p.tool, p.now()); of != "" {
		text += " for the run with " + of
	}
	body := []app.UI{app.P().Class("lab-waiting").Body(set(text + " …")...)}
	if p.total > 0 && !p.tool.Slow { // a slow tool's progress is shown by starter
		body = append(body, app.Div().Class("lab-progress").Body(
			app.Label().For("lab-bar").Text(p.steps()),
			app.Progress().ID("lab-bar").Max(p.total).Value(p.done),
		))
	}
	return body
}

// sharpening says that the displayed answer holds and that a sharper one follows, with the progress.
func (p *labPage) sharpening() app.UI {
	text := "This holds. A sharper limit, from the whole privacy profile, is being computed"
	if p.total > 0 {
		text += ": " + p.steps()
	}
	return app.Div().Class("lab-progress").Body(
		app.Label().For("lab-bar").Body(set(strings.TrimSuffix(text, " …")+" …")...),
		app.Progress().ID("lab-bar").Max(max(p.total, 1)).Value(p.done),
	)
}

// steps is the engine's progress in words. After the last step some tools still refine what they found.
func (p *labPage) steps() string {
	if p.done == p.total {
		return "Refining the result …"
	}
	return fmt.Sprintf("%s of %s steps", number.Plain(float64(p.done)), number.Plain(float64(p.total)))
}

// result shows the answer's sentence with notices of examples and departures, the scale of its values, the table, the player,
// the charts, remarks and links.
func (p *labPage) result() []app.UI {
	v := p.view
	class := "lab-answer"
	if v.Wrong {
		class += " lab-wrong"
	}
	mark, left := p.tool.Example(p.shownOf)
	departing := lab.Departing(p.tool, p.shownOf)
	out := []app.UI{
		app.If(mark != "", func() app.UI {
			return app.P().ID("lab-example").Class("lab-example").Body(app.Span().Class("example").Text(mark))
		}),
		app.P().Class(class).Body(set(v.Answer)...),
		app.If(v.Hidden != "", func() app.UI { return app.Div().Body(app.P().Class("lab-note").Text(v.Hidden), p.quieter(), p.swap()) }),
		app.If(p.isFirst(), func() app.UI { return p.sharpening() }),
		app.If(departing != "", func() app.UI { return app.P().ID("lab-departing").Class("lab-note").Text(departing) }),
		app.If(left != "", func() app.UI { return app.P().ID("lab-left").Class("lab-note").Text(left) }),
	}
	if svg, _ := v.ScaleSVG(min(p.width, chart.WidestFigure)); svg != "" {
		out = append(out, app.Div().Class("lab-scale").Body(app.Raw(svg)))
	}
	var rows []app.UI
	for _, f := range v.Facts {
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Body(set(f.Name)...), app.Td().Class("lab-value").Body(set(f.Value)...),
			app.Td().Class("lab-remark").Body(set(f.Note)...)))
	}
	facts := app.Table().Class("lab-facts").Body(app.TBody().Body(rows...))
	if v.Head != "" {
		out, facts = append(out, app.P().ID("lab-head").Text(v.Head)), facts.Aria("labelledby", "lab-head")
	}
	out = append(out, facts)
	if v.Playing != nil {
		out = append(out, p.controls())
	}
	if frames := p.reader.Frames(); len(frames) > 0 {
		for _, f := range frames {
			out = append(out, app.Div().Class("frame").Body(f))
		}
		out = append(out, p.reader.Said())
	}
	if v.Below != nil {
		below := *v.Below
		below.Width = min(p.width, chart.WidestFigure)
		out = append(out, app.Div().Class("frame lab-below").Body(app.Raw(below.SVG())))
	}
	if len(v.Notes) > 0 {
		out = append(out, app.H2().Class("lab-reading").Text("How to read this"))
	}
	for _, n := range v.Notes {
		out = append(out, app.P().Class("lab-note").Body(set(n)...))
	}
	var links []app.UI
	for _, l := range v.Links {
		links = append(links, app.Li().Body(p.openRun(l)))
	}
	if links != nil {
		out = append(out, app.Ul().Class("lab-links").Body(links...))
	}
	return out
}
