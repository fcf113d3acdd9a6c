package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Solver asks the reverse question: which noise, length, domain or batch size gives a wanted ε.
type Solver struct {
	app.Compo

	claim.Query
	Epochs bool // the length of the run is stated in epochs, not in iterations
	// Departures are the ways in which the training differs from the run.
	Departures words.Departures
	Hindered   map[string]string // by field, why the field cannot be solved for at the moment; empty if it can
	Search     session.Search
	Assumed    string // the assumed values on which the run depends; empty if there are none
	// Target is the ε for which the pasted text has the noise found; 0 if there is none.
	Target float64

	field   string  // the field that is solved for
	typed   string  // the target ε as typed
	message string  // what is wrong with the target
	taken   float64 // the Target that was put into the panel last
}

func (v *Solver) OnInit() { v.field, v.typed = "sigma", "1" }

// OnMount fills the fields of the panel. Later drawings do not write them: the visitor may have typed or chosen something
// that the panel has not received yet.
func (v *Solver) OnMount(app.Context) {
	v.take()
	v.fill()
}

// OnUpdate puts the target of a text that was pasted since into the panel.
func (v *Solver) OnUpdate(app.Context) {
	if v.take() {
		v.fill()
	}
}

// take asks for the noise that meets Target, and reports whether that is a new target.
func (v *Solver) take() bool {
	if v.Target == v.taken {
		return false
	}
	if v.taken = v.Target; v.Target == 0 {
		return false
	}
	v.field, v.typed, v.message = "sigma", run.FormatNumber(v.Target), ""
	return true
}

func (v *Solver) fill() {
	dom.SetProperty("solve-epsilon", "value", v.typed)
	dom.SetProperty("solve-field", "value", v.field)
}

func (v *Solver) onEpsilon(ctx app.Context, _ app.Event) {
	v.typed, v.message = ctx.JSSrc().Get("value").String(), ""
	v.forget(ctx)
}

func (v *Solver) onField(ctx app.Context, _ app.Event) {
	v.field = ctx.JSSrc().Get("value").String()
	v.forget(ctx)
}

// forget drops the search, because its result does not answer the changed question.
func (v *Solver) forget(ctx app.Context) { Command(ctx, (*session.Session).StopSolving) }

func (v *Solver) onKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" {
		v.onSolve(ctx, e)
	}
}

func (v *Solver) onSolve(ctx app.Context, _ app.Event) {
	epsilon, err := number.ParseMeasure(v.typed)
	switch {
	case err != nil:
		v.message = err.Error()
	case !(epsilon > 0) || math.IsInf(epsilon, 1):
		v.message = "the target ε must be positive and finite; you typed " + v.typed
	case v.Hindered[v.field] != "":
		v.message = v.Hindered[v.field]
	default:
		v.message = ""
		wanted := words.Wanted{Query: v.Query, Epsilon: epsilon, Field: v.field, Epochs: v.Epochs, Departures: v.Departures}
		Command(ctx, func(s *session.Session) { s.Solve(wanted) })
	}
}

func (v *Solver) onStop(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).StopSolving)
}

func (v *Solver) onApply(ctx app.Context, _ app.Event) { Command(ctx, (*session.Session).Apply) }

func (v *Solver) onApplyPublished(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).ApplyPublished)
}

func (v *Solver) onPlain(ctx app.Context, _ app.Event) { Act(ctx, state.Plain{}) }

func (v *Solver) Render() app.UI {
	not := words.Unsolvable(v.Departures, v.Run)
	return app.Details().ID("solve").Class("start solve").Body(
		app.Summary().Body(app.Span().Class("fold-name").Text(form.Find), app.Text(form.FindWhat)),
		// The fields are hidden, not removed, so that they keep what was typed.
		app.Div().Class("fields").Hidden(not == "").Body(
			app.P().ID("solve-not").Text(not),
			app.Div().Class("buttons").Body(app.Button().Type("button").ID("solve-plain").OnClick(v.onPlain).Text("Untick what differs")),
		),
		app.Div().Class("fields").Hidden(not != "").Body(
			v.target(),
			v.choice(),
			app.Div().Class("buttons").Body(
				app.Button().Type("button").ID("solve-start").OnClick(v.onSolve).Text("Solve"),
				app.If(v.Search.Status == engine.Running, func() app.UI {
					return app.Button().Type("button").ID("solve-stop").OnClick(v.onStop).Text("Cancel")
				}),
			),
		),
		&progressLine{Running: v.Search.Status == engine.Running, Done: v.Search.Done, Of: v.Search.Of},
		app.P().ID("solve-status").Class("solution").Role("status").Text(tex.Unbroken(v.says())),
		v.offer(),
		app.If(v.Search.Costly(), v.costs),
	)
}

