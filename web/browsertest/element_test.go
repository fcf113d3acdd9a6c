//go:build e2e

package browsertest

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
)

// attributes writes theRun as attributes of the custom element.
func attributes(question string) string {
	var b strings.Builder
	for _, pair := range strings.Split(strings.TrimPrefix(theRun, "v=1&")+"&"+question, "&") {
		name, value, _ := strings.Cut(pair, "=")
		fmt.Fprintf(&b, " %s=%q", strings.ToLower(name), value)
	}
	return b.String()
}

// answersHere notes what the elements of a page tell, by their ids.
const answersHere = `
	globalThis.told = {};
	addEventListener("answer", (e) => (told[e.target.id] ??= []).push(e.detail));`

// countedSite is the site at another address that counts the downloads of the
// program.
func countedSite(t *testing.T) (address string, programs *atomic.Int32) {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	programs = new(atomic.Int32)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: target.Scheme, Host: target.Host})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			programs.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + target.Path, programs
}

// inARow is the HTML of elements beside each other. One below the other the second would be out of sight, and would not load.
// Their page may allow no styles.
func inARow(elements ...string) string {
	return `<table width="100%"><tr><td>` + strings.Join(elements, "</td><td>") + "</td></tr></table>"
}

// Three elements on one page share one worker of one hidden frame, in which the
// programming interface has another, so that no page can tell by its own
// questions what a reader asks; a plain frame has a worker of its own; the program
// is downloaded once. All show what the calculator's own page shows.
func TestElementsShareAnEngine(t *testing.T) {
	t.Parallel()
	home, programs := countedSite(t)
	policy := strings.ReplaceAll(strictHost(), originOf(site), originOf(home))
	host := newEmbedder(t, policy, map[string]string{
		"/hear.js":   answersHere,
		"/module.js": `import { engine } from "` + home + `/engine.js"; globalThis.li = await engine();`,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script>` + inARow(
			`<last-iterate id="one"`+attributes("delta=1e-6")+` data-source="docs"></last-iterate>`,
			`<last-iterate id="two"`+strings.Replace(attributes("delta=1e-6"), `t="90"`, `T="30"`, 1)+` show="answer"></last-iterate>`,
			`<last-iterate id="three"`+attributes("alpha=2")+` show="answer,form" theme="dark"></last-iterate>`) + `
			<script src="` + home + `/embed.js"></script><script type="module" src="/module.js"></script>`,
	})
	p := newPage(t, host, home)
	p.goTo("/")
	p.await(`told.one && told.two && told.three && globalThis.li`)
	frames := p.frames(home+"/embed/#", 3)
	allReady(frames)
	if n := p.workers(home); n != 2 {
		t.Errorf("three elements and an engine have %d workers, want one for the elements and one for the engine", n)
	}
	if n := programs.Load(); n != 1 {
		t.Errorf("the program was downloaded %d times", n)
	}
	eval[bool](p, `(() => {
		const plain = document.createElement("iframe");
		plain.title = "plain";
		plain.src = "`+home+`/embed/#`+theRun+`&delta=1e-5";
		document.body.append(plain);
		return true;
	})()`)
	allReady(p.frames(home+"/embed/#", 4))
	if n := p.workers(home); n != 3 {
		t.Errorf("%d workers, want one more for the plain frame", n)
	}
	if n := programs.Load(); n != 1 {
		t.Errorf("with a plain frame the program was downloaded %d times", n)
	}
	for id, address := range map[string]string{
		"one":   "/#" + theRun + "&delta=1e-6",
		"two":   "/#" + strings.Replace(theRun, "T=90", "T=30", 1) + "&delta=1e-6",
		"three": "/#" + theRun + "&alpha=2",
	} {
		want := answerTo(t, address)
		if got := eval[float64](p, `told.`+id+`.at(-1).epsilon`); got != want {
			t.Errorf("element %s says %v, the page %v", id, got, want)
		}
		if got := eval[string](p, `document.getElementById("`+id+`").href`); !strings.HasPrefix(got, home+address) {
			t.Errorf("element %s leads to %s, want %s", id, got, address)
		}
	}
	// An element is as high as what it shows.
	p.await(`document.getElementById("one").offsetHeight > 300`)
	for _, f := range frames {
		if text := eval[string](f, `document.querySelector("#problems:not([hidden])")?.innerText ?? ""`); text != "" {
			t.Errorf("an element complains: %s", text)
		}
	}
}

// Attributes that change change the answer, without a step in the history; a
// name that is no parameter is reported.
func TestElementFollowsItsAttributes(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/hear.js": answersHere,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + site + `/embed.js"></script>
			<last-iterate id="it"` + attributes("delta=1e-6") + `></last-iterate>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`told.it?.length === 1`)
	steps := eval[int](p, `history.length`)
	want := answerTo(t, "/#"+strings.Replace(theRun, "T=90", "T=40", 1)+"&delta=1e-6")
	eval[bool](p, `(it.setAttribute("t", "40"), true)`)
	p.await(fmt.Sprintf(`told.it.at(-1).epsilon === %v`, want))
	if got := eval[float64](p, `it.answer.epsilon`); got != want {
		t.Errorf("the element's answer is %v, want %v", got, want)
	}
	if now := eval[int](p, `history.length`); now != steps {
		t.Errorf("the history grew from %d to %d", steps, now)
	}
	eval[bool](p, `(it.setAttribute("learning-rate", "1"), true)`)
	frame := p.frames(site+"/embed/#", 1)[0]
	frame.await(`document.querySelector("#problems:not([hidden])")?.innerText.includes("learning-rate")`)
	// Taken out of the page and put back it works again.
	eval[bool](p, `(told.it = [], it.removeAttribute("learning-rate"), document.body.append(it), true)`)
	p.await(fmt.Sprintf(`told.it.at(-1)?.epsilon === %v`, want))
}

// What stands inside the element is read until the calculator is there, and a
// calculator far below is not loaded before it comes near.
func TestElementIsLazy(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, "", map[string]string{
		"/hear.js": answersHere,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + site + `/embed.js"></script>
			<div style="height: 5000px">Much to read.</div>
			<last-iterate id="it"` + attributes("delta=1e-6") + `><a id="inside" href="` + site + `/">ε = 1.2, says the text</a></last-iterate>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`customElements.get("last-iterate") && it.shadowRoot`)
	if n := eval[int](p, `it.shadowRoot.querySelectorAll("iframe").length`); n != 0 {
		t.Errorf("%d frames before the element is seen", n)
	}
	if !eval[bool](p, `inside.checkVisibility()`) {
		t.Error("what stands inside the element cannot be read")
	}
	eval[bool](p, `(it.scrollIntoView(), true)`)
	p.await(`told.it`)
	p.await(`!inside.checkVisibility()`)
	if got, want := eval[float64](p, `told.it[0].epsilon`), answerTo(t, "/#"+theRun+"&delta=1e-6"); got != want {
		t.Errorf("the element says %v, the page %v", got, want)
	}
}

// What stands below an element stays about where it is when the calculator comes: the element has kept room for it.
func TestElementsKeepTheirPlace(t *testing.T) {
	t.Parallel()
	most := map[string]float64{`size="number"`: 2, `size="chart"`: 2, `show="answer"`: 200, "": 200} // pixels
	for _, width := range []int{300, 700} {
		pages, body := map[string]string{}, ""
		for size := range most {
			body += `<div style="width: ` + fmt.Sprint(width) + `px"><last-iterate` + attributes("delta=1e-6") + ` ` + size + `>Words.</last-iterate></div>`
		}
		pages["/"] = `<!doctype html><title>Host</title><meta name="viewport" content="width=device-width"><script>
			globalThis.kept = {}; globalThis.came = {};
			const size = (e) => ["size", "show"].filter((a) => e.hasAttribute(a)).map((a) => a + '="' + e.getAttribute(a) + '"').join("");
			addEventListener("answer", ({target}) => setTimeout(() => { came[size(target)] = target.offsetHeight; }, 1000));
			</script>` + body + `<script src="` + site + `/embed.js"></script><script>
			for (const e of document.querySelectorAll("last-iterate")) kept[size(e)] = e.offsetHeight;</script>`
		p := visitEmbedder(t, newEmbedder(t, "", pages), "/")
		for size, by := range most {
			p.await(`(document.querySelector('last-iterate` + cmp.Or(brackets(size), ":not([size], [show])") + `').scrollIntoView(), came['` + size + `'])`)
			kept, came := eval[float64](p, `kept['`+size+`']`), eval[float64](p, `came['`+size+`']`)
			if math.Abs(came-kept) > by {
				t.Errorf("an element %d pixels wide with %q has kept %v pixels free and is %v high, want at most %v of difference", width, size, kept, came, by)
			}
		}
		p.leave()
	}
}

// brackets makes a selector of an attribute.
func brackets(attribute string) string {
	if attribute == "" {
		return ""
	}
	return "[" + attribute + "]"
}

// Where the host forbids frames what stands inside the element stays.
func TestElementWithoutFrames(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, "default-src 'none'; script-src 'self' "+originOf(site), map[string]string{
		"/": `<!doctype html><title>Host</title><script src="` + site + `/embed.js"></script>
			<last-iterate id="it"` + attributes("delta=1e-6") + `><p id="inside">Words.</p></last-iterate>`,
	})
	p := newPage(t, host, site)
	p.expect("frame-src")
	p.expect("default-src")
	p.goTo("/")
	p.await(`it.shadowRoot?.querySelector("iframe")`)
	if !eval[bool](p, `inside.checkVisibility()`) {
		t.Error("what stands inside the element cannot be read")
	}
}

// The programming interface answers what the engine answers natively, several
// requests at a time, and says what is wrong.
func TestEngineInterface(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/module.js": `import { engine, EngineError } from "` + site + `/engine.js";
			globalThis.EngineError = EngineError; globalThis.engine = engine; globalThis.li = await engine();
			globalThis.run = {n: 7, b: 7, T: 90, eta: 0.05, clip: 2, sigma: 1.5, diameter: 3, scheme: "full", loss: "convex", smoothness: 1, clipping: "never"};`,
		"/": `<!doctype html><title>Host</title><script type="module" src="/module.js"></script>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`globalThis.run`)

	state, problems := link.DecodeFrom(link.State{Query: bounds.DefaultQuery()}, theRun+"&delta=1e-6")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	report, err := bounds.Evaluate(t.Context(), state.Run, state.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	native := report.Answer.Epsilon
	if got := eval[float64](p, `li.evaluate({run, question: {delta: 1e-6}}).then((r) => r.answer.epsilon)`); math.Abs(got-native) > agreement*native {
		t.Errorf("evaluate says %v, natively it is %v", got, native)
	}
	both := eval[[]float64](p, `Promise.all([
		li.curve({run, question: {delta: 1e-6}, parameter: "T", values: [90], rows: ["composition"]}),
		li.evaluate({run, question: {delta: 1e-6}, rows: ["composition"]}),
	]).then(([curve, result]) => [curve.series[0].epsilon[0], result.answer.epsilon])`)
	if math.Abs(both[0]-both[1]) > agreement*both[1] { // a curve may take another way to the same bound
		t.Errorf("curve and evaluate differ: %v", both)
	}
	if got := eval[float64](p, `li.solve({run, field: "sigma", target: {epsilon: 1, delta: 1e-6}}).then((r) => r.epsilon)`); got > 1 ||
		got < 0.99 {
		t.Errorf("solve meets ε ≤ 1 with %v", got)
	}
	// Without projection: Infinity travels as "inf".
	if !eval[bool](p, `li.evaluate({run: {...run, diameter: Infinity}, question: {delta: 1e-6}}).then((r) => r.answer.epsilon > 0)`) {
		t.Error("Infinity was not taken as a diameter")
	}
	wrong := eval[string](p, `li.evaluate({run: {...run, eta: -0.1}, question: {delta: 1e-6}})
		.then(() => "no error", (e) => e instanceof EngineError ? [e.code, e.errors[0].field, e.errors[0].message].join(": ") : String(e))`)
	if wrong != "bad-run: eta: learning rate must be positive" {
		t.Errorf("a bad run gives %q", wrong)
	}
	if got := eval[string](p, `li.ask("sing").catch((e) => e.code)`); got != "unknown-method" {
		t.Errorf("an unknown method gives %q", got)
	}
	if n := p.workers(site); n != 1 {
		t.Errorf("%d workers", n)
	}
}

// A request that takes long tells its parts, can be given up in the middle, and
// leaves the engine free for the next; closing one engine leaves others alone.
func TestEngineInterfaceCancels(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/module.js": `import { engine } from "` + site + `/engine.js";
			[globalThis.one, globalThis.two] = await Promise.all([engine(), engine()]);
			const base = {eta: 0.01, clip: 1, sigma: 0.02, diameter: 1, loss: "convex", smoothness: 1};
			globalThis.quick = {run: {...base, n: 5, b: 5, T: 20, scheme: "full", clipping: "never"}, question: {alpha: 2}};
			const slow = {...base, n: 60000, b: 256, T: 2000, scheme: "poisson", adjacency: "add-remove", clipping: "active"};
			// Its verdict alone takes many times as long as the pause before a part.
			globalThis.parts = {run: {...base, n: 60000, b: 256, T: 4680, eta: 0.1, sigma: 1.1, noise: "multiplier", scheme: "without-replacement",
				adjacency: "replace", clipping: "never"}, question: {delta: 1e-5}};
			globalThis.long = {run: slow, question: {delta: 1e-5}, parameter: "T", values: Array.from({length: 5000}, (_, i) => 1000 + i)};`,
		"/": `<!doctype html><title>Host</title><script type="module" src="/module.js"></script>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`globalThis.long`)
	want := eval[float64](p, `two.evaluate(quick).then((r) => r.answer.epsilon)`)

	if n := eval[int](p, `(async () => {
		let parts = 0;
		const whole = await one.evaluate(globalThis.parts, {partial: (p) => { parts += Array.isArray(p.rows) && Array.isArray(p.pending) }});
		return whole.rows.length > 3 ? parts : -1;
	})()`); n < 1 {
		t.Errorf("%d parts were told before the whole", n)
	}

	// The second engine's question waits behind the first's, until that is given up.
	got := eval[[]string](p, `(async () => {
		const stop = new AbortController();
		const given = one.curve(long, {signal: stop.signal}).then(() => "answered", (e) => e.name);
		const waiting = two.evaluate(quick).then((r) => String(r.answer.epsilon));
		const first = await Promise.race([waiting, given, new Promise((r) => setTimeout(r, 300, "computing"))]);
		stop.abort();
		return [first, await given, await waiting];
	})()`)
	if exact := fmt.Sprint(want); got[0] != "computing" || got[1] != "AbortError" || got[2] != exact {
		t.Errorf("got %q, want computing, AbortError and %s", got, exact)
	}
	got = eval[[]string](p, `(async () => {
		const given = one.curve(long).catch((e) => e.name);
		one.close();
		const after = one.evaluate(quick).catch((e) => e.code);
		return [await given, await after, String((await two.evaluate(quick)).answer.epsilon)];
	})()`)
	if exact := fmt.Sprint(want); got[0] != "AbortError" || got[1] != "closed" || got[2] != exact {
		t.Errorf("got %q, want AbortError, closed and %s", got, exact)
	}
	if n := p.workers(site); n != 1 {
		t.Errorf("%d workers", n)
	}
}
