//go:build e2e

package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// recalls is a site's list of withdrawn builds with one entry.
func recalls(build string) []byte {
	return fmt.Appendf(nil, `{"v": 1, "withdrawn": [{"build": %q, "since": "2026-11-24", "why": "The bound of A.4 was a tenth too low."}]}`, build)
}

// deployed is a host's site with its list replaced.
func deployed(files map[string][]byte, list []byte) map[string][]byte {
	files = unpacked(files)
	files["withdrawn.json"] = list
	return files
}

// hours has a page's hours pass in hundredths of a second.
const hours = `{const {setInterval: often} = globalThis, now = Date.now; let passed = 0;
	globalThis.setInterval = (f, ms, ...rest) => often(ms >= 3600_000 ? () => { passed += ms; f(); } : f, ms >= 3600_000 ? 10 : ms, ...rest);
	Date.now = () => now() + passed;}`

const markedWithdrawn = `/^Withdrawn: The bound of A\.4 was a tenth too low\./.test(document.querySelector("#withdrawn")?.innerText ?? "")
	&& getComputedStyle(document.querySelector("#answer .epsilon")).textDecorationLine === "line-through"
	&& /Withdrawn: The bound of A\.4/.test(document.querySelector("#warnings")?.innerText ?? "")`

// A build that was withdrawn says so beside its numbers: in a tab that is open since
// before, in a new one, without a network, in an embed, whose host is told, and in what
// the engine alone answers. A list that takes it back takes the mark away.
func TestWithdrawnBuild(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	build := string(buildID.FindSubmatch(h.files["index.html"])[1])
	site := h.files
	p := newPage(t, server.URL)
	p.runFirst(hours)
	p.expect("Failed to load")
	p.goTo("/#" + theRun + "&delta=1e-6")
	p.awaitReady()
	p.awaitPromise(kept)
	if eval[bool](p, `document.querySelector("#withdrawn") !== null`) {
		t.Fatal("a build that was not withdrawn is marked")
	}
	h.deploy(deployed(site, recalls(build)))
	p.await(markedWithdrawn) // in the tab that is open
	p.do(chromedp.Reload())
	p.await(markedWithdrawn)
	if text := eval[string](p, `document.querySelector("#withdrawn").innerText`); !strings.Contains(text, build) ||
		!strings.Contains(text, "2026-11-24") {
		t.Errorf("it says %q", text)
	}

	host := newEmbedder(t, "", map[string]string{
		"/hear.js": answersHere,
		"/module.js": `import { engine } from "` + server.URL + `/engine.js"; const li = await engine();
			const run = {n: 7, b: 7, T: 90, eta: 0.05, clip: 2, sigma: 1.5, diameter: 3, scheme: "full", loss: "convex", smoothness: 1, clipping: "never"};
			globalThis.computed = await li.evaluate({run, question: {delta: 1e-6}});`,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + server.URL + `/embed.js"></script>
			<last-iterate id="it"` + attributes("delta=1e-6") + ` size="number"></last-iterate><script type="module" src="/module.js"></script>`,
	})
	e := newPage(t, host, server.URL)
	e.goTo("/")
	e.await(`told.it?.at(-1).withdrawn === "The bound of A.4 was a tenth too low." && globalThis.computed?.withdrawn === told.it.at(-1).withdrawn`)
	frame := e.frames(server.URL+"/embed/#", 1)[0]
	frame.await(`document.querySelector("#withdrawn")?.checkVisibility()`)

	h.deploy(nil) // nothing answers, as behind a portal
	p.do(chromedp.Reload())
	p.await(markedWithdrawn)

	h.deploy(deployed(site, recalls("0123456789abcdef")))
	p.await(`!document.querySelector("#withdrawn") && !/Withdrawn/.test(document.querySelector("#warnings")?.innerText ?? "")`)
}

// A site that goes back to a build that was here before does not call it newer, and says
// that its numbers are the same; and what is kept of the build in use stays kept.
func TestRollback(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	first := unpacked(h.files)
	second := newerBuild(t, first)
	third := withBuild(t, second, "feedfacefeedface", "0badc0de0badc0de")
	p := visitHost(t, server.URL)
	builds := []string{eval[string](p, `lastIterate.build`)}
	update := func(files map[string][]byte, words string) {
		t.Helper()
		h.deploy(files)
		p.do(chromedp.Reload())
		p.awaitReady()
		p.await(`/` + words + `/.test(document.querySelector("#update")?.innerText ?? "")`)
		if text := eval[string](p, `document.querySelector("#update").innerText`); !strings.Contains(text, "same numbers") {
			t.Errorf("it does not say that the numbers are the same: %q", text)
		}
		old := eval[string](p, `lastIterate.build`)
		eval[bool](p, takeUpdate)
		p.await(`lastIterate.build !== ` + strconv.Quote(old))
		p.awaitReady()
		p.awaitPromise(kept)
		builds = append(builds, eval[string](p, `lastIterate.build`))
		inUse := builds[len(builds)-1]
		for range 20 {
			if got := eval[string](p, `caches.keys().then((k) => k.join())`); !strings.Contains(got, inUse) {
				t.Fatalf("%s is in use and of %s is kept", inUse, got)
			}
			eval[bool](p, `new Promise((r) => setTimeout(r, 50, true))`)
		}
	}
	update(second, "Another version.*another build of")
	update(third, "Another version.*another build of")
	update(second, "gone back")
	update(first, "gone back")
	update(third, "gone back")
}

// The build of which a tab is open is kept while another tab goes from build to build.
func TestCacheInUseIsKept(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	files := unpacked(h.files)
	p := visitHost(t, server.URL)
	old := eval[string](p, `lastIterate.build`)
	call(p, p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `open("/#` + theRun + `&delta=1e-6")`, UserGesture: ptr(true)})
	p.opened(p.origin + "/#" + theRun) // and it stays
	from := "feedfacefeedface"
	files = newerBuild(t, files)
	for _, to := range []string{"feedfacefeedface", "0badc0de0badc0de", "1badc0de0badc0de", "2badc0de0badc0de"} {
		if to != from {
			files = withBuild(t, files, from, to)
			from = to
		}
		h.deploy(files)
		p.do(chromedp.Reload())
		p.awaitReady()
		p.await(`document.querySelector("#update")`)
		was := eval[string](p, `lastIterate.build`)
		eval[bool](p, takeUpdate)
		p.await(`lastIterate.build !== ` + strconv.Quote(was))
		p.awaitReady()
		p.awaitPromise(kept)
		eval[bool](p, `new Promise((r) => setTimeout(r, 1000, true))`)
		got := eval[string](p, `caches.keys().then((k) => k.join())`)
		if !strings.Contains(got, old) || !strings.Contains(got, to) {
			t.Fatalf("builds %s and %s are in use, kept is %s", old, to, got)
		}
	}
	p.awaitPromise(`caches.keys().then((k) => k.filter((n) => n.startsWith("last-iterate-")).length <= 4)`)
}
