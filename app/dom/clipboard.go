package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Copy puts text on the clipboard and then calls done on the page's goroutine. If the page may not use the
// clipboard, as in a frame or without HTTPS, Copy selects the element that shows the text, for the visitor to copy.
func Copy(ctx app.Context, text, id string, done func(copied bool)) {
	report := func(copied bool) {
		if !copied {
			selectText(id)
		}
		ctx.Dispatch(func(app.Context) { done(copied) })
	}
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		report(false)
		return
	}
	var written, refused app.Func
	finish := func(copied bool) {
		report(copied)
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

// selectText selects an element's text, for the visitor to copy.
func selectText(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	app.Window().Call("getSelection").Call("selectAllChildren", element)
}

// CanShare reports whether the system has its own dialog for sharing a link, as telephones do.
func CanShare() bool { return app.Window().Get("navigator").Get("share").Truthy() }

// Share opens the system's dialog for sharing a link. A visitor who closes it causes no error.
func Share(title, address string) {
	promise := app.Window().Get("navigator").Call("share", map[string]any{"title": title, "url": address})
	settled := once(func(app.Value) {})
	promise.Call("then", settled, settled)
}
