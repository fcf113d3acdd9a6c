package app

import (
	"net/url"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/view"
	"lastiterate/app/view/chart"
	"lastiterate/app/words"
)

// page is the calculator: it passes events to its session, and composes the components that show the session.
type page struct {
	app.Compo

	session *session.Session
	browser *browser
	edits   *dom.Edits // the visitor's edits of the form
	first   dom.FirstPaint
	reading dom.Height
}

// newPage returns a page that opens on base unless the address has a link. It replaces a first paint.
func newPage(base link.State, first dom.FirstPaint, embedded bool) *page {
	b := &browser{}
	return &page{browser: b, edits: dom.NewEdits(), first: first, session: session.New(b, session.Setting{
		Base: base, Home: dom.Base(), Build: dom.Build(), Embedded: embedded, FirstAnswer: first.Answer, FirstChart: first.Chart})}
}

// OnInit reads the address and the first paint's edits before anything is drawn.
func (p *page) OnInit() {
	p.session.Open(dom.Early())
	for _, made := range dom.Taken() {
		p.edits.Hear(made) // the edit was typed before the program had loaded
	}
}

// OnMount connects the session to the visitor's actions, in their order: commands of components, edits of the form, another
// address.
func (p *page) OnMount(ctx app.Context) {
	p.browser.Ctx = ctx
	view.OnCommand(ctx, p.session)
	dom.OnEdit(func() {
		for _, made := range dom.Taken() {
			ctx.Dispatch(func(ctx app.Context) { p.hear(ctx, made) })
		}
	})
	dom.OnAddress(ctx, func(ctx app.Context) { view.Command(ctx, (*session.Session).AddressChanged) })
	dom.OnLeave(ctx, func(app.Context) { p.session.Leave() })
	dom.OnRecall(ctx, func(ctx app.Context) { view.Command(ctx, (*session.Session).Again) })
	p.reading.Follow("reading")
	dom.KeepFocusInSight(ctx, "reading")
	dom.KeepFieldSteady("field-", "answer", "run")
	p.session.Start()
	// After the fields, whose own mounting is queued already.
	ctx.Dispatch(func(app.Context) { p.first.RestoreFocus("field-") })
}

// hear passes an edit on to the session.
func (p *page) hear(ctx app.Context, made form.Edit) {
	view.Command(ctx, func(s *session.Session) {
		p.edits.Hear(made)
		if action := session.Meaning(made); action != nil {
			s.Do(action)
		}
		p.browser.AfterDraw(func() { dom.EditsShown(made.Number) })
	})
}

// class adds to the class of the whole page. If the link could not be read in full, everything is grey, because the page may
// show another run than the link's author meant.
func (p *page) class(class string) string {
	if p.session.Model.Unsure {
		class += " unsure"
	}
	return class
}

// laboratory is the address of the laboratory. If the form states a complete run, the address has the run and the departures of
// its training. The page does not know the tools, which are in another program.
func laboratory(m state.Model) string {
	const address = "lab/"
	if !m.Settled() || m.View.Blank != nil {
		return address
	}
	return address + "#v=1&lab=tradeoff&run=" + url.QueryEscape(link.Encode(link.State{Query: m.Query,
		View: link.View{Only: m.View.Only, Differs: m.View.Differs}}))
}

func (p *page) Render() app.UI {
	if p.session.Embedded {
		return p.embed()
	}
	s := p.session
	m := s.Model
	_, origin := s.Origin()
	return app.Div().Class(p.class("calculator")).Body(
		&view.Masthead{Share: p.sharing(), Laboratory: laboratory(m)},
		p.digest(),
		&view.LinkProblems{Problems: m.Loose(), Any: len(m.Problems) > 0},
		app.Main().ID("main").Class("sheet").Body(
			app.Div().Class("setting").Body(
				&view.Form{State: m.State, Query: m.Query, Entries: view.Entries(m, p.edits), Edits: p.edits, Pinned: s.Pinned(),
					Read: s.Read(), Base: s.Stated(), Origin: origin, Solver: p.solve()},
			),
			app.Div().Class("beside").Body(app.Div().ID("reading").Class("reading").Body(
				p.answer(),
				p.chart(),
				p.behind(true),
			)),
			&view.Comparison{Comparison: s.Comparison()},
			p.table(),
			&chart.Figures{Chosen: m.View.Figure, Query: m.Query, Of: s.Reproduction()},
		),
		&view.Colophon{Here: dom.Here() + "#" + link.Encode(m.State)},
		&view.Announcer{Text: s.Announced()},
	)
}

