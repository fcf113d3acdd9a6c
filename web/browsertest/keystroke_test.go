//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
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
// goal is a median of 80 ms.
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

// pictureWatch notes how many milliseconds after the answer to another address its
// picture is there: the first one, of dots or of coarse lines, and the one that is
// refined no more.
const pictureWatch = `
globalThis.pictures = [];
(() => {
	let asked = false, shown = "", answered = 0, coarse = 0;
	const stale = (id) => document.querySelector(id).matches(".stale");
	const epsilon = () => document.querySelector("#answer").dataset.epsilon;
	addEventListener("hashchange", () => { asked = true; shown = epsilon(); answered = coarse = 0; });
	(function look() {
		const now = performance.now();
		if (asked && !answered && !stale("#answer") && epsilon() && epsilon() !== shown) answered = now;
		if (asked && answered && !coarse && !stale("#picture") && document.querySelector("#chart > svg")) coarse = now;
		if (asked && coarse && document.documentElement.dataset.state === "ready") {
			pictures.push({coarse: coarse - answered, fine: now - answered});
			asked = false;
		}
		requestAnimationFrame(look);
	})();
})();`

// BenchmarkAnswerToPicture goes from run to run of each scheme, the opening run with
// one example a batch, none of which the engine has seen before, and reports how long
// after each answer there is a picture of it. The goal is a median of 150 ms.
func BenchmarkAnswerToPicture(b *testing.B) {
	for _, scheme := range run.Schemes() {
		b.Run(string(scheme), func(b *testing.B) {
			r := bounds.DefaultRun()
			if r.Scheme = scheme; scheme != run.Full {
				r.B = 1
			}
			if scheme == run.Allocation {
				r.Adjacency = run.ZeroOut // no bound of random allocation covers replacement
			}
			address := func(i int) string {
				r.Eta = 0.1 - float64(i)/1000
				return "/#" + link.Encode(link.State{Query: claim.Query{Run: r, Question: bounds.DefaultQuestion()}})
			}
			p := visit(b, address(0))
			eval[bool](p, pictureWatch+"; true")
			next := 1
			for b.Loop() {
				p.do(chromedp.Sleep(settled))
				eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, address(next)[1:]))
				p.await(fmt.Sprintf("pictures.length === %d", next))
				next++
			}
			b.ReportMetric(0, "ns/op")
			for _, what := range []string{"coarse", "fine"} {
				waits := eval[[]float64](p, `pictures.map((w) => w.`+what+`)`)
				slices.Sort(waits)
				b.ReportMetric(waits[len(waits)/2], "ms-median-to-"+what)
			}
		})
	}
}

// settled is long enough for the picture that follows an answer, so that each
// key finds an idle page, as a person's does.
const settled = 150 * time.Millisecond
