//go:build js && wasm

package main

import (
	"lastiterate/app"
	"lastiterate/wasm/engine"
)

func serve() { engine.Serve(app.Main) }
