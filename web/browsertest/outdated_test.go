//go:build e2e

package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// grip has every engine's questions held back while held is true, and can end engines.
const grip = `
globalThis.held = false;
globalThis.engines = [];
globalThis.Worker = class extends Worker {
	constructor(...how) { super(...how); engines.push(this); }
	postMessage(message, ...more) {
		this.asked ||= typeof message === "string";
		if (!held || typeof message !== "string") super.postMessage(message, ...more);
	}
};
globalThis.crash = () => {
	const asked = engines.filter((e) => e.asked);
	engines = engines.filter((e) => !e.asked);
	for (const e of asked) e.dispatchEvent(new ErrorEvent("error", {message: "a test has ended it"}));
};`

// dimmed tells of elements whether they are in full ink: whether their colour, or how
// opaque they are, is that of what is out of date.
const dimmed = `((...selectors) => selectors.map((selector) => {
	const element = document.querySelector(selector), style = getComputedStyle(element);
	const muted = document.querySelector(".tagline");
	return selector + (style.color === getComputedStyle(muted).color || Number(style.opacity) < 0.6 ? " grey" : " in ink");
}).join(", "))`

// edit types into a field and tells, before anything else can run, what stands elsewhere.
func (p *page) edit(id, text, then string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`(() => {
		const field = document.getElementById(%q);
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		return String(%s);
	})()`, id, text, then))
}

// paper has the page look as it is printed.
func (p *page) paper(on bool) {
	p.Helper()
	media := ""
	if on {
		media = "print"
	}
	call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
}

// An edit greys what it has made out of date at the event itself, and the screen shows
// that before the program hears of it; it is in ink again when the answer is there.
func TestEditGreysAtOnce(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	faces := dimmed + `("#answer .epsilon", "#behind .behind-body", "#picture .frame", "#rows")`
	const inInk = "#answer .epsilon in ink, #behind .behind-body in ink, #picture .frame in ink, #rows in ink"
	if got := eval[string](p, faces); got != inInk {
		t.Fatalf("before any edit: %s", got)
	}
	framed := eval[bool](p, `new Promise((done) => {
		const form = lastIterate.form, call = form.call;
		let framed = false;
		form.call = () => { form.call = call; call(); done(framed); };
		requestAnimationFrame(() => { framed = true; });
		const field = document.querySelector("#field-eta");
		field.value = "0.0501";
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})`)
	if !framed {
		t.Error("the program hears of the first edit before the screen has greyed")
	}
	p.await(ready + ` && ` + shows("eta", "0.0501") + ` && ` + faces + ` === "` + inInk + `"`)
	// Where the program is quick it has found in the same task that the answer is out of date, which greys later.
	if got := eval[string](p, `(() => {
		const out = document.querySelectorAll(".answer, .behind, .digest, .rows, .picture");
		document.documentElement.classList.add("unheard");
		for (const e of out) e.classList.add("stale");
		const seen = `+faces+`;
		document.documentElement.classList.remove("unheard");
		for (const e of out) e.classList.remove("stale");
		return seen;
	})()`); strings.Contains(got, "in ink") {
		t.Errorf("where the program is quick: %s", got)
	}
	p.await(faces + ` === "` + inInk + `"`)
	// So the program, which may draw in the task of the edit, hears of this one after the look.
	eval[bool](p, `(globalThis.hear = lastIterate.form.call, lastIterate.form.call = () => {}, true)`)
	if got := p.edit("field-eta", "0.051", `((seen) => (lastIterate.form.call = hear, hear(), seen))(`+faces+`)`); strings.Contains(got, "in ink") {
		t.Errorf("at an edit: %s", got)
	}
	p.await(ready + ` && ` + faces + ` === "` + inInk + `"`)
	if got := eval[bool](p, `document.documentElement.classList.contains("unheard")`); got {
		t.Error("the page is grey although the answer is there")
	}
}

