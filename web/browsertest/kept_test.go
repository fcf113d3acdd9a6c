//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// What a reader has opened stays open while another answer is computed and when it is there; nothing of the old one is
// copied meanwhile, and the line above says that it is old.
func TestWhatIsOpenedStaysOpen(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(grip)
	p.goTo(aLink)
	p.awaitReady()
	const opened = `["statement", "cover", "more-b"].filter((id) => document.getElementById(id).open).join(" ")`
	for _, id := range []string{"statement", "cover", "more-b"} {
		p.press("#" + id + " > summary")
	}
	p.await(opened + ` === "statement cover more-b"`)
	const copies = `[...document.querySelectorAll("#statement button")].map((b) => b.disabled).join(" ")`
	if got := eval[string](p, copies); got != "false false" {
		t.Errorf("with an answer the buttons are disabled: %s", got)
	}
	address := eval[string](p, `document.querySelector("#statement .address").innerText`)
	eval[bool](p, `(held = true)`)
	eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, strings.Replace(aLink[1:], "eta=0.05", "eta=0.06", 1)))
	p.await(copies + ` === "true true" && document.querySelector("#digest .digest-wait")?.textContent.startsWith("out of date")`)
	if got := eval[string](p, opened); got != "statement cover more-b" {
		t.Errorf("while another answer is computed only %s are open", got)
	}
	p.await(`getComputedStyle(document.querySelector("#digest .digest-text")).fontWeight === "400"`)
	eval[bool](p, `(held = false, true)`)
	eval[bool](p, `(location.hash = location.hash.replace("eta=0.06", "eta=0.07"), true)`)
	p.awaitReady()
	p.await(copies + ` === "false false"`)
	if got := eval[string](p, `document.querySelector("#statement .address").innerText`); got == address {
		t.Error("the paragraph is of the old run")
	}
	if got := eval[string](p, opened); got != "statement cover more-b" {
		t.Errorf("with another answer only %s are open", got)
	}
	p.press("#departure-tuning") // nothing holds, so that there is no paragraph
	p.await(`document.querySelector("#statement-text") === null`)
	p.press("#departure-tuning")
	p.await(`document.querySelector("#statement-text") !== null`)
	if got := eval[string](p, opened); got != "statement cover more-b" {
		t.Errorf("with a paragraph again only %s are open", got)
	}
}
