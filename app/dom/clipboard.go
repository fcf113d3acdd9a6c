package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Copy puts text on the clipboard and then calls done, on the page's
// goroutine. Where a page may not, as in a frame or without encryption, the
// element that shows the text is selected, for the person to copy.
func Copy(ctx app.Context, text, id string, done func(copied bool)) {
	tell := func(copied bool) {
		if !copied {
			selectText(id)
		}
		ctx.Dispatch(func(app.Context) { done(copied) })
	}
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		tell(false)
		return
	}
	var written, refused app.Func
	finish := func(copied bool) {
		tell(copied)
		written.Release()
		refused.Release()
	}
	written = app.FuncOf(func(app.Value, []app.Value) any {
		finish(true)
		return nil
	})
	refused = app.FuncOf(func(app.Value, []app.Value) any {
		finish(false)
		return nil
	})
	clipboard.Call("writeText", text).Call("then", written, refused)
}

// selectText selects an element's text, for the person to copy.
func selectText(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	app.Window().Call("getSelection").Call("selectAllChildren", element)
}

// MaySend reports whether the system has a sheet of its own to send a link, as telephones do.
func MaySend() bool { return app.Window().Get("navigator").Get("share").Truthy() }

// Send opens that sheet on a link. Whoever closes it has sent nothing, which is no fault.
func Send(title, address string) {
	promise := app.Window().Get("navigator").Call("share", map[string]any{"title": title, "url": address})
	settled := once(func(app.Value) {})
	promise.Call("then", settled, settled)
}
