//go:build js && wasm

package main

import (
	"lastiterate/app"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/lab"
)

func play() {
	engine.Add(lab.Methods()...)
	engine.Play(app.Lab)
}
