//go:build e2e

package browsertest

import (
	"strconv"
	"testing"
)

// A second browser family opens the page, computes, and follows what is typed.
// Where no Firefox is installed the test says so and is not run.
func TestFirefox(t *testing.T) {
	path := firefoxPath()
	if path == "" {
		t.Skip("NO FIREFOX IS INSTALLED, so nothing was tried in it. Install one (Debian: sudo apt-get install firefox-esr) or name it: FIREFOX=/path/to/firefox")
	}
	const run = "/#v=1&n=5&b=5&T=120&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=convex&smoothness=1&clipping=never&delta=1e-5"
	want := visit(t, run).answer()
	firefox := startFirefox(t, path)
	firefox.goTo(t, site+run)
	firefox.await(t, `document.documentElement.dataset.state`, "ready")
	text := firefox.text(t, `document.querySelector("#answer").dataset.epsilon`)
	got, err := strconv.ParseFloat(text, 64)
	if err != nil || !near(got, want, agreement) {
		t.Errorf("Firefox shows ε = %q, Chromium %v", text, want)
	}
	if drawn := firefox.text(t, `document.querySelector("#chart svg path") !== null`); drawn != "true" {
		t.Error("Firefox draws no picture")
	}
}
