package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/picture"
	"lastiterate/app/plot/ruler"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Answer is the part of the page that is read first: the answer in one sentence, its ruler, and its theorem with the
// sources. If hiding the iterates does not help, it lists changes of the run with which it would.
type Answer struct {
	app.Compo

	Subject words.Subject
	Head    *words.Subject // a newer answer of which only the sentence is known; nil if there is none
	Known   bool           // there is an answer to show
	Job     session.Job
	Stale   bool   // the answer belongs to an older question
	Unsure  bool   // the run comes from a link that could not be read in full
	Waiting string // which fields the visitor has to complete before there is an answer, as a sentence
	// Unwritten says that the solver has found a value that the run does not have; empty if there is no such value.
	Unwritten string
	First     string // the markup of the first paint's answer, which is shown until the engine has answered
	// Opens is the address of the page with the answer's row open. In an embed the link opens in a new tab.
	Opens    string
	Attacks  string // the address of the page with the attacker's tab, which uses the whole profile δ(ε)
	Embedded bool
	Sizes    string // what the answer assumes of the run, and in a small embed with which departures it holds, where no form shows it
	Origin   string // names the run that the page has filled in; empty if the visitor stated it
	Assumed  string // the assumed values on which the answer depends; empty if there are none
	// Vanishing says which values, still the page's own, make the answer negligible; empty if none do. VanishingIn has their fields.
	Vanishing   string
	VanishingIn []string
	// Fields are the blank fields of the form, which holds the run Form.
	Fields []string
	Form   run.Run
	Offers []snippet.Offer  // values that the pasted text suggests for what the form lacks
	Read   *snippet.Reading // what was read of that text; nil if there is none
	Large  string           // why a large ε is large; empty if there is nothing to say
	// Lowering is the search for changes of the run that lower ε; nil if no search is offered.
	Lowering *session.Lowering
}

func (a *Answer) onAgain(ctx app.Context, _ app.Event) { Command(ctx, (*session.Session).Again) }

func (a *Answer) Render() app.UI {
	class := "answer"
	if a.Stale {
		class += " stale"
	}
	if a.Head != nil {
		class += " headed"
	}
	if a.Unsure || a.Subject.Impossible() != "" || a.Subject.Empty() {
		class += " doubtful"
	}
	element := app.Section().ID("answer").Class(class).TabIndex(-1).Aria("labelledby", "answer-heading")
	if a.Job.Status == engine.Running {
		element = element.Aria("busy", "true")
	}
	said := a.said()
	if shown := said.Result.Answer; a.answers() && shown != nil && said.Result.Contradiction == nil {
		element = element.DataSet("epsilon", exact(shown.Epsilon)).DataSet("row", shown.Row)
	}
	body := app.UI(app.Div().Class("answer-body").Body(a.body()...))
	if !a.Known && a.First != "" && a.Job.Status != engine.Failed {
		body = app.Raw(a.First)
	}
	return element.Body(
		app.H2().ID("answer-heading").Class("hidden-text").Text(words.AnswerHeading),
		body,
		&progressLine{Running: a.Job.Status == engine.Running},
		app.Div().Class("notices").Body(a.notices()...),
	)
}

// answers reports whether an answer is shown. After a failure the old answer is not shown.
func (a *Answer) answers() bool { return a.Known && a.Job.Status != engine.Failed }

// said returns the answer that the sentence states: the newer one if only its sentence is known.
func (a *Answer) said() words.Subject {
	if a.Head != nil {
		return *a.Head
	}
	return a.Subject
}

// exact writes ε with all its digits, infinity as "inf".
func exact(x protocol.Number) string {
	text, err := x.MarshalJSON()
	if err != nil {
		return ""
	}
	return strings.Trim(string(text), `"`)
}

