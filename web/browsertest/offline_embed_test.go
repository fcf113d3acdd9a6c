//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A page of another site whose embeds were read once has them compute when the
// calculator's server is gone: the frame, the element and the engine alone. What
// frames keep is kept apart for every site around them, so this is the page's own.
func TestEmbedsOffline(t *testing.T) {
	t.Parallel()
	want := answerTo(t, "/#"+theRun+"&delta=1e-6")
	// The second host has pages without .html in their addresses and packs nothing.
	for _, clean := range []bool{false, true} {
		t.Run(fmt.Sprintf("another host %v", clean), func(t *testing.T) {
			h, server := newHost(t, "/")
			if h.clean = clean; clean {
				h.deploy(unpacked(h.files)) // too large for the cache of a private window
			}
			home := server.URL
			host := newEmbedder(t, "", map[string]string{
				"/hear.js": answersHere,
				"/module.js": `import { engine } from "` + home + `/engine.js"; const li = await engine();
					const run = {n: 7, b: 7, T: 90, eta: 0.05, clip: 2, sigma: 1.5, diameter: 3, scheme: "full", loss: "convex", smoothness: 1, clipping: "never"};
					globalThis.computed = (await li.evaluate({run, question: {delta: 1e-6}})).answer.epsilon;`,
				"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + home + `/embed.js"></script>
					<iframe title="the embed" width="600" height="300" src="` + home + `/embed.html#` + theRun + `&delta=1e-6&show=answer,form"></iframe>
					<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer"></last-iterate>
					<script type="module" src="/module.js"></script>`,
			})
			p := newPage(t, host, home)
			p.goTo("/")
			computes := func() (frames []*page) {
				p.Helper()
				p.await(`told.it && globalThis.computed`)
				frames = p.frames(home+"/embed", 3) // the engine's among them
				for _, f := range frames {
					f.awaitReady()
				}
				if got := eval[[]float64](p, `[it.answer.epsilon, computed]`); got[0] != want || !near(got[1], want, agreement) {
					t.Errorf("the element and the engine say %v, the page %v", got, want)
				}
				return frames
			}
			for _, f := range computes() {
				f.awaitPromise(kept)
			}
			server.CloseClientConnections()
			server.Close()
			h.deploy(nil)
			p.do(chromedp.Reload())
			var form *page
			for _, f := range computes() {
				if strings.Contains(eval[string](f, `location.hash`), "form") {
					form = f
				}
			}
			if got := form.answer(); got != want {
				t.Errorf("without the server the frame says %v, with it %v", got, want)
			}
			form.enter("eta", "0.07")
			form.awaitOther(want)
		})
	}
}
