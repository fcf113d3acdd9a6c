//go:build js && wasm

package main

import (
	"lastiterate/app"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/lab"
)

func serve() {
	engine.Add(lab.Methods()...)
	engine.Serve(app.Lab)
}
