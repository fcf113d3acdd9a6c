package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/form"
	"lastiterate/app/state"
)

// editAction is the name under which the page hears of edits of the form.
const editAction = "edit"

// Names of the form's controls that are no fields of a run.
const (
	unboundedName = "unbounded"
	kindName      = "question-kind"
)

// edits are what is done to the form, as head.js notes it at the moment it is
// done. An element's own handlers run later, when a frame may have written what
// the model held before into the element, or taken it away: what is read then need
// not be what was chosen.
type edits struct {
	heard map[string]int // the number of the latest edit that the model has heard of
}

func newEdits() *edits { return &edits{heard: map[string]int{}} }

// behind reports whether a control holds more than the model has heard of, so
// that what the model says must not be written into it.
func (e *edits) behind(name string) bool {
	made := noted().Get("made").Get(name)
	return made.Truthy() && made.Int() > e.heard[name]
}

// noted is what head.js keeps of edits.
func noted() app.Value { return boot().Get("form") }

// edit is what was done to one control.
type edit struct {
	name   string
	action state.Action
	number int
}

// taken is what was done and not taken before, in the order in which it was done.
func taken() []edit {
	waiting := noted().Get("waiting")
	var out []edit
	for waiting.Length() > 0 {
		made := waiting.Call("shift")
		name := made.Get("name").String()
		out = append(out, edit{name, meaning(name, made), made.Get("number").Int()})
	}
	return out
}

// meaning is what an edit of a control asks for; nil if the control is no part of
// the run.
func meaning(name string, made app.Value) state.Action {
	text := made.Get("text").String()
	switch {
	case name == unboundedName:
		return state.Project{On: !made.Get("on").Bool()}
	case name == kindName:
		return state.Ask{Alpha: text == form.Alpha}
	case form.IsChoice(name):
		return state.Choose{Field: name, Value: text}
	case slices.Contains(form.Names(), name):
		return state.Type{Field: name, Text: text}
	}
	return nil
}

// hearEdits has the page hear of edits in the order in which they were made, among
// everything else that people do.
func (p *page) hearEdits(ctx app.Context) {
	ctx.Handle(editAction, func(ctx app.Context, a app.Action) {
		made, ok := a.Value.(edit)
		if !ok {
			return
		}
		p.edits.heard[made.name] = made.number
		if made.action != nil {
			p.do(ctx, made.action)
		}
	})
	tell := func() {
		for _, made := range taken() {
			ctx.Dispatch(func(ctx app.Context) { ctx.NewActionWithValue(editAction, made) })
		}
	}
	noted().Set("call", app.FuncOf(func(app.Value, []app.Value) any {
		tell()
		return nil
	}))
	tell()
}
