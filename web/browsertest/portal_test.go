//go:build e2e

package browsertest

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// portal is what a captive portal says to every request: that all is well, and
// its own page.
const portal = "<!doctype html><title>Welcome</title><p>Accept our terms to go on."

// portalled is the built site behind a line on which a portal may answer the
// requests that match lies, and on which nothing answers once it is cut.
type portalled struct {
	origin  string
	files   map[string][]byte
	lies    atomic.Pointer[regexp.Regexp]
	lied    atomic.Int32
	cutLine func()
}

func newPortal(t *testing.T) *portalled {
	t.Helper()
	l := &portalled{files: unpacked(readSite(t, dist))}
	h := &host{prefix: "/"}
	h.deploy(l.files)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if lies := l.lies.Load(); lies != nil && lies.MatchString(r.URL.Path) {
			l.lied.Add(1)
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(portal))
			return
		}
		h.ServeHTTP(w, r)
	}))
	l.cutLine = func() { server.CloseClientConnections(); server.Close() }
	t.Cleanup(server.Close)
	l.origin = server.URL
	return l
}

// named is the file of the build whose path matches.
func (l *portalled) named(t *testing.T, pattern string) string {
	t.Helper()
	for name := range l.files {
		if regexp.MustCompile(pattern).MatchString("/" + name) {
			return name
		}
	}
	t.Fatalf("the build has no file %s", pattern)
	return ""
}

func fetched(p *page, name string) string {
	p.Helper()
	return eval[string](p, `fetch("/`+name+`").then((r) => r.text()).catch(() => "nothing")`)
}

// The page of a captive portal is never kept in place of a file of the build, not
// when the build is kept and not when a file is first needed; and what is kept
// once the line is good again is what was built.
func TestPortalsAreNotKept(t *testing.T) {
	t.Parallel()
	for _, lie := range []string{`engine-frame-.*\.js$`, `^/embed\.html$`, `^/assets/worker-`, `icon-512`} {
		t.Run(lie, func(t *testing.T) {
			l := newPortal(t)
			name := l.named(t, lie)
			p := newPage(t, l.origin)
			for _, text := range []string{"integrity", "Failed to", "ServiceWorker", "preload", "worker", "code"} {
				p.expect(text)
			}
			l.lies.Store(regexp.MustCompile(lie))
			p.goTo("/")
			for deadline := time.Now().Add(wait); l.lied.Load() == 0; time.Sleep(20 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("nothing was lied about")
				}
			}
			p.awaitPromise(`navigator.serviceWorker.getRegistration().then((r) => !r?.installing)`)
			l.lies.Store(nil)
			p.do(chromedp.Reload())
			p.awaitReady()
			p.awaitPromise(kept)
			l.cutLine()
			if got := fetched(p, name); got != eval[string](p,
				`new TextDecoder().decode(Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(l.files[name])+`"), (c) => c.charCodeAt(0)))`) {
				t.Errorf("without a line %s is %.80q", name, got)
			}
		})
	}
	t.Run("a file that is first needed", func(t *testing.T) {
		l := newPortal(t)
		name := l.named(t, `\.otf$`)
		p := newPage(t, l.origin)
		for _, text := range []string{"integrity", "Failed to"} {
			p.expect(text)
		}
		p.goTo("/")
		p.awaitReady()
		p.awaitPromise(kept)
		l.lies.Store(regexp.MustCompile(`\.otf$`))
		if got := fetched(p, name); got != portal {
			t.Fatalf("the portal did not answer: %.80q", got)
		}
		l.lies.Store(nil)
		if got := fetched(p, name); got == portal {
			t.Error("the portal's page is kept for the font")
		}
		l.cutLine()
		if n := eval[int](p, `fetch("/`+name+`").then((r) => r.arrayBuffer()).then((b) => b.byteLength)`); n != len(l.files[name]) {
			t.Errorf("without a line the font has %d bytes, want %d", n, len(l.files[name]))
		}
	})
}

// The documentation is read without a line too, at every address that the server
// has for it, and what its pages name is found.
func TestDocumentationOffline(t *testing.T) {
	t.Parallel()
	l := newPortal(t)
	p := newPage(t, l.origin)
	p.expect("stix-two-math") // which is kept once it was needed
	p.goTo("/")
	p.awaitReady()
	p.awaitPromise(kept)
	l.cutLine()
	for _, address := range []string{"/docs/hidden-state.html", "/docs/hidden-state", "/docs/", "/docs", "/docs/theorems/",
		"/docs/browsers.html"} {
		p.goTo(address)
		if words := eval[string](p, `document.querySelector("main h1")?.innerText ?? document.body.innerText`); words == "" ||
			!eval[bool](p, `document.documentElement.dataset.view === "documentation"`) {
			t.Errorf("%s shows %q", address, words)
		}
		if eval[int](p, `document.styleSheets[0].cssRules.length`) < 20 {
			t.Errorf("%s has no style", address)
		}
	}
}
