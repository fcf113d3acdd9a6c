package chart

import (
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/number"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/view"
	"lastiterate/bounds/run"
)

// controls set the ends of the x axis and the scale of each axis.
func (c *Chart) controls(tab picture.Tab) app.UI {
	if len(c.reader.panes) == 0 {
		return app.Div().Class("scales").Hidden(true)
	}
	from, to := c.layout().RangeX()
	axis := c.reader.panes[0].chart.X
	symbol := axis.Symbol
	if symbol == "" {
		symbol, _, _ = strings.Cut(axis.Name, ",") // without its unit
	}
	all := c.Scene.View.To == 0
	body := []app.UI{
		&stretchFields{Symbol: symbol, From: from, To: to, Least: c.leastEnd(tab), Whole: axis.Whole, All: all},
		&scaleSwitch{Axis: "y", Label: axisLabel(c.reader.panes[0].chart.Y.Symbol, c.reader.panes[0].chart.Y.Name),
			Value: string(c.reader.panes[0].chart.Y.Scale)},
	}
	if tab.Curved() {
		value := "linear"
		if picture.LogX(c.Scene.View, c.parameter()) {
			value = "log"
		}
		body = append(body, &scaleSwitch{Axis: "x", Label: axisLabel(symbol, axis.Name), Value: value})
	}
	return app.Div().Class("scales").Body(body...)
}

// axisLabel names an axis by its symbol. Without a symbol it is the name without its unit or, if the name has no unit, the
// first word of the name.
func axisLabel(symbol, name string) string {
	if symbol == "" {
		unit := false
		if symbol, _, unit = strings.Cut(name, ","); !unit {
			symbol, _, _ = strings.Cut(name, " ")
		}
	}
	return symbol + " axis"
}

// roundedEnds rounds the ends of a part of an axis to three digits more than are needed to distinguish them; ok is false if
// the rounded ends are equal or out of range.
func roundedEnds(from, to float64, whole bool) (a, b float64, ok bool) {
	from = max(from, 0)
	if !(to > from) || math.IsInf(to, 0) {
		return 0, 0, false
	}
	const extra = 3
	digits := extra + int(max(0, math.Ceil(math.Log10(to/(to-from)))))
	a, b = run.Digits(from, min(digits, 17)), run.Digits(to, min(digits, 17))
	if whole {
		a, b = math.Round(a), math.Round(b)
	}
	return a, b, a < b && b <= run.MaxMagnitude
}

// stretchFields are the fields for the ends of the x axis.
type stretchFields struct {
	app.Compo

	Symbol   string
	From, To float64
	Least    float64 // the least value at which the axis can begin
	Whole    bool
	All      bool // the visitor has chosen no ends, so the fields show the page's choice

	wrong string // a sentence on what is wrong with the typed ends; empty if nothing is
	typed bool   // the typed ends have not been accepted
}

func (s *stretchFields) OnMount(app.Context)  { s.write() }
func (s *stretchFields) OnUpdate(app.Context) { s.wrong, s.typed = "", false; s.write() }

func (s *stretchFields) write() {
	if !s.typed {
		dom.SetProperty("range-from", "value", short(s.From, s.Whole))
		dom.SetProperty("range-to", "value", short(s.To, s.Whole))
	}
}

// short is the text of an end of the axis in its field.
func short(x float64, whole bool) string {
	if whole {
		return run.FormatNumber(math.Round(x))
	}
	return run.FormatNumber(run.Digits(x, 4))
}

// onChange reads the ends when a field is left or Enter pressed.
func (s *stretchFields) onChange(ctx app.Context, _ app.Event) {
	s.typed = true
	var ends [2]float64
	for i, id := range []string{"range-from", "range-to"} {
		read := number.ParseMeasure
		if s.Whole {
			read = number.ParseCount
		}
		x, err := read(dom.Property(id, "value"))
		if err != nil {
			s.wrong = err.Error()
			return
		}
		ends[i] = x
	}
	from, to := ends[0], ends[1]
	if s.wrong = wrongEnds(from, to, s.Least); s.wrong == "" {
		s.typed = false
		view.Act(ctx, state.Range{From: from, To: to})
		view.Flush(ctx)
	}
}

