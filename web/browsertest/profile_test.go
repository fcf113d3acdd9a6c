//go:build e2e

package browsertest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// The tabs of a profile share a process. A program that is compiled there stays so
// while anything holds it, which saves half of what a visit costs the processor.
var oneProcess = chromedp.Flag("renderer-process-limit", "1")

// holders are the free browser profiles that have loaded the site: a tab in each, which shows next to
// nothing and keeps the site's compiled program.
var holders struct {
	sync.Mutex
	free []context.Context
}

// openTab opens an empty tab. Where the page to visit is the site or embeds it, the browser profile is one that has
// loaded the site and that no other test uses meanwhile; elsewhere it is new.
func openTab(t testing.TB, origin string, others ...string) (tab context.Context, closeTab context.CancelFunc) {
	t.Helper()
	if origin != site && !slices.Contains(others, site) {
		return emptyTab(t)
	}
	holder, err := freeHolder()
	if err != nil {
		t.Fatal(err)
	}
	tab, closeIt := chromedp.NewContext(holder)
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	// What is visited is what the site's host serves, not what was kept of it.
	if _, err := chromedp.Call(tab, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}); err != nil {
		t.Fatal(err)
	}
	if origin != site {
		forget(t, tab)
	}
	return tab, func() {
		closeIt()
		holders.Lock()
		defer holders.Unlock()
		holders.free = append(holders.free, holder)
	}
}

// forget deletes what the site has stored in the browser profile of a tab, since its service worker would answer for
// its frame in another page. Chromium keeps a frame's storage in a page of the same site apart from that in a page of
// another site, under the key of both sites.
func forget(t testing.TB, tab context.Context) {
	t.Helper()
	for _, key := range []string{originOf(site) + "/", originOf(site) + "/^0http://localhost"} {
		kept := storage.ClearDataForStorageKeyParams{StorageKey: key, StorageTypes: "service_workers,cache_storage,local_storage"}
		if _, err := chromedp.Call(tab, storage.ClearDataForStorageKey, kept); err != nil {
			t.Fatal(err)
		}
	}
}

// emptyTab opens a tab with a profile of its own.
func emptyTab(t testing.TB) (tab context.Context, closeTab context.CancelFunc) {
	t.Helper()
	tab, closeTab = chromedp.NewContext(firstTab, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(tab); err != nil { // opens the tab, which must outlive any deadline
		t.Fatal(err)
	}
	return tab, closeTab
}

// freeHolder is a free holder, or a new one.
func freeHolder() (holder context.Context, err error) {
	holders.Lock()
	if n := len(holders.free); n > 0 {
		holder = holders.free[n-1]
		holders.free = holders.free[:n-1]
	}
	holders.Unlock()
	if holder != nil {
		return holder, nil
	}
	holder, _ = chromedp.NewContext(firstTab, chromedp.WithNewBrowserContext()) // closed with the browser
	if err := chromedp.Do(holder); err != nil {
		return nil, err
	}
	if err := chromedp.Do(holder, chromedp.Navigate(site+"/404.html")); err != nil {
		return nil, err
	}
	const hold = `(globalThis.held ??= fetch(%q).then((r) => r.text())
		.then((page) => /data-program="([^"]+)"/.exec(page)[1])
		.then((program) => WebAssembly.compileStreaming(fetch(%[1]q + program)))
		.then((module) => { globalThis.program = module; }), globalThis.program !== undefined)`
	if err := browser.Await(holder, fmt.Sprintf(hold, site+"/"), time.Minute); err != nil {
		return nil, err
	}
	return holder, nil
}
