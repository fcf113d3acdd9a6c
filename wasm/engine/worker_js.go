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

// garbage is how much the heap may grow between two collections, in percent of
// what is alive: a browser gives one thread to the program and its collector, and
// a few megabytes live.
const garbage = 400

// Play is the page where there is a document, and a worker where there is none. It
// never returns: both answer events for as long as their host lives.
func Play(page func()) {
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
		// What Handle has written already is not read and written once more.
		result := m.Result
		m.Result = nil
		text, err := json.Marshal(m)
		if err != nil {
			// Every message is made of encodable parts; a failure here is a fault
			// of the program, and the page reports the worker's death.
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
