//go:build e2e

package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// filler fills the form faster than any hand: many edits in one task of the
// browser, or with pauses shorter than a frame between them. It tells which edits
// found their field.
const filler = `
globalThis.asked = ""; // the latest question put to an engine
{
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (line, ...more) {
		if (typeof line === "string" && line.includes('"method":"evaluate"')) asked = line;
		return post.call(this, line, ...more);
	};
}

function edit({field, value}) {
	const say = (element, type) => element.dispatchEvent(new Event(type, {bubbles: true}));
	const first = (selector) => document.querySelector(selector);
	if (field === "unbounded" || field === "not-smooth") {
		const box = first("#field-" + field);
		if (!box || box.checked === (value === "true")) return null;
		box.click();
	} else if (field === "question-kind") {
		const radio = first("#question-kind-" + value);
		if (!radio || radio.checked) return null;
		radio.click();
	} else if (document.getElementById("field-" + field + "-" + value)) {
		const radio = document.getElementById("field-" + field + "-" + value);
		if (radio.checked) return null;
		radio.click();
	} else {
		const element = first("#field-" + field);
		if (!element || element.readOnly || element.value === value || !("value" in element)) return null;
		element.value = value;
		if (element.value !== value) return null;
		say(element, "input");
		if (element.tagName === "SELECT") say(element, "change");
	}
	return {field, value, early: first("#first-paint") !== null};
}

// Pauses are in milliseconds; 0 is another task, and less than that none at all.
async function fill(edits) {
	const done = [];
	for (const e of edits) {
		const did = edit(e);
		if (did) done.push(did);
		if (e.pause >= 0) await new Promise((next) => setTimeout(next, e.pause));
	}
	return done;
}

// What stands in the fields.
function fields() {
	const shown = {};
	for (const element of document.querySelectorAll("#run [name]")) {
		if (element.closest(".start-from, #start-from") || element.tagName === "TEXTAREA") continue;
		if (element.type === "radio") { if (element.checked) shown[element.name] = element.value; }
		else if (element.type === "checkbox") shown[element.name] = String(element.checked);
		else shown[element.name] = element.value;
	}
	return shown;
}`

// anEdit is one change of one field.
type anEdit struct {
	Field string `json:"field"`
	Value string `json:"value"`
	Pause int    `json:"pause"` // after it
	Early bool   `json:"early"` // the program had not come
}

// values are what the filler writes into each field.
var values = map[string][]string{
	"n": {"5", "60", "1000", "60k"}, "b": {"1", "5", "32", "250"}, "T": {"1", "12", "120", "300"}, "epochs": {"1", "2", "10"},
	"eta": {"0.1", "0.05", "0.01", "1/64"}, "clip": {"1", "2", "0.5"}, "sigma": {"1", "1.1", "2", "0.8"}, "diameter": {"1", "3", "10"},
	"smoothness": {"1", "2"}, "strong_convexity": {"0.1", "1"}, "weak_convexity": {"0.1", "1"}, "delta": {"1e-5", "1e-6"},
	"alpha":     {"2", "8", "32"},
	"unbounded": {"true", "false"}, form.NotSmooth: {"true", "false"}, "question-kind": {form.Delta, form.Alpha},
}

// someEdits draws edits of random fields, some of them typed key by key.
func someEdits(r *rand.Rand, many int) []anEdit {
	names := slices.Sorted(maps.Keys(values))
	for _, name := range form.Names() {
		if form.IsChoice(name) {
			names = append(names, name, name) // choices are what was lost once
		}
	}
	pause := func() int { return []int{-1, -1, -1, -1, 0, 0, 1, 5, 17}[r.IntN(9)] }
	var out []anEdit
	for len(out) < many {
		name := names[r.IntN(len(names))]
		options := values[name]
		if form.IsChoice(name) {
			options = form.Options(name)
		}
		text := options[r.IntN(len(options))]
		if name == "eta" || name == "T" {
			for i := 1; i < len(text); i++ {
				out = append(out, anEdit{Field: name, Value: text[:i], Pause: pause()})
			}
		}
		out = append(out, anEdit{Field: name, Value: text, Pause: pause()})
	}
	return out
}