func (a *Answer) body() []app.UI {
	if a.Job.Status == engine.Failed {
		return nil
	}
	if !a.Known {
		return []app.UI{app.P().ID("answer-sentence").Class("sentence awaited").Text("Computing the answer …")}
	}
	s, said := a.Subject, a.said()
	say := said.Say()
	line, drawn := picture.Ruler(s)
	drawn = drawn && compares(line, s)
	class := "sentence"
	if s.Question.Renyi() {
		class += " long"
	}
	if _, of, _, _ := say.Parts(said.At()); a.Embedded && len(strings.SplitN(of, composes, 2)[0]) > mostBeside {
		class += " wordy"
	}
	return []app.UI{
		app.If(s.Impossible() != "", func() app.UI { return app.P().ID("impossible").Class("impossible").Text(s.Impossible()) }),
		app.P().ID("answer-sentence").Class(class).Body(
			app.If(say.Number != "", func() app.UI { return app.Span().Class("epsilon").Title(said.Rounded()).Text(say.Number) }),
			app.Text(" "),
			a.aside(a.published()),
			app.Text(" "),
			rest(said.At(), say, a.Sizes, a.Assumed),
			app.If(a.Sizes != "" && say.Number != "", func() app.UI {
				return app.Span().ID("sizes").Class("sizes").Title(a.Sizes).Text(a.Sizes)
			}),
		),
		app.If(s.Uncovered() != "", func() app.UI { return app.P().ID("uncovered").Class("attribution").Text(s.Uncovered()) }),
		app.If(a.Large != "", func() app.UI { return app.P().ID("large").Class("large").Text(tex.Unbroken(a.Large)) }),
		app.If(a.Assumed != "" && say.Number != "", func() app.UI { return app.P().ID("assumed").Class("attribution").Text(a.Assumed) }),
		app.If(a.Vanishing != "", func() app.UI {
			return app.P().ID("vanishing").Class("to-fields").Body(
				append([]app.UI{app.Text(tex.Unbroken(a.Vanishing))}, toFields(a.Form, a.VanishingIn)...)...)
		}),
		app.If(drawn, func() app.UI { return &rulerView{Of: line} }),
		a.attribution(),
		app.If(s.Awaits() != "" && !a.Embedded, func() app.UI { return app.P().ID("awaits").Class("attribution").Text(s.Awaits()) }),
		app.If(len(a.Offers) > 0, func() app.UI {
			return app.Div().ID("offered").Class("offered").Body(app.P().Text(words.LeftOpen), &offers{Of: a.Offers})
		}),
		app.If(a.Lowering != nil && a.Lowering.Status != engine.Idle, func() app.UI {
			return &loweringView{Lowering: *a.Lowering, Run: s.Run}
		}),
		a.attacker(s.Say()),
		app.If(s.Scheduled() != "", func() app.UI { return app.P().ID("scheduled").Text(s.Scheduled()) }),
		app.If(s.Contradiction() != "", func() app.UI { return newContradiction(s) }),
		app.If(s.BurnIn() != "" && !s.Result.Verdict.Helps, func() app.UI {
			return app.Div().ID("burn-in").Body(app.P().Text(s.BurnIn()), &changes{Run: s.Run, Changes: s.Changes(), Say: words.Miss})
		}),
		warnings(s),
	}
}

// compares reports whether a ruler places the answer among other numbers, or may once these are known. The place of a number that is
// alone means nothing.
func compares(r ruler.Ruler, s words.Subject) bool {
	awaited := s.Unfinished && s.Departures.Coverage(s.Run) == words.Everything
	return awaited || r.Floor.Known || r.Estimate.Known || r.Rival.Known || r.Published.Known && r.Published.At != r.Answer.At
}

// published is the best published bound. It is empty until all published theorems have been evaluated, and while only the
// sentence of the answer is known.
func (a *Answer) published() string {
	if a.Head != nil {
		return ""
	}
	return a.Subject.ByPublished()
}

// aside stands beside the number: the name of the run if the page has filled it in, and the best published bound. On the page that
// bound is the button that leaves our own results out of the answer, which then has another that includes them again.
func (a *Answer) aside(published string) app.UI {
	only := a.Subject.PublishedOnly && !a.Embedded
	if a.Origin == "" && published == "" && !only {
		return app.Text("")
	}
	if published != "" {
		published = "(" + published + ")"
	}
	title := words.LeaveOurs
	if only {
		published, title = words.OnlyPublished, words.IncludeOurs
	}
	return app.Span().Class("aside").Body(
		app.If(a.Origin != "", func() app.UI {
			toy := app.If(a.Origin == words.ExampleAnswer, func() app.UI { return app.Span().Class("toy").Text(words.ExampleFrom) })
			return app.Span().ID("example").Class("example").Body(app.Text(a.Origin), toy)
		}),
		app.Text(" "),
		app.If(published != "" && a.Embedded, func() app.UI { return app.Span().Class("second").Text(published + " ") }),
		app.If(published != "" && !a.Embedded, func() app.UI {
			return app.Button().ID("second").Type("button").Class("second").Title(title).Aria("pressed", strconv.FormatBool(only)).
				OnClick(a.onOnly).Text(published)
		}),
		app.Text(" "),
	)
}

// onOnly leaves our own results out of the answer, or includes them again. The focus moves to the answer, since the button is not
// there while the published theorems are evaluated.
func (a *Answer) onOnly(ctx app.Context, _ app.Event) {
	Act(ctx, state.Restrict{On: !a.Subject.PublishedOnly})
	dom.Focus("answer")
}

