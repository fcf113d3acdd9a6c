//go:build e2e

package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watchNumbers notes, frame by frame from the first, every ε that the answer
// has shown. Text that is hidden is not part of innerText.
const watchNumbers = `
globalThis.shownSoFar = [];
(function look() {
	const text = document.querySelector("#answer-sentence")?.innerText.match(/ε ≤ ([0-9.]+)/)?.[1];
	if (text && shownSoFar.at(-1) !== text) shownSoFar.push(text);
	requestAnimationFrame(look);
})();`

// runFirst runs a script in every document before the document's own.
func (p *page) runFirst(script string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// slowVisit opens an address while the program is held back, and waits for the
// first paint.
func slowVisit(t *testing.T, g gate, address string) *page {
	t.Helper()
	p := newPage(t, g.address)
	p.runFirst(watchNumbers)
	p.setOff(g.address + address)
	p.await(`document.querySelector("#first-paint #answer-sentence") !== null && !document.querySelector("#boot").hidden`)
	return p
}

// setOff opens an address and waits for nothing: the load event comes after the
// program, which may be held back.
func (p *page) setOff(address string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { return navigateOnly(ctx, t, address) }))
}

// The default run's answer and picture are there before the program is, and
// stay the same when it has come.
func TestFirstPaintIsTheAnswer(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	p := slowVisit(t, g, "/")
	p.await(`shownSoFar.length > 0`)
	if n := eval[int](p, `document.querySelectorAll("#first-paint #chart svg path").length`); n < 2 {
		t.Errorf("the first picture has %d lines", n)
	}
	g.open()
	p.awaitReady()
	p.do(chromedp.Sleep(100 * time.Millisecond)) // some frames more
	if shown := eval[[]string](p, `shownSoFar`); len(shown) != 1 {
		t.Errorf("the answer changed while the page loaded: %v", shown)
	}
	if eval[bool](p, `document.querySelector("#first-paint") !== null`) {
		t.Error("the first paint is still there beside the page")
	}
}

// places is where the parts that a reader looks at are on the page.
const places = `["#answer-sentence", ".ruler svg", "#chart svg", "#field-eta"].map((selector) => {
	const r = [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect()).find((r) => r.height > 0);
	if (selector === ".ruler svg") return [selector, r.left, r.top].map((x) => x.toFixed ? Math.round(x / 4) * 4 : x).join(" ");
	return [selector, r.left, r.top, r.width].map((x) => x.toFixed ? Math.round(x / 4) * 4 : x).join(" ");
}).join("; ")`

// Nothing that is being read moves when the program takes over.
func TestTakeoverMovesNothing(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}} {
		g := newGate(t)
		p := slowVisit(t, g, "/")
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.await(fmt.Sprintf(`innerWidth === %d`, size[0]))
		before := eval[string](p, places)
		g.open()
		p.awaitReady()
		if after := eval[string](p, places); after != before {
			t.Errorf("at %v the first paint had\n%s\nthe page has\n%s", size, before, after)
		}
	}
}

// The picture of the opening run is never without its lines, from the first paint to the
// engine's own: none of them goes out and comes again.
func TestFirstPictureStaysDrawn(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`
	globalThis.lengths = [];
	new MutationObserver(() => {
		if (document.readyState === "loading") return; // on a slow line the picture comes in parts
		if (![...document.styleSheets].some((s) => s.href)) return; // of three sizes the style sheet shows one
		const lines = [...document.querySelectorAll("#chart path[data-series]")].filter((e) => e.checkVisibility());
		const length = Math.round(lines.reduce((sum, e) => sum + e.getTotalLength(), 0) / 100);
		if (lengths.at(-1) !== length && (length > 0 || lengths.length > 0)) lengths.push(length);
	}).observe(document, {subtree: true, childList: true, attributes: true});`)
	p.goTo("/")
	p.awaitReady()
	lengths := eval[[]float64](p, `lengths`)
	if len(lengths) == 0 || slices.Min(lengths) < 0.7*slices.Max(lengths) {
		t.Errorf("the lines were so long, in hundreds of pixels: %v", lengths)
	}
}

// An embed of the opening run has the ruler before the program is there.
func TestEmbedBeginsWithTheRuler(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	p := newPage(t, g.address)
	front := newPage(t, site)
	front.goTo("/")
	opening := eval[string](front, `document.querySelector("script[data-opening]").dataset.opening`)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.Navigate, cdppage.NavigateParams{URL: g.address + "/embed/#" + opening + "&size=number"})
		return err
	}))
	p.await(`document.querySelector("#first-paint .ruler svg") !== null`)
	const label = `[...document.querySelectorAll(".ruler svg")].find((e) => e.getBoundingClientRect().height > 0 && getComputedStyle(e).visibility === "visible")?.getAttribute("aria-label")`
	p.await(`(` + label + `)?.startsWith("ε ≤ ")`)
	first := eval[string](p, label)
	g.open()
	p.awaitReady()
	p.await(`document.querySelector("#ruler svg") !== null`)
	if then := eval[string](p, label); then != first {
		t.Errorf("the ruler said %q and says %q", first, then)
	}
}

// A link to another run never shows the default run's number, however long the
// program takes to arrive.
func TestLinkNeverFlashesTheDefault(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	front := slowVisit(t, g, "/")
	front.await(`shownSoFar.length > 0`)
	unwanted := eval[[]string](front, `shownSoFar`)[0]

	for name, address := range map[string]string{"fragment": aLink, "query": "/?" + strings.TrimPrefix(aLink, "/#")} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			p := slowVisit(t, g, address)
			p.do(chromedp.Sleep(300 * time.Millisecond)) // some twenty frames
			if shown := eval[[]string](p, `shownSoFar`); len(shown) > 0 {
				t.Errorf("before the program has come the page shows %v", shown)
			}
			if hidden := eval[bool](p, `[...document.querySelectorAll("#first-paint input")].every((i) => getComputedStyle(i).visibility === "hidden" || i.value === "")`); !hidden {
				t.Error("fields show the default's values under a link to another run")
			}
			g.open()
			p.awaitReady()
			p.await(`shownSoFar.length > 0`) // the watch does see numbers
			if shown := eval[[]string](p, `shownSoFar`); slices.Contains(shown, unwanted) {
				t.Errorf("the default's ε = %s was shown: %v", unwanted, shown)
			}
		})
	}
}

// What is typed before the program is there is in the form when it has come,
// and is what the answer belongs to.
func TestEarlyTypingIsKept(t *testing.T) {
	t.Parallel()
	want := answerTo(t, strings.Replace(figure1, "eta=0.1", "eta=0.05", 1)+"&loss=strongly-convex&strong_convexity=1&delta=1e-5")
	g := newGate(t)
	p := slowVisit(t, g, "/")
	p.enter("eta", "0.05")
	if got := p.text("eta"); got != "0.05" {
		t.Fatalf("the first paint's field holds %q", got)
	}
	g.open()
	p.awaitAnswer(want, 1e-12)
	if got := p.text("eta"); got != "0.05" {
		t.Errorf("the field holds %q after the program has come", got)
	}
	if id := eval[string](p, `document.activeElement.id`); id != "field-eta" {
		t.Errorf("the caret was in the learning rate and is now in %q", id)
	}
	p.do(chromedp.KeyEvent("1")) // typing goes on where it was
	p.await(`document.querySelector("#field-eta").value === "0.051"`)
}
