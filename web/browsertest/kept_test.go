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
	eval[bool](p, `(held = true)`)
	eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, strings.Replace(aLink[1:], "eta=0.05", "eta=0.06", 1)))
	p.await(copies + ` === "true true" && document.querySelector("#digest .digest-wait")?.textContent.startsWith("out of date")`)
	if got := eval[string](p, opened); got != "statement cover more-b" {
		t.Errorf("while another answer is computed only %s are open", got)
	}
}