// mostBeside is the greatest length of the words that say what the number is of, in bytes, with which the ruler has room in the
// smallest embeds.
const mostBeside = 60

// composes is between the name of composition and what it counts.
const composes = ": "

// hideable splits the words that say what is released, so that the style sheet can hide some of them if there is little
// room. It drops a dash before them, because the words may begin a line.
func hideable(of string) []app.UI {
	of = strings.TrimPrefix(of, "— ")
	if name, counts, found := strings.Cut(of, composes); found && name != "" {
		counts, with, departs := strings.Cut(counts, words.HoldsWith)
		return []app.UI{app.Text(name), app.Span().Class("holds").Text(composes + counts),
			app.If(departs, func() app.UI { return app.Span().Class("with").Text(words.HoldsWith + with) })}
	}
	before, after, found := strings.Cut(of, "released")
	if !found || before != "for the " {
		return []app.UI{app.Text(of)}
	}
	return []app.UI{app.Span().Class("for").Text(before), app.Text("released" + after)}
}

// rest is the part of the sentence after the number. The smallest embeds show of it only the δ or the order, what is
// released, and with which departures, and what is assumed of the run (brief); the title of brief lists the values that nobody stated.
func rest(at string, say words.Answer, brief, assumed string) app.UI {
	where, of, told, ok := say.Parts(at)
	if !ok {
		return app.Span().Class("rest").Text(say.Rest + ".")
	}
	class := "told"
	if strings.HasPrefix(told, " ("+words.SoFar) {
		class += " so-far"
	}
	what := app.Span().Class("of").Text(of)
	if brief != "" {
		kind := "what"
		if of, found := strings.CutPrefix(of, "— by composition"); found && !strings.HasPrefix(of, ", amplified") {
			kind += " composed" // the foot of a number's embed says it, too
		}
		what = app.Span().Class("of").Body(
			app.Span().Class(kind).Body(hideable(of)...),
			app.Text(" "),
			app.Span().Class("brief").Title(assumed).Text(brief))
	}
	return app.Span().Class("rest").Body(app.Text(where), what, app.Span().Class(class).Text(told))
}

// attribution names the theorem that gives the answer, and its sources.
func (a *Answer) attribution() app.UI {
	name, sources, ok := a.Subject.Attribution()
	if !ok {
		return app.P().Class("attribution").Hidden(true)
	}
	body := []app.UI{
		app.If(!a.Embedded, func() app.UI { return app.Span().ID("answer-of").Text(a.Subject.Of()) }),
		app.Text("By "), app.B().Body(a.toRow(name)),
	}
	if words.SourcesText(sources) != "" {
		body = append(append(append(body, app.Text(" (")), sourceLinks(a.Subject.Result.Answer.Row, sources)...), app.Text(")"))
	}
	if text := a.Subject.Accounting(); text != "" {
		body = append(body, app.Text(" · "), app.Span().ID("accounting").Text(text))
	}
	if text := a.Subject.Certified(); text != "" {
		body = append(body, app.Text(" · "), app.A().ID("certified").Href(dom.Base()+"docs/certificates.html").
			Target("_blank").Rel("noopener").Title(text).Text(words.CertifiedMark))
	}
	if !a.Embedded {
		body = append(body, app.Span().Class("ask-lower to-picture").Body(app.Text(" · "),
			app.Button().Type("button").ID("to-picture").Class("quiet").OnClick(onPicture).Text(words.ToPicture)))
	}
	if !a.Embedded && (a.Lowering == nil || a.Lowering.Status == engine.Idle) {
		body = append(body, &askLower{Offered: a.Lowering != nil})
	}
	return app.P().ID("attribution").Class("attribution").Body(body...)
}

// onPicture scrolls to the picture, which a narrow screen has below the form.
func onPicture(ctx app.Context, _ app.Event) {
	ctx.Defer(func(app.Context) { dom.GoTo(pictureSection) })
}

// toRow links the theorem's name to its row in the table.
func (a *Answer) toRow(name string) app.UI {
	link := app.A().ID("answer-row").Href(a.Opens).Text(name)
	if a.Embedded {
		return link.Target("_blank").Rel("noopener")
	}
	return link.OnClick(a.onRow)
}

func (a *Answer) onRow(ctx app.Context, e app.Event) {
	e.PreventDefault()
	row := a.Subject.Result.Answer.Row
	Command(ctx, func(s *session.Session) {
		if s.Model.View.Open != row {
			s.Do(state.Open{Row: row})
		}
	})
	ctx.Defer(func(app.Context) { dom.GoTo(openerOf(row)) })
}

