//go:build e2e

package browsertest

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// visitor is a tab of one of the two families of browsers. A place in it is the
// tab itself, "", or a frame of its page, by what frameAt returned.
type visitor interface {
	open(t *testing.T, address string)
	// frameAt waits for the one frame whose address begins so.
	frameAt(t *testing.T, address string) (place string)
	// says is the value of an expression there as text, "" where it fails.
	says(t *testing.T, place, expression string) string
}

// inBrowsers runs the scenarios in Chromium, and in Firefox under the tag hosts.
func inBrowsers(t *testing.T, scenarios map[string]func(*testing.T, visitor)) {
	t.Helper()
	inBrowsersExpecting(t, scenarios)
}

// inBrowsersExpecting lets console errors pass that hold one of the texts.
func inBrowsersExpecting(t *testing.T, scenarios map[string]func(*testing.T, visitor), texts ...string) {
	t.Run("Chromium", func(t *testing.T) {
		for name, scenario := range scenarios {
			t.Run(name, func(t *testing.T) { scenario(t, &inChromium{allowed: texts}) })
		}
	})
	if inFirefoxToo != nil {
		t.Run("Firefox", func(t *testing.T) { inFirefoxToo(t, scenarios) })
	}
}

// inFirefoxToo runs the scenarios in Firefox; it is there under the tag hosts, as
// Firefox is.
var inFirefoxToo func(t *testing.T, scenarios map[string]func(*testing.T, visitor))

// inChromium opens a tab of its own at the first address.
type inChromium struct {
	tab     *page
	frames  []*page
	allowed []string // parts of console errors that the scenario provokes
}

func (c *inChromium) open(t *testing.T, address string) {
	t.Helper()
	c.tab = newPage(t, originOf(address), site, originOf(site))
	c.frames = nil
	for _, text := range c.allowed {
		c.tab.expect(text)
	}
	if err := chromedp.Do(c.tab.ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
}

func (c *inChromium) frameAt(t *testing.T, address string) string {
	t.Helper()
	c.frames = append(c.frames, c.tab.frames(address, 1)[0])
	return fmt.Sprint(len(c.frames) - 1)
}

func (c *inChromium) says(t *testing.T, place, expression string) string {
	t.Helper()
	at := c.tab
	if place != "" {
		var i int
		fmt.Sscan(place, &i)
		at = c.frames[i]
	}
	text, err := chromedp.Run(at.ctx, chromedp.Evaluate[string](safely(expression), chromedp.EvalAwaitPromise))
	if err != nil {
		return "" // the page is changing
	}
	return text
}

// safely is an expression as text, "" where it fails.
func safely(expression string) string {
	return fmt.Sprintf("(async () => { try { return String((await (%s)) ?? '') } catch { return '' } })()", expression)
}

// comes waits until the expression is, as text, what is wanted.
func comes(t *testing.T, v visitor, place, expression, want string) {
	t.Helper()
	got := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if got = v.says(t, place, expression); got == want {
			return
		}
	}
	t.Fatalf("%s is %q after a minute, want %q; the page says %q", expression, got, want,
		v.says(t, place, `document.body.innerText.slice(0, 400)`))
}

// shownAt is what the answer there reads, once it belongs to the form there.
func shownAt(t *testing.T, v visitor, place string) string {
	t.Helper()
	comes(t, v, place, `document.documentElement.dataset.state`, "ready")
	return v.says(t, place, `document.querySelector("#answer").dataset.epsilon`)
}

// typeInto writes into a field there, as a hand would.
func typeInto(t *testing.T, v visitor, place, field, text string) {
	t.Helper()
	v.says(t, place, fmt.Sprintf(`(() => {
		const field = document.querySelector("#field-%s");
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, field, text))
}