// sharing returns the content of the dialog for sharing: what can be shared, or what is still missing.
func (p *page) sharing() view.Sharing {
	s := p.session
	of := view.Sharing{Subject: s.Subject(), Form: s.Model.State, Ready: s.Shareable(), Figure: s.Reproduction().Result,
		AtFigure: s.AtFigure() && s.Reproduction().Status != engine.Failed}
	if !of.Ready {
		of.Waiting = s.Unshareable()
	}
	return of
}

// digest is the answer in one line.
func (p *page) digest() app.UI {
	s := p.session
	about := s.Subject()
	d := &view.Digest{Stale: s.Stale(), Doubtful: s.Model.Unsure || about.Impossible() != "" || s.Unwritten() != ""}
	faulty := s.Model.Faulty()
	if len(faulty) > 0 {
		d.Field = faulty[0]
	}
	switch job := s.Job(); {
	case job.Needs != "":
		d.First, d.Field = words.Needed(job.Needs), s.Model.Needs()[0]
	case job.Status == engine.Failed:
		d.First = words.NoAnswer
	case s.Known():
		d.Parts, d.Warned = about.Digest(), len(about.Warnings()) > 0 || about.Impossible() != ""
		if s.Model.View.Figure != "" {
			d.Parts[0] = words.OfTheForm + d.Parts[0] // and not of the figure, above which it stands
		}
		if len(faulty) > 0 {
			d.First = words.Mend(s.Model.Run, faulty)
		}
	}
	return d
}

// solve is the panel that solves for a value that meets a target ε.
func (p *page) solve() *view.Solver {
	m := p.session.Model
	hindered := map[string]string{}
	for _, field := range words.Solvable {
		hindered[field] = m.Hinders(field)
	}
	target := 0.0
	if read := p.session.Read(); read != nil {
		target = read.Target
	}
	return &view.Solver{Target: target, Departures: m.Departures(), Query: m.Query, Epochs: m.View.Steps == form.Epochs,
		Hindered: hindered, Search: p.session.Search(), Assumed: p.session.Assumed(p.session.Search().Wanted.Field)}
}

func (p *page) answer() app.UI {
	s := p.session
	about := s.Subject()
	var fields []string
	if s.Shows(state.ShowForm) {
		fields = s.Model.Needs()
	}
	origin, assumed := s.Beside()
	var lowering *session.Lowering
	if l, ok := s.Lowering(); ok && !s.Model.Unsure && s.Unwritten() == "" {
		lowering = &l
	}
	vanishing, of := s.Vanishing()
	return &view.Answer{Sizes: p.sizes(), Vanishing: vanishing, VanishingIn: of,
		Subject: about, Head: s.Head(), Unsure: s.Model.Unsure, Known: s.Known(), Job: s.Job(), Stale: s.Stale(),
		Waiting: s.Waiting(), First: s.FirstAnswer, Opens: p.opens(about, ""), Attacks: p.opens(about, picture.Attack),
		Embedded: s.Embedded, Origin: origin, Assumed: assumed, Unwritten: s.Unwritten(), Fields: fields,
		Offers: s.Offers(), Read: s.Read(), Form: s.Model.Run, Lowering: lowering, Large: s.Large()}
}

// sizes says in an embed without a form what the answer assumes of its run, that it is the page's toy run, with which departures
// the answer holds where no sentence says so, and that the picture leaves out its line.
func (p *page) sizes() string {
	s := p.session
	if !s.Embedded || s.Shows(state.ShowForm) || !s.Known() {
		return ""
	}
	about := s.Subject()
	if head := s.Head(); head != nil {
		about = *head
	}
	text := about.Sizes(s.Model.View.Assumed...)
	if about.Query == s.Base.Query && len(about.Departures) == 0 {
		text = words.ToyRun + text
	}
	small := slices.Contains([]string{state.SizeNumber, state.SizeChart}, s.Model.View.Size)
	if with := about.Holding(); with != "" && (small || !s.Shows(state.ShowAnswer)) {
		text = with + "\u00a0· " + text
	}
	if p.leavesAnswerOut(about) {
		text += "\u00a0· " + words.AnswerNotDrawn
	}
	return text
}

// leavesAnswerOut reports whether the finished picture lacks the answer's line because the link names other lines.
func (p *page) leavesAnswerOut(about words.Subject) bool {
	s, answer := p.session, about.Result.Answer
	drawing, rows := s.Drawing(), s.Model.View.Rows
	left := answer != nil && rows != nil && !slices.Contains(rows, answer.Row)
	return left && s.Shows(state.ShowChart) && drawing.Shown && !drawing.Coming
}

// captioned is the chart with what it assumes above it, where no answer says it.
func (p *page) captioned() []app.UI {
	sizes := p.sizes()
	if sizes == "" || p.session.Shows(state.ShowAnswer) {
		return []app.UI{p.chart()}
	}
	about := p.session.Subject()
	if where, of, _, ok := about.Say().Parts(about.At()); ok {
		of, _, _ = strings.Cut(of, words.HoldsWith) // sizes has them
		sizes = where + of + "\u00a0· " + sizes
	}
	return []app.UI{app.P().ID("sizes").Class("sizes alone").Text(sizes), p.chart()}
}

