//go:build js && wasm

package main

import (
	"runtime/debug"
	"syscall/js"

	"lastiterate/app"
	"lastiterate/wasm/engine"
)

// garbage is how much the heap may grow between two collections, in percent of
// what is alive: a browser gives one thread to the program and its collector, and
// a few megabytes live.
const garbage = 400

// play never returns: both roles answer events for as long as their host lives.
func play() {
	debug.SetGCPercent(garbage)
	if js.Global().Get("document").IsUndefined() {
		engine.Worker()
		return
	}
	app.Main()
}
