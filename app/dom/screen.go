package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Screen is where a page is seen; it is drawn after whatever is done in the page's
// context.
type Screen struct{ Workers }

// Drawn calls f when what has changed is on the screen.
func (s Screen) Drawn(f func()) { s.Ctx.Defer(func(app.Context) { f() }) }

// Later calls f in a task of the browser's own, when what has changed is on the screen.
// What waits in Go's queues alone may run in one task with what is there already, however
// long that has taken.
func (s Screen) Later(f func()) {
	s.Drawn(func() {
		app.Window().Call("setTimeout", once(func(app.Value) { s.Ctx.Dispatch(func(app.Context) { f() }) }), 0)
	})
}

// Unseen says that what is being done changes nothing on the screen.
func (s Screen) Unseen() { s.Ctx.PreventUpdate() }

// Mark tells style sheets and tests, on <html>, how the page stands.
func (Screen) Mark(status string) {
	if root := document().Get("documentElement"); root.Truthy() {
		root.Get("dataset").Set("state", status)
	}
}

// Broad reports whether the form stands beside the answer; see web/styles/30-page.css.
func Broad() bool {
	return app.Window().Call("matchMedia", "(width >= 56.25rem)").Get("matches").Bool()
}
