//go:build e2e

package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A page takes no text as code or markup but through its own policies, and runs no script
// that stands in it: on a host that sends no headers, too, where the page says so itself.
// It computes all the same, and so do the laboratory, an embed and an element's engine.
func TestPolicyOfThePages(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	h.deploy(withoutHeaders(h.files))
	for _, origin := range []string{site, server.URL} {
		p := newPage(t, origin)
		for _, text := range []string{"Trusted", "Content Security Policy", "Failed to set", "404"} {
			p.expect(text)
		}
		// What is asked is what the host says, not what was kept of it at the first address.
		call(p, p.ctx, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true})
		for _, address := range []string{aLink, "/embed" + aLink, labTool("noise"), "/embed/engine.html", "/docs/index.html",
			"/404.html"} {
			p.goTo(address)
			if eval[bool](p, `document.querySelector("#boot") !== null`) {
				p.awaitReady()
			}
			if !eval[bool](p, `(() => {
				const broken = [];
				const tried = {
					markup: () => document.createElement("p").innerHTML = "<b>bold</b>",
					code: () => setTimeout("globalThis.ran = true"),
					script: () => { const s = document.createElement("script"); s.textContent = "globalThis.ran = true"; document.body.append(s); },
					source: () => { const s = document.createElement("script"); s.src = "/sw.js"; document.body.append(s); },
					worker: () => new Worker("/sw.js"),
					policy: () => trustedTypes.createPolicy("mine", {createHTML: (x) => x}),
				};
				for (const name in tried) {
					try { tried[name](); broken.push(name); } catch {}
				}
				globalThis.broken = broken;
				return broken.length === 0 && !("ran" in globalThis);
			})()`) {
				t.Errorf("%s%s lets through %s", origin, address,
					eval[string](p, `broken.join() + ("ran" in globalThis ? ", and it ran" : "")`))
			}
		}
		p.leave()
	}
}

// The laboratory that was visited once computes without a network, at its address with
// and without a slash, and goes on to do so with the next build.
func TestLaboratoryOffline(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	p := newPage(t, server.URL)
	const address = "/lab/#v=1&lab=tradeoff"
	p.goTo(address)
	p.awaitReady()
	p.awaitPromise(kept)
	const labKept = `caches.match("/lab/index.html").then(async (page) => page && Boolean(await caches.match("/" + /assets\/lab-[0-9a-f]*\.wasm/.exec(await page.text())[0])))`
	p.awaitPromise(labKept)

	h.deploy(newerBuild(t, h.files))
	old := eval[string](p, `lastIterate.build`)
	p.do(chromedp.Reload())
	p.awaitReady()
	p.await(`document.querySelector("#update")`)
	eval[bool](p, takeUpdate)
	p.await(`lastIterate.build !== "` + old + `"`)
	p.awaitReady()
	p.awaitPromise(kept)

	server.CloseClientConnections()
	server.Close()
	for _, at := range []string{address, "/lab#v=1&lab=tradeoff"} {
		p.goTo("/docs/index.html")
		p.goTo(at)
		p.awaitReady()
		if text := eval[string](p, `document.querySelector(".boot-alert")?.innerText ?? ""`); text != "" {
			t.Errorf("%s: without a network the laboratory says %q", at, text)
		}
	}
}
