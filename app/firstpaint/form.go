package firstpaint

import (
	"strconv"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
	"lastiterate/app/words"
)

func theForm(w *writer, m state.Model) {
	w.open("div", "class", "setting")
	w.open("section", "class", "run", "aria-labelledby", "run-title")
	w.open("div", "class", "run-head")
	w.element("h2", "The run", "id", "run-title")
	w.close("div")
	w.element("p", words.ExampleRun, "class", "help opening-only")
	doors(w)
	w.open("div", "class", "groups")
	for _, g := range form.Groups() {
		w.open("div", "class", "group", "role", "group", "aria-label", g.Title)
		w.element("h3", g.Title)
		// A narrow screen folds the group; it can be opened once the program has loaded.
		w.open("div", "class", "fold")
		w.element("span", g.Title, "class", "fold-title")
		w.element("span", form.Summary(m.Query, g.ID), "class", "fold-value "+numberClass)
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
	w.close("div")
}

// doors writes the headings that open the ways to begin ([form.Door]). The first is open; the style sheet hides its
// content if the program will close it.
func doors(w *writer) {
	w.open("div", "class", "doors")
	w.open("details", "class", "start", "open", "")
	summary(w, form.Trained.Name, form.Trained.What)
	w.element("p", words.Expect, "class", "help")
	w.element("p", form.Paste, "class", "label")
	w.element("p", form.PasteHelp, "class", "help")
	w.element("textarea", "", "rows", strconv.Itoa(form.PasteRows), "aria-label", form.Paste, "disabled", "")
	w.element("button", form.Use, "type", "button", "disabled", "")
	w.element("p", form.OrPreset, "class", "label")
	w.open("div", "class", "presets")
	for _, p := range preset.All {
		w.element("button", p.Name, "type", "button", "disabled", "")
	}
	w.close("div")
	w.close("details")
	folded(w, form.Theory.Name, form.Theory.What)
	folded(w, form.Find, form.FindWhat)
	w.close("div")
}

// folded writes a closed panel, which the program fills.
func folded(w *writer, name, what string) {
	w.open("details", "class", "start")
	summary(w, name, what)
	w.close("details")
}

func summary(w *writer, name, what string) {
	w.open("summary")
	w.element("span", name, "class", "fold-name")
	w.text(what)
	w.close("summary")
}

// shown reports whether the form shows the field. Of δ and α it shows the one that is asked about.
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
	attributes := []string{"id", id, "name", name, "type", "text", "class", "number " + numberClass, "value", m.Text(name),
		"autocomplete", "off", "autocapitalize", "off", "spellcheck", "false", fieldLock, ""}
	if name == "b" && m.Run.Scheme.UsesAll() {
		attributes = append(attributes, "readonly", "")
	}
	w.void("input", attributes...)
	hint(w, m, name)
	w.close("div")
}

// hint writes the help of a field: the first sentence, and the rest behind a summary.
func hint(w *writer, m state.Model, name string) {
	line, rest := form.Brief(form.HelpOf(m.Run, name))
	w.open("div", "class", "help")
	w.open("p")
	prose(w, line)
	w.close("p")
	if rest != "" {
		w.open("details")
		w.element("summary", form.More)
		w.open("p")
		prose(w, rest)
		if address, title := form.Page(name); address != "" {
			w.text(" ")
			w.element("a", title, "href", address, "target", "_blank", "rel", "noopener")
		}
		w.close("p")
		w.close("details")
	}
	w.close("div")
}

// prose writes text, with the parts between backquotes as code.
func prose(w *writer, text string) {
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			w.element("code", part)
		} else {
			w.text(part)
		}
	}
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
	if form.Segmented(name) {
		w.open("fieldset", "id", id, "class", "field choice")
		w.element("legend", form.LabelOf(m.Run, name).Name, "class", "label")
		w.open("div", "class", form.SegmentsClass(name)+" "+numberClass)
		for _, option := range form.Options(name) {
			w.open("label", "class", "segment")
			radio := []string{"type", "radio", "id", id + "-" + option, "name", name, "value", option, "autocomplete", "off", fieldLock, ""}
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
	w.open("select", "id", id, "name", name, "class", numberClass, "autocomplete", "off", fieldLock, "")
	for _, option := range form.Options(name) {
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
