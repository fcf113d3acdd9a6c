package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/state"
)

// doAction is the name under which components send the page a state.Action.
const doAction = "do"

// act asks the page to change its state.
func act(ctx app.Context, a state.Action) { ctx.NewActionWithValue(doAction, a) }

// document is the page's document.
func document() app.Value { return app.Window().Get("document") }

// byID finds an element; ok is false where there is none.
func byID(id string) (element app.Value, ok bool) {
	element = app.Window().GetElementByID(id)
	return element, element.Truthy()
}

// inNextTask calls f in a task of the browser's own. What waits in Go's queues alone
// may run in one task with what is there already, however long that has taken.
func inNextTask(ctx app.Context, f func(app.Context)) {
	var next app.Func
	next = app.FuncOf(func(app.Value, []app.Value) any {
		next.Release()
		ctx.Dispatch(f)
		return nil
	})
	app.Window().Call("setTimeout", next, 0)
}

// setProperty writes a property of an element where it differs. go-app writes
// attributes only, which an input that was typed in no longer follows.
func setProperty(id, name string, value any) {
	element, ok := byID(id)
	if !ok || element.Get(name).Equal(app.ValueOf(value)) {
		return
	}
	element.Set(name, value)
}

// still reports whether the person wants nothing to move by itself.
func still() bool {
	return app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// ids joins ids for aria-describedby.
func ids(list ...string) string {
	out := ""
	for _, id := range list {
		if id != "" && out != "" {
			out += " "
		}
		out += id
	}
	return out
}
