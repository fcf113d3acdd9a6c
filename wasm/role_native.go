//go:build !js

package main

import (
	"fmt"
	"os"

	"lastiterate/wasm/engine"
	"lastiterate/wasm/lab"
)

// serve is the engine on standard input and output; in a browser it is the page or its worker.
func serve() {
	engine.Add(lab.Methods()...)
	if err := engine.Lines(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lastiterate:", err)
		os.Exit(1)
	}
}
