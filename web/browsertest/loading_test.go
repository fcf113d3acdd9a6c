//go:build e2e

package browsertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// lame is the site behind a line that does to a request what its rule says: pass
// it on, hold it, break it, or answer in the site's place.
func lame(t testing.TB, rule func(w http.ResponseWriter, r *http.Request) (answered bool)) (address string) {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rule(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

func isProgram(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, ".wasm") }

// held is a rule that keeps the program back until the visitor has gone.
func held(_ http.ResponseWriter, r *http.Request) bool {
	if isProgram(r) {
		<-r.Context().Done()
	}
	return isProgram(r)
}

// broken is a rule under which the program cannot be had.
func broken(w http.ResponseWriter, r *http.Request) bool {
	if isProgram(r) {
		http.Error(w, "gone", http.StatusServiceUnavailable)
	}
	return isProgram(r)
}

// navigateOnly opens an address and does not wait for it: the load event would
// wait for the program.
func navigateOnly(ctx context.Context, target *chromedp.Target, address string) error {
	_, err := cdp.Call(ctx, target, cdppage.Navigate, cdppage.NavigateParams{URL: address})
	return err
}

// seen is the built-in answer as a person sees it: its number, its colour, and
// whether anything says that it is not the form's.
const seen = `(() => {
	const number = document.querySelector("#answer .epsilon");
	if (!number || !number.checkVisibility({visibilityProperty: true})) return "hidden";
	const tagline = document.querySelector(".tagline"); // an embed has none, and no fields
	return tagline && getComputedStyle(number).color === getComputedStyle(tagline).color ? "grey" : "shown";
})()`

// A number on show belongs to the form on show: also before the program has come,
// and after it could not be loaded.
func TestNoStaleNumberWhileLoading(t *testing.T) {
	t.Parallel()
	slow, gone := lame(t, held), lame(t, broken)
	navigate := func(t *testing.T, v visitor, address string) {
		t.Helper()
		// The load event waits for the program; a script does not.
		v.open(t, originOf(address)+"/docs/index.html")
		v.says(t, "", `(location.href = "`+address+`")`)
		comes(t, v, "", `document.querySelector("#boot") !== null && document.readyState !== "loading" && typeof lastIterate`, "object")
	}
	for _, field := range []struct{ name, edit, back string }{
		{"a number", `{const f = document.querySelector("#field-eta"); f.value = "0.05"; f.dispatchEvent(new Event("input", {bubbles: true}))}`,
			`{const f = document.querySelector("#field-eta"); f.value = f.defaultValue; f.dispatchEvent(new Event("input", {bubbles: true}))}`},
		{"a choice", `{const f = document.querySelector("select[name=scheme]"); f.selectedIndex = (f.selectedIndex + 1) % f.options.length; f.dispatchEvent(new Event("change", {bubbles: true}))}`,
			`{const f = document.querySelector("select[name=scheme]"); [...f.options].find((o) => o.defaultSelected).selected = true; f.dispatchEvent(new Event("change", {bubbles: true}))}`},
	} {
		t.Run(field.name, func(t *testing.T) {
			inBrowsers(t, map[string]func(*testing.T, visitor){
				"before the program": func(t *testing.T, v visitor) {
					navigate(t, v, slow+"/")
					comes(t, v, "", seen, "shown")
					v.says(t, "", `(() => `+field.edit+`)()`)
					comes(t, v, "", seen, "grey")
					if words := v.says(t, "", `document.querySelector("#answer").innerText`); !strings.Contains(words, "opening run") {
						t.Errorf("beside the edited field stands %q", words)
					}
					v.says(t, "", `(() => `+field.back+`)()`)
					comes(t, v, "", seen, "shown")
				},
				"a link that is pasted meanwhile": func(t *testing.T, v visitor) {
					navigate(t, v, slow+"/")
					comes(t, v, "", seen, "shown")
					v.says(t, "", `(location.hash = "`+theRun+`&delta=1e-6")`)
					comes(t, v, "", seen, "hidden")
				},
			})
		})
	}
	for name, address := range map[string]string{"the page": "/", "a link": "/#" + theRun + "&delta=1e-6"} {
		t.Run("a program that cannot be had: "+name, func(t *testing.T) {
			scenarios := map[string]func(*testing.T, visitor){"": func(t *testing.T, v visitor) {
				navigate(t, v, gone+address)
				comes(t, v, "", `document.querySelector("#answer .boot-alert") !== null`, "true")
				if got := v.says(t, "", seen); got != "hidden" {
					t.Errorf("the number is %s", got)
				}
				if words := v.says(t, "", `document.querySelector("#answer").innerText`); !strings.Contains(words,
					"could not be loaded: the server answered 503") || !strings.Contains(words, "Reload") {
					t.Errorf("where the number was it says %q", words)
				}
			}}
			inBrowsersExpecting(t, scenarios, "503", "could not be loaded", "the server answered")
		})
	}
}

// An embed of the opening run has its number at the first paint; one of another
// run, or that does not show the answer, has none before it is computed.
func TestEmbedsFirstNumber(t *testing.T) {
	t.Parallel()
	slow := lame(t, held)
	opening := eval[string](visit(t, "/"), `document.querySelector("script[data-opening]").dataset.opening`)
	for address, want := range map[string]string{
		"/embed/": "shown", "/embed/#" + opening + "&show=answer,chart&theme=dark": "shown", "/embed.html?" + opening: "shown",
		"/embed/#" + theRun + "&delta=1e-6": "hidden", "/embed/#" + opening + "&show=chart": "hidden",
		"/embed/#" + opening + "&differs=momentum":                             "hidden",
		"/embed/#" + strings.Replace(opening, "eta=0.1&", "eta=0.1000001&", 1): "hidden", "/embed/#" + opening + "&eta=0.2": "hidden",
	} {
		p := newPage(t, slow)
		p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return navigateOnly(ctx, target, slow+address)
		}))
		p.await(`document.querySelector("#boot") && !document.querySelector("#boot").hidden`)
		if got := eval[string](p, seen); got != want {
			t.Errorf("%s: the built-in number is %s, want %s", address, got, want)
		}
	}
}

