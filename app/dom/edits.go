package dom

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/form"
)

// Edits are the visitor's changes to the form. head.js records each change at the moment of the edit,
// because an element's own handlers run later: by then go-app may have written the session's old
// value into the element, or removed it, and the handler would not read what the visitor chose.
type Edits struct {
	heard map[string]int // by control, the number of the latest edit that the session has received
}

// NewEdits returns edits of which the session has received none.
func NewEdits() *Edits { return &Edits{heard: map[string]int{}} }

// Heard is the number of the latest edit of a control that the session has received.
func (e *Edits) Heard(name string) int { return e.heard[name] }

// Hear notes that the session receives an edit.
func (e *Edits) Hear(edit form.Edit) { e.heard[edit.Name] = edit.Number }

// Behind reports whether a control has been edited since the latest edit that the session has received. Then
// the session's value must not be written into it.
func (e *Edits) Behind(name string) bool {
	latest := editRecord().Get("made").Get(name) // the number of the control's latest edit
	return latest.Truthy() && latest.Int() > e.heard[name]
}

// editRecord is the record of edits that head.js keeps.
func editRecord() app.Value { return boot().Get("form") }

// EditsShown tells head.js that the screen shows all edits up to the given number.
func EditsShown(number int) { editRecord().Call("drawn", number) }

// Latest is the number of the latest edit.
func Latest() int { return editRecord().Get("number").Int() }

// Taken returns the edits since the previous call, in the order in which they were made.
func Taken() []form.Edit {
	waiting := editRecord().Get("waiting")
	var out []form.Edit
	for waiting.Length() > 0 {
		out = append(out, readEdit(waiting.Call("shift")))
	}
	return out
}

// readEdit reads an edit that head.js has noted.
func readEdit(edit app.Value) form.Edit {
	return form.Edit{Name: edit.Get("name").String(), Text: edit.Get("text").String(), On: edit.Get("on").Bool(),
		Number: edit.Get("number").Int()}
}

// Early are the edits of the first paint, made before the program had loaded. They have
// no numbers.
func Early() []form.Edit {
	early := boot().Get("early")
	var out []form.Edit
	for i := 0; early.Truthy() && i < early.Length(); i++ {
		edit := early.Index(i)
		out = append(out, form.Edit{Name: edit.Get("name").String(), Text: edit.Get("text").String()})
	}
	return out
}

// OnEdit calls f now, since edits may be waiting, and at each edit from then on.
func OnEdit(f func()) {
	editRecord().Set("call", app.FuncOf(func(app.Value, []app.Value) any {
		f()
		return nil
	}))
	f()
}
