//go:build e2e

package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openShare opens the dialog by the keyboard.
func (p *page) openShare() {
	p.Helper()
	eval[bool](p, `(document.querySelector("#share").focus(), true)`)
	p.expect("Fetch API cannot load") // of an embed in the dialog that is taken away while it loads
	p.do(chromedp.KeyEvent(kb.Enter))
	p.await(`document.querySelector("#share-dialog").matches(":modal") && document.querySelector("#share-citation")`)
}

var _ = register(view{name: "sharing", address: openingRun, open: (*page).openShare})

// clipboard is one for all tabs: who reads it has it until the test is over.
var clipboard sync.Mutex

// mayCopy lets the page write to the clipboard and the test read it.
func (p *page) mayCopy() {
	p.Helper()
	clipboard.Lock()
	p.Cleanup(clipboard.Unlock)
	info := call(p, p.ctx, target.GetTargetInfo, target.GetTargetInfoParams{})
	p.Cleanup(func() { // others come into this profile
		call(p, p.ctx, browser.ResetPermissions, browser.ResetPermissionsParams{BrowserContextID: info.TargetInfo.BrowserContextID})
	})
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		call(p, p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
			Origin: originOf(site), BrowserContextID: info.TargetInfo.BrowserContextID,
		})
	}
}

const shareItems = `[...document.querySelectorAll("#share-dialog pre")]`

