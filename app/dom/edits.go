package dom

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/form"
)

// Edits are a person's changes to the form. head.js records each at the moment it is
// made, because an element's own handlers run later: by then a frame may have written
// the model's old value into the element, or removed it, and the handler would not read what
// the person chose.
type Edits struct {
	heard map[string]int // by control, the number of the latest edit that the session has received
}

// NewEdits returns edits of which the session has received none.
func NewEdits() *Edits { return &Edits{heard: map[string]int{}} }

// Heard is the number of the latest edit of a control that the session has received.
func (e *Edits) Heard(name string) int { return e.heard[name] }

// Hear notes that the session receives an edit.
func (e *Edits) Hear(made form.Edit) { e.heard[made.Name] = made.Number }

// Behind reports whether a control has been edited since the latest edit that the session has received. Then
// the session's value must not be written into it.
func (e *Edits) Behind(name string) bool {
	made := noted().Get("made").Get(name)
	return made.Truthy() && made.Int() > e.heard[name]
}

// noted is the record of edits that head.js keeps.
func noted() app.Value { return boot().Get("form") }

// Drawn says that the screen shows all edits up to this number.
func Drawn(number int) { noted().Call("drawn", number) }

// Latest is the number of the latest edit.
func Latest() int { return noted().Get("number").Int() }

// Taken returns the edits since the previous call, in the order in which they were made.
func Taken() []form.Edit {
	waiting := noted().Get("waiting")
	var out []form.Edit
	for waiting.Length() > 0 {
		out = append(out, readEdit(waiting.Call("shift")))
	}
	return out
}

func readEdit(made app.Value) form.Edit {
	return form.Edit{Name: made.Get("name").String(), Text: made.Get("text").String(), On: made.Get("on").Bool(),
		Number: made.Get("number").Int()}
}

// Early are the edits of the first paint, made before the program had loaded. They have
// no numbers.
func Early() []form.Edit {
	early := boot().Get("early")
	var out []form.Edit
	for i := 0; early.Truthy() && i < early.Length(); i++ {
		made := early.Index(i)
		out = append(out, form.Edit{Name: made.Get("name").String(), Text: made.Get("text").String()})
	}
	return out
}

// OnEdit calls tell now, since edits may be waiting, and at each edit from then on.
func OnEdit(tell func()) {
	noted().Set("call", app.FuncOf(func(app.Value, []app.Value) any {
		tell()
		return nil
	}))
	tell()
}
