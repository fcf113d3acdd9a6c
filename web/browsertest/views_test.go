//go:build e2e

package browsertest

import (
	"cmp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// view is one face of the page: where it is, and what a person does to come to
// it once the answer is there. TestEveryView walks all of them.
type view struct {
	name    string
	address string
	width   int64 // of the screen; 0 is a desk's
	open    func(p *page)
	afresh  string                   // a selector: what is in it is operated again, though other views have it
	busy    bool                     // it shows work under way, so the page need not be idle
	come    func(t testing.TB) *page // opens a tab with what the view needs; nil opens an empty one
}

// newPage opens a tab that is to show the view.
func (v view) newPage(t testing.TB) *page {
	t.Helper()
	if v.come == nil {
		return newPage(t, site)
	}
	return v.come(t)
}

// selector is that of what is operated afresh; it may select nothing.
func (v view) selector() string {
	if v.afresh == "" {
		return "#nothing"
	}
	return v.afresh
}

// screen is how wide the view's screen is.
func (v view) screen() int64 { return cmp.Or(v.width, 1440) }

// views is the one list. A test file adds those of what it tests by register. Those
// that are cheap come first: what they have is operated in them, and not where every
// change has several runs computed anew.
var views = []view{
	{name: "other fields", address: rich + fewLines}, // what it has is operated where an answer costs little
	{name: "first visit", address: "/"},
	{name: "an error", address: openingRun, open: func(p *page) {
		p.enter("eta", "-1")
		p.await(`document.querySelector("#error-eta")?.innerText`)
	}},
	{name: "a snippet", address: openingRun, open: func(p *page) { p.paste(briefScript + "\nmomentum is odd") }},
	{name: "an open row of a bad link", address: figure1 + "&loss=strongly-convex&strong_convexity=1&delta=1e-5&open=shift&colour=green" +
		fewLines},
	{name: "what this covers", address: openingRun, open: func(p *page) {
		unfold("cover")(p)
		p.press("label:has(#departure-momentum)")
		p.await(`document.querySelector(".why") !== null`)
	}},
	{name: "the paragraph, the chart as a table, export and solve for", address: openingRun, open: func(p *page) {
		p.downloads()
		for _, id := range []string{"statement", "chart-table", "export", "solve"} {
			unfold(id)(p)
		}
	}},
	{name: "over orders", address: rich + "&tab=alpha" + fewLines, afresh: "#picture"},
	{name: "over δ", address: convexRun + "&tab=delta" + fewLines},
	{name: "over any parameter", address: rich + "&tab=sweep" + fewLines, afresh: "#picture"},
	{name: "what is left to an attacker", address: rich + "&tab=attacker" + fewLines, afresh: "#picture"},
	{name: "the schedule", address: convexRun + "&tab=schedule" + fewLines, afresh: "#picture"},
	{name: "where the loss comes from", address: convexRun + "&tab=parts" + fewLines, afresh: "#picture"},
	{name: "a figure of a paper", address: "/#v=1&figure=chien-li-1b", open: func(p *page) {
		p.await(figureDone)
		unfold("figure-table")(p)
	}},
	{name: "hidden state does not help", address: noHelp, open: func(p *page) {
		p.await(`document.querySelector(".changes button") !== null`)
	}},
	{name: "no answer", address: openingRun, open: (*page).failOnce},
	{name: "telephone", address: openingRun, width: 390, open: func(p *page) {
		p.press(`.fold[data-group="noise"]`)
		p.await(`document.querySelector("#field-sigma").offsetParent !== null`)
	}},
	{name: "embed", address: "/embed#" + theRun + "&delta=1e-6&show=answer~chart~form~table" + fewLines},
}

// briefScript is a script whose run is answered soon after it is used.
var briefScript = strings.NewReplacer("n = 60000", "n = 600", "EPOCHS = 15", "EPOCHS = 1", "=256", "=60").Replace(opacusScript)

func register(list ...view) bool {
	views = append(views, list...)
	return true
}

// unfold opens a <details>.
func unfold(id string) func(*page) {
	return func(p *page) {
		p.Helper()
		p.press("#" + id + " > summary")
		p.await(`document.querySelector("#` + id + `").open`)
	}
}

// openingRun is the run of a first visit, with few lines.
const openingRun = "/#v=1" + fewLines

// noHelp is a run for which hidden state does not help: convex losses without
// projection, where the linear adversary meets composition.
var noHelp = strings.Replace(aLink, "diameter=3", "diameter=inf", 1)

// rich is a run that shows the fields which the first visit's does not.
const rich = "/#v=1&n=60&b=6&T=90&eta=0.05&clip=2&sigma=1.5&noise=multiplier&diameter=inf&adjacency=replace&scheme=cyclic&loss=weakly-convex&smoothness=1&weak_convexity=0.1&clipping=never&alpha=4&steps=epochs"

// failOnce has the next question about a run fail, and those after it not.
func (p *page) failOnce() {
	p.Helper()
	eval[bool](p, `(() => {
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message, ...rest) {
			const {id, method} = typeof message === "string" ? JSON.parse(message) : {};
			if (method !== "evaluate") return post.call(this, message, ...rest);
			Worker.prototype.postMessage = post;
			const data = JSON.stringify({v: 1, id, error: {code: "failed", message: "a test says so"}});
			setTimeout(() => this.dispatchEvent(new MessageEvent("message", {data})));
		};
		return true;
	})()`)
	p.enter("eta", "0.05")
	p.await(`/a test says so/.test(document.querySelector("#failure")?.innerText ?? "")`)
}

// show comes to a view.
func (p *page) show(v view) {
	p.Helper()
	p.do(chromedp.EmulateViewport(v.screen(), 900))
	p.do(chromedp.Navigate("about:blank")) // a link alone would not load the page anew
	p.goTo(v.address)
	p.awaitReady()
	if v.open != nil {
		v.open(p)
	}
}

// inTheme has the page's media say light or dark, and that motion is not
// wanted, so that what is looked at has come to rest.
func (p *page) inTheme(theme string) {
	p.Helper()
	call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme},
			{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}
