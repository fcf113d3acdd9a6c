package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/share"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Sharing is what the dialog can share: the run and its answer, only the run's link, or a figure.
type Sharing struct {
	Subject words.Subject
	Form    link.State
	Ready   bool   // the answer is the form's, and there is a picture
	Waiting string // why Ready is false, as a sentence
	// Figure is the computed figure that Form.View.Figure names; nil if no figure is drawn.
	Figure *protocol.FigureResult
	// AtFigure says that the page is about the figure, which may still be being computed.
	AtFigure bool
}

// shared is a run or a figure, as texts and addresses to share.
type shared interface {
	LinkItem() share.Item
	Items() []share.Item
	Link() string
	Embed() string
	SizeOf() share.Size
	Saved() (name, svg string, ok bool)
}

// shareFigureAction is the name of the action that opens the dialog for the figure.
const shareFigureAction = "share-figure"

// ShareFigure opens the dialog for the figure that the page shows.
func ShareFigure(ctx app.Context) { ctx.NewAction(shareFigureAction) }

// shareDialog is a button and the dialog that it opens, with the link, the embeds and the texts to copy.
type shareDialog struct {
	app.Compo

	Of Sharing

	open    bool
	opening bool   // the dialog is about to be shown
	said    string // the result of the last click
	size    string // the chosen size of the embeds; empty if none has been chosen
	theme   string // the chosen theme of the embeds; empty if none has been chosen
	folded  bool   // the preview is folded
	figure  bool   // the visitor shares the figure, if there is one, and not the run
}

func (d *shareDialog) OnMount(ctx app.Context) {
	ctx.Handle(shareFigureAction, func(ctx app.Context, _ app.Action) {
		d.figure = true
		d.show(ctx)
	})
}

// available returns the figure that can be shared: one that is drawn, or that the page is about; ok is false if there is
// none.
func (d *shareDialog) available() (f figure.Figure, ok bool) {
	f, ok = figure.ByID(d.Of.Form.View.Figure)
	return f, ok && (d.Of.Figure != nil || d.Of.AtFigure)
}

// sharedFigure returns the figure to share; ok is false if the run is shared.
func (d *shareDialog) sharedFigure() (f figure.Figure, ok bool) {
	f, ok = d.available()
	return f, d.figure && ok
}

// subject returns what the dialog shares: the figure or the run.
func (d *shareDialog) subject() shared {
	if f, ok := d.sharedFigure(); ok {
		of := share.Figure{Home: dom.Base(), Engine: bounds.Version, Of: f, Theme: d.colours()}
		if d.Of.Figure != nil {
			of.Result = *d.Of.Figure
		}
		return of
	}
	return d.run()
}

// run returns the run to share. Its link leaves out a figure that is drawn: the figure has its own link.
func (d *shareDialog) run() share.Run {
	form := d.Of.Form
	form.View.Figure = ""
	if d.Of.Ready {
		form.Query = d.Of.Subject.Query
	}
	return share.Run{
		Home:    dom.Base(),
		State:   state.WithoutFrame(form),
		Subject: d.Of.Subject,
		Engine:  bounds.Version,
		Size:    cmp.Or(d.size, state.SizeChart),
		Theme:   d.colours(),
	}
}

func (d *shareDialog) onSize(ctx app.Context, _ app.Event) {
	d.size, d.said = ctx.JSSrc().Get("value").String(), ""
}

// onSubject chooses between the run and the figure.
func (d *shareDialog) onSubject(ctx app.Context, _ app.Event) {
	d.figure, d.said = ctx.JSSrc().Get("value").String() == "figure", ""
}

// subjectChoice chooses between the run and the figure, if there is one to share.
func (d *shareDialog) subjectChoice() app.UI {
	of, ok := d.available()
	return app.If(ok, func() app.UI {
		return Scale("what", choose("share-what", "run", "this run", !d.figure, d.onSubject),
			choose("share-what", "figure", of.Paper+", "+of.Number, d.figure, d.onSubject)).ID("share-whats")
	})
}

func (d *shareDialog) onTheme(ctx app.Context, _ app.Event) {
	d.theme, d.said = ctx.JSSrc().Get("value").String(), ""
}

