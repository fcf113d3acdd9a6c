//go:build js && wasm

package main

import (
	"lastiterate/app"
	"lastiterate/wasm/engine"
)

func play() { engine.Play(app.Main) }