// A step back leaves a tool as a press of another does: the tool that waits to be started shows nothing of the question that
// the other has asked.
func TestLaboratoryBack(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(grip)
	p.goTo(labTool(shortEstimate))
	p.await(`document.querySelector("#lab-start") !== null`)
	eval[bool](p, `(held = true)`)
	p.press(`[data-tool="fit"]`)
	p.await(`document.querySelector(".lab-waiting") !== null`)
	eval[bool](p, `(history.back(), true)`)
	p.await(`document.querySelector("#lab-hoelder-radius") !== null`)
	p.await(`document.querySelector("#lab-start") !== null`)
}

// While the answer is computed, paper says in words what is out of date, and only the link can
// be shared.
func TestOutOfDateOnPaperAndInShare(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(grip)
	p.goTo(aLink)
	p.awaitReady()
	const said = `["#answer", "#picture", "#behind", "section.rows"].filter((face) => getComputedStyle(document.querySelector(face), "::before").content.includes("Out of date")).join()`
	onPaper := func() string {
		p.paper(true)
		defer p.paper(false)
		return eval[string](p, said)
	}
	if got := onPaper(); got != "" {
		t.Errorf("of an answer that is the form's paper says that %s is out of date", got)
	}
	first := eval[string](p, `document.querySelector("#answer").dataset.epsilon`)
	eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, strings.Replace(aLink[1:], "eta=0.05", "eta=0.06", 1)))
	p.await(ready + ` && document.querySelector("#answer").dataset.epsilon !== "` + first + `"`)
	p.openShare()
	eval[bool](p, `(held = true, history.back(), true)`)
	p.await(`document.querySelector("#share-wait")?.checkVisibility() && document.querySelector("#share-element") === null &&
		document.querySelector("#share-link").textContent.endsWith(location.hash)`)
	p.press("#share-done")
	p.press("#share") // which is never dead, and says what it waits for
	p.await(`document.querySelector("#share-wait")?.checkVisibility()`)
	p.press("#share-done")
	if got := onPaper(); got != "#answer,#picture,#behind,section.rows" {
		t.Errorf("while the answer is computed, paper says so of %q only", got)
	}
}

// noteCovers lists the words and fields that the words over a picture of the last setting lie on.
const noteCovers = `(() => {
	const box = (e) => {
		const range = document.createRange();
		range.selectNodeContents(e);
		return e.matches("span, label") ? range.getBoundingClientRect() : e.getBoundingClientRect();
	};
	const note = box(document.querySelector("#last-setting span"));
	return [...document.querySelectorAll("#picture :is(.frame text, .tab span, .choices :is(label, select, input, button))")].filter((e) => {
		const b = box(e);
		return b.width > 0 && b.left < note.right && b.right > note.left && b.top < note.bottom && b.bottom > note.top;
	}).map((e) => e.textContent).join(", ");
})()`

// The picture of the last setting stays while the next one is computed, greyed and under words that say so. No reader is
// told it, paper leaves it out, and no file of it is offered. It goes when the next one has its lines.
func TestPictureOfTheLastSetting(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(grip)
	p.goTo(aLink)
	p.awaitReady()
	const label = `(document.querySelector("#last-setting").checkVisibility() ? document.querySelector("#last-setting").innerText : "")`
	const drawn = `document.querySelector('#chart path[data-series]').getAttribute("d")`
	seen := `[` + label + `, document.querySelector(".frames").inert, document.querySelector(".chart-table .scrolls").inert,
		document.querySelector("#export ul").hidden, ` + dimmed + `("#picture .frame")].join()`
	if got := eval[string](p, seen); got != ",false,false,false,#picture .frame in ink" {
		t.Errorf("before any edit: %s", got)
	}
	first := eval[string](p, drawn)
	eval[bool](p, `(held = true)`)
	p.edit("field-eta", "0.06", `""`)
	p.await(label + ` === "Picture of the last setting; computing …" && ` + dimmed + `("#picture .frame").includes("grey")`)
	if got := eval[string](p, seen); !strings.HasSuffix(got, ",true,true,true,#picture .frame grey") || eval[string](p, drawn) != first {
		t.Errorf("while the next is computed: %s", got)
	}
	for _, width := range []int64{1440, 390} {
		p.do(chromedp.EmulateViewport(width, 900))
		if got := eval[string](p, noteCovers); got != "" {
			t.Errorf("%d pixels wide, the words that say so lie on %q", width, got)
		}
	}
	p.paper(true)
	if got := eval[string](p, `[document.querySelector(".frames").checkVisibility(), `+label+`,
		getComputedStyle(document.querySelector("#picture"), "::before").content].join()`); !strings.HasPrefix(got, `false,,"Out of date, so left out`) {
		t.Errorf("on paper: %s", got)
	}
	p.paper(false)
	eval[bool](p, `(held = false, true)`)
	p.edit("field-eta", "0.07", `""`)
	p.await(ready + ` && ` + label + ` === "" && ` + dimmed + `("#picture .frame").includes("ink")`)
	if got := eval[string](p, seen); got != ",false,false,false,#picture .frame in ink" || eval[string](p, drawn) == first {
		t.Errorf("when the next is there: %s", got)
	}
}

