//go:build !js

package main

import (
	"fmt"
	"os"
)

func serve() {
	fmt.Fprintln(os.Stderr, "this program is for browsers; go run ./wasm has the laboratory's methods on standard input")
	os.Exit(2)
}
