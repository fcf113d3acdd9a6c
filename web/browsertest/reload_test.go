//go:build e2e

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// What was typed just before the page is reloaded is there afterwards: what the link says, and what it cannot say.
func TestReloadKeepsTheLastKey(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	for _, text := range []string{"77", "x"} {
		p.enter("T", text)
		p.do(chromedp.Reload())
		p.await(shows("T", text))
	}
	// The program is told as the page goes.
	for _, text := range []string{"78", "y"} {
		p.await(`document.querySelector("#first-paint") === null`) // there is a program to tell
		eval[bool](p, `(() => {
			const e = document.querySelector("#field-T");
			e.focus();
			e.value = "`+text+`";
			e.dispatchEvent(new Event("input", {bubbles: true}));
			location.reload();
			return true;
		})()`)
		p.await(shows("T", text))
	}
}
