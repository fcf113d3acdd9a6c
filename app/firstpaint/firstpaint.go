package firstpaint

import (
	"strconv"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Sizes of pictures, of which the style sheet shows one: a chart is lower on a
// screen that is not tall.
const (
	wide   = 796
	narrow = 358
	low    = 408
)

type size struct {
	class         string
	width, height float64
}

var (
	rulers = []size{{"first-broad", wide, 0}, {"first-narrow", narrow, 0}}
	charts = []size{{"first-wide", wide, 0}, {"first-low", wide, low}, {"first-narrow", narrow, 0}}
)

// hides is the class of everything that holds a number of the default run: it
// stays invisible unless web/head.js finds that the address describes that run.
const hides = "prerendered-number"

// waits is an attribute of every field: where scripts are off, blocked or have not come,
// nothing would grey the answer of a run that is edited, so web/head.js enables them. For
// Firefox to forget at a reload that it did, they have autocomplete="off".
const waits = "disabled"

// HTML is the page for an answer and its curve, whose values of T are
// picture.Values(s.Run.T).
func HTML(s link.State, result protocol.Result, curve protocol.CurveResult) string {
	subject := words.About(s.Query, result, nil)
	w := &writer{}
	w.open("div", "id", "opening-run", "class", "calculator")
	w.open("header", "class", "masthead")
	w.element("h1", words.Name)
	w.element("p", words.Tagline, "class", "tagline")
	w.open("div", "class", "sharing")
	w.element("button", words.Share, "type", "button", "disabled", "")
	w.close("div")
	w.element("a", words.Documentation, "class", "documentation", "href", "docs/index.html")
	w.element("a", words.Laboratory, "href", "lab/")
	w.close("header")
	w.open("main", "id", "main", "class", "sheet")
	theForm(w, state.New(s))
	w.open("div", "class", "beside")
	w.open("div", "class", "reading")
	answer(w, subject, true)
	chart(w, s, result, curve)
	behind(w, subject)
	w.close("div")
	w.close("div")
	w.close("main")
	w.close("div")
	return w.String()
}

// Answer is the answer alone, for an embed.
func Answer(s link.State, result protocol.Result) string {
	w := &writer{}
	answer(w, words.About(s.Query, result, nil), false)
	return w.String()
}

// behind is what stands behind the answer.
func behind(w *writer, s words.Subject) {
	w.open("section", "class", "behind")
	w.open("div", "class", "behind-body "+hides)
	w.element("p", strings.Join(s.Details(), " "), "id", "interval")
	w.open("details", "class", "statement")
	w.element("summary", words.StatementTitle)
	w.element("p", s.Statement())
	w.close("details")
	w.close("div")
	cover(w)
	w.close("section")
}

func cover(w *writer) {
	w.open("details", "class", "cover")
	w.open("summary")
	w.element("span", "What this covers", "class", "cover-label")
	w.text(" " + words.Covered)
	w.close("summary")
	w.close("details")
}

// answer is the whole of it, or what the smaller embeds show.
func answer(w *writer, s words.Subject, whole bool) {
	w.open("section", "id", "answer", "class", "answer", "aria-label", "The answer")
	w.open("div", "class", "answer-body "+hides)
	say := s.Say()
	w.open("p", "id", "answer-sentence", "class", "sentence")
	w.element("span", say.Number, "class", "epsilon")
	w.text(" ")
	if second := s.ByPublished(); second != "" {
		w.element("span", "("+second+") ", "class", "second")
	}
	after := strings.TrimPrefix(say.Rest, s.At())
	w.open("span", "class", "rest")
	w.text(s.At())
	w.element("span", after+".", "class", "told")
	w.close("span")
	w.close("p")
	ruler(w, s)
	if name, sources, ok := s.Attribution(); ok {
		w.open("p", "class", "attribution")
		w.text("By ")
		w.element("b", name)
		if text := words.SourcesText(sources); text != "" {
			w.text(" (" + text + ")")
		}
		if s.Certified() != "" {
			w.text(" · " + words.CertifiedMark)
		}
		w.close("p")
	}
	if whole {
		class := "attacker"
		if words.Short(say) {
			class += " beside"
		}
		w.element("p", s.Attacker(), "class", class)
	}
	w.close("div")
	w.element("div", "", "class", "line")
	w.open("div", "class", "notices")
	w.element("p", words.BuiltIn, "class", "built-in")
	w.close("div")
	w.close("section")
}

// ruler is the answer's picture, in two widths.
func ruler(w *writer, s words.Subject) {
	r, ok := picture.Ruler(s)
	if !ok {
		return
	}
	w.open("div", "class", "ruler")
	for _, size := range rulers {
		r.Width = size.width
		w.open("div", "class", size.class)
		w.raw(r.SVG())
		w.close("div")
	}
	w.close("div")
}

func chart(w *writer, s link.State, result protocol.Result, curve protocol.CurveResult) {
	scene := picture.Scene{View: s.View, Tab: picture.OverT, Query: s.Query, Result: result,
		Curve: curve, At: picture.Values(s.Run.T), Here: float64(s.Run.T)}
	w.open("section", "class", "picture", "aria-label", "The picture")
	tabs(w)
	w.open("div", "class", "frame")
	w.open("div", "id", "chart", "class", "chart "+hides)
	for _, size := range charts {
		scene.Width, scene.Height = size.width, size.height
		c := scene.Chart()
		c.ID = size.class
		w.open("div", "class", size.class)
		w.raw(c.SVG())
		w.close("div")
	}
	w.close("div")
	w.close("div")
	w.close("section")
}

// tabs keep the place of the choice among pictures, which needs the program.
func tabs(w *writer) {
	w.open("div", "class", "tabs")
	w.open("div", "class", "tab-list")
	for _, tab := range picture.Tabs() {
		w.open("div", "class", "tab")
		w.element("span", tab.Name())
		w.close("div")
	}
	w.close("div")
	w.close("div")
}

func theForm(w *writer, m state.Model) {
	w.open("div", "class", "setting")
	w.open("section", "class", "run", "aria-labelledby", "run-title")
	w.open("div", "class", "run-head")
	w.element("h2", "The run", "id", "run-title")
	w.close("div")
	doors(w)
	w.open("div", "class", "groups")
	for _, g := range form.Groups() {
		w.open("div", "class", "group", "role", "group", "aria-label", g.Title)
		w.element("h3", g.Title)
		// A narrow screen folds the group; it opens when the program is there.
		w.open("div", "class", "fold")
		w.element("span", g.Title, "class", "fold-title")
		w.element("span", form.Summary(m.Query, g.ID), "class", "fold-value "+hides)
		w.close("div")
		w.open("div", "class", "fields")
		for _, name := range g.Fields {
			if shown(m, name) {
				field(w, m, name)
			}
		}
		w.close("div")
		w.close("div")
	}
	w.close("div")
	w.close("section")
	folded(w, "solve", form.Find, form.FindWhat)
	w.close("div")
}

// doors are the ways in, the first of them open; the style sheet shows what is inside where
// the program will have it open, too.
func doors(w *writer) {
	w.open("div", "class", "doors")
	w.open("details", "class", "start", "open", "")
	summary(w, form.Trained.Name, form.Trained.What)
	w.element("p", form.Paste, "class", "label")
	w.element("p", form.PasteHelp, "class", "help")
	w.element("textarea", "", "rows", strconv.Itoa(form.PasteRows), "aria-label", form.Paste, "disabled", "")
	w.element("button", form.Use, "type", "button", "disabled", "")
	w.element("p", form.OrPreset, "class", "label")
	w.open("div", "class", "presets")
	for _, p := range snippet.Presets {
		w.element("button", p.Name, "type", "button", "disabled", "")
	}
	w.close("div")
	w.close("details")
	folded(w, "start", form.Theory.Name, form.Theory.What)
	w.close("div")
}

// folded is a panel that the program fills.
func folded(w *writer, class, name, what string) {
	w.open("details", "class", class)
	summary(w, name, what)
	w.close("details")
}

func summary(w *writer, name, what string) {
	w.open("summary")
	w.element("span", name, "class", "fold-name")
	w.text(what)
	w.close("summary")
}

// shown leaves out the question that is not asked.
func shown(m state.Model, name string) bool {
	switch name {
	case form.Delta:
		return !m.Question.Renyi()
	case form.Alpha:
		return m.Question.Renyi()
	}
	return form.Shown(m.Run, name)
}

func field(w *writer, m state.Model, name string) {
	id := "field-" + name
	if form.IsChoice(name) {
		choice(w, m, name, id)
		return
	}
	w.open("div", "class", "field")
	label(w, m, name, id)
	attributes := []string{"id", id, "name", name, "type", "text", "class", "number " + hides, "value", m.Text(name),
		"autocomplete", "off", "autocapitalize", "off", "spellcheck", "false", waits, ""}
	if name == "b" && m.Run.Scheme.UsesAll() {
		attributes = append(attributes, "readonly", "")
	}
	w.void("input", attributes...)
	hint(w, m, name)
	w.close("div")
}

// hint is what the field means.
func hint(w *writer, m state.Model, name string) {
	line, rest := form.Brief(form.HelpOf(m.Run, name))
	w.open("div", "class", "help")
	prose(w, line)
	if rest != "" {
		w.open("details")
		w.element("summary", form.More)
		prose(w, rest)
		w.close("details")
	}
	w.close("div")
}

// prose is a paragraph in which text between backquotes is code.
func prose(w *writer, text string) {
	w.open("p")
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			w.element("code", part)
		} else {
			w.text(part)
		}
	}
	w.close("p")
}

