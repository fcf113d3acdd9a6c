package firstpaint

import (
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// Widths of the pictures, and the height of the chart on a low screen, in pixels. The page contains a picture of each size, and
// the style sheet shows the one that fits.
const (
	widest = 856 // of the chart from a screen of 1366 pixels on
	wide   = 796 // on one of 1280
	narrow = 358
	low    = 408
)

type size struct {
	class         string
	width, height float64 // a height of 0 is the default
}

// Rulers have a class of their own for the same width, because the style sheet hides first-wide on a low screen.
var (
	rulers = []size{{"first-broad", wide, 0}, {"first-narrow", narrow, 0}}
	charts = []size{{"first-wide", widest, 0}, {"first-low", wide, low}, {"first-narrow", narrow, 0}}
)

// numberClass is the class of every element with a number of the default run. Such elements stay invisible unless web/head.js
// finds that the address describes that run, or leads to it.
const numberClass = "prerendered-number"

// fieldLock is an attribute that locks every field; web/head.js removes it. Without scripts fields stay locked, because after
// an edit the old answer would remain as if it were the edited run's. Fields also have autocomplete="off"; otherwise Firefox
// remembers at a reload that they were enabled.
const fieldLock = "disabled"

// HTML is the first paint of the opening run, with its answer and a curve whose values of T are picture.Values(s.Run.T).
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
	details(w, subject)
	w.close("div")
	w.close("div")
	w.close("main")
	w.close("div")
	return w.String()
}

// Answer is the part of the first paint that an embed shows: the answer.
func Answer(s link.State, result protocol.Result) string {
	w := &writer{}
	answer(w, words.About(s.Query, result, nil), false)
	return w.String()
}

// details writes the section below the picture: details of the answer, its statement, and the trainings that it covers.
func details(w *writer, s words.Subject) {
	w.open("section", "class", "behind")
	w.open("div", "class", "behind-body "+numberClass)
	w.element("p", strings.Join(s.Details(), " "), "id", "interval")
	w.open("details", "class", "statement")
	w.element("summary", words.StatementTitle)
	w.element("p", s.Statement())
	w.close("details")
	w.close("div")
	cover(w, s)
	w.close("section")
}

func cover(w *writer, s words.Subject) {
	w.open("details", "class", "cover")
	w.open("summary")
	w.element("span", "What this covers", "class", "cover-label")
	w.text(" " + words.Covered(s.Run, s.Departures))
	w.close("summary")
	w.close("details")
}

// answer writes the answer: all of it if whole is true, otherwise the parts that the smaller embeds show.
func answer(w *writer, s words.Subject, whole bool) {
	w.open("section", "id", "answer", "class", "answer", "aria-label", "Answer")
	w.open("div", "class", "answer-body "+numberClass)
	say := s.Say()
	w.open("p", "id", "answer-sentence", "class", "sentence")
	w.element("span", say.Number, "class", "epsilon")
	w.text(" ")
	w.open("span", "class", "aside")
	if whole {
		w.open("span", "class", "example")
		w.text(words.ExampleAnswer)
		w.element("span", words.ExampleFrom, "class", "toy")
		w.close("span")
	}
	if second := s.ByPublished(); second != "" {
		w.element("span", "("+second+") ", "class", "second")
	}
	w.raw("</span>")
	where, of, told, _ := say.Parts(s.At())
	w.open("span", "class", "rest")
	w.text(where)
	w.open("span", "class", "of")
	w.text(of)
	w.raw("</span>") // no blank between them
	w.element("span", told, "class", "told")
	w.close("span")
	w.close("p")
	ruler(w, s)
	if name, sources, ok := s.Attribution(); ok {
		w.open("p", "class", "attribution")
		if whole {
			w.text(s.Of())
		}
		w.text("By ")
		w.element("b", name)
		if text := words.SourcesText(sources); text != "" {
			w.text(" (" + text + ")")
		}
		if s.Certified() != "" {
			w.text(" · " + words.CertifiedMark)
		}
		if whole {
			w.text(" · " + words.AskLower)
		}
		w.close("p")
	}
	if whole {
		class, attack := "attacker", s.Attacker()
		if words.Short(say) {
			class += " beside"
		}
		w.open("p", "class", class)
		w.text(attack.Said)
		w.element("span", attack.Rarer, "class", "rarer")
		w.text(". ")
		w.element("span", words.Tighten, "class", "tighten")
		w.close("p")
	}
	w.close("div")
	w.element("div", "", "class", "line")
	w.open("div", "class", "notices")
	w.element("p", words.BuiltIn, "class", "built-in")
	w.close("div")
	w.close("section")
}

// ruler writes the picture that places the answer on a scale, once for each width.
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
	w.open("section", "class", "picture", "aria-label", "Picture")
	tabs(w)
	w.open("div", "class", "frame")
	w.open("div", "id", "chart", "class", "chart "+numberClass)
	for _, size := range charts {
		scene.Width, scene.Height = size.width, size.height
		c := scene.Chart()
		c.ID = size.class
		d := c.Draw()
		w.open("div", "class", size.class)
		w.raw(d.SVG())
		w.open("div", "class", "overlay") // the values, as the program shows them
		w.raw(d.Strip(scene.Here))
		w.close("div")
		w.close("div")
	}
	w.close("div")
	w.close("div")
	w.close("section")
}

// tabs writes the names of the picture tabs, so that their space is reserved. They work once the program runs.
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
