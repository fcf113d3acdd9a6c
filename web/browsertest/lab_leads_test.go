//go:build e2e

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A tool's link can be copied, with what was typed a moment ago, and leads to the part of the documents
// that explains it; the letters of its formulas are set as those of its fields.
func TestLaboratoryLeadsOn(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool("audit"))
	p.answers("The attack shows ε ≥ 0.217")
	if got := eval[string](p, `getComputedStyle(document.querySelector("p.lab-answer i")).fontFamily`); !strings.HasPrefix(got,
		`"Last Iterate Math"`) || eval[string](p, `document.querySelector("p.lab-answer i").innerText`) != "ε" {
		t.Errorf("the ε of the answer is set in %s", got)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }; null`))
	p.fill("audit", "members", "200")
	p.press("#lab-copy")
	p.await(`document.querySelector("#lab-copied").innerText === "Copied." && globalThis.copied`)
	link := eval[string](p, `copied`)
	if !strings.HasPrefix(link, site+labTool("audit&members=200&")) {
		t.Errorf("the link is %s", link)
	}
	p.fill("audit", "members", "300")
	p.await(`document.querySelector("#lab-copied").innerText === ""`)
	explained := eval[string](p, `document.querySelector("#lab-how").href`)
	p.do(chromedp.Navigate("about:blank"))
	p.do(chromedp.Navigate(link))
	p.awaitReady()
	if got := eval[string](p, `document.querySelector("#lab-audit-members").value`); got != "200" {
		t.Errorf("the copied link has %q members", got)
	}
	p.do(chromedp.Navigate(explained))
	p.await(`(() => {
		const part = document.querySelector(":target");
		return part?.innerText === "Audit" && part.getBoundingClientRect().top >= 0 && part.getBoundingClientRect().top < innerHeight;
	})()`)
}
