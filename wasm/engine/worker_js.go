//go:build js && wasm

package engine

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"
	"syscall/js"

	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// garbage is the growth of the heap between two collections, in percent of the live data. Collecting
// stops the only thread that a browser gives, so it is rare; a few megabytes are live.
const garbage = 400

// Serve runs page if there is a document, and otherwise a worker. It never returns: both answer events as long as their host
// lives.
func Serve(page func()) {
	debug.SetGCPercent(garbage)
	if js.Global().Get("document").IsUndefined() {
		worker()
		return
	}
	page()
}

// worker serves requests posted to a Web Worker, one JSON string a message,
// and never returns. A request is cancelled by terminating the worker.
func worker() {
	global := js.Global()
	send := func(m protocol.Response) {
		// The result is JSON already, and is not encoded again.
		result := m.Result
		m.Result = nil
		text, err := json.Marshal(m)
		if err != nil {
			// Every message consists of encodable parts. A failure is a bug, and the page reports that the worker
			// ended.
			panic(err)
		}
		if result != nil {
			text = slices.Concat(text[:len(text)-1], []byte(`,"result":`), result, []byte("}"))
		}
		global.Call("postMessage", string(text))
	}
	ctx := new(bounds.Engine).Context(context.Background())
	global.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		Handle(ctx, []byte(args[0].Get("data").String()), send)
		return nil
	}))
	send(Ready())
	select {}
}
