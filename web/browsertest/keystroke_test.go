//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// stopwatch notes for every input event how many milliseconds later its answer
// was on the screen, and its picture. The answer is there with the first frame
// that shows the ε that is still shown when the page is ready again; the picture
// is there when it is.
const stopwatch = `
globalThis.waits = [];
(() => {
	let since = 0, shown = "", answered = 0;
	const epsilon = () => document.querySelector("#answer").dataset.epsilon;
	document.addEventListener("input", (e) => { since = e.timeStamp; shown = epsilon(); answered = 0; }, true);
	(function look() {
		if (since && epsilon() !== shown) {
			shown = epsilon();
			answered = performance.now() - since;
		}
		if (since && answered && document.documentElement.dataset.state === "ready") {
			waits.push({answer: answered, picture: performance.now() - since});
			since = 0;
		}
		requestAnimationFrame(look);
	})();
})();`

// BenchmarkKeystrokeToAnswer types digits into the learning rate of the
// default run and reports how long after each its answer is on the screen. The
// goal is a median of 100 ms.
func BenchmarkKeystrokeToAnswer(b *testing.B) {
	p := visit(b, "/")
	eval[bool](p, stopwatch+"; true")
	p.choose("eta")
	p.do(chromedp.KeyEvent("0.1"))
	p.awaitReady()
	p.do(chromedp.Sleep(settled))
	eval[bool](p, `(waits.length = 0, true)`)
	typed := 0
	for b.Loop() {
		key := string("123456789"[typed%9])
		if typed%2 == 1 {
			key = "\b"
		}
		typed++
		p.do(chromedp.KeyEvent(key))
		p.await(fmt.Sprintf("waits.length === %d", typed))
		p.do(chromedp.Sleep(settled))
	}
	b.ReportMetric(0, "ns/op") // the loop's own pace says nothing
	for _, what := range []string{"answer", "picture"} {
		waits := eval[[]float64](p, `waits.map((w) => w.`+what+`)`)
		slices.Sort(waits)
		b.ReportMetric(waits[len(waits)/2], "ms-median-to-"+what)
		b.ReportMetric(waits[len(waits)*95/100], "ms-p95-to-"+what)
	}
}

// settled is long enough for the picture that follows an answer, so that each
// key finds an idle page, as a person's does.
const settled = 150 * time.Millisecond