// provenance says, below the smallest embed, who proved the answer.
func (p *page) provenance() app.UI {
	var whose, published string
	if s := p.session; s.Known() && s.Job().Status != engine.Failed && s.Shows(state.ShowAnswer) {
		whose, published = s.Subject().Provenance()
	}
	return app.Span().ID("provenance").Class("provenance").Body(
		app.Text(whose),
		app.If(published != "", func() app.UI { return app.Span().Class("best-published").Text(" (" + published + ")") }),
	)
}

// opens is the address of the calculator with the row open that gave the answer, and with a tab if one is named.
func (p *page) opens(about words.Subject, tab picture.Tab) string {
	view := p.session.Model.View
	if tab != "" {
		view.Tab = string(tab)
	}
	view.Open, view.Size, view.Theme = about.Best(), "", ""
	return dom.Base() + "#" + link.Encode(link.State{Query: about.Query, View: view})
}

// opened is the state with which the calculator opens from an embed: the same run, or the figure.
func (p *page) opened() link.State {
	m := p.session.Model
	if p.session.FigureAlone() {
		m = state.Reproduce{Figure: m.View.Figure}.Do(m)
	}
	return state.WithoutFrame(m.State)
}

// chart is the picture.
func (p *page) chart() app.UI {
	s, size := p.session, p.session.Model.View.Size
	scene, left := s.Scene()
	return &chart.Chart{Subject: s.Plotted(), Scene: scene, View: s.View(), Left: left,
		Now: s.Model.Run, Asked: s.Model.Question, Drawing: s.Drawing(),
		First: s.FirstPicture(), Assumed: s.FromText() && s.Assumed("") != "",
		Bare: s.Embedded && size != state.SizeFull, Small: s.Embedded && size == state.SizeChart}
}

// behind is the section with the details of the answer. cover says whether it has the checklist of what the
// answer covers.
func (p *page) behind(cover bool) app.UI {
	s := p.session
	return &view.Behind{Subject: s.Subject(), Known: s.Known() && s.Job().Status != engine.Failed, Stale: s.Stale(), View: s.Model.View,
		Cover: cover, Departures: s.Model.Departures(), Run: s.Model.Run}
}

// table lists the rows.
func (p *page) table() app.UI {
	about, count, stale := p.session.Listed()
	scene, _ := p.session.Scene()
	return &view.Rows{Subject: about, Count: count, View: p.session.View(), Drawn: scene.Lines(), Stale: stale}
}

// embed composes the parts that an embed shows. The announcer stays: an answer
// is announced to screen readers wherever it is.
func (p *page) embed() app.UI {
	s := p.session
	m := s.Model
	problems := m.Problems
	if s.Shows(state.ShowForm) {
		problems = m.Loose()
	}
	var reading []app.UI
	if s.Shows(state.ShowAnswer) {
		reading = append(reading, p.answer())
	}
	if s.Shows(state.ShowChart) {
		reading = append(reading, p.captioned()...)
	}
	if s.Shows(state.ShowAnswer) {
		reading = append(reading, p.behind(s.Shows(state.ShowForm)))
	}
	return app.Div().Class(p.class("calculator embedded")).Body(
		app.If(m.View.Report == link.ReportAll, func() app.UI {
			return app.P().ID("reported").Class("reported").Text(words.Reported)
		}),
		&view.LinkProblems{Problems: problems, Any: len(m.Problems) > 0},
		app.Main().ID("main").Class("sheet").Body(
			app.H1().Class("hidden-text").Text(words.Name),
			app.If(len(reading) > 0, func() app.UI { return app.Div().Class("reading").Body(reading...) }),
			app.If(s.Shows(state.ShowForm), func() app.UI {
				return app.Div().Class("setting").Body(&view.Form{Query: m.Query, Entries: view.Entries(m, p.edits), Edits: p.edits,
					Embedded: true})
			}),
			app.If(s.Shows(state.ShowTable), p.table),
			app.If(s.FigureAlone(), func() app.UI {
				return &chart.Figures{Chosen: m.View.Figure, Of: s.Reproduction(), Alone: true}
			}),
		),
		app.Footer().Class("embed-foot").Body(
			p.provenance(),
			app.A().ID("open-calculator").Href(s.Home+"#"+link.Encode(p.opened())).
				Target("_blank").Rel("noopener").Body(
				app.Span().Class("open-in").Text(words.OpenCalculator), app.Text(words.Name)),
		),
		&view.Announcer{Text: s.Announced()},
	)
}