func label(w *writer, m state.Model, name, id string) {
	l := form.LabelOf(m.Run, name)
	w.open("label", "class", "label", "for", id)
	w.text(l.Name)
	if l.Symbol != "" {
		w.element("i", l.Symbol, "class", "symbol")
	}
	if l.Unit != "" {
		w.element("span", l.Unit, "class", "unit")
	}
	w.close("label")
}

func choice(w *writer, m state.Model, name, id string) {
	kind, _ := run.FieldByName(name)
	if form.Segmented(name) {
		w.open("fieldset", "id", id, "class", "field choice")
		w.element("legend", form.LabelOf(m.Run, name).Name, "class", "label")
		w.open("div", "class", form.SegmentsClass(name)+" "+hides)
		for _, option := range form.Options(kind) {
			w.open("label", "class", "segment")
			radio := []string{"type", "radio", "id", id + "-" + option, "name", name, "value", option, "autocomplete", "off", waits, ""}
			if option == m.Text(name) {
				radio = append(radio, "checked", "")
			}
			w.void("input", radio...)
			w.element("span", form.ChoiceLabel(name, option))
			w.close("label")
		}
		w.close("div")
		hint(w, m, name)
		w.close("fieldset")
		return
	}
	w.open("div", "class", "field choice")
	label(w, m, name, id)
	w.open("select", "id", id, "name", name, "class", hides, "autocomplete", "off", waits, "")
	for _, option := range kind.Choices {
		if option == m.Text(name) {
			w.element("option", form.ChoiceLabel(name, option), "value", option, "selected", "")
		} else {
			w.element("option", form.ChoiceLabel(name, option), "value", option)
		}
	}
	w.close("select")
	hint(w, m, name)
	w.close("div")
}