// Each item is copied by one key, and by its button; Escape closes and gives
// the focus back.
func TestShareCopiesByOneKey(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.mayCopy()
	p.goTo(aLink)
	p.awaitReady()
	p.openShare()
	if !eval[bool](p, `document.querySelector("#share-dialog").contains(document.activeElement)`) {
		t.Error("the focus is outside of the dialog")
	}
	texts := eval[[]string](p, shareItems+`.map((e) => e.textContent)`)
	if len(texts) != 6 {
		t.Fatalf("%d items, want link, frame, element, Markdown, statement and citation", len(texts))
	}
	for i, text := range texts {
		p.do(chromedp.KeyEvent(fmt.Sprint(i + 1)))
		p.await(fmt.Sprintf(`document.querySelector("#share-said").innerText.endsWith("copied.") && navigator.clipboard.readText().then((t) => globalThis.pasted = t) && globalThis.pasted === %q`, text))
	}
	p.do(chromedp.Click("#share-link-copy"))
	p.await(fmt.Sprintf(`document.querySelector("#share-said").innerText === "Link: copied." && navigator.clipboard.readText().then((t) => globalThis.pasted = t) && globalThis.pasted === %q`, texts[0]))
	if want := site + aLink; texts[0] != want {
		t.Errorf("the link is %s, want %s", texts[0], want)
	}
	if statement := eval[string](p, `document.querySelector("#statement-text").textContent`); texts[4] != statement {
		t.Errorf("the statement is %q, the page's %q", texts[4], statement)
	}
	p.do(chromedp.KeyEvent(kb.Escape))
	p.await(`!document.querySelector("#share-dialog").open && document.activeElement.id === "share"`)
	p.openShare()
	p.do(chromedp.Click("#share-done"))
	p.await(`!document.querySelector("#share-dialog").open`)
	// Whoever opens it again before the page has heard that it was closed finds it
	// whole.
	p.openShare()
	eval[bool](p, `(document.querySelector("#share-dialog").close(), document.querySelector("#share").click(), true)`)
	p.await(`document.querySelector("#share-dialog").matches(":modal") && document.querySelector("#share-citation")`)
	eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 300))`)
	p.await(`document.querySelector("#share-dialog").matches(":modal") && document.querySelector("#share-citation") && document.querySelector("#share-done")`)
}

// A run that lacks a number, or has one that is refused, has a link all the same; the dialog
// says what keeps the rest, and has all of it once there is an answer.
func TestShareWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.goTo(strings.Replace(aLink, "n=7", "n=", 1))
	const alone = `[...document.querySelectorAll("#share-dialog pre")].map((e) => e.id).join() === "share-link" &&
		document.querySelector("#share-link").textContent.endsWith(location.hash)`
	p.await(`document.querySelector("#needed") !== null`)
	p.press("#share")
	p.await(alone)
	p.says("#share-wait", "No answer yet: dataset size is needed.", "the citation come with the complete answer")
	p.press("#share-done")
	p.enter("n", "7")
	p.awaitReady()
	p.enter("eta", "-1")
	p.await(`document.querySelector("#error-eta") !== null`)
	p.press("#share")
	p.await(alone)
	p.says("#share-wait", "The link contains η = 0.05; fix the marked field.")
	p.press("#share-done")
	p.enter("eta", "0.05")
	p.awaitReady()
	p.openShare()
}

// Where a page may not write to the clipboard the text is selected.
func TestShareWithoutClipboard(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`Object.defineProperty(navigator, "clipboard", {value: undefined});`)
	p.goTo(openingRun)
	p.awaitReady()
	p.openShare()
	p.do(chromedp.KeyEvent("2"))
	p.await(`getSelection().toString() === document.querySelector("#share-frame").textContent && /selected/.test(document.querySelector("#share-said").innerText)`)
}

// Where the system has a sheet to send links by, it gets the run's.
func TestShareSendsByTheSystem(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`navigator.share = (what) => { globalThis.sent = what; return Promise.reject(new DOMException("closed", "AbortError")); };`)
	p.goTo(openingRun)
	p.awaitReady()
	p.openShare()
	p.do(chromedp.Click("#share-send"))
	p.await(`globalThis.sent?.url === document.querySelector("#share-link").textContent && sent.title`)
}

// The picture that the Markdown names is saved and opens by itself.
func TestShareSavesThePicture(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#"+theRun+"&delta=1e-6&rows=composition~shift~chien-li-3.1")
	folder := p.downloads()
	p.openShare()
	p.do(chromedp.Click("#share-picture"))
	p.await(`document.querySelector("#share-said").innerText.startsWith("Saved ")`)
	name := strings.TrimSuffix(strings.TrimPrefix(eval[string](p, `document.querySelector("#share-said").innerText`), "Saved "), ".")
	if markdown := eval[string](p, `document.querySelector("#share-markdown").textContent`); !strings.Contains(markdown, "]("+name+")") {
		t.Errorf("the Markdown does not name %s: %s", name, markdown)
	}
	var content []byte
	for p.ctx.Err() == nil && !strings.HasSuffix(strings.TrimSpace(string(content)), "</svg>") {
		content, _ = os.ReadFile(filepath.Join(folder, name))
	}
	link := eval[string](p, `document.querySelector("#share-link").textContent`)
	picture := opensWith(t, filepath.Join(folder, name), link)
	if n := eval[int](picture, `document.querySelectorAll("svg.ruler .plot-dot").length`); n != 1 {
		t.Errorf("the picture has %d answers on its ruler", n)
	}
}

// What the dialog gives works where it is pasted: the frame and the element
// show the number that was shared.
func TestSharedMarkupWorks(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#"+theRun+"&alpha=2"+fewLines)
	want := p.answer()
	p.openShare()
	// The host forbids styles in its markup, so that the frame, and the picture in the element, have the size of
	// their attributes.
	styled := regexp.MustCompile(` style="[^"]*"`)
	frame := styled.ReplaceAllString(eval[string](p, `document.querySelector("#share-frame").textContent`), "")
	element := styled.ReplaceAllString(eval[string](p, `document.querySelector("#share-element").textContent`), "")
	host := newEmbedder(t, strictHost(), map[string]string{
		"/hear.js": hearAll,
		"/":        `<!doctype html><title>Host</title><script src="/hear.js"></script>` + frame + element,
	})
	h := visitEmbedder(t, host, "/")
	h.await(`(document.querySelector("last-iterate").scrollIntoView(), document.querySelector("last-iterate").answer)`)
	if got := eval[float64](h, `document.querySelector("last-iterate").answer.epsilon`); got != want {
		t.Errorf("the element says %v, shared was %v", got, want)
	}
	h.await(`(document.querySelector("iframe").scrollIntoView(), heard.filter((m) => m.type === "last-iterate:answer").length === 2)`)
	for _, got := range eval[[]float64](h, `heard.filter((m) => m.type === "last-iterate:answer").map((m) => m.epsilon)`) {
		if got != want {
			t.Errorf("an embed says %v, shared was %v", got, want)
		}
	}
}

// preview is true once the embed in the dialog shows the answer, in whatever theme and size.
const preview = `document.querySelector("#share-embed")?.contentDocument?.documentElement.dataset.state === "ready"`

