//go:build e2e

package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// newSibling serves pages at another port of the site's own host: for a browser
// another origin of the same site, such as a neighbour's sub-domain. Browsers
// share more among those than among strangers; Firefox even compiled programs.
func newSibling(t testing.TB, files map[string]string) (origin string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, known := files[r.URL.Path]
		switch {
		case r.URL.Path == "/favicon.ico":
			w.WriteHeader(http.StatusNoContent)
			return
		case !known:
			http.NotFound(w, r)
			return
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		w.Write([]byte(content))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// theEmbed is the frame that an element would open.
func theEmbed(show string) string {
	return `<iframe name="last-iterate-element" title="the embed" width="600" height="900" src="` + site + `/embed/#` + theRun +
		`&delta=1e-6&show=` + show + `"></iframe>`
}

// impostor answers the greeting of an embed with an engine of its own: it hands
// out a program that is none of ours, and a number that is wrong.
const impostor = `
	globalThis.greeted = 0;
	globalThis.asked = [];
	const program = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
	function serve(port, {gives}) {
		port.onmessage = ({data, ports}) => {
			asked.push(typeof data);
			if (data?.module && gives) port.postMessage({module: program});
			if (data?.module && !gives) port.postMessage({crash: "compile your own"});
			if (data?.connect) serve(ports[0], {gives}), ports[0].postMessage(JSON.stringify({v: 1, ready: {engine: "1", build: BUILD, methods: ["evaluate", "curve"]}}));
			if (typeof data === "string") {
				const {id, method} = JSON.parse(data);
				const rows = [{id: "composition", name: "Free lunch", side: "upper", status: "proved", applies: true, hypotheses: [], epsilon: 0.001, certified: true,
					source: {authors: "Nobody", title: "Nothing", year: 2026, where: "Theorem 1", url: "javascript:document.title='owned'"}}];
				const result = method === "evaluate"
					? {answer: {row: "composition", epsilon: 0.001, certified: true}, published: {row: "composition", epsilon: 0.001}, verdict: {helps: true, changes: []}, warnings: [], statement: "", rows}
					: {series: []};
				port.postMessage(JSON.stringify({v: 1, id, result}));
			}
		};
	}
	addEventListener("message", ({source, data, ports}) => {
		if (data?.type !== "last-iterate:hello") return;
		greeted++;
		const {port1, port2} = new MessageChannel();
		serve(port1, {gives: location.search === "?gives"});
		source.postMessage({type: "last-iterate:engine", v: 1, module: program}, "*", [port2]);
		// And once more, without a port.
		source.postMessage({type: "last-iterate:engine", v: 1, module: program, engine: "javascript:0"}, "*");
	});`

// What a page around an embed can try, and what it must not achieve. Each line
// was seen to succeed, or to hang the embed, in a version without its defence.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	front := visit(t, "/#"+theRun+"&delta=1e-6&rows=composition")
	right := eval[string](front, `document.querySelector("#answer").dataset.epsilon`)
	build := eval[string](front, `lastIterate.build`)
	script := strings.Replace(impostor, "BUILD", fmt.Sprintf("%q", build), 1)
	host := func(t *testing.T, body string) string {
		return newSibling(t, map[string]string{"/impostor.js": script, "/hear.js": hearAll,
			"/embed/engine.html": `<!doctype html><title>None</title>`,
			"/":                  `<!doctype html><title>Sibling</title><script src="/impostor.js"></script><script src="/hear.js"></script>` + body})
	}
	holds := func(t *testing.T, v visitor, place string) {
		t.Helper()
		if got := shownAt(t, v, place); !agrees(got, right) {
			t.Errorf("the embed shows ε = %q, the page %q", got, right)
		}
		if got := v.says(t, place, `document.querySelector('a[href^="javascript"]') ? "found" : document.title`); got == "found" ||
			got == "owned" {
			t.Errorf("an address of the host's is in the frame: %s", got)
		}
	}

	inBrowsers(t, map[string]func(*testing.T, visitor){
		"a program from the parent": func(t *testing.T, v visitor) {
			v.open(t, host(t, theEmbed("answer"))+"/?gives")
			holds(t, v, v.frameAt(t, site+"/embed/"))
			if n := v.says(t, "", `greeted`); n != "1" {
				t.Fatalf("the embed has greeted %s times: nothing was tried", n)
			}
			if asked := v.says(t, "", `asked.join()`); asked != "" {
				t.Errorf("the embed has sent %s through the host's port", asked)
			}
		},
		"an engine from the parent": func(t *testing.T, v visitor) {
			v.open(t, host(t, theEmbed("answer,table"))+"/")
			holds(t, v, v.frameAt(t, site+"/embed/"))
			if asked := v.says(t, "", `asked.join()`); asked != "" {
				t.Errorf("the embed has asked %s of the host's engine", asked)
			}
		},
		// The host's own frame stands where an engine's would, under its name.
		"an engine's frame of the host": func(t *testing.T, v visitor) {
			v.open(t, host(t, `<iframe title="not the engine" src="/embed/engine.html"></iframe><iframe title="sandboxed" sandbox="allow-scripts" src="`+site+`/embed/engine.html"></iframe>`+theEmbed("answer"))+"/")
			holds(t, v, v.frameAt(t, site+"/embed/#"))
		},
		"a parent that says nothing": func(t *testing.T, v visitor) {
			silent := newSibling(t, map[string]string{"/": `<!doctype html><title>Sibling</title>` + theEmbed("answer")})
			v.open(t, silent+"/")
			holds(t, v, v.frameAt(t, site+"/embed/"))
		},
		// A genuine engine's frame gives the page around it answers, not the program,
		// and takes nobody else for an embed.
		"the engine's frame gives no program": func(t *testing.T, v visitor) {
			page := newSibling(t, map[string]string{
				"/ask.js": `
					globalThis.got = [];
					addEventListener("message", ({source, data}) => {
						if (data?.type !== "last-iterate:hello") return;
						for (const type of ["last-iterate:connect", "last-iterate:join"]) {
							const {port1, port2} = new MessageChannel();
							port1.onmessage = ({data}) => got.push(type + " " + (typeof data === "string" ? Object.keys(JSON.parse(data)).at(-1) : Object.keys(data).join()));
							port1.onmessageerror = () => got.push(type + " undecodable");
							source.postMessage({type, v: 1, program: "` + programOf(front) + `"}, "*", [port2]);
							port1.postMessage({module: true});
							port1.postMessage(JSON.stringify({v: 1, id: 1, method: "sing"}));
						}
					});`,
				"/": `<!doctype html><title>Sibling</title><script src="/ask.js"></script><iframe title="the engine" src="` + site +
					`/embed/engine.html"></iframe>`,
			})
			v.open(t, page+"/")
			comes(t, v, "", `got.includes("last-iterate:connect error")`, "true")
			if got := v.says(t, "", `got.join("; ")`); got != "last-iterate:connect ready; last-iterate:connect error" {
				t.Errorf("the page has heard %s", got)
			}
		},
		// The host takes the shared engine away, or leads its frame elsewhere, while a
		// reader is at work.
		"the engine's frame is led away": func(t *testing.T, v visitor) {
			page := newSibling(t, map[string]string{"/": `<!doctype html><title>Sibling</title><script src="` + site + `/embed.js"></script>
				<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer,form"></last-iterate>`, "/elsewhere.html": `<!doctype html><title>Elsewhere</title>`})
			v.open(t, page+"/")
			embed := v.frameAt(t, site+"/embed/#")
			holds(t, v, embed)
			if shared := v.says(t, embed, `typeof lastIterate.connect`); shared != "function" {
				t.Fatalf("the engine is not shared (%s)", shared)
			}
			v.says(t, "", `document.querySelector("iframe").src = "/elsewhere.html"`)
			comes(t, v, embed, `typeof lastIterate.connect`, "object")
			typeInto(t, v, embed, "eta", "0.07")
			comes(t, v, embed, `document.querySelector("#answer").dataset.epsilon !== "`+right+`" && document.documentElement.dataset.state`, "ready")
			typeInto(t, v, embed, "eta", "0.05")
			comes(t, v, embed, `document.querySelector("#answer").dataset.epsilon`, right)
		},
		// Whoever is in the element's frame by now, only the calculator is heard.
		"an answer from a frame that was led away": func(t *testing.T, v visitor) {
			page := newSibling(t, map[string]string{
				"/hear.js":    answersHere,
				"/forge.html": `<!doctype html><title>Forger</title><script src="/forge.js"></script>`,
				"/forge.js": `for (const [type, rest] of [["height", {height: 1e9}], ["height", {height: "1px;position:fixed"}], ["answer", {epsilon: 0.001, row: "composition"}], ["failed", {message: "forged"}]])
					parent.postMessage({type: "last-iterate:" + type, v: 1, ...rest}, "*");
					parent.postMessage("forged", "*");`,
				"/": `<!doctype html><title>Sibling</title><script src="/hear.js"></script><script src="` + site + `/embed.js"></script>
					<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer"></last-iterate>`,
			})
			v.open(t, page+"/")
			comes(t, v, "", `told.it?.length`, "1")
			v.says(t, "", `(addEventListener("message", ({data}) => (globalThis.forged ||= data === "forged")), it.shadowRoot.querySelector("iframe").contentWindow.location.replace("/forge.html"))`)
			comes(t, v, "", `globalThis.forged`, "true")
			const frame = `it.shadowRoot.querySelector("iframe").style`
			if got := v.says(t, "", `[told.it.length, it.answer.epsilon, /^[0-9]{2,4}px$/.test(`+frame+`.height), `+frame+`.position].join()`); got != "1,"+right+",true," {
				t.Errorf("after forged messages the element has %s", got)
			}
		},
		// A tab of its own that was opened under the name that elements give.
		"a tab with the element's name": func(t *testing.T, v visitor) {
			v.open(t, newSibling(t, map[string]string{"/": `<!doctype html><title>Sibling</title><script src="/name.js"></script>`,
				"/name.js": `name = "last-iterate-element"; location.href = "` + site + `/embed/#` + theRun +
					`&delta=1e-6&show=answer"`})+"/")
			holds(t, v, "")
		},
		"memory is not shared": func(t *testing.T, v visitor) {
			v.open(t, host(t, theEmbed("answer"))+"/")
			embed := v.frameAt(t, site+"/embed/")
			holds(t, v, embed)
			if alone := v.says(t, embed, `globalThis.originAgentCluster`); alone != "true" &&
				alone != "" { // "" where the browser has no such thing
				t.Errorf("originAgentCluster is %s", alone)
			}
		},
	})
}

// programOf is the name of the compiled program's file.
func programOf(p *page) string {
	p.Helper()
	return eval[string](p, `performance.getEntriesByType("resource").map((e) => e.name).find((n) => n.endsWith(".wasm")).replace(/.*\/assets/, "assets")`)
}

// agrees compares what two browsers have computed.
func agrees(got, want string) bool {
	var x float64
	_, err := fmt.Sscan(want, &x)
	var y float64
	_, failed := fmt.Sscan(got, &y)
	return err == nil && failed == nil && near(y, x, agreement)
}
