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

// profiles are those that have visited the site and are free now: a tab in each, which
// shows next to nothing and holds the site's program.
var profiles struct {
	sync.Mutex
	free []context.Context
}

// openTab opens an empty tab: for the site, and for pages of other origins that hold it, in
// a profile that has been there before and that no other tab has meanwhile; for pages that
// do not in an empty one.
func openTab(t testing.TB, origin string, others ...string) (tab context.Context, closeTab context.CancelFunc) {
	t.Helper()
	if origin != site && !slices.Contains(others, site) {
		return emptyTab(t)
	}
	holder, err := profile()
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
		profiles.Lock()
		defer profiles.Unlock()
		profiles.free = append(profiles.free, holder)
	}
}

// forget drops what the site has kept in the profile of a tab, since frames of other sites
// would be served by its worker: as a neighbour's frame, and as a stranger's, which
// Chromium keeps apart under the key of both sites.
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
	tab, closeTab = chromedp.NewContext(firstly, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(tab); err != nil { // opens the tab, which must outlive any deadline
		t.Fatal(err)
	}
	return tab, closeTab
}

// profile is one that is free, or another.
func profile() (holder context.Context, err error) {
	profiles.Lock()
	if n := len(profiles.free); n > 0 {
		holder = profiles.free[n-1]
		profiles.free = profiles.free[:n-1]
	}
	profiles.Unlock()
	if holder != nil {
		return holder, nil
	}
	holder, _ = chromedp.NewContext(firstly, chromedp.WithNewBrowserContext()) // closed with the browser
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
