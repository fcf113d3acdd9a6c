//go:build js && wasm

package engine

import (
	"context"
	"encoding/json"
	"slices"
	"syscall/js"

	"lastiterate/wasm/protocol"
)

// Worker serves requests posted to a Web Worker, one JSON string a message,
// and never returns. A request is cancelled by terminating the worker.
func Worker() {
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
	global.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		Handle(context.Background(), []byte(args[0].Get("data").String()), send)
		return nil
	}))
	send(Ready())
	select {}
}
