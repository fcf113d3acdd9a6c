//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// A page's own element that is named currentScript does not tell embed.js where the
// calculator is: nothing of another origin is framed, and no number of it passed on.
func TestNamedImageIsNoScript(t *testing.T) {
	t.Parallel()
	forger := newSibling(t, map[string]string{
		"/embed/":            `<!doctype html><title>Forger</title><script src="/forge.js"></script>`,
		"/embed/engine.html": `<!doctype html><title>Forger</title>`,
		"/forge.js":          `parent.postMessage({type: "last-iterate:answer", v: 1, epsilon: 0.001, row: "composition"}, "*");`,
	})
	for _, named := range []string{
		`<img name="currentScript" alt="" src="` + forger + `/picture.png">`,
		`<form name="currentScript"><input name="src" value="` + forger + `/"></form>`,
	} {
		host := newEmbedder(t, "", map[string]string{
			"/hear.js": answersHere,
			"/": `<!doctype html><title>Host</title><script src="/hear.js"></script>` + named + `<script src="` + site +
				`/embed.js"></script>
				<last-iterate id="it"` + attributes("delta=1e-6") + ` show="answer"></last-iterate>`,
		})
		p := newPage(t, host, site, forger)
		p.expect("404")
		p.goTo("/")
		p.await(`told.it`)
		if got, want := eval[float64](p, `told.it[0].epsilon`), answerTo(t, "/#"+theRun+"&delta=1e-6"); got != want {
			t.Errorf("beside %s the element says %v, the page %v", named, got, want)
		}
		if got := eval[string](p, `it.href`); !strings.HasPrefix(got, site+"/") {
			t.Errorf("beside %s the element leads to %s", named, got)
		}
	}
}

// watched notes what an embed asks of the engine that it shares, and of its own. What it
// tells the service worker, through ports too, is no question.
const watched = `(() => {
	globalThis.asked = {shared: 0, own: 0};
	for (const [kind, {prototype}] of [["shared", MessagePort], ["own", Worker]]) {
		const post = prototype.postMessage;
		prototype.postMessage = function (data, ...rest) { if (typeof data === "string" && data.startsWith("{")) asked[kind]++; return post.call(this, data, ...rest); };
	}
	return true;
})()`

// What a visitor picks is never asked of the engine that a page's elements share, in
// whose queue another element of the page could tell by its timing what it was. What the
// page itself sets is.
func TestVisitorsRunIsNotQueued(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, "", map[string]string{
		"/hear.js": answersHere,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script><script src="` + site + `/embed.js"></script>` + inARow(
			`<last-iterate id="one"`+attributes("delta=1e-6")+` show="answer,form"></last-iterate>`,
			`<last-iterate id="two"`+attributes("delta=1e-5")+` show="answer"></last-iterate>`),
	})
	p := newPage(t, host, site)
	p.goTo("/")
	p.await(`told.one && told.two`)
	var one *page
	for _, f := range p.frames(site+"/embed/#", 2) {
		f.awaitReady()
		if strings.Contains(eval[string](f, `location.hash`), "form") {
			one = f
		}
	}
	asked := func() string { return eval[string](one, "asked.shared + ` ` + asked.own") }
	eval[bool](one, watched)
	want := answerTo(t, "/#"+strings.Replace(theRun, "T=90", "T=40", 1)+"&delta=1e-6")
	eval[bool](p, `(one.setAttribute("t", "40"), true)`)
	p.await(fmt.Sprintf(`told.one.at(-1).epsilon === %v`, want))
	if got := asked(); !strings.HasSuffix(got, " 0") || strings.HasPrefix(got, "0") {
		t.Fatalf("the page's own run was asked of the shared and the own engine %s times", got)
	}
	eval[bool](one, `(Object.assign(asked, {shared: 0}), true)`)
	before := one.answer()
	one.enter("eta", "0.07")
	one.awaitOther(before)
	one.awaitReady()
	if got := asked(); !strings.HasPrefix(got, "0 ") || strings.HasSuffix(got, " 0") {
		t.Errorf("the visitor's run was asked of the shared and the own engine %s times", got)
	}
	if eval[bool](one, `document.querySelector("#restarted") !== null`) {
		t.Error("the visitor is told of an engine that stopped")
	}
	// A reload brings the visitor's run back, and asks it of no shared engine either. The
	// address follows an edit a moment later.
	one.await(`history.state?.edited === true`)
	eval[bool](one, `(location.reload(), true)`)
	for _, f := range p.frames(site+"/embed/#", 2) {
		f.awaitReady()
		if strings.Contains(eval[string](f, `location.hash`), "form") && eval[string](f,
			`typeof lastIterate.connect + history.state?.edited`) != "objecttrue" {
			t.Errorf("after a reload the visitor's run is asked of %s", eval[string](f,
				`typeof lastIterate.connect + history.state?.edited`))
		}
	}
	if n := len(p.frames(site+"/embed/#", 2)); n != 2 {
		t.Errorf("%d frames", n)
	}
}
