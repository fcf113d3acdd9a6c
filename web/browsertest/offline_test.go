//go:build e2e

package browsertest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lastiterate/web/headers"
)

// dist is where the build has left the site.
const dist = "../dist"

// kept is true once the page's build is kept for use offline.
const kept = `(async () => {
	const registration = await navigator.serviceWorker.getRegistration();
	return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
})()`

// newHost serves the built site at a path, as a static host does.
func newHost(t testing.TB, prefix string) (*host, *httptest.Server) {
	t.Helper()
	h := &host{prefix: prefix}
	h.deploy(readSite(t, dist))
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return h, server
}

// visitHost opens the site of a host and waits until it is kept.
func visitHost(t testing.TB, origin string) *page {
	t.Helper()
	p := newPage(t, origin)
	p.goTo("/")
	p.awaitReady()
	p.awaitPromise(kept)
	return p
}

// awaitPromise waits until a JavaScript promise gives true.
func (p *page) awaitPromise(expression string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		for {
			met, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise))
			if met || ctx.Err() != nil {
				return err
			}
			time.Sleep(20 * time.Millisecond)
		}
	}))
}

// Visited once, the calculator computes without any server, at any path, also
// from a host that has pages without .html, and from one that sends no headers.
func TestOffline(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prefix      string
		clean, bare bool
	}{{"/", false, false}, {"/tools/privacy/", false, false}, {"/clean/", true, false}, {"/bare/", false, true}} {
		t.Run(c.prefix, func(t *testing.T) {
			h, server := newHost(t, c.prefix)
			if h.clean = c.clean; c.bare {
				h.deploy(withoutHeaders(h.files))
			}
			p := visitHost(t, server.URL+strings.TrimSuffix(c.prefix, "/"))
			server.CloseClientConnections()
			server.Close()
			p.goTo("/#" + eval[string](p, `location.hash.slice(1)`))
			p.do(chromedp.Reload())
			p.awaitReady()
			before := p.answer()
			p.enter("eta", "0.05")
			p.awaitOther(before)
		})
	}
}

var (
	buildID     = regexp.MustCompile(`data-build="([0-9a-f]{16})"`)
	keptFiles   = regexp.MustCompile(`const (files|others) = (\{.*\});`)
	programName = regexp.MustCompile(`app-[0-9a-f]{16}\.wasm`)
	hashOf      = regexp.MustCompile(`-[0-9a-f]{16}\.`)
)

// sha256Text is how pages and the service worker know a file.
func sha256Text(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// unpacked are the files of a site without those that are packed beside them.
func unpacked(files map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
	})
	return files
}

// withoutHeaders are the files of a site without those that its host reads.
func withoutHeaders(files map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	for _, name := range headers.Written {
		delete(files, name)
	}
	return files
}

// newerBuild is the site as another build would be: another build id, in the
// page as in the program, another name of the program, and all that is kept
// offline by the hashes of that.
func newerBuild(t testing.TB, files map[string][]byte) map[string][]byte {
	t.Helper()
	id := buildID.FindSubmatch(files["index.html"])
	if id == nil {
		t.Fatal("the page names no build")
	}
	return withBuild(t, files, string(id[1]), "feedfacefeedface")
}

// withBuild is a build under another id, which is as long: the programs that have it in
// them, and what knows files by their hashes, change with it.
func withBuild(t testing.TB, files map[string][]byte, from, to string) map[string][]byte {
	t.Helper()
	files = unpacked(files)
	var names []string // each with what takes its place
	for name, content := range files {
		now := bytes.ReplaceAll(content, []byte(from), []byte(to))
		if files[name] = now; path.Ext(name) != ".wasm" {
			continue
		}
		if bytes.Equal(now, content) {
			t.Fatalf("%s does not have the id %s", name, from)
		}
		sum := sha256.Sum256(now)
		names = append(names, name, hashOf.ReplaceAllString(name, fmt.Sprintf("-%x.", sum[:8])), sha256Text(content), sha256Text(now))
	}
	rename := strings.NewReplacer(names...)
	renamed := map[string][]byte{}
	for name, content := range files {
		if path.Ext(name) != ".wasm" {
			content = []byte(rename.Replace(string(content)))
		}
		renamed[rename.Replace(name)] = content
	}
	renamed["sw.js"] = keptFiles.ReplaceAllFunc(renamed["sw.js"], func(line []byte) []byte {
		parts := keptFiles.FindSubmatch(line)
		sums := map[string]string{}
		if err := json.Unmarshal(parts[2], &sums); err != nil {
			t.Fatal(err)
		}
		for name := range sums {
			sums[name] = sha256Text(renamed[name])
		}
		text, err := json.Marshal(sums)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(fmt.Sprintf("const %s = %s;", parts[1], text))
	})
	return renamed
}