// colours is the theme of the embeds.
func (d *shareDialog) colours() string { return cmp.Or(d.theme, share.Themes[0].Name) }

// sizes choose what the embeds show.
func (d *shareDialog) sizes() app.UI {
	var options []app.UI
	for _, size := range share.Sizes {
		options = append(options, choose("share-size", size.Name, size.Text, size.Name == d.run().Size, d.onSize))
	}
	return Scale("frame and element show", options...).ID("share-sizes")
}

// themes choose the colours of the embeds.
func (d *shareDialog) themes() app.UI {
	var options []app.UI
	for _, theme := range share.Themes {
		options = append(options, choose("share-theme", theme.Name, theme.Text, theme.Name == d.colours(), d.onTheme))
	}
	return Scale("colours", options...).ID("share-themes")
}

// themeHelp says for which pages the chosen colours are.
func (d *shareDialog) themeHelp() (help string) {
	for _, theme := range share.Themes {
		if theme.Name == d.colours() {
			help = theme.Help
		}
	}
	return help
}

// choose is a radio button of the dialog, shown as a segment.
func choose(name, value, text string, checked bool, onChange app.EventHandler) app.UI {
	return Segment(app.Input().Type("radio").ID(strings.TrimSuffix(name+"-"+value, "-")).Name(name).Value(value).
		Checked(checked).OnChange(onChange, app.EventScope(value)), app.Text(text))
}

// onFold notes that the visitor has unfolded or folded the preview.
func (d *shareDialog) onFold(ctx app.Context, _ app.Event) {
	d.folded = !ctx.JSSrc().Get("open").Bool()
}

// preview is a disclosure with the embed, which runs only while the disclosure is open. While the answer is being computed there is none:
// a second calculator would compute it, too.
func (d *shareDialog) preview() app.UI {
	r := d.subject()
	return app.Details().Hidden(!d.ready()).ID("share-preview").Class("share-preview").Open(!d.folded).On("toggle", d.onFold).Body(
		app.Summary().Text("Preview"),
		app.If(!d.folded && d.ready(), func() app.UI { return &preview{Address: r.Embed(), Size: r.SizeOf()} }),
	)
}

func (d *shareDialog) onOpen(ctx app.Context, _ app.Event) {
	d.figure = d.Of.AtFigure
	d.show(ctx)
}

func (d *shareDialog) show(ctx app.Context) {
	d.open, d.opening, d.said = true, true, ""
	d.folded = !dom.Broad() // a telephone should not start a second calculator for a visitor who wants only the link
	// The dialog is opened only after it has been drawn, because the browser then moves the focus into it.
	ctx.Defer(func(app.Context) {
		d.opening = false
		dom.ShowDialog("share-dialog")
	})
}

// onClosed handles the browser's event that the dialog was closed, also by Escape. The event comes late: by then the
// visitor may have pressed the button again, so d.open does not simply become false.
func (d *shareDialog) onClosed(app.Context, app.Event) {
	d.open = d.opening || dom.DialogOpen("share-dialog")
}

func (d *shareDialog) onDone(app.Context, app.Event) { dom.CloseDialog("share-dialog") }

// onKey copies the item whose number was pressed, as long as the dialog has the focus.
func (d *shareDialog) onKey(ctx app.Context, e app.Event) {
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	n, err := strconv.Atoi(e.Get("key").String())
	items := d.items()
	if err != nil || n < 1 || n > len(items) {
		return
	}
	e.PreventDefault()
	d.copy(ctx, items[n-1])
}

func (d *shareDialog) onCopy(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("item").String()
	for _, item := range d.items() {
		if item.ID == id {
			d.copy(ctx, item)
		}
	}
}

func (d *shareDialog) copy(ctx app.Context, item share.Item) {
	dom.Copy(ctx, item.Text, item.ID, func(copied bool) {
		d.said = item.Title + ": copied."
		if !copied {
			d.said = item.Title + ": selected. This page may not write to the clipboard; press Ctrl+C or ⌘C to copy."
		}
	})
}

// onPicture saves the picture to which the Markdown refers.
func (d *shareDialog) onPicture(app.Context, app.Event) {
	name, svg, ok := d.subject().Saved()
	if !ok {
		d.said = "There is no number to draw."
		return
	}
	dom.Save(name, svg, "image/svg+xml")
	d.said = "Saved " + name + "."
}