// Without scripts nobody can tell which run an address describes, so no answer
// stands under it; the opening run's can be asked for.
func TestNoNumberWithoutScripts(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"/", "/#" + theRun + "&delta=1e-6", "/?" + theRun + "&delta=1e-6", "/#opening-run"} {
		p := newPage(t, site)
		p.expect("preload")
		p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}))
		p.goTo(address)
		want := "hidden"
		if address == "/#opening-run" {
			want = "shown"
		}
		if got := eval[string](p, seen); got != want {
			t.Errorf("%s: without scripts the built-in number is %s, want %s", address, got, want)
		}
		if text := eval[string](p, `document.body.innerText`); !strings.Contains(text, "JavaScript") {
			t.Errorf("%s: it does not say what it needs", address)
		}
	}
	// Scripts that are blocked, by an extension or a host, are not told of as such.
	blocked := lame(t, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, ".js") {
			http.Error(w, "blocked", http.StatusForbidden)
		}
		return strings.HasSuffix(r.URL.Path, ".js")
	})
	inBrowsersExpecting(t, map[string]func(*testing.T, visitor){"blocked": func(t *testing.T, v visitor) {
		for _, address := range []string{"/", "/#" + theRun + "&delta=1e-6"} {
			v.open(t, blocked+address)
			if got := v.says(t, "", seen); got != "hidden" {
				t.Errorf("%s: with scripts blocked the built-in number is %s", address, got)
			}
		}
	}}, "403", "blocked", "Refused to execute", "preload")
}

// A script that is not the one that was built does not run, whoever has changed
// it, and the page says so.
func TestChangedScriptsDoNotRun(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"boot-", "wasm_exec-", "offline-", "head-"} {
		t.Run(script, func(t *testing.T) {
			p := newPage(t, lame(t, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "/assets/"+script) {
					return false
				}
				w.Header().Set("Content-Type", "text/javascript")
				w.Write([]byte(`globalThis.changed = true;`))
				return true
			}))
			for _, text := range []string{"integrity", "did not arrive", "null", "undefined", "Go is not defined", "preload"} {
				p.expect(text)
			}
			p.goTo("/#" + theRun + "&delta=1e-6")
			p.await(`/did not arrive/.test(document.body.innerText)`)
			if eval[bool](p, `"changed" in globalThis`) {
				t.Error("the changed script ran")
			}
		})
	}
}

// hurried makes every wait of a page short.
const hurried = `{const {setTimeout: later} = globalThis; globalThis.setTimeout = (f, ms, ...rest) => later(f, ms >= 5000 ? 200 : ms, ...rest);}`

// A download that stops in the middle says so, offers to begin anew, and that
// works; one that goes on by itself takes the offer back.
func TestStalledDownload(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/", "/embed/"} {
		var stalls atomic.Int32
		stalls.Store(1)
		address := lame(t, func(w http.ResponseWriter, r *http.Request) bool {
			if !isProgram(r) || stalls.Add(-1) < 0 {
				return false
			}
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("\x00asm\x01\x00\x00\x00"))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return true
		})
		p := newPage(t, address)
		p.runFirst(hurried)
		p.expect("preload")
		p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return navigateOnly(ctx, target, address+path)
		}))
		p.await(`/Nothing has arrived/.test(document.querySelector("#boot-stalled")?.innerText ?? "")`)
		if !eval[bool](p, `document.querySelector("#boot-stalled").checkVisibility()`) {
			t.Errorf("%s: the notice is not seen", path)
		}
		p.do(chromedp.Click("#boot-stalled button"))
		p.awaitReady()
	}
}