// The dialog shows the embed itself, at the address of the markup and in its size, without a
// scrollbar; there is one frame at most, whatever is chosen, and no step in the history.
func TestShareShowsTheEmbed(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#"+theRun+"&alpha=2"+fewLines)
	want := p.answer()
	if eval[bool](p, `Boolean(document.querySelector("iframe"))`) {
		t.Error("there is a frame before the dialog is open")
	}
	p.openShare()
	p.await(preview)
	// Most pages are light: without a choice the embed is.
	p.await(`document.querySelector("#share-frame").textContent.includes("theme=light") && document.querySelector("#share-theme-light").checked`)
	steps := eval[int](p, `history.length`)
	for _, c := range []struct{ size, theme, paper string }{
		{"chart", "dark", "#14161a"}, {"number", "dark", "#14161a"}, {"full", "light", "#fbfaf7"},
		{"chart", "light", "#fbfaf7"},
	} {
		p.do(chromedp.Click("#share-size-"+c.size+" + span"), chromedp.Click("#share-theme-"+c.theme+" + span"))
		p.await(fmt.Sprintf(`(() => {
			const frame = document.querySelector("#share-embed"), markup = document.querySelector("#share-frame").textContent;
			const said = (name) => markup.match(" " + name + '="([^"]*)"')[1].replaceAll("&amp;", "&");
			const root = frame.contentDocument.documentElement, box = frame.getBoundingClientRect();
			return document.querySelectorAll("iframe").length === 1 && frame.loading === "lazy" && frame.title && frame.tabIndex === 0 &&
				frame.contentWindow.location.href === said("src") && root.dataset.size === %q && root.dataset.theme === %q && %s &&
				getComputedStyle(root).getPropertyValue("--paper") === %q &&
				Number(root.querySelector("#answer").dataset.epsilon) === %v &&
				(said("width") === "100%%" || frame.width === said("width") && frame.height === said("height")) &&
				root.scrollHeight <= Math.ceil(box.height) && root.scrollWidth <= Math.ceil(box.width);
		})()`, c.size, c.theme, preview, c.paper, want))
	}
	// The other choices show the parts that they name.
	for _, c := range []struct{ size, parts string }{{"picture", "#picture"}, {"form", "#answer,#picture,#run"}, {"chart", "#answer,#picture"}} {
		p.do(chromedp.Click("#share-size-" + c.size + " + span"))
		p.await(preview + fmt.Sprintf(` && ["#answer", "#picture", "#run"].filter((id) => document.querySelector("#share-embed").contentDocument.querySelector(id)).join() === %q`, c.parts))
	}
	if now := eval[int](p, `history.length`); now != steps {
		t.Errorf("the history grew from %d to %d", steps, now)
	}
	// The pointer is not needed: Tab comes to the frame, and on from it.
	eval[bool](p, `(document.querySelector("#share-preview summary").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Tab))
	p.await(`document.activeElement.id === "share-embed"`)
	for i := 0; i < 40 && eval[bool](p, `document.activeElement.id === "share-embed"`); i++ {
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.await(`document.activeElement.id === "share-frame-copy"`)
	p.do(chromedp.Click("#share-preview summary"))
	p.await(`!document.querySelector("iframe")`)
	p.do(chromedp.Click("#share-preview summary"))
	p.await(preview)
	p.do(chromedp.Click("#share-done"))
	p.await(`!document.querySelector("iframe")`)
	// A telephone loads no second calculator before it is asked for.
	p.window(390, 844)
	p.openShare()
	if eval[bool](p, `Boolean(document.querySelector("iframe"))`) {
		t.Error("a telephone has the embed without asking")
	}
	p.do(chromedp.Click("#share-preview summary"))
	p.await(preview)
}

// The dialog keeps to the rules of accessibility and fits a telephone.
func TestShareIsAccessible(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	p := visit(t, openingRun)
	p.openShare()
	eval[bool](p, axe)
	for _, width := range []int64{1440, 320} {
		p.window(width, 800)
		p.axe(fmt.Sprint(width, " wide"))
		if wide := eval[int](p, `document.querySelector("#share-dialog").scrollWidth - document.querySelector("#share-dialog").clientWidth`); wide > 0 {
			t.Errorf("the dialog is %d too wide for a screen of %d", wide, width)
		}
	}
}

// The keys that copy are drawn as keys, and not named on a telephone, which has none.
func TestTelephoneIsNamedNoKeys(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.openShare()
	const shown = `[...document.querySelectorAll("#share-dialog kbd")].filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).borderTopWidth) > 0).length`
	if keys, items := eval[int](p, shown), eval[int](p, `document.querySelectorAll("#share-dialog pre").length`); keys != items {
		t.Errorf("%d keys are drawn for %d items", keys, items)
	}
	p.window(390, 844)
	if keys := eval[int](p, shown); keys > 0 {
		t.Errorf("on a telephone %d keys are named", keys)
	}
}
