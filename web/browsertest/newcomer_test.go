//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// setSelect sets a select to a value and dispatches its change event.
func (p *page) setSelect(id, value string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const c = document.getElementById(%q);
		c.value = %q;
		c.dispatchEvent(new Event("change", {bubbles: true}));
		return c.value === %[2]q;
	})()`, id, value))
}

// A newcomer opens the page, changes the batches, reads why a theorem does not
// apply and mends that, solves for the noise that gives ε = 2, shares the link,
// and whoever opens it elsewhere reads the same number.
func TestNewcomersPath(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	first := p.answer()
	const marked = `["example", "example-run"].map(id => document.getElementById(id)?.checkVisibility() ?? false).join(" ")`
	if got := eval[string](p, marked); got != "true true" {
		t.Errorf("of the opening run, answer and form are marked as an example: %s", got)
	}
	if said := eval[string](p, `getComputedStyle(document.querySelector('#attribution a[target="_blank"]'), "::after").content`); !strings.Contains(said,
		"opens in a new tab") {
		t.Errorf("of a link that leaves the page it is said %q", said)
	}
	p.press("#rows-unfit")
	p.await(`document.querySelector("#rows tr.unfit") !== null`)
	const why = `document.querySelector('#rows [data-row="ye-shokri-3.3"] .needs').innerText`
	if text := eval[string](p, why); !strings.Contains(text, "needs fixed order or shuffled once; yours: full batch") {
		t.Errorf("why Ye–Shokri's theorem does not apply: %q", text)
	}
	p.setSelect("field-scheme", "cyclic")
	p.awaitReady()
	p.await(marked + ` === "true false" && document.querySelector("#example").innerText === "Example run, changed"`)
	p.says("#assumed", "Entered: batch sampling scheme.", "values are the example’s.")
	p.enter("n", "1k")
	p.awaitReady()
	// All examples in one batch: an epoch has no second one.
	p.enter("b", "1000")
	p.await(`/needs B = ⌊n\/b⌋ ≥ 2; yours: B = 1/.test(` + why + `)`)
	if p.applies("ye-shokri-3.3") {
		t.Error("a theorem applies whose hypothesis fails")
	}
	p.enter("b", "100")
	p.await(ready + ` && document.querySelector('#rows [data-row="ye-shokri-3.3"]').dataset.epsilon !== undefined`)
	if text := eval[string](p, why); strings.Contains(text, "✗") {
		t.Errorf("the theorem applies and still says %q", text)
	}
	second := p.answer()
	if second == first {
		t.Error("other batches gave the same answer")
	}

	p.solveFor("sigma", "2")
	p.await(solved)
	p.press("#solve-write")
	solved := p.awaitOther(second)
	if solved > 2 || solved < 1.999 {
		t.Errorf("solved for ε = 2, the answer is %v", solved)
	}

	elsewhere := visit(t, strings.TrimPrefix(p.share(), site))
	if got := elsewhere.answer(); got != solved {
		t.Errorf("elsewhere ε = %v, here %v", got, solved)
	}
	// Only this visit knows which values were entered.
	if here, there := strings.Replace(p.sentence(), " \nExample run, changed", "", 1), elsewhere.sentence(); here != there {
		t.Errorf("here %q, elsewhere %q", here, there)
	}
	if here, there := p.text("sigma"), elsewhere.text("sigma"); here != there {
		t.Errorf("σ is %s here and %s elsewhere", here, there)
	}
}

// applies reports whether a row has a value.
func (p *page) applies(row string) bool {
	p.Helper()
	return eval[bool](p, fmt.Sprintf(`document.querySelector('#rows [data-row="%s"]').dataset.epsilon !== undefined`, row))
}

func (p *page) sentence() string {
	p.Helper()
	return eval[string](p, `document.querySelector("#answer-sentence").innerText`)
}

// share copies the link of the Share dialog, as a person would.
func (p *page) share() string {
	p.Helper()
	p.mayCopy()
	p.openShare()
	p.press("#share-link-copy")
	p.await(`document.querySelector("#share-said").innerText === "Link: copied."`)
	link := eval[string](p, `navigator.clipboard.readText()`)
	p.press("#share-done")
	if !strings.HasPrefix(link, site+"/#v=1&") {
		p.Fatalf("the link copied is %q", link)
	}
	return link
}

// The paragraph names what was trained, what is released, the assumptions, the
// guarantee, the theorem and the link, in the numbers of the page; Copy copies it.
func TestStatement(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	p.press("#statement > summary")
	text := eval[string](p, `document.querySelector("#statement-text").innerText`)
	for _, want := range []string{"noisy gradient descent (full batch) on n = 7 examples for T = 90 iterations with learning rate 0.05",
		"standard deviation 1.5",
		"projection onto a convex set of diameter 3", "Only the last iterate is released", "replace-one adjacency", "δ = 1e-6",
		eval[string](p, `document.querySelector("#attribution b").innerText`), "convex losses with 1-Lipschitz gradients"} {
		if !strings.Contains(text, want) {
			t.Errorf("the paragraph does not say %q: %s", want, text)
		}
	}
	_, said, found := strings.Cut(text, "private with ε ≤ ")
	said, _, _ = strings.Cut(said, " ")
	var epsilon float64
	if _, err := fmt.Sscan(said, &epsilon); !found || err != nil || epsilon < p.answer() || epsilon > p.answer()*1.01 {
		t.Errorf("the paragraph says ε = %s, the page %v", said, p.answer())
	}
	address := text[strings.LastIndex(text, site)+len(site):] // after that of the proof
	if other := visit(t, address); other.answer() != p.answer() {
		t.Errorf("the paragraph's link %s gives %v, the page %v", address, other.answer(), p.answer())
	}
	p.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }; null`))
	p.press("#statement-copy")
	p.await(`globalThis.copied === ` + fmt.Sprintf("%q", text) + ` && document.querySelector("#statement-copy").innerText === "Copied"`)
	p.press("#statement-tex")
	p.await(`document.querySelector("#statement-tex").innerText === "Copied" && document.querySelector("#statement-copy").innerText === "Copy"`)
	tex := eval[string](p, `globalThis.copied`)
	if !strings.Contains(tex, `($\varepsilon$, $\delta$)-differentially private with $\varepsilon \le `+said+"$") ||
		!strings.HasSuffix(tex, ` \url{`+site+address+`}`) {
		t.Errorf("for LaTeX: %s", tex)
	}
}

