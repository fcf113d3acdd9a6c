package app

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// keepAddress is how long, in milliseconds, the address of a saved file stays
// good: a browser may ask where to put it before it reads it.
const keepAddress = 60_000

// once calls f with the first argument of the one call that will come.
func once(f func(app.Value)) app.Func {
	var call app.Func
	call = app.FuncOf(func(_ app.Value, args []app.Value) any {
		call.Release()
		argument := app.Null()
		if len(args) > 0 {
			argument = args[0]
		}
		f(argument)
		return nil
	})
	return call
}

// blob holds text for the browser.
func blob(text, kind string) app.Value {
	return app.Window().Get("Blob").New([]any{text}, map[string]any{"type": kind})
}

// save gives a file to the person.
func save(name string, file app.Value) {
	urls := app.Window().Get("URL")
	address := urls.Call("createObjectURL", file)
	link := document().Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	app.Window().Call("setTimeout", once(func(app.Value) { urls.Call("revokeObjectURL", address) }), keepAddress)
}

// density is how many pixels a length of 1 in a picture gets.
const density = 2

// pixels draws an SVG and hands over the picture as a PNG, or why there is none.
func pixels(svg string, done func(png app.Value, err error)) {
	urls := app.Window().Get("URL")
	address := urls.Call("createObjectURL", blob(svg, "image/svg+xml"))
	picture := app.Window().Get("Image").New()
	loaded := once(func(app.Value) {
		urls.Call("revokeObjectURL", address)
		canvas := document().Call("createElement", "canvas")
		width, height := picture.Get("naturalWidth").Int()*density, picture.Get("naturalHeight").Int()*density
		canvas.Set("width", width)
		canvas.Set("height", height)
		canvas.Call("getContext", "2d").Call("drawImage", picture, 0, 0, width, height)
		canvas.Call("toBlob", once(func(png app.Value) {
			if !png.Truthy() {
				done(nil, errors.New("the browser made no picture of it"))
				return
			}
			done(png, nil)
		}), "image/png")
	})
	picture.Set("onload", loaded)
	picture.Set("onerror", once(func(app.Value) {
		loaded.Release()
		urls.Call("revokeObjectURL", address)
		done(nil, errors.New("the browser could not draw it"))
	}))
	picture.Set("src", address)
}
