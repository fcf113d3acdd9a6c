//go:build e2e

package browsertest

import (
	"strings"
	"testing"
	"time"
)

// asking is a page that has an engine, a quick question, one that takes minutes, and
// settled(promise, seconds), which tells how a promise ends, if it does so in time.
func asking(t testing.TB) *page {
	host := newEmbedder(t, "", map[string]string{
		"/module.js": `import { engine } from "` + site + `/engine.js";
			globalThis.engine = engine;
			globalThis.one = await engine();
			const base = {eta: 0.01, clip: 1, sigma: 0.02, diameter: 1, loss: "convex", smoothness: 1};
			globalThis.quick = {run: {...base, n: 5, b: 5, T: 20, scheme: "full", clipping: "never"}, question: {alpha: 2}, rows: ["composition"]};
			globalThis.long = {run: {...base, n: 60000, b: 256, T: 2000, scheme: "poisson", adjacency: "add-remove", clipping: "active"},
				question: {delta: 1e-5}, parameter: "T", values: Array.from({length: 5000}, (_, i) => 1000 + i)};
			globalThis.settled = (promise, seconds) => Promise.race([
				promise.then(() => "answered", (e) => (e.code ?? e.name) + ": " + e.message),
				new Promise((r) => setTimeout(r, 1000 * seconds, "nothing")),
			]);
			globalThis.enginesFrame = () => document.querySelector("iframe[title='the engine of Last Iterate']");
			globalThis.ready = true;`,
		"/": `<!doctype html><title>Host</title><script type="module" src="/module.js"></script>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`globalThis.ready`)
	return p
}

// Whoever takes the engine's frame away, or leads it elsewhere, ends what is asked: it
// rejects and says why, and so does what is asked later. Another engine can be had.
func TestAskSettlesWithoutItsFrame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, loses string }{
		{"removed", `enginesFrame().remove()`},
		{"led elsewhere", `enginesFrame().src = "about:blank"`},
	} {
		p := asking(t)
		got := eval[[]string](p, `(async () => {
			const asked = settled(one.curve(long), 20);
			await new Promise((r) => setTimeout(r, 300));
			`+c.loses+`;
			const said = [await asked, await settled(one.evaluate(quick), 5)];
			const other = await Promise.race([engine(), new Promise((r) => setTimeout(r, 30000, null))]);
			return [...said, other ? await settled(other.evaluate(quick), 30) : "no other engine", String(document.querySelectorAll("iframe").length)];
		})()`)
		if !strings.HasPrefix(got[0], "crashed: the engine is gone") || got[1] != got[0] || got[2] != "answered" || got[3] != "1" {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A frame that does not answer for ten seconds is given up, whatever the browser tells
// of ports.
func TestAskSettlesBesideASilentFrame(t *testing.T) {
	t.Parallel()
	p := asking(t)
	eval[bool](p, `(globalThis.asked = settled(one.curve(long), 40), true)`)
	time.Sleep(2 * time.Second) // for a first beat
	frame := p.frames(site+"/embed/engine.html", 1)[0]
	eval[bool](frame, `(setTimeout(() => { for (const from = Date.now(); Date.now() - from < 20000;); }), true)`)
	if got := eval[string](p, `asked`); !strings.Contains(got, "does not answer") {
		t.Errorf("it says %q", got)
	}
}

// A request that cannot be read, or be written, is answered like any other that is wrong.
func TestMalformedRequestsSettle(t *testing.T) {
	t.Parallel()
	p := asking(t)
	for request, want := range map[string]string{
		`{...quick, toJSON() {}}`:                                     "answered",
		`{...quick, toJSON() { return {v: 1, method: "evaluate"}; }}`: "answered",
		`{rows: JSON.parse("[".repeat(11000) + "]".repeat(11000))}`:   "RangeError: ",
		`{...quick, rows: ["x".repeat(33000000)]}`:                    "bad-request: a request has at most 32000000 bytes",
		`{...quick, run: 5n}`:                                         "TypeError: ",
		`{...quick, run: null}`:                                       "bad-run: ",
		`"text"`:                                                      "unknown-field: ",
		`{...quick, method: "x", id: "mine", v: 7}`:                   "answered",
	} {
		got := eval[string](p, `settled(one.ask("evaluate", `+request+`), 20)`)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %s…", request, got, want)
		}
	}
	if got := eval[string](p, `settled(one.compare({runs: Array.from({length: 101}, () => ({run: quick.run, question: quick.question}))}), 20)`); !strings.HasPrefix(got, "bad-request: at most 100 runs") {
		t.Errorf("101 runs: %q", got)
	}
}

// A request that is given up while it waits never reaches the engine, and one that is
// under way ends with its worker.
func TestAbortedRequestsCostNothing(t *testing.T) {
	t.Parallel()
	p := asking(t)
	frame := p.frames(site+"/embed/engine.html", 1)[0]
	eval[bool](frame, `(() => {
		globalThis.posted = [];
		globalThis.ended = 0;
		const {postMessage, terminate} = Worker.prototype;
		Worker.prototype.postMessage = function (m) { if (typeof m === "string") posted.push(JSON.parse(m).method); return postMessage.call(this, m); };
		Worker.prototype.terminate = function () { ended++; return terminate.call(this); };
		return true;
	})()`)
	eval[string](p, `(async () => {
		const stop = new AbortController(), whole = new AbortController();
		const under = settled(one.curve(long, {signal: whole.signal}), 20);
		const waits = Array.from({length: 20}, () => settled(one.solve({run: quick.run, field: "sigma", target: {epsilon: 1, delta: 1e-5}}, {signal: stop.signal}), 20));
		stop.abort();
		await Promise.all(waits);
		whole.abort();
		await under;
		return settled(one.evaluate(quick), 30);
	})()`)
	if got := eval[string](frame, `posted.join(" ") + " " + ended`); got != "curve evaluate 1" {
		t.Errorf("the worker was asked, and ended: %s", got)
	}
}