// after is what the form must be once the edits were made one by one, with all
// the time in the world.
func after(m state.Model, edits []anEdit) state.Model {
	for _, e := range edits {
		switch {
		case e.Field == "unbounded":
			m = state.Project{On: e.Value == "false"}.Do(m)
		case e.Field == form.NotSmooth:
			m = state.Smooth{On: e.Value == "false"}.Do(m)
		case e.Field == "question-kind":
			m = state.Ask{Alpha: e.Value == form.Alpha}.Do(m)
		case form.IsChoice(e.Field):
			m = state.Choose{Field: e.Field, Value: e.Value}.Do(m)
		default:
			m = state.Type{Field: e.Field, Text: e.Value}.Do(m)
		}
	}
	return m
}

// filled makes the edits in the page and returns those that found their field.
func (p *page) filled(edits []anEdit) []anEdit {
	p.Helper()
	text, err := json.Marshal(edits)
	if err != nil {
		p.Fatal(err)
	}
	return eval[[]anEdit](p, `fill(`+string(text)+`)`)
}

// agrees waits until the address is that of the model, then holds fields and the
// engine's question to it.
func (p *page) agrees(m state.Model, edits []anEdit) bool {
	p.Helper()
	want := link.Encode(m.State)
	const status = `document.documentElement.dataset.state`
	p.await(`new Promise((done) => setTimeout(() => done(true), 500))`)
	var asked protocol.Request
	for range 60 { // a busy machine is slow, and an engine that is stopped is replaced
		if text := eval[string](p, `asked`); text != "" {
			if err := json.Unmarshal([]byte(text), &asked); err != nil {
				p.Fatal(err)
			}
		}
		if string(asked.Run) == string(protocol.EncodeRun(m.Run)) &&
			string(asked.Question) == string(protocol.EncodeQuestion(m.Question)) && eval[string](p, `location.hash.slice(1)`) == want {
			break
		}
		eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 250))`)
	}
	ok := true
	fail := func(format string, args ...any) {
		p.Helper()
		ok = false
		p.Errorf(format, args...)
	}
	if got := eval[string](p, `location.hash.slice(1)`); got != want {
		fail("the link is\n%s, want\n%s", got, want)
	}
	for name, got := range eval[map[string]string](p, `fields()`) {
		wanted := ""
		switch name {
		case "unbounded":
			wanted = fmt.Sprint(!m.Run.Bounded())
		case form.NotSmooth:
			wanted = fmt.Sprint(m.Run.Nonsmooth())
		case "question-kind":
			wanted = form.Delta
			if m.Question.Renyi() {
				wanted = form.Alpha
			}
		default:
			wanted = m.Text(name)
		}
		if got != wanted {
			fail("the field %s shows %q, want %q", name, got, wanted)
		}
	}
	if got, want := string(asked.Run), string(protocol.EncodeRun(m.Run)); got != want {
		fail("the engine is asked about\n%s, want\n%s", got, want)
	}
	if got, want := string(asked.Question), string(protocol.EncodeQuestion(m.Question)); got != want {
		fail("the engine is asked for %s, want %s", got, want)
	}
	if m.Settled() != eval[bool](p, status+` !== "failed"`) {
		fail("the form is settled: %v, the page is %s", m.Settled(), eval[string](p, status))
	}
	if !ok {
		history, _ := json.Marshal(edits)
		p.Errorf("after %s", history)
	}
	return ok
}

// opening is the model that the page opens on.
func opening() state.Model {
	return state.New(link.State{Query: bounds.DefaultQuery()})
}

// begun is that of openingRun, whose lines are no part of what is tested here: after every
// burst of edits those of all rows would be drawn for three seconds.
func begun() state.Model {
	return state.Opened(opening().State, strings.TrimPrefix(openingRun, "/#"))
}

// However fast a form is filled, the last choice of every field counts: in the
// fields, in the link, and in what the engine is asked.
func TestFastFilling(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(filler)
	p.goTo(openingRun)
	p.awaitReady()
	r := rand.New(rand.NewPCG(15, 1))
	m := begun()
	var all []anEdit
	for range oftener(8, 40) {
		// The next edits come while the answer to these is on its way.
		made := p.filled(someEdits(r, 3+r.IntN(25)))
		m, all = after(m, made), made
		if !p.agrees(m, all) {
			return
		}
	}
}

// Edits right after a step back belong to what that step has brought. Those right before it are of one field, so that
// none is a step of its own already.
func TestFastFillingAfterBack(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(filler)
	p.goTo(openingRun)
	p.awaitReady()
	r := rand.New(rand.NewPCG(15, 2))
	first := begun()
	m := begun()
	for range oftener(4, 12) {
		made := p.filled(someEdits(r, 10))
		m = after(m, made)
		if !p.agrees(m, made) {
			return
		}
		entry := link.Encode(m.State)
		eval[bool](p, `(document.querySelector("#reset").click(), true)`)
		p.await(`location.hash.slice(1) !== ` + fmt.Sprintf("%q", entry))
		before, _ := json.Marshal([]anEdit{{Field: "T", Value: "30"}, {Field: "T", Value: "300"}})
		later, _ := json.Marshal(someEdits(r, 12))
		made = eval[[]anEdit](p, fmt.Sprintf(`new Promise((done) => {
			addEventListener("popstate", () => fill(%s).then(done), {once: true});
			for (const e of %s) edit(e);
			history.back();
		})`, later, before))
		m = after(state.Opened(first.State, entry), made)
		if !p.agrees(m, made) {
			return
		}
	}
}

// A choice that a step back undoes before a frame has drawn it leaves no control that
// shows it.
func TestChoiceUndoneUnseen(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(filler)
	p.goTo(openingRun)
	p.awaitReady()
	m := begun()
	unseen := []string{`{field: "question-kind", value: "alpha"}`, `{field: "unbounded", value: "true"}`}
	for i := range oftener(6, 12) {
		made := p.filled([]anEdit{{Field: "eta", Value: fmt.Sprintf("0.0%d", i+1)}})
		m = after(m, made)
		if !p.agrees(m, made) {
			return
		}
		entry := link.Encode(m.State)
		eval[bool](p, `(document.querySelector("#reset").click(), true)`)
		p.await(`location.hash.slice(1) !== ` + fmt.Sprintf("%q", entry))
		eval[bool](p, `new Promise((done) => {
			addEventListener("popstate", () => done(true), {once: true});
			if (!edit(`+unseen[i%2]+`)) throw new Error("no such field");
			history.back();
		})`)
		m = state.Opened(begun().State, entry)
		if !p.agrees(m, made) {
			return
		}
	}
}

// Edits of the first paint, and those that are made while the program takes its
// place, are all there when it has.
func TestFastFillingWhileLoading(t *testing.T) {
	t.Parallel()
	for seed := range uint64(oftener(2, 4)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := newGate(t)
			p := newPage(t, g.address)
			p.runFirst(filler)
			p.setOff(g.address + "/")
			p.await(`document.querySelector("#first-paint #answer-sentence") !== null && !document.querySelector("#boot").hidden`)
			m := opening()
			r := rand.New(rand.NewPCG(15, 3+seed))
			made := p.filled(someEdits(r, 12))
			g.open()
			for eval[bool](p, `document.querySelector("#first-paint") !== null`) {
				made = append(made, p.filled(someEdits(r, 5))...)
			}
			made = append(made, p.filled(someEdits(r, 10))...)
			p.agrees(after(m, inOrder(made)), made)
		})
	}
}

// inOrder is the edits as the program hears of them: what stood last in the first
// paint's fields, choices before the numbers that they give a meaning, then the rest.
func inOrder(edits []anEdit) []anEdit {
	var early, late []anEdit
	last := map[string]anEdit{}
	for _, e := range edits {
		if e.Early {
			last[e.Field] = e
		} else {
			late = append(late, e)
		}
	}
	for _, choices := range []bool{true, false} {
		for _, name := range form.Names() {
			if e, ok := last[name]; ok && form.IsChoice(name) == choices {
				early = append(early, e)
			}
		}
	}
	return append(early, late...)
}
