// Package browser finds a Chromium, starts it without anything that calls home,
// and starts the built server for it to visit. It serves the browser tests and
// the programs that measure and photograph the page.
package browser

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// names are the names under which Chromium and similar browsers are installed, in the order of preference.
var names = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// ErrNotFound says how to install Chromium.
var ErrNotFound = errors.New(`no Chromium was found. Install one:
  Debian, Ubuntu   sudo apt-get install chromium   (make test does it where it may)
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium
or name one that is installed elsewhere: CHROMIUM=/path/to/chromium`)

// Find returns the path of a Chromium: the one that the variable CHROMIUM names, or the first that is installed under one of
// the usual names.
func Find() (string, error) {
	if named := os.Getenv("CHROMIUM"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("CHROMIUM=%s: %w", named, err)
		}
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNotFound
}
