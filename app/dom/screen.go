package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Screen runs functions once go-app has drawn the page, which it does after each function that runs in the page's
// context. Screen also starts workers.
type Screen struct{ Workers }

// AfterDraw calls f once the changes are on the screen.
func (s Screen) AfterDraw(f func()) { s.Ctx.Defer(func(app.Context) { f() }) }

// Later calls f in a new task of the browser, once the changes are on the screen. Without the
// timer Go's scheduler might run f in the task that is already running, however long that
// task has taken.
func (s Screen) Later(f func()) {
	s.AfterDraw(func() {
		app.Window().Call("setTimeout", once(func(app.Value) { s.Ctx.Dispatch(func(app.Context) { f() }) }), 0)
	})
}

// SkipDraw says that the function that go-app is running changes nothing on the screen. Then go-app
// does not draw the page after it.
func (s Screen) SkipDraw() { s.Ctx.PreventUpdate() }

// SetStatus sets the page's status on <html>, where style sheets and tests read it.
func (Screen) SetStatus(status string) {
	if root := document().Get("documentElement"); root.Truthy() {
		root.Get("dataset").Set("state", status)
	}
}

// Broad reports whether the window is wide enough to show the form beside the answer, as
// web/styles/30-page.css does from the same width on.
func Broad() bool {
	return app.Window().Call("matchMedia", "(width >= 56.25rem)").Get("matches").Bool()
}
