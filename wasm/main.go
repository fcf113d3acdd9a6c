// Command wasm is the calculator: one program in several roles.
//
// Compiled for the browser (GOOS=js GOARCH=wasm), it is the page if there is a document, and otherwise, in a Web Worker, the
// engine. The page compiles the program once and passes the compiled module to its worker, so both need only one download.
//
// Compiled for the host it is the engine on standard input and output: one
// request a line, one answer a line, as lastiterate/wasm/protocol describes.
//
//	echo '{"v":1,"id":1,"method":"evaluate","run":{…},"question":{"alpha":2}}' | go run ./wasm
package main

func main() { serve() }
