//go:build js && wasm

package main

import (
	"syscall/js"

	"lastiterate/app"
	"lastiterate/wasm/engine"
)

// play never returns: both roles answer events for as long as their host lives.
func play() {
	if js.Global().Get("document").IsUndefined() {
		engine.Worker()
		return
	}
	app.Main()
}