// What the build wrote for the opening run is grey when a field was edited, the paragraph
// included, also under a download that has stalled.
func TestParagraphUnderAStalledDownload(t *testing.T) {
	t.Parallel()
	slow := lame(t, held)
	p := newPage(t, slow)
	p.runFirst(hurried)
	p.expect("preload")
	p.setOff(slow + "/")
	p.await(`/Nothing has arrived/.test(document.querySelector("#boot-stalled")?.innerText ?? "")`)
	faces := dimmed + `("#answer .epsilon", ".behind .behind-body", ".statement p", ".picture .frame")`
	if got := eval[string](p, faces); strings.Contains(got, "grey") {
		t.Fatalf("before any edit: %s", got)
	}
	p.edit("field-eta", "0.05", `""`)
	p.await(`!/in ink/.test(` + faces + `)`)
}

// The laboratory's answer is grey, and said to be out of date, as soon as it is not that
// of the fields: after an edit, during an estimate, after a crash, and on paper.
func TestLaboratoryOutOfDate(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(grip)
	p.goTo(labTool("audit&members=100&true_positives=90&non_members=100&false_positives=40&delta=1e-5&level=0.95"))
	p.answers("ε ≥ 1.03")
	faces := dimmed + `("p.lab-answer", ".lab-facts", "#lab-answer .frame")`
	inInk := func(what string) {
		t.Helper()
		p.await(ready + ` && document.querySelector("#lab-outdated") === null && !/grey/.test(` + faces + `)`)
	}
	outdated := func(words string) {
		t.Helper()
		p.await(`document.querySelector("#lab-outdated")?.innerText.includes("` + words + `")`)
		if got := eval[string](p, dimmed+`("p.lab-answer", ".lab-facts")`); strings.Contains(got, "in ink") {
			t.Errorf("%s: %s", words, got)
		}
		p.paper(true)
		defer p.paper(false)
		if !eval[bool](p, `document.querySelector("#lab-outdated").checkVisibility()`) {
			t.Errorf("paper does not say %q", words)
		}
	}
	eval[bool](p, `(held = true)`)
	if got := p.edit("lab-audit-true_positives", "80", dimmed+`("p.lab-answer", ".lab-facts")`); strings.Contains(got, "in ink") {
		t.Errorf("at an edit: %s", got)
	}
	outdated("Out of date")
	p.await(`(crash(), document.documentElement.dataset.state === "failed")`) // every engine that is asked in place of one
	outdated("the current fields have no answer")

	eval[bool](p, `(held = false, true)`)
	p.do(chromedp.Navigate("about:blank"))
	p.goTo(labTool(shortEstimate))
	p.awaitReady()
	p.press("#lab-start")
	p.answers("Estimated L = ")
	faces = dimmed + `("p.lab-answer", ".lab-facts", "#lab-answer .frame")`
	if got := p.edit("lab-hoelder-seed", "8", faces); strings.Contains(got, "in ink") {
		t.Errorf("at an edit: %s", got)
	}
	outdated("the fields have changed since this was estimated")
	p.fill("hoelder", "seed", "7") // which is what was estimated
	inInk("taken back")
	for field, text := range map[string]string{"starts": "1000", "epochs": "1000"} {
		p.fill("hoelder", field, text)
	}
	p.press("#lab-start")
	outdated("a new answer is being computed")
	p.press("#lab-cancel")
	outdated("the fields have changed since this was estimated")
}

