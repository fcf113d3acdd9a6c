//go:build js && wasm

package main

import (
	"runtime/debug"
	"syscall/js"

	"lastiterate/app"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/lab"
)

// garbage is how much the heap may grow between two collections, in percent of
// what is alive; see the calculator's program.
const garbage = 400

// play never returns.
func play() {
	debug.SetGCPercent(garbage)
	if js.Global().Get("document").IsUndefined() {
		engine.Add(lab.Methods()...)
		engine.Worker()
		return
	}
	app.Lab()
}
