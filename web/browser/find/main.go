// Command find prints the path of the Chromium that the browser tests use, or
// says what to install.
package main

import (
	"fmt"
	"os"

	"lastiterate/web/browser"
)

func main() {
	path, err := browser.Find()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}
