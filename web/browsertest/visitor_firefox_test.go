//go:build e2e && hosts

package browsertest

import (
	"strings"
	"testing"
)

func init() {
	inFirefoxToo = func(t *testing.T, scenarios map[string]func(*testing.T, visitor)) {
		path := firefoxPath()
		if path == "" {
			t.Skip("NO FIREFOX IS INSTALLED, so nothing was tried in it")
		}
		firefox := startFirefox(t, path)
		for name, scenario := range scenarios {
			t.Run(name, func(t *testing.T) { scenario(t, inFirefox{firefox}) })
		}
	}
}

type inFirefox struct{ *bidi }

func (f inFirefox) open(t *testing.T, address string) {
	t.Helper()
	f.goTo(t, address)
}

func (f inFirefox) frameAt(t *testing.T, address string) string {
	t.Helper()
	return f.frame(t, func(at string) bool { return strings.HasPrefix(at, address) })
}

func (f inFirefox) says(t *testing.T, place, expression string) string {
	t.Helper()
	if place == "" {
		place = f.tab
	}
	return f.text(t, place, expression)
}
