//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// slowAverage is a run whose answer, verdict and picture take seconds each: an
// average over orders that change every epoch.
const slowAverage = "/#v=1&n=1000&b=100&T=1000&eta=0.05&clip=1&sigma=0.2&noise=iterate&diameter=2&adjacency=replace&scheme=reshuffle&loss=convex&smoothness=1&clipping=never&delta=1e-5"

// withholding keeps messages of engines from the page that hold one of the texts
// in globalThis.withheld.
const withholding = `
	globalThis.held = [];
	const RealWorker = Worker;
	globalThis.Worker = class extends RealWorker {
		addEventListener(type, f) {
			super.addEventListener(type, type !== "message" ? f : (e) => {
				const text = withheld.find((part) => typeof e.data === "string" && e.data.includes(part));
				if (text) held.push(text);
				else f(e);
			});
		}
	};`

// unasked has the page's engines hear no question of some methods, so that they do not
// work at what a test does not look at.
func unasked(methods ...string) string {
	return fmt.Sprintf(`
		{
			const post = Worker.prototype.postMessage;
			Worker.prototype.postMessage = function (message, ...rest) {
				const {method} = typeof message === "string" ? JSON.parse(message) : {};
				if (!%q.split(" ").includes(method)) post.call(this, message, ...rest);
			};
		}`, strings.Join(methods, " "))
}

const (
	lines = `[...document.querySelectorAll("#chart svg path")].filter((p) => (p.getAttribute("d") ?? "").length > 60).length`
	dots  = `document.querySelectorAll("#chart svg circle.plot-point").length`
)

// The picture does not wait for the verdict: it is there though that never comes.
func TestTheVerdictDelaysNoPicture(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`globalThis.withheld = ['"result":{"answer"'];` + withholding)
	p.goTo(strings.Replace(slowAverage, "T=1000", "T=100", 1))
	p.await(`document.querySelector("#answer")?.dataset.epsilon && ` + lines + ` >= 2`)
	if state := eval[string](p, `document.documentElement.dataset.state`); state != "computing" {
		t.Errorf("without its verdict the answer is %s", state)
	}
	if stale := eval[bool](p, `document.querySelector("#answer, #picture").classList.contains("stale")`); stale {
		t.Error("what is on show is greyed")
	}
}

// Before its lines have come a picture has a dot for each, at the value that the
// answer has told: in every scheme, and without computing anything.
func TestDotsStandForLines(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"full", "cyclic", "shuffle-once", "reshuffle", "without-replacement", "poisson"} {
		t.Run(scheme, func(t *testing.T) {
			link := strings.Replace(slowAverage, "scheme=reshuffle", "scheme="+scheme, 1)
			link = strings.Replace(link, "T=1000", "T=100", 1)
			if scheme == "full" {
				link = strings.Replace(link, "b=100", "b=1000", 1)
			}
			if scheme == "poisson" {
				link = strings.Replace(link, "adjacency=replace", "adjacency=add-remove", 1)
			}
			p := newPage(t, site)
			p.runFirst(unasked("curve"))
			p.goTo(link)
			p.await(`document.querySelector("#answer")?.dataset.epsilon && ` + dots + ` >= 1`)
			if n := eval[int](p, lines); n > 0 {
				t.Errorf("%d lines are drawn of numbers that have not come", n)
			}
		})
	}
}

// Nor do the dots wait for the slow rows of an answer: they are there with the
// first rows that are on show.
func TestDotsComeWithTheFirstRows(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`globalThis.withheld = ['"pending":[]', '"result":{'];` + withholding)
	p.goTo(slowAverage)
	p.await(`document.querySelector("#answer")?.dataset.epsilon && ` + dots + ` >= 1`)
	if state := eval[string](p, `document.documentElement.dataset.state`); state != "computing" {
		t.Errorf("with rows still to come the answer is %s", state)
	}
}
