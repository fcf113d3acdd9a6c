package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Frame is an iframe that shows an address of this site and receives the height of its content.
type Frame struct {
	address  string
	listener app.Func
}

// Show opens an address in an iframe without adding an entry to the history. If only the text after "#"
// has changed, the page in the frame is not loaded again but reads its new address.
func (f *Frame) Show(id, address string) {
	element, ok := byID(id)
	if !ok || f.address == address {
		return
	}
	first := f.address == ""
	f.address = address
	// While a frame is out of view, the browser may not have loaded it yet.
	if first || element.Get("contentWindow").Get("location").Get("href").String() == "about:blank" {
		element.Set("src", address)
		return
	}
	element.Get("contentWindow").Get("location").Call("replace", address)
}

// Follow calls receive, in the component's context, with each height that the framed page reports; see
// web/embed/frame.js.
func (f *Frame) Follow(ctx app.Context, id string, receive func(height int)) {
	f.listener = app.FuncOf(func(_ app.Value, args []app.Value) any {
		element, ok := byID(id)
		if !ok || !args[0].Get("source").Equal(element.Get("contentWindow")) {
			return nil
		}
		if data := args[0].Get("data"); data.Truthy() && data.Get("type").String() == "last-iterate:height" {
			height := data.Get("height").Int()
			ctx.Dispatch(func(app.Context) { receive(height) })
		}
		return nil
	})
	app.Window().Call("addEventListener", "message", f.listener)
}

// Stop removes the listener.
func (f *Frame) Stop() {
	if f.listener != nil {
		app.Window().Call("removeEventListener", "message", f.listener)
		f.listener.Release()
	}
}

// InElement is whether the page stands in a custom element, which gives its frame this name and makes it as high as its content;
// see web/embed/element.js.
func InElement() bool { return app.Window().Get("name").String() == "last-iterate-element" }
