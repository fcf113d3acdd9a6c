//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// stopwatch notes, for every input event, the milliseconds until the answer
// that belongs to it is on the screen: the first frame after the page is ready
// again and its ε differs.
const stopwatch = `
globalThis.waits = [];
(() => {
	const answer = document.querySelector("#answer");
	let since = 0, old = "";
	document.addEventListener("input", (e) => { since = e.timeStamp; old = answer.dataset.epsilon; }, true);
	(function look() {
		const now = document.querySelector("#answer").dataset.epsilon;
		if (since && now !== old && document.documentElement.dataset.state === "ready") {
			waits.push(performance.now() - since);
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
	waits := eval[[]float64](p, `waits`)
	slices.Sort(waits)
	b.ReportMetric(0, "ns/op") // the loop's own pace says nothing
	b.ReportMetric(waits[len(waits)/2], "ms-median")
	b.ReportMetric(waits[len(waits)*95/100], "ms-p95")
}

// settled is long enough for the picture that follows an answer, so that each
// key finds an idle page, as a person's does.
const settled = 150 * time.Millisecond