// onSend hands the link to the system's share sheet.
func (d *shareDialog) onSend(app.Context, app.Event) { dom.Share(words.Name, d.subject().Link()) }

func (d *shareDialog) Render() app.UI {
	var body []app.UI
	if d.open {
		body = d.body()
	}
	return app.Div().Class("sharing").Body(
		app.Button().Type("button").ID("share").Aria("haspopup", "dialog").OnClick(d.onOpen).Text(words.Share),
		app.Dialog().ID("share-dialog").Class("share").Aria("labelledby", "share-title").
			On("close", d.onClosed).OnKeyDown(d.onKey).Body(body...),
	)
}

// ready reports whether there is a picture to share, and not only a link.
func (d *shareDialog) ready() bool {
	if _, ofFigure := d.sharedFigure(); ofFigure {
		return d.Of.Figure != nil
	}
	return d.Of.Ready
}

// items are the texts to copy. Without an answer there is only the link, and while it is being computed a run's frame, too: neither
// depends on the answer.
func (d *shareDialog) items() []share.Item {
	switch _, ofFigure := d.sharedFigure(); {
	case d.ready():
		return d.subject().Items()
	case !ofFigure && d.comes():
		return slices.DeleteFunc(d.run().Items(), func(i share.Item) bool { return i.ID != "share-link" && i.ID != "share-frame" })
	}
	return []share.Item{d.subject().LinkItem()}
}

// comes reports whether the answer to the form is being computed.
func (d *shareDialog) comes() bool {
	return d.Of.Waiting == words.ShareWait || d.Of.Waiting == words.ShareRest
}

func (d *shareDialog) body() []app.UI {
	title := "Share this run"
	_, ofFigure := d.sharedFigure()
	if ofFigure {
		title = "Share this figure"
	}
	body := []app.UI{
		app.Div().Class("share-head").Body(
			app.H2().ID("share-title").Text(title),
			app.P().ID("share-said").Class("share-said").Role("status").Text(d.said),
			app.Button().Type("button").ID("share-done").OnClick(d.onDone).Text("Done"),
		),
	}
	body = append(body, d.subjectChoice())
	for i, item := range d.items() {
		if item.ID == "share-frame" {
			sizes := app.If(!ofFigure, d.sizes)
			body = append(body, app.Div().Class("share-look").Body(sizes, d.themes(),
				app.P().ID("share-theme-help").Class("share-help").Text(d.themeHelp())), d.preview())
		}
		body = append(body, d.item(strconv.Itoa(i+1), item))
	}
	if !d.ready() {
		why := words.OnlyTheLink(d.Of.Waiting, d.comes())
		if ofFigure {
			why = words.FigureWait
		}
		body = append(body, app.P().ID("share-wait").Class("share-wait").Text(why))
	}
	return body
}

func (d *shareDialog) item(key string, item share.Item) app.UI {
	return app.Section().Class("share-item").Aria("labelledby", item.ID+"-title").Body(
		app.H3().ID(item.ID+"-title").Text(item.Title),
		app.Div().Class("share-do").Body(
			app.If(item.ID == "share-link" && dom.CanShare(), func() app.UI {
				return app.Button().Type("button").ID("share-send").OnClick(d.onSend).Text("Send …")
			}),
			app.If(item.ID == "share-markdown", func() app.UI {
				return app.Button().Type("button").ID("share-picture").OnClick(d.onPicture).Text("Save the picture")
			}),
			app.Button().Type("button").ID(item.ID+"-copy").DataSet("item", item.ID).OnClick(d.onCopy, app.EventScope(item.ID)).
				Aria("keyshortcuts", key).Title("Or press "+key).Body(
				app.Text("Copy"),
				app.Span().Class("hidden-text").Text(" "+item.Title),
				app.Kbd().Aria("hidden", "true").Text(key),
			),
		),
		app.P().Class("share-help").Text(item.Help),
		app.Pre().ID(item.ID).TabIndex(0).Role("group").Aria("label", item.Title).Text(item.Text),
	)
}