// attacker says how well an attack can do despite the bound; it stands beside the number if there is room.
func (a *Answer) attacker(say words.Answer) app.UI {
	class := "attacker"
	if words.Short(say) {
		class += " beside"
	}
	attack := a.Subject.Attacker()
	return app.P().ID("attacker").Class(class).Hidden(attack.Said == "").Body(
		app.Text(attack.Said),
		app.Span().Class("rarer").Text(attack.Rarer), app.Text("."),
		app.If(attack.Tighter && !a.Embedded, func() app.UI {
			return app.Span().Class("tighten").Body(app.Text(" "), app.A().Href(a.Attacks).OnClick(a.onAttacker).Text(words.Tighten))
		}),
	)
}

// onAttacker opens the attacker's tab and scrolls to it, since on a telephone the tab is far below. The tab computes the
// whole profile δ(ε), and with it the smaller number that the laboratory shows. Once that number is known, the link is
// no longer shown.
func (a *Answer) onAttacker(ctx app.Context, e app.Event) {
	e.PreventDefault()
	Act(ctx, state.Look{Tab: picture.Attack})
	ctx.Defer(func(app.Context) { dom.Reveal("picture") })
}

// warnings are the engine's warnings about the run. One line shows the beginning of the first, so that the picture keeps
// its place; the line unfolds into all of them.
func warnings(s words.Subject) app.UI {
	all := s.Warnings()
	if len(all) == 0 {
		return app.Details().Class("warnings").Hidden(true)
	}
	lead := words.Lead(all[0])
	if len(all) == 1 && lead == all[0] {
		return app.P().ID("warnings").Class("warnings").Text(lead)
	}
	more := "more"
	if others := len(all) - 1; others > 0 {
		more = strconv.Itoa(others) + " more"
	}
	items := make([]app.UI, len(all))
	for i, w := range all {
		items[i] = app.Li().Text(w)
	}
	return app.Details().ID("warnings").Class("warnings").Body(
		app.Summary().Body(
			app.Span().Class("warning-lead").Text(lead), app.Text(" "), app.Span().Class("warning-more").Text(more),
			app.Span().Class("warning-all").Text("Warnings"),
		),
		app.Ul().Body(items...),
	)
}

// notices say what the engine is doing, or why it has failed.
func (a *Answer) notices() []app.UI {
	var out []app.UI
	if a.Waiting != "" {
		out = append(out, app.P().ID("waiting").Text(a.Waiting))
	}
	if a.Unwritten != "" {
		out = append(out, app.P().ID("unwritten").Text(a.Unwritten))
	}
	if text := a.Subject.Pending(a.Job.Pending); text != "" && a.Job.Status == engine.Running && !a.Stale {
		out = append(out, app.P().Text(text))
	}
	if a.Job.Restart != "" {
		out = append(out, app.P().ID("restarted").Text("The engine stopped ("+a.Job.Restart+") and was restarted. Your run is kept."))
	}
	if a.Job.Needs != "" {
		return append(out, &blankFields{Needs: a.Job.Needs, Fields: a.Fields, Offers: a.Offers, Read: a.Read, Run: a.Form})
	}
	if a.Job.Status == engine.Failed {
		out = append(out, app.Div().ID("failure").Class("failure").Role("alert").Body(
			app.P().Text("No answer for this run: "+a.Job.Err+"."),
			app.Button().Type("button").OnClick(a.onAgain).Text("Ask again"),
		))
	}
	return out
}

// progressLine is a bar that fills while the engine works: with the number of computed parts if that is known, otherwise
// with time.
type progressLine struct {
	app.Compo

	Running  bool
	Done, Of int
}

func (l *progressLine) Render() app.UI {
	switch {
	case !l.Running:
		return app.Div().Class("line")
	case l.Of > 0:
		return app.Progress().Class("line counted").Max(l.Of).Value(l.Done).Aria("label", "parts computed")
	}
	return app.Div().Class("line running")
}

// rulerView is the ruler of the answer, as wide as the page has room for.
type rulerView struct {
	app.Compo

	Of ruler.Ruler

	width    float64 // on the screen; 0 until measured
	resizing dom.Resizing
}

func (r *rulerView) OnMount(ctx app.Context) {
	r.resizing.Follow(ctx, "ruler", r.measure)
	r.measure()
}

func (r *rulerView) OnDismount() { r.resizing.Stop() }

func (r *rulerView) measure() {
	if width, ok := dom.FrameWidth("ruler"); ok {
		r.width = width
	}
}

func (r *rulerView) Render() app.UI {
	r.Of.Width = r.width
	return app.Div().ID("ruler").Class("ruler").Body(app.Raw(r.Of.SVG()))
}