func (v *Solver) onCosts(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).Cost)
}

func (v *Solver) onStopCosts(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).StopCost)
}

// costs offers to search for assumptions without which less noise is enough, and lists each one as soon as it is found.
func (v *Solver) costs() app.UI {
	c := v.Search.Costs
	running := c.Status == engine.Running
	if c.Status == engine.Idle {
		return app.Div().Class("buttons").Body(
			app.Button().Type("button").ID("ask-costs").Class("quiet").OnClick(v.onCosts).Text(words.AskCosts))
	}
	text := progressText(c, words.CostsMost, words.NoneCosts, words.Costs)
	items := make([]app.UI, len(c.Found))
	for i, cost := range c.Found {
		items[i] = app.Li().Text(tex.Unbroken(cost.Says()))
	}
	return &trialView{ID: "costs", Text: text, Line: progressLine{Running: running, Done: c.Done, Of: c.Of}, Stop: v.onStopCosts,
		Found: app.If(len(items) > 0, func() app.UI { return app.Ul().Class("costs").Body(items...) })}
}

func (v *Solver) target() app.UI {
	input := app.Input().ID("solve-epsilon").Type("text").Class("number").AutoComplete(false).Spellcheck(false).
		Aria("describedby", IDs("help-solve-epsilon", ErrorID("solve-epsilon", v.message))).
		OnInput(v.onEpsilon).OnKeyDown(v.onKey)
	class := "field"
	if v.message != "" {
		class, input = "field wrong", input.Aria("invalid", "true")
	}
	label := form.Label{Name: "target", Symbol: "ε", Unit: v.at()}
	return app.Div().Class(class).Body(
		LabelFor("solve-epsilon", label),
		input,
		help("solve-epsilon", label, "The largest ε you would accept. All other settings stay as they are."),
		FieldError("solve-epsilon", v.message),
	)
}

// at names the δ or α of the question.
func (v *Solver) at() string {
	if v.Question.Renyi() {
		return "at α = " + number.Plain(v.Question.Alpha)
	}
	return "at δ = " + number.Delta(v.Question.Delta)
}

func (v *Solver) choice() app.UI {
	var options []app.UI
	w := words.Wanted{Query: claim.Query{Run: v.Run}, Epochs: v.Epochs, Departures: v.Departures}
	choices := w.Choices()
	if !slices.Contains(choices, v.field) {
		v.field = choices[0]
	}
	for _, field := range choices {
		w.Field = field
		options = append(options, app.Option().Value(field).Selected(field == v.field).Text(w.Name()))
	}
	return app.Div().Class("field choice").Body(
		app.Label().Class("label").For("solve-field").Text("solve for"),
		app.Select().ID("solve-field").Aria("describedby", "solve-aim").OnChange(v.onField).Body(options...),
		app.P().ID("solve-aim").Class("aim").Text(words.Wanted{Query: claim.Query{Run: v.Run}, Field: v.field, Epochs: v.Epochs}.Aim()),
	)
}

// says describes the progress or the result of the search.
func (v *Solver) says() string {
	s := v.Search
	switch s.Status {
	case engine.Idle:
	case engine.Running:
		if s.Of == 0 {
			return "Searching …"
		}
		return fmt.Sprintf("Searching: %d of at most %d values tried.", s.Done, s.Of)
	case engine.Failed:
		return "No solution: " + s.Wanted.Failed(s.Err) + "."
	case engine.Done:
		row, published := bounds.NameOf(s.Result.Row), ""
		if bounds.Unpublished(s.Result.Row) {
			row, published = row+" ("+words.Unpublished+")", s.ByPublished+" "
		}
		return strings.TrimSpace(s.Wanted.Solved(s.Result, row) + " " + published + v.Assumed)
	}
	return ""
}

// offer has a button for each solution that the run does not have, which says whose it is if there may be two.
func (v *Solver) offer() app.UI {
	s := v.Search
	if s.Status != engine.Done {
		return app.Div().Class("buttons").Hidden(true)
	}
	written := s.Written(v.Run)
	text := "Apply"
	if bounds.Unpublished(s.Result.Row) {
		text = s.Wanted.Applies(s.Result, words.OwnResult)
	}
	return app.Div().Class("buttons").Body(
		app.If(written, func() app.UI { return app.P().ID("solve-written").Class("written").Text("The run has this value.") }),
		app.If(!written, func() app.UI { return app.Button().Type("button").ID("solve-write").OnClick(v.onApply).Text(text) }),
		app.If(s.Published != nil, func() app.UI {
			return app.Button().Type("button").ID("solve-write-published").Title(words.AppliesPublished).OnClick(v.onApplyPublished).
				Text(s.Wanted.Applies(*s.Published, words.PublishedTheorems))
		}),
	)
}
