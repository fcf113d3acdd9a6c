package dom

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// keepAddress is the time, in milliseconds, for which the address of a saved file stays valid: a browser may ask the
// visitor where to save the file before it reads the file.
const keepAddress = 60_000

// blob is text as a JavaScript Blob of a media type.
func blob(text, kind string) app.Value {
	return app.Window().Get("Blob").New([]any{text}, map[string]any{"type": kind})
}

// Save downloads text as a file of a media type.
func Save(name, text, media string) { save(name, blob(text, media)) }

// SavePNG draws an SVG and downloads the picture as a PNG. Then it calls done on the page's goroutine, with an error if
// the picture could not be drawn.
func SavePNG(ctx app.Context, name, svg string, done func(error)) {
	pixels(svg, func(png app.Value, err error) {
		ctx.Dispatch(func(app.Context) {
			if err == nil {
				save(name, png)
			}
			done(err)
		})
	})
}

func save(name string, file app.Value) {
	urls := app.Window().Get("URL")
	address := urls.Call("createObjectURL", file)
	link := document().Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	app.Window().Call("setTimeout", once(func(app.Value) { urls.Call("revokeObjectURL", address) }), keepAddress)
}

// density is the number of pixels of a PNG for each pixel of the SVG.
const density = 2

// pixels draws an SVG and calls done with the picture as a PNG, or with an error.
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
				done(nil, errors.New("the browser could not make a picture"))
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

// ReadFile reads the first of an input's files as text and calls done, on the page's
// goroutine; ok is false if it cannot be read, as a folder cannot.
func ReadFile(ctx app.Context, files app.Value, done func(content string, ok bool)) {
	unreadable := app.FuncOf(func(app.Value, []app.Value) any { return nil })
	files.Index(0).Call("text").Call("catch", unreadable).Then(func(text app.Value) {
		unreadable.Release()
		content, ok := text.String(), text.Type() == app.TypeString
		ctx.Dispatch(func(app.Context) { done(content, ok) })
	})
}