// leastEnd is the least value at which the x axis can begin. It is 0 on tabs whose axis does not contain the run's own value,
// and on a linear axis whose parameter is T or can be nearly 0; otherwise it is the parameter's least value.
func (c *Chart) leastEnd(tab picture.Tab) float64 {
	if !tab.Handled() {
		return 0
	}
	const close = 1e-6
	parameter := c.parameter()
	least, _ := picture.Limits(parameter)
	if (parameter == "T" || least < close) && !picture.LogX(c.Scene.View, parameter) {
		return 0
	}
	return least
}

// wrongEnds says why from and to cannot be the ends of an axis that must not begin below least; empty if they can.
func wrongEnds(from, to, least float64) string {
	for _, end := range []float64{from, to} {
		if !(end >= 0 && end <= run.MaxMagnitude) {
			return "the ends must lie between 0 and " + run.FormatNumber(run.MaxMagnitude) + "; " + run.FormatNumber(end) + " does not"
		}
	}
	if from < least {
		return "the first end must be at least " + run.FormatNumber(least) + "; " + run.FormatNumber(from) + " is not"
	}
	if from >= to {
		return "the first end must be below the second: " + run.FormatNumber(from) + " is not below " + run.FormatNumber(to)
	}
	return ""
}

// longestSymbol is the greatest number of letters of a text that counts as a symbol and not as words.
const longestSymbol = 3

func (s *stretchFields) onAll(ctx app.Context, _ app.Event) { view.Act(ctx, state.Range{}) }

func (s *stretchFields) Render() app.UI {
	field := func(id, label string) app.UI {
		input := app.Input().ID(id).Type("text").Class("number").AutoComplete(false).Attr("autocapitalize", "off").Spellcheck(false).
			Attr("inputmode", "decimal").Aria("label", s.Symbol+" "+label).Aria("describedby", "range-error").OnChange(s.onChange)
		if s.wrong != "" {
			input = input.Aria("invalid", "true")
		}
		return input
	}
	class, of := "range-fields", app.UI(app.I().Class("symbol").Text(s.Symbol))
	if len([]rune(s.Symbol)) > longestSymbol {
		class, of = class+" in-words", app.Text(s.Symbol)
	}
	return app.Div().Class("range").Body(
		app.Div().Class(class).Body(
			app.Span().Class("label").Body(of, app.Text(" from")),
			field("range-from", "from"),
			app.Span().Class("label").Text("to"),
			field("range-to", "to"),
			app.If(!s.All, func() app.UI {
				return app.Button().ID("range-all").Type("button").OnClick(s.onAll).Text("Show all")
			}),
		),
		app.P().ID("range-error").Class("error").Text(sentence(s.wrong)),
	)
}

// scaleSwitch makes an axis linear or logarithmic.
type scaleSwitch struct {
	app.Compo

	Axis  string
	Label string
	Value string // "" is linear
}

func (s *scaleSwitch) OnMount(app.Context)  { s.write() }
func (s *scaleSwitch) OnUpdate(app.Context) { s.write() }

func (s *scaleSwitch) write() {
	dom.SetProperty(s.id("linear"), "checked", s.Value != "log")
	dom.SetProperty(s.id("log"), "checked", s.Value == "log")
}

func (s *scaleSwitch) id(value string) string { return "scale-" + s.Axis + "-" + value }

func (s *scaleSwitch) onChange(ctx app.Context, _ app.Event) {
	view.Act(ctx, state.Scale{Axis: s.Axis, Value: ctx.JSSrc().Get("value").String()})
}

func (s *scaleSwitch) Render() app.UI {
	option := func(value string) app.UI {
		return view.Segment(app.Input().Type("radio").ID(s.id(value)).Name("scale-"+s.Axis).Value(value).
			OnChange(s.onChange, app.EventScope(value)), app.Text(value))
	}
	return view.Scale(s.Label, option("linear"), option("log"))
}
