//go:build e2e

package browsertest

import (
	"regexp"
	"strconv"
	"testing"
)

// allLines is the default run swept over its noise with every row drawn: 400
// values, and rows among them that take so much time that the picture is stopped
// long before it is complete, however fast the machine.
const allLines = figure1 + "&loss=strongly-convex&strong_convexity=1&delta=1e-5&tab=sweep&sweep=sigma&rows=" +
	"composition~last-step~chien-li-3.1~chien-li-3.7~kong-ribero-2.2~kong-ribero-2.3~ye-shokri-D.6~chourasia~feldman~bok-su-altschuler~shift~contraction~joint~profile~projected-adversary"

// stopIt waits until the picture can be stopped, stops it, and tells what had
// been counted and after how many milliseconds the work was over.
const stopIt = `new Promise((done) => {
	(function look() {
		const stop = document.querySelector("#plot-stop");
		if (!stop) return setTimeout(look, 5);
		const counted = document.querySelector("#plotting p").innerText, before = performance.now();
		stop.click();
		(function over() {
			if (!document.querySelector("#plot-go-on")) return setTimeout(over, 1);
			done([counted, String(performance.now() - before)]);
		})();
	})();
})`

// A long sweep says how far it has come and can be stopped; the answer stays, a
// new question is answered at once, and the sweep can be taken up again.
func TestSweepIsStopped(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.goTo(allLines)
	said := eval[[]string](p, stopIt)
	count := regexp.MustCompile(`: (\d+) of (\d+) values$`).FindStringSubmatch(said[0])
	if count == nil || count[2] < "390" || len(count[2]) != 3 {
		t.Errorf("the count reads %q", said[0])
	}
	p.await(ready)
	before := p.answer()
	p.press("#plot-go-on")
	p.await(`document.querySelector("#plot-go-on") === null`)
	p.enter("eta", "0.05")
	p.await(`Number(document.querySelector("#answer").dataset.epsilon) < ` + strconv.FormatFloat(before, 'g', -1, 64))
	eval[[]string](p, stopIt)
	p.await(ready)
}

// BenchmarkStop reports how long it takes to stop a sweep of 400 values over all
// rows. The goal is 100 ms.
func BenchmarkStop(b *testing.B) {
	longest := 0.0
	for b.Loop() {
		p := newPage(b, site)
		p.goTo(allLines)
		took, err := strconv.ParseFloat(eval[[]string](p, stopIt)[1], 64)
		if err != nil {
			b.Fatal(err)
		}
		longest = max(longest, took)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(longest, "ms-longest-to-stop")
}
