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

// Whoever opens the plain address again, or a link, begins with what it says; whoever goes back finds what was typed, which may be
// refused or so new that the address does not have it.
func TestOpenedAnewIsFresh(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	opens := p.text("T")
	for _, text := range []string{"x", "77"} {
		p.goTo("/")
		p.awaitReady()
		eval[bool](p, `(() => { // and is gone before the address follows
			const e = document.querySelector("#field-T");
			e.focus();
			e.value = "`+text+`";
			e.dispatchEvent(new Event("input", {bubbles: true}));
			location.assign("docs/");
			return true;
		})()`)
		p.await(`location.pathname.endsWith("/docs/")`)
		p.goTo("/")
		p.awaitReady()
		if got := p.text("T"); got != opens {
			t.Errorf("after %q was typed the plain address opens with T = %s", text, got)
		}
		if eval[bool](p, `document.querySelector("[aria-invalid=true], #problems:not([hidden])") !== null`) {
			t.Errorf("after %q was typed the plain address opens on something that is refused", text)
		}
		eval[bool](p, `(history.go(-2), true)`)
		p.await(shows("T", text))
	}
}
