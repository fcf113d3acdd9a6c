//go:build e2e

package browsertest

import (
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// patience is how long one visit may take altogether.
const patience = 15 * time.Minute

// The site is visited as the server serves it, or as a static host does:
//
//	go test -tags e2e ./web/browsertest -static ../../bin/site -at /tools/privacy/
var (
	staticSite = flag.String("static", "", "visit the site in this `folder` on a static host instead of our server")
	staticPath = flag.String("at", "/", "the `path` on that host")
	weekly     = flag.Bool("weekly", false, "look at every view in every theme on every screen, and fill the form oftener, as make hosts does")
)

// unbroken reads a text's equations, whose spaces do not break, with common ones.
const unbroken = `.replaceAll("\u00a0=\u00a0", " = ").replaceAll("\u00a0≤\u00a0", " ≤ ")`

// oftener is how often something drawn is tried for a change, or with -weekly.
func oftener(change, week int) int {
	if *weekly {
		return week
	}
	return change
}

var (
	site     string          // where the built site answers, without a slash at the end
	firstTab context.Context // the browser's first tab; visits open their own
)

func TestMain(m *testing.M) {
	code, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func setUp(m *testing.M) (int, error) {
	address, stopServer, err := serve()
	if err != nil {
		return 0, err
	}
	defer stopServer()
	profile, err := os.MkdirTemp("", "last-iterate-profile-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(profile)
	tab, stopBrowser, err := browser.Start(context.Background(), profile, oneProcess)
	if err != nil {
		return 0, err
	}
	defer stopBrowser()
	site, firstTab = address, tab
	return m.Run(), nil
}

// serve starts whatever the flags say the site is visited on.
func serve() (address string, stop func(), err error) {
	flag.Parse()
	if *staticSite == "" {
		return browser.Serve(context.Background())
	}
	files, err := filesOf(*staticSite)
	if err != nil {
		return "", nil, err
	}
	server := httptest.NewServer(&host{prefix: *staticPath, files: files})
	return server.URL + strings.TrimSuffix(*staticPath, "/"), server.Close, nil
}

// page is one visit: a tab with a profile that no other tab has meanwhile.
type page struct {
	testing.TB
	ctx    context.Context
	origin string
	others []string // origins that the page may ask too
	leave  func()   // closes the tab; the test's end does, too

	mu       sync.Mutex
	faults   []string // console errors, and requests that left the origin
	expected []string // parts of console errors that the test provokes
}

// newPage opens an empty tab that is to visit origin only.
func newPage(t testing.TB, origin string, others ...string) *page {
	t.Helper()
	tab, closeTab := openTab(t, origin, others...)
	return pageIn(t, tab, closeTab, origin, others...)
}

// pageIn is the visit that a tab is opened for.
func pageIn(t testing.TB, tab context.Context, closeTab func(), origin string, others ...string) *page {
	t.Helper()
	t.TempDir() // what is asked for first is removed last: until the tab is closed a download may be under way
	ctx, cancel := context.WithTimeout(tab, patience)
	p := &page{TB: t, ctx: ctx, origin: origin, others: others}
	// Several tabs are open at a time, and each is to behave as the one in front.
	call(p, ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	messages := chromedp.Console(ctx)
	requests := chromedp.Events(ctx, network.RequestWillBeSent)
	var watchers sync.WaitGroup
	watchers.Go(func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleWarning {
				p.fault(fmt.Sprintf("console %s: %s %s", m.Type, m.Text, m.URL))
			}
		}
	})
	watchers.Go(func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			if u := r.Request.URL; !p.mayAsk(u) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:"+originOf(p.origin)+"/") {
				p.fault("a request left the origin: " + u)
			}
		}
	})
	p.leave = sync.OnceFunc(func() {
		cancel()
		watchers.Wait()
		closeTab()
		for _, f := range p.faults {
			t.Error(f)
		}
	})
	t.Cleanup(p.leave)
	return p
}

// mayAsk reports whether an address is at an origin that the test allows.
func (p *page) mayAsk(address string) bool {
	return slices.ContainsFunc(append(p.others, p.origin), func(o string) bool { return strings.HasPrefix(address, o+"/") })
}

// visit opens the site at an address such as "/" or "/#v=1&…" and waits for
// the answer.
func visit(t testing.TB, address string) *page {
	t.Helper()
	p := newPage(t, site)
	p.goTo(address)
	p.awaitReady()
	return p
}

// follow has the open page follow another link, as one that is pasted into the address
// bar, and waits for the answer to it: what holds once the form is that link's, shows,
// tells it from the answer before.
func (p *page) follow(link, shows string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, strings.TrimPrefix(link, "/")))
	p.await(ready + ` && ` + shows)
}

// shows is true of the page when a field holds a value; of options it is the chosen one.
func shows(field, value string) string {
	return fmt.Sprintf(`(document.querySelector('#run [name="%[1]s"]:checked') ?? document.querySelector("#field-%[1]s"))?.value === %[2]q`,
		field, value)
}

// newcomer opens an empty tab with an empty profile.
func newcomer(t testing.TB) *page {
	t.Helper()
	tab, closeTab := emptyTab(t)
	return pageIn(t, tab, closeTab, site)
}

// firstVisit is visit with an empty profile.
func firstVisit(t testing.TB, address string) *page {
	t.Helper()
	p := newcomer(t)
	p.goTo(address)
	p.awaitReady()
	return p
}

func (p *page) fault(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.expected {
		if strings.Contains(text, e) {
			return
		}
	}
	p.faults = append(p.faults, text)
}

// expect lets console errors pass that contain the text.
func (p *page) expect(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, text)
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

func (p *page) goTo(address string) {
	p.Helper()
	if strings.HasPrefix(address, "#") {
		address = "/" + address // in a folder of a static host too
	}
	p.do(chromedp.Navigate(p.origin + address))
}

// eval is the value of a JavaScript expression in the page.
func eval[T any](p *page, expression string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait is how long a condition may take to become true: no test is about time,
// and a busy machine is slow.
const wait = 2 * time.Minute

// await waits until a JavaScript expression is true.
func (p *page) await(expression string) {
	p.Helper()
	if err := browser.Await(p.ctx, expression, wait); err != nil {
		p.Fatalf("%v\nthe page: %s", err, p.outline())
	}
}

// outline is what a person would see of the page's state.
func (p *page) outline() string {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`JSON.stringify({
		state: document.documentElement.dataset.state, address: location.href,
		answer: document.querySelector("#answer")?.innerText,
		epsilon: document.querySelector("#answer")?.dataset.epsilon,
		status: document.querySelector("#status")?.innerText,
		picture: document.querySelector("#plotting")?.innerText,
		compared: document.querySelector("#compare-status")?.innerText,
		lines: [...document.querySelectorAll("#chart path[data-series]")].map((line) => line.dataset.series).join(" "),
		alert: document.querySelector(".boot-alert")?.innerText,
	})`))
	if err != nil {
		return err.Error()
	}
	return text
}

const ready = `document.documentElement.dataset.state === "ready"`

// awaitReady waits until the answer shown belongs to the form shown.
func (p *page) awaitReady() {
	p.Helper()
	p.await(ready)
}
