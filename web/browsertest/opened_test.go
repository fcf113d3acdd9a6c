//go:build e2e

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The theorem's name beside the answer opens its row and takes the keyboard there; Escape anywhere in the open row
// closes it and goes back to its button.
func TestAnswerLeadsToItsRow(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	p.press("#answer-row")
	p.await(`document.activeElement?.id === "open-profile" && document.getElementById("detail-profile") !== null`)
	p.await(`location.hash.includes("open=profile")`)
	eval[bool](p, `(document.querySelector("#detail-profile a").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.await(`document.activeElement?.id === "open-profile" && document.getElementById("detail-profile") === null`)
	if leads := eval[string](p, `document.getElementById("certified").getAttribute("href")`); leads == "" {
		t.Error("the mark of a certified answer leads nowhere")
	}
}
