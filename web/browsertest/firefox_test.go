//go:build e2e && hosts

package browsertest

import (
	"strconv"
	"strings"
	"testing"
)

// A second browser family opens the page, an embed, and a stranger's page that
// holds a frame and an element; all of them show what Chromium shows. Where no
// Firefox is installed the test says so and is not run.
func TestFirefox(t *testing.T) {
	t.Parallel()
	path := firefoxPath()
	if path == "" {
		t.Skip("NO FIREFOX IS INSTALLED, so nothing was tried in it. Install one (Debian: sudo apt-get install firefox-esr) or name it: FIREFOX=/path/to/firefox")
	}
	want := answerTo(t, "/#"+theRun+"&delta=1e-6")
	firefox := startFirefox(t, path)

	t.Run("page", func(t *testing.T) {
		firefox.goTo(t, site+"/#"+theRun+"&delta=1e-6")
		firefox.shows(t, firefox.tab, want)
		if drawn := firefox.text(t, firefox.tab, `document.querySelector("#chart svg path") !== null`); drawn != "true" {
			t.Error("Firefox draws no picture")
		}
	})
	for _, address := range []string{"/embed.html?" + theRun + "&delta=1e-6",
		"/embed/#" + theRun + "&delta=1e-6&show=answer,chart,form,table"} {
		t.Run(address[:7], func(t *testing.T) {
			firefox.goTo(t, site+address)
			firefox.shows(t, firefox.tab, want)
		})
	}
	t.Run("a stranger's page", func(t *testing.T) {
		host := newEmbedder(t, strictHost(), map[string]string{
			"/hear.js": answersHere + hearAll,
			"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + site + `/embed.js"></script>
				<iframe title="the embed" width="600" height="300" src="` + site + `/embed/?` + theRun + `&delta=1e-6&show=answer"></iframe>
				<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer,form"></last-iterate>`,
		})
		firefox.goTo(t, host+"/")
		for _, part := range []string{"show=answer", "show=answer%2Cform"} {
			frame := firefox.frame(t, func(address string) bool {
				return strings.HasPrefix(address, site+"/embed/") &&
					strings.HasSuffix(strings.ReplaceAll(address, "answer,form", "answer%2Cform"), part)
			})
			firefox.shows(t, frame, want)
		}
		firefox.await(t, firefox.tab, `told.it?.length > 0`, "true")
		if text := firefox.text(t, firefox.tab, `it.answer.epsilon`); !reads(text, want) {
			t.Errorf("the element tells ε = %q, Chromium's page shows %v", text, want)
		}
		firefox.await(t, firefox.tab, `heard.some((m) => m.type === "last-iterate:height" && m.height > 50) && it.offsetHeight > 50`, "true")
	})
}

// shows fails the test unless a page or a frame comes to show an answer.
func (b *bidi) shows(t *testing.T, where string, want float64) {
	t.Helper()
	b.await(t, where, `document.documentElement.dataset.state`, "ready")
	if text := b.text(t, where, `document.querySelector("#answer").dataset.epsilon`); !reads(text, want) {
		t.Errorf("Firefox shows ε = %q, Chromium %v", text, want)
	}
}

func reads(text string, want float64) bool {
	got, err := strconv.ParseFloat(text, 64)
	return err == nil && near(got, want, agreement)
}
