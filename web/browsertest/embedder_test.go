//go:build e2e

package browsertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// strictHost is the policy of a page that lets in the calculator's frames and
// scripts, its own scripts, and nothing else.
func strictHost() string {
	return "default-src 'none'; script-src 'self' " + originOf(site) + "; frame-src " + originOf(site) + "; img-src data:"
}

// originOf is an address without its path.
func originOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// newEmbedder serves pages of another site, by their path, and returns its origin.
// The calculator is at 127.0.0.1 and this is at localhost: for a browser they
// are strangers, and what frames keep is kept apart.
func newEmbedder(t testing.TB, policy string, files map[string]string) string {
	t.Helper()
	return serveHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, known := files[r.URL.Path]
		if !known {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		} else {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		w.Write([]byte(content))
	}))
}

func serveHost(t testing.TB, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
}

// visitEmbedder opens a page that holds embeds.
func visitEmbedder(t testing.TB, origin, path string) *page {
	t.Helper()
	p := newPage(t, origin, site)
	p.goTo(path)
	return p
}

// firstAtEmbedder is visitEmbedder with an empty profile.
func firstAtEmbedder(t testing.TB, origin, path string) *page {
	t.Helper()
	tab, closeTab := emptyTab(t)
	p := pageIn(t, tab, closeTab, origin, site)
	p.goTo(path)
	return p
}

// targets are the frames from other sites, or the workers, that this visit has,
// whose address begins as given, in the order of their ids.
func (p *page) targets(kind, address string) []target.ID {
	p.Helper()
	infos, err := chromedp.Targets(p.ctx)
	if err != nil {
		p.Fatal(err)
	}
	own := chromedp.FromContext(p.ctx).BrowserContextID
	var ids []target.ID
	for _, info := range infos {
		if info.Type == kind && info.BrowserContextID == own && strings.HasPrefix(info.URL, address) {
			ids = append(ids, info.TargetID)
		}
	}
	slices.Sort(ids)
	return ids
}

// frames attaches to the frames at an address, once there are as many as wanted.
func (p *page) frames(address string, wanted int) []*page {
	p.Helper()
	var ids []target.ID
	for deadline := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		if ids = p.targets("iframe", address); len(ids) == wanted {
			break
		}
		if time.Now().After(deadline) {
			p.Fatalf("%d frames at %s, want %d", len(ids), address, wanted)
		}
	}
	frames := make([]*page, len(ids))
	for i, id := range ids {
		ctx, detach := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
		p.Cleanup(detach)
		if err := chromedp.Do(ctx); err != nil {
			p.Fatal(err)
		}
		frames[i] = &page{TB: p.TB, ctx: ctx, origin: site}
	}
	return frames
}

// workers counts the workers of a calculator, which show once their frames are
// attached to; there is the engine's frame at least.
func (p *page) workers(home string) int {
	p.Helper()
	p.frames(home+"/embed/engine.html", 1)
	for deadline := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		if n := len(p.targets("worker", home)); n > 0 || time.Now().After(deadline) {
			return n
		}
	}
}

// answerTo is the answer on the calculator's own page, which draws one quick
// line only, so that nothing else is waited for.
// Several tests compare embeds with the same, which is looked at once.
func answerTo(t testing.TB, address string) float64 {
	t.Helper()
	answers.Lock()
	defer answers.Unlock()
	known, found := answers.to[address]
	if !found {
		p := visit(t, address+"&rows=composition")
		known = p.answer()
		p.leave()
		answers.to[address] = known
	}
	return known
}

// answers are what answerTo has seen, by addresses.
var answers = struct {
	sync.Mutex
	to map[string]float64
}{to: map[string]float64{}}

// allReady waits until every frame shows its answer.
func allReady(frames []*page) {
	for _, f := range frames {
		f.Helper()
		f.awaitReady()
	}
}

// opened waits for a tab at an address and attaches to it.
func (p *page) opened(address string) *page {
	p.Helper()
	for deadline := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		if ids := p.targets("page", address); len(ids) == 1 {
			ctx, closeTab := chromedp.NewContext(p.ctx, chromedp.WithTargetID(ids[0]))
			p.Cleanup(closeTab)
			if err := chromedp.Do(ctx); err != nil {
				p.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(ctx, patience)
			p.Cleanup(cancel)
			if err := browser.Await(ctx, ready, wait); err != nil {
				p.Fatal(err)
			}
			return &page{TB: p.TB, ctx: ctx, origin: site}
		}
		if time.Now().After(deadline) {
			p.Fatalf("no tab was opened at %s", address)
		}
	}
}