var _ = register(view{name: "another version", address: "/", come: outdated, open: func(p *page) {
	p.Helper()
	// The newer build does not come when it is asked for, so that the page stays
	// to be looked at.
	eval[bool](p, deaf)
	eval[bool](p, `(ServiceWorkerRegistration.prototype.unregister = () => new Promise(() => {}), true)`)
	p.await(`document.querySelector("#update")`)
}})

// deaf keeps a build that waits from hearing that it is asked for.
const deaf = `(ServiceWorker.prototype.postMessage = () => {}, true)`

// outdated is a visit that has kept a build, to a host that has a newer one now.
func outdated(t testing.TB) *page {
	t.Helper()
	h, server := newHost(t, "/")
	p := visitHost(t, server.URL)
	h.deploy(newerBuild(t, h.files))
	return p
}

// offered is a visit to which a newer build than old is offered.
func offered(t testing.TB) (p *page, old string) {
	t.Helper()
	p = outdated(t)
	old = eval[string](p, `lastIterate.build`)
	p.do(chromedp.Reload())
	p.awaitReady()
	p.await(`document.querySelector("#update")`)
	return p, old
}

// takeUpdate takes the offer; the click is made once the script has returned,
// since the page may go with it.
const takeUpdate = `(setTimeout(() => document.querySelector("#update button").click()), true)`

// A newer build is offered and not forced: the page goes on with the old one,
// and when the offer is taken what was typed is still there.
func TestUpdateIsOffered(t *testing.T) {
	t.Parallel()
	p := outdated(t)
	old := eval[string](p, `lastIterate.build`)
	p.do(chromedp.Reload())
	p.awaitReady()
	if got := eval[string](p, `lastIterate.build`); got != old {
		t.Fatalf("the newer build %s was forced on the page", got)
	}
	p.await(`/another build of.*same numbers/.test(document.querySelector("#update")?.innerText ?? "")`)
	before := p.answer()
	p.enter("eta", "0.05") // the old build works on while the newer one waits
	p.awaitOther(before)
	shown := p.answer()
	p.enter("T", "x") // no number, so not in the link
	p.await(shows("T", "x"))
	// The field that is left has its text looked at again first, which may move
	// things between the two halves of a click.
	eval[bool](p, `(document.activeElement.blur(), true)`)
	eval[bool](p, takeUpdate)
	p.await(`lastIterate.build !== ` + strconv.Quote(old))
	// It falls to what it was as row after row comes in.
	p.await(fmt.Sprintf(`Number(document.querySelector("#answer")?.dataset.epsilon) === %v`, shown))
	p.await(shows("eta", "0.05") + ` && ` + shows("T", "x"))
	if eval[bool](p, `document.querySelector("#update") !== null`) {
		t.Error("the update is still offered")
	}
}

// What is typed just before the update is taken is kept, though the program hears of it later than the update is there.
func TestUpdateKeepsTheLastKey(t *testing.T) {
	t.Parallel()
	p, old := offered(t)
	eval[bool](p, `(() => {
		const form = lastIterate.form, call = form.call, e = document.querySelector("#field-T");
		form.call = () => setTimeout(() => { call(); e.focus(); e.blur(); }, 1000); // as if busy until then
		e.value = "x";
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`)
	eval[bool](p, takeUpdate)
	p.await(`lastIterate.build !== ` + strconv.Quote(old))
	p.await(shows("T", "x"))
}

// A newer build that cannot take over, since the old one's worker is never at
// rest, comes from the server.
func TestUpdateDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	p, old := offered(t)
	eval[bool](p, deaf)
	eval[bool](p, takeUpdate)
	p.await(`lastIterate.build !== ` + strconv.Quote(old))
	p.awaitReady()
	if eval[bool](p, `document.querySelector("#update") !== null`) {
		t.Error("the update is still offered")
	}
}

// "Later" puts the offer away and changes nothing.
func TestUpdateCanWait(t *testing.T) {
	t.Parallel()
	p, old := offered(t)
	p.do(chromedp.Click("#update button:last-child"))
	p.await(`!document.querySelector("#update")`)
	if got := eval[string](p, `lastIterate.build`); got != old {
		t.Errorf("the build is %s, was %s", got, old)
	}
}
