//go:build e2e

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// From the top of the page the keyboard comes to the field to paste into and to the main fields of each group within a dozen keys, by
// what skips to parts of the page; on a telephone a key more opens the group.
func TestKeyboardReachesTheFields(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for width, most := range map[int64]int{1440: 12, 390: 13} {
		p.window(width, 844)
		for _, way := range []struct {
			field string
			skips []string
		}{
			{"start-text", []string{"Skip to the script"}},
			{"field-n", []string{"Skip to the run", "Skip to Data"}},
			{"field-T", []string{"Skip to the run", "Skip to Training"}},
			{"field-eta", []string{"Skip to the run", "Skip to Training"}},
			{"field-sigma", []string{"Skip to the run", "Skip to Noise"}},
			{"field-loss", []string{"Skip to the run", "Skip to Model"}},
			{"field-delta", []string{"Skip to the run", "Skip to Question"}},
		} {
			eval[bool](p, `(() => {
				for (const fold of document.querySelectorAll(".fold[aria-expanded=true]")) fold.click();
				document.querySelector("#start").open = false;
				document.body.tabIndex = -1;
				document.body.focus();
				document.body.removeAttribute("tabindex");
				return true;
			})()`)
			keys := 0
			press := func(key string) { p.do(chromedp.KeyEvent(key)); keys++ }
			come := func(there string) {
				for ; keys < most && !eval[bool](p, there); press(kb.Tab) {
					if eval[bool](p, `document.activeElement.matches(".fold[aria-expanded=false]")`) {
						press(kb.Enter)
						p.await(`document.activeElement.matches(".fold[aria-expanded=true]")`)
					}
				}
			}
			for _, text := range way.skips {
				come(`document.activeElement.textContent === "` + text + `"`)
				press(kb.Enter)
				p.await(`document.activeElement.textContent !== "` + text + `"`)
			}
			come(`document.activeElement.id === "` + way.field + `"`)
			if at := eval[string](p, `document.activeElement.id`); at != way.field {
				t.Errorf("%d pixels: after %d keys the focus is on %q, want %s", width, keys, at, way.field)
			}
			if seen := eval[bool](p, `(() => { const r = document.activeElement.getBoundingClientRect();
				return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight })()`); !seen {
				t.Errorf("%d pixels: %s is not on the screen", width, way.field)
			}
		}
	}
}

// Who skips to the chart may read it by the arrow keys at once.
func TestSkipToTheChart(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun+fewLines)
	p.awaitReady()
	eval[bool](p, `([...document.querySelectorAll(".skip")].find((e) => e.textContent === "Skip to the chart").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.await(`document.activeElement.matches("#chart[role=application]")`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.querySelector("#chart-reading").textContent !== ""`)
}