// If hidden state does not help, one click makes the change that the verdict proposes, and then it does.
func TestVerdictsChangeIsMade(t *testing.T) {
	t.Parallel()
	p := visit(t, noHelp)
	before := p.answer()
	if text := p.sentence(); !strings.Contains(text, "no bound here shows that hiding the iterates helps") {
		t.Fatalf("the sentence is %q", text)
	}
	p.press(".changes button")
	after := p.awaitOther(before)
	if text := p.sentence(); strings.Contains(text, "no bound here shows that hiding the iterates helps") || math.IsInf(after, 0) {
		t.Errorf("after the change proposed: %q", text)
	}
}

// Every field says where its number is found, to those who see it and to those who
// hear it.
func TestFieldsHaveHelp(t *testing.T) {
	t.Parallel()
	p := visit(t, rich)
	unfold("solve")(p)
	for _, field := range eval[[]string](p, `[...document.querySelectorAll("#run input[type=text], #run select, #run fieldset.field:not(#question-kind)")].map((f) => f.id)`) {
		help := fmt.Sprintf(`document.getElementById(document.getElementById(%q).getAttribute("aria-describedby").split(" ")[0])`, field)
		if text := eval[string](p, help+".textContent"); len(text) < 20 {
			t.Errorf("%s: the help is %q", field, text)
		}
		if !eval[bool](p, help+`.checkVisibility() && parseFloat(getComputedStyle(`+help+`).fontSize) >= 14`) {
			t.Errorf("%s: its help is not to be seen, or too small", field)
		}
	}
}

// Every settled edit is an entry of the history, and choosing how to look at the answer is none. Back and Forward show the
// run, its answer and whose its values are, and leave the focus where it is; a reload changes none of that.
func TestEditsEnterTheHistory(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	length := func() int { return eval[int](p, `history.length`) }
	marks := func() string {
		return eval[string](p, `document.querySelector("#example-run").textContent + "|" + (document.querySelector("#assumed")?.textContent ?? "")`)
	}
	start := length()
	first := p.answer()
	if !strings.HasPrefix(marks(), "These values came with the link") {
		t.Errorf("of the values of a link the page says %q", marks())
	}
	p.enter("T", "50")
	before := p.awaitOther(first)
	p.press(`#rows [data-row="composition"] .open`)
	p.setSelect("field-loss", "smooth")
	p.awaitOther(before)
	p.await(`location.hash.includes("loss=smooth") && location.hash.includes("open=composition")`)
	if n := length(); n != start+2 {
		t.Errorf("two edits, and looking, made %d entries", n-start)
	}
	p.press("#pin")
	p.await(`location.hash.includes("label.1")`)
	p.press("#reset")
	p.await(`location.hash.includes("T=200&")`)
	if n := length(); n != start+4 {
		t.Errorf("a pin and a reset made %d entries", n-start-2)
	}
	eval[bool](p, `(history.go(-2), true)`)
	p.await(`location.hash.includes("loss=smooth") && !location.hash.includes("label.1") && document.querySelector("#compare") === null`)
	if got := p.text("T"); got != "50" {
		t.Errorf("two steps back T is %s", got)
	}
	eval[bool](p, `(document.querySelector("#field-T").focus(), true)`)
	eval[bool](p, `(history.back(), true)`)
	p.await(`!location.hash.includes("loss=smooth") && location.hash.includes("T=50")`)
	eval[bool](p, `(history.back(), true)`)
	p.await(`document.querySelector("#field-T").value === "90" && document.documentElement.dataset.state === "ready"`)
	if got, focus := p.answer(), eval[string](p, `document.activeElement.id`); got != first || focus != "field-T" {
		t.Errorf("back at the link ε is %v, was %v; the focus is on %q", got, first, focus)
	}
	eval[bool](p, `(history.forward(), true)`)
	p.await(`document.querySelector("#field-T").value === "50" && document.documentElement.dataset.state === "ready"`)
	said := marks()
	if !strings.Contains(said, "the link’s") {
		t.Errorf("after an edit of a link the page says %q", said)
	}
	p.do(chromedp.Reload())
	p.await(ready)
	if got := marks(); got != said || p.text("T") != "50" {
		t.Errorf("after a reload the page says %q, before it %q; T is %s", got, said, p.text("T"))
	}
}