// Where something is missing the page says what, and does not break down.
func TestMissingFeatures(t *testing.T) {
	t.Parallel()
	for feature, words := range map[string]string{"ResizeObserver": "ResizeObserver", "Worker": "Web Workers", "TransformStream": "streams",
		"HTMLDialogElement": "dialogs", "WebAssembly": "WebAssembly", "MessageChannel": "MessageChannel"} {
		for _, address := range []string{"/", "/embed/#" + theRun + "&delta=1e-6"} {
			p := newPage(t, site)
			p.expect("preload")
			p.runFirst(`delete globalThis.` + feature)
			p.goTo(address)
			p.await(`document.querySelector(".boot-alert")`)
			text := eval[string](p, `document.querySelector(".boot-alert").innerText`)
			if !strings.Contains(text, words) || !strings.Contains(text, "lacks") || strings.Contains(text, "code") {
				t.Errorf("%s without %s says %q", address, feature, text)
			}
			if !eval[bool](p, `document.querySelector(".boot-alert").checkVisibility()`) {
				t.Errorf("%s without %s: the words are not seen", address, feature)
			}
		}
	}
}

// A frame that may run nothing at all does not say that it computes.
func TestEmptySandbox(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, "", map[string]string{
		"/": `<!doctype html><title>Host</title><iframe title="the embed" sandbox="" src="` + site + `/embed.html#` + theRun +
			`&delta=1e-6"></iframe>`,
	})
	p := newPage(t, host, site)
	p.expect("sandboxed")
	p.goTo("/")
	embed := p.frames(site+"/embed.html", 1)[0]
	embed.await(`document.body?.innerText.includes("sandbox")`)
	text := eval[string](embed, `document.body.innerText`)
	if strings.Contains(text, "Computing") || strings.Contains(text, "ε") ||
		!strings.Contains(text, "allow-scripts allow-same-origin allow-popups") {
		t.Errorf("it says %q", text)
	}
}

// A host that sends no headers cannot keep the page out of frames; the page does.
func TestThePageRefusesToBeFramed(t *testing.T) {
	t.Parallel()
	h, server := newHost(t, "/")
	h.deploy(withoutHeaders(h.files))
	inBrowsersExpecting(t, map[string]func(*testing.T, visitor){"in a frame": func(t *testing.T, v visitor) {
		for _, at := range []string{"/", "/index.html"} {
			address := server.URL + at + "#" + theRun + "&delta=1e-6"
			host := newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title><iframe title="the page" src="` + address +
				`"></iframe>`})
			v.open(t, host+"/")
			page := v.frameAt(t, server.URL+at)
			comes(t, v, page, `document.body?.innerText.trim()`, "Open the calculator in its own tab")
			if got := v.says(t, page, `[document.querySelector("a").href, document.querySelector("a").target, document.querySelectorAll("input, button, select").length, typeof lastIterate].join()`); got != address+",_blank,0,undefined" {
				t.Errorf("in a frame the page has %s", got)
			}
		}
	}}, "left the origin: "+server.URL, "preload")
}

// The hidden engine of a page goes with the last element that used it, and not
// when an element is only moved.
func TestTheEngineGoesWithTheLastElement(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/hear.js":   answersHere,
		"/module.js": `import { engine } from "` + site + `/engine.js"; globalThis.engine = engine;`,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + site +
			`/embed.js"></script><script type="module" src="/module.js"></script>
			<last-iterate id="one"` + attributes("delta=1e-6") + ` show="answer"></last-iterate><last-iterate id="two"` + attributes("alpha=2") + ` show="answer"></last-iterate>`,
	})
	p := newPage(t, host, site)
	p.goTo("/")
	p.await(`told.one && told.two && globalThis.engine`)
	hidden := `document.querySelectorAll('iframe[src$="engine.html"]').length`
	await := func(n string) {
		t.Helper()
		p.await(hidden + ` === ` + n)
	}
	await("1")
	eval[bool](p, `(Object.assign(globalThis, {first: document.querySelector("iframe"), one, two}), one.remove(), true)`)
	eval[bool](p, `new Promise((r) => setTimeout(r, 1500, true))`)
	if n := eval[int](p, hidden); n != 1 {
		t.Fatalf("%d engines while an element is left", n)
	}
	eval[bool](p, `(told.two = null, document.body.append(two), true)`) // moved
	p.await(`told.two`)
	if !eval[bool](p, `first.isConnected`) {
		t.Error("an element that was moved had the engine started anew")
	}
	eval[bool](p, `engine().then((e) => (globalThis.li = e, two.remove(), true))`)
	eval[bool](p, `new Promise((r) => setTimeout(r, 1500, true))`)
	if n := eval[int](p, hidden); n != 1 {
		t.Fatalf("%d engines while a script uses one", n)
	}
	eval[bool](p, `(li.close(), li.close(), true)`)
	await("0")
	// And it comes again when it is needed.
	eval[bool](p, `(told.one = null, document.body.append(one), true)`)
	p.await(`told.one`)
	await("1")
}