// A table for which a link has no room is said to be missing: beside the field, and to
// whoever opens the link, for whom no other table stands in.
func TestTableTooLongForTheLink(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool("audit&members=100&non_members=100&delta=1e-5&level=0.95&true_positives=60&false_positives=10"))
	table := "tp,fp\n" + strings.Repeat("60,10\n", 1500) // 9,006 bytes
	p.fill("audit", "table", table)
	p.await(`document.querySelector(".lab-left-out")?.checkVisibility() && location.hash.endsWith("&without=table")`)
	link := eval[string](p, `location.hash`)
	p.do(chromedp.Navigate("about:blank"))
	p.goTo("/lab/" + link)
	p.await(`document.querySelector(".problems")?.innerText.includes("was too long for the link")`)
	p.awaitReady()
	if got := eval[string](p, dimmed+`("p.lab-answer")`); got != "p.lab-answer grey" {
		t.Errorf("without its table: %s", got)
	}
	p.fill("audit", "table", "tp,fp\n60,10\n")
	p.await(ready + ` && ` + dimmed + `("p.lab-answer") === "p.lab-answer in ink" && document.querySelector(".lab-left-out") === null`)
}

// When the program has stopped for good, no number that it left is in full ink.
func TestNothingInInkAfterTheProgramHasStopped(t *testing.T) {
	t.Parallel()
	for address, faces := range map[string]string{
		aLink: `"#answer .epsilon", "#behind .behind-body", "section.rows", "#picture .frame"`, labTool("audit"): `".lab-result"`,
	} {
		p := visit(t, address)
		eval[bool](p, `(lastIterateHead.complain("It has stopped."), true)`)
		p.await(`[` + faces + `].every((face) => !document.querySelector(face).checkVisibility() || Number(getComputedStyle(document.querySelector(face)).opacity) < 0.6)`)
	}
}

// Nobody edits a field beside an answer that nothing can grey: without scripts, with
// scripts blocked, in a frame that may run none. With scripts they can be edited before
// the program has come.
func TestFieldsWithoutScripts(t *testing.T) {
	t.Parallel()
	const fields = `(() => { const all = [...document.querySelectorAll("#first-paint [name]")]; return all.length > 9 ? String(all.filter((f) => !f.disabled).length) : "none"; })()`
	for _, address := range []string{"/", "/#opening-run"} {
		p := newPage(t, site)
		p.expect("preload")
		call(p, p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		p.goTo(address)
		if got := eval[string](p, fields); got != "0" {
			t.Errorf("%s: without scripts %s fields can be edited", address, got)
		}
	}
	h, server := newHost(t, "/")
	h.deploy(withoutHeaders(h.files))
	host := newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title><iframe title="the page" sandbox src="` +
		server.URL + `/#opening-run"></iframe>`})
	blocked := lame(t, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, ".js") {
			http.Error(w, "blocked", http.StatusForbidden)
		}
		return strings.HasSuffix(r.URL.Path, ".js")
	})
	slow := lame(t, held)
	inBrowsersExpecting(t, map[string]func(*testing.T, visitor){
		"in a sandbox": func(t *testing.T, v visitor) {
			v.open(t, host+"/")
			comes(t, v, v.frameAt(t, server.URL+"/"), fields, "0")
		},
		"blocked": func(t *testing.T, v visitor) {
			v.open(t, blocked+"/#opening-run")
			comes(t, v, "", fields, "0")
		},
		"before the program": func(t *testing.T, v visitor) {
			v.open(t, originOf(slow)+"/docs/index.html")
			v.says(t, "", `(location.href = "`+slow+`/")`)
			comes(t, v, "", `document.querySelectorAll("#first-paint [name]").length > 9 && document.querySelectorAll("#first-paint [name]:disabled").length`, "0")
		},
	}, "sandboxed", "403", "blocked", "Refused to execute", "preload", "left the origin: "+server.URL)
}
