//go:build !js

package main

import (
	"fmt"
	"os"

	"lastiterate/wasm/engine"
)

func play() {
	if err := engine.Lines(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lastiterate:", err)
		os.Exit(1)
	}
}
