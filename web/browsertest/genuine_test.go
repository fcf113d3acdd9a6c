//go:build e2e

package browsertest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// changedProgram is the calculator's program with one letter of its words changed: it
// compiles and runs, and only its hash tells that it is not what was built.
func changedProgram(t *testing.T) []byte {
	t.Helper()
	names, err := filepath.Glob(dist + "/assets/app-*.wasm")
	if err != nil || len(names) != 1 {
		t.Fatalf("the programs of the build are %v (%v)", names, err)
	}
	program, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.ReplaceAll(program, []byte("How private is a model"), []byte("How privatE is a model"))
	if bytes.Equal(changed, program) {
		t.Fatal("the program does not have the words that this test changes")
	}
	return changed
}

// noNumber is true once a page says that what it got is not what was built, and shows no number.
const noNumber = `/not what was built/.test(document.querySelector(".boot-alert")?.innerText ?? "")
	&& !document.querySelector("#answer .epsilon")?.checkVisibility({visibilityProperty: true}) && !document.querySelector("#answer[data-epsilon]")`

// A program that is not what was built never shows a number, whoever has changed it, on
// the page, in a frame and in an element; the line good again, the next visit computes.
func TestChangedProgramIsRefused(t *testing.T) {
	t.Parallel()
	changed := changedProgram(t)
	var bad atomic.Bool
	bad.Store(true)
	var asked atomic.Int32
	address := lame(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !isProgram(r) || !bad.Load() {
			return false
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Write(changed)
		return true
	})
	// Where the page came over an open line there are no digests for scripts.
	for _, open := range []string{"", `Object.defineProperty(crypto, "subtle", {value: undefined})`} {
		for _, path := range []string{"/", "/embed/"} {
			bad.Store(true)
			asked.Store(0)
			p := newPage(t, address)
			for _, text := range []string{"not what was built", "integrity", "preload", "could not be loaded", "Failed to"} {
				p.expect(text)
			}
			if open != "" {
				p.runFirst(open)
			}
			p.goTo(path + "#" + theRun + "&delta=1e-6")
			if open == "" {
				p.await(noNumber)
			} else {
				p.await(`document.querySelector(".boot-alert") && !document.querySelector("#answer[data-epsilon]")`)
			}
			if n := asked.Load(); n < 2 {
				t.Errorf("%s: the program was asked for %d times: not afresh", path, n)
			}
			bad.Store(false)
			p.expect("Refused to apply style") // of a page that lies at another path on this host
			p.goTo("/404.html")
			p.goTo(path + "#" + theRun + "&delta=1e-6")
			p.awaitReady()
		}
	}
	bad.Store(true)
	host := newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title><script src="` + address + `/embed.js"></script>
		<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer"></last-iterate>`})
	p := newPage(t, host, address)
	for _, text := range []string{"not what was built", "preload", "could not be loaded"} {
		p.expect(text)
	}
	p.goTo("/")
	p.frames(address+"/embed/#", 1)[0].await(noNumber)
}

// What runs where no page can hold it to a hash is looked at before it runs: the
// engine's worker, and the first scripts of an embed.
func TestChangedWorkersAreRefused(t *testing.T) {
	t.Parallel()
	for script, path := range map[string]string{"worker-": "/", "frame-": "/embed/", "head-": "/embed/"} {
		t.Run(script, func(t *testing.T) {
			p := newPage(t, lame(t, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "/assets/"+script) {
					return false
				}
				name, err := filepath.Glob(dist + r.URL.Path)
				if err != nil || len(name) != 1 {
					return false
				}
				content, _ := os.ReadFile(name[0])
				w.Header().Set("Content-Type", "text/javascript")
				fmt.Fprintf(w, "%s\nglobalThis.changed = true;\n", content)
				return true
			}))
			for _, text := range []string{"integrity", "not what was built", "preload"} {
				p.expect(text)
			}
			p.goTo(path + "#" + theRun + "&delta=1e-6")
			p.await(noNumber)
		})
	}
}

// spoil changes what the browser has kept of a file.
func spoil(p *page, name string, content []byte) {
	p.Helper()
	eval[bool](p, `(async () => {
		const bytes = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(content)+`"), (c) => c.charCodeAt(0));
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			const kept = await cache.match("`+name+`");
			if (kept) await cache.put("`+name+`", new Response(bytes, {headers: kept.headers}));
		}
		return true;
	})()`)
}

// keptSum is the SHA-256 of a file as the browser has kept it.
func keptSum(p *page, name string) string {
	p.Helper()
	return eval[string](p, `caches.match("`+name+`").then((r) => r?.arrayBuffer()).then((b) => b ? crypto.subtle.digest("SHA-256", b) : new ArrayBuffer(0))
		.then((b) => btoa(String.fromCharCode(...new Uint8Array(b))))`)
}

// What is kept offline is given only as it was built. Changed there, it is fetched
// afresh; where there is no line either, the page says so in words.
func TestSpoiltCache(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	program := "/assets/" + string(programName.Find(h.files["index.html"]))
	page := bytes.Replace(h.files["index.html"], []byte("<title>"), []byte("<title>0.001 "), 1)
	p := visitHost(t, server.URL)
	// The browser may ask for an icon of its own accord, also when the host has gone.
	for _, text := range []string{"503", "not what was built", "no longer what was built", "preload", "could not be loaded", "favicon.ico"} {
		p.expect(text)
	}
	const address = "/#" + theRun + "&delta=1e-6"
	p.goTo(address)
	p.do(chromedp.Reload())
	p.awaitReady()
	want := p.answer()
	for name, content := range map[string][]byte{program: changedProgram(t), "/index.html": page} {
		spoil(p, name, content)
		if got := keptSum(p, name); got != sha256Text(content) {
			t.Fatalf("%s was not changed in the cache", name)
		}
		p.do(chromedp.Reload())
		p.awaitReady()
		if got := p.answer(); got != want {
			t.Errorf("with %s changed in the cache the page says %v, want %v", name, got, want)
		}
		if title := eval[string](p, `document.title`); strings.Contains(title, "0.001") {
			t.Errorf("the changed page is shown: %s", title)
		}
		if got := keptSum(p, name); got != sha256Text(h.files[strings.TrimPrefix(name, "/")]) {
			t.Errorf("%s is not kept afresh", name)
		}
	}
	server.CloseClientConnections()
	server.Close()
	// The browser's own cache may still have the program as it was built, which would do.
	call(p, p.ctx, network.ClearBrowserCache, cdp.Empty{})
	spoil(p, program, changedProgram(t))
	p.do(chromedp.Reload())
	p.await(`/no longer what was built/.test(document.querySelector(".boot-alert")?.innerText ?? "")`)
	spoil(p, "/index.html", page)
	p.do(chromedp.Reload())
	if err := browser.Await(p.ctx, `/no longer what was built/.test(document.body.innerText)`, wait); err != nil {
		t.Errorf("the page says %q", eval[string](p, `document.body.innerText`))
	}
}
