//go:build e2e

package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What stands on the page is true while it computes, while a field is typed in, and of a
// link that it could not read.

// recorder notes every title that the picture has while it is not whole, and counts what
// engines are asked.
const recorder = `
	globalThis.titles = [];
	globalThis.curves = 0;
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (message, ...rest) {
		if (typeof message === "string" && JSON.parse(message).method === "curve") curves++;
		return post.call(this, message, ...rest);
	};
	new MutationObserver(() => {
		const picture = document.querySelector("#picture[aria-busy]:not(.another)"), title = picture?.querySelector(".frame .chart > svg")?.getAttribute("aria-label");
		if (title && titles.at(-1) !== title) titles.push(title);
	}).observe(document, {subtree: true, childList: true, attributes: true});`

// While lines are dots or coarse the title says what is drawn and no word on how it runs;
// and a tab that was finished is there at once when it is opened again.
func TestNoHeadlineOfAPart(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(recorder)
	p.goTo("/")
	p.awaitReady()
	eval[bool](p, `(titles = [], true)`)
	p.look("sweep")
	seen := eval[[]string](p, `titles`)
	if len(seen) == 0 {
		t.Error("the picture was never seen on its way")
	}
	for _, title := range seen {
		if title != "Privacy loss against the noise on the iterate" {
			t.Errorf("while it is computed it is said: %q", title)
		}
	}
	whole := p.titles()[0]
	if !strings.HasPrefix(whole, "The bound falls from ") {
		t.Errorf("when it is whole: %q", whole)
	}
	p.look("delta")
	asked := eval[int](p, `curves`)
	p.look("sweep")
	if got := p.titles()[0]; got != whole {
		t.Errorf("opened again it is called %q", got)
	}
	p.look("T")
	if n := eval[int](p, `curves`) - asked; n != 0 {
		t.Errorf("for finished tabs %d curves are asked for", n)
	}
}

// The value at a line's end is read with the hair, in more digits than the answer's, and stands nowhere else; the answer stands at its
// own point, in the digits of the answer.
func TestLabelIsReadAtTheEnd(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun)
	eval[bool](p, `(document.querySelector("#chart").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.End))
	p.await(hair)
	reading := eval[string](p, `document.querySelector("#chart-overlay .plot-reading-best").textContent.match(/[0-9.,]+$/)[0]`)
	notes := eval[int](p, `document.querySelectorAll("#chart > svg .plot-note").length`)
	if _, err := strconv.ParseFloat(reading, 64); err != nil || len(reading) < 6 || notes > 0 {
		t.Errorf("at the end %q is read, and %d values stand beside the ends of lines", reading, notes)
	}
	for _, width := range []int64{1440, 390} {
		p.do(chromedp.EmulateViewport(width, 900))
		p.await(fmt.Sprintf(`document.querySelector("#chart > svg").viewBox.baseVal.width < %d`, width))
		const number = `document.querySelector("#answer .epsilon").textContent`
		p.await(`[...document.querySelectorAll("#chart > svg .plot-yours-label")].some((e) => e.textContent === ` + number + `)`)
	}
}

// muted is true of an element that has the colour of what does not count.
func muted(selector, property string) string {
	return fmt.Sprintf(`(() => {
		const probe = document.createElement("i");
		probe.style.color = "var(--muted)";
		document.querySelector("#main").append(probe);
		const grey = getComputedStyle(probe).color, e = document.querySelector(%q);
		probe.remove();
		return e !== null && getComputedStyle(e).%s === grey;
	})()`, selector, property)
}

// What is shown for a link of which a part is refused is of another run: number, ruler,
// picture, paragraph and table are grey until an edit says that the form is meant, on the
// page and in embeds.
func TestRefusedLinkIsGrey(t *testing.T) {
	t.Parallel()
	refused := aLink + "&colour=green"
	grey := map[string]string{
		"the number":    muted("#answer .epsilon", "color"),
		"the ruler":     muted("#ruler svg .plot-dot", "fill"),
		"the sentence":  muted("#answer-sentence", "color"),
		"the picture":   `Number(getComputedStyle(document.querySelector("#picture .frame")).opacity) < 0.6`,
		"the paragraph": muted("#statement summary", "color"),
		"the table":     muted("#rows td", "color"),
	}
	// Of a field whose value cannot be read there is no number at all.
	p := visit(t, aLink)
	p.goTo(strings.Replace(aLink, "eta=0.05", "eta=-0.1", 1))
	p.await(`document.querySelector("#needed") !== null`)
	if p.says("#needed", "No answer yet"); eval[bool](p, `document.querySelector("#answer .epsilon") !== null`) {
		t.Error("there is a number for a link whose learning rate cannot be read")
	}
	p = visit(t, refused)
	p.do(chromedp.Sleep(500e6)) // colours change
	for what, is := range grey {
		if !eval[bool](p, is) {
			t.Errorf("%s is in full ink", what)
		}
	}
	p.enter("eta", "0.05")
	p.await(ready + ` && !document.querySelector(".unsure")`)
	p.do(chromedp.Sleep(500e6))
	for what, is := range grey {
		if what != "the paragraph" && eval[bool](p, is) {
			t.Errorf("after an edit %s is grey", what)
		}
	}
	for _, size := range []string{"number", "chart", "regular"} {
		p := visit(t, "/embed"+strings.TrimPrefix(refused, "/")+"&size="+size)
		p.do(chromedp.Sleep(500e6))
		for what, is := range grey {
			if shown := what != "the table" && what != "the paragraph" && (what != "the picture" || size != "number"); shown &&
				!eval[bool](p, is) {
				t.Errorf("in an embed of size %s %s is in full ink", size, what)
			}
		}
	}
}

// A δ of 1/n or more is warned of beside the answer, in its sentence, which is all that a
// small embed shows, and in the paragraph; below it nothing is.
func TestLargeDelta(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	if eval[bool](p, `document.querySelector("#warnings") !== null || document.querySelector("#answer-sentence").innerText.includes("1/n")`) {
		t.Error("a small δ is warned of")
	}
	p.enter("delta", "0.15")
	p.await(ready + ` && location.hash.includes("delta=0.15") && document.querySelector("#warnings") !== null`)
	p.says("#warnings", "δ = 0.15 is not below 1/n = 1/7: the guarantee may be empty. more")
	eval[bool](p, `(scrollTo({top: 0, behavior: "instant"}), true)`) // the answer stays beside the form, and cannot be scrolled to
	unfold("warnings")(p)
	p.says("#warnings", "δ = 0.15 is not below 1/n = 1/7: publishing one randomly drawn example in full", "Choose δ well below 1/n.")
	p.says("#answer-sentence", "at δ = 0.15 (not below 1/n)")
	unfold("statement")(p)
	p.says("#statement-text", "δ = 0.15 is not below 1/n = 1/7")
	p = visit(t, "/embed"+strings.TrimPrefix(strings.Replace(aLink, "delta=1e-6", "delta=0.15", 1), "/")+"&size=number")
	if said := eval[string](p, `document.querySelector("#answer-sentence").innerText`+unbroken); !strings.Contains(said,
		"(not below 1/n)") {
		t.Errorf("the smallest embed says %q", said)
	}
}

// What stands in a field and what is answered do not part: where a text is refused, what is
// answered, and in the address, is the run from before it was typed, not the number that
// stood there on the way; the page says so. Typed fast, pasted, undone or composed, a text
// that is taken is answered.
func TestFieldAndAnswerDoNotPart(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	before := p.answer()
	const waiting = `(document.querySelector("#waiting")?.innerText` + unbroken + ` ?? "")`
	refused := func(how string) {
		t.Helper()
		p.await(waiting + `.includes("the answer for T = 90;") && document.documentElement.dataset.state === "failed"`)
		p.await(fmt.Sprintf(`Math.abs(Number(document.querySelector("#answer").dataset.epsilon) / %v - 1) < 1e-12 && location.hash.includes("T=90&") && document.querySelector("#answer").matches(".stale:not([aria-busy])")`, before))
		if got := p.text("T"); got != "1e15" {
			t.Errorf("%s: the field holds %q", how, got)
		}
	}
	p.enter("T", "1e15")
	refused("typed")
	p.enter("T", "90")
	p.awaitAnswer(before, 1e-12)
	p.choose("T")
	for _, key := range "1e15" { // slowly: each is answered
		p.do(chromedp.KeyEvent(string(key)), chromedp.Sleep(300e6))
	}
	refused("typed slowly")
	p.choose("T")
	call(p, p.ctx, input.InsertText, input.InsertTextParams{Text: "1e1"})
	ten := p.awaitOther(before)
	if ten == before || eval[string](p, waiting) != "" {
		t.Errorf("a pasted 1e1 gives %v, the run before it %v; waits for %q", ten, before, eval[string](p, waiting))
	}
	eval[bool](p, `document.execCommand("undo")`)
	refused("undone")
	p.choose("T")
	for _, text := range []string{"4", "45"} {
		call(p, p.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len(text)),
			SelectionEnd: int64(len(text))})
	}
	call(p, p.ctx, input.InsertText, input.InsertTextParams{Text: "45"})
	p.await(ready + ` && location.hash.includes("T=45&")`)
	if got := p.text("T"); got != "45" {
		t.Errorf("composed, the field holds %q", got)
	}
	// Left, what it holds is meant.
	p.do(chromedp.KeyEvent(kb.Tab))
	p.enter("T", "1e15")
	p.await(waiting + `.includes("the answer for T = 45;") && location.hash.includes("T=45&")`)
}

// What a solver found goes when it is asked for another quantity, or for another target.
func TestSolverForgets(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	const gone = `document.querySelector("#solve-write") === null && ` + solverText + ` === ""`
	p.solveFor("sigma", "2")
	p.await(solved)
	eval[bool](p, `(() => {
		const e = document.querySelector("#solve-field");
		e.value = "T";
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`)
	p.await(gone)
	p.solveFor("T", "2")
	p.await(solved)
	p.do(chromedp.Focus(chromedp.CSS("#solve-epsilon")), chromedp.KeyEvent("0"))
	p.await(gone)
}

// Training that departs from the run is quoted with what still holds of it; the paragraph's
// address opens the same answer, and the citation is there.
func TestDepartureIsQuoted(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink+"&differs=averaging")
	unfold("statement")(p)
	p.says("#statement-text", "by Composition", "This holds for training with weight averaging", "differs=averaging")
	if text := p.reads("#statement-text"); strings.Contains(text, "Only the last iterate") {
		t.Errorf("the paragraph says %q", text)
	}
	want := p.answer()
	address := eval[string](p, `document.querySelector("#statement-text .address").innerText`)
	_, link, _ := strings.Cut(address, "#")
	again := visit(t, "/#"+link)
	if got := again.answer(); got != want {
		t.Errorf("the paragraph's address gives %v, the answer is %v", got, want)
	}
	eval[bool](p, `(document.querySelector("#share").click(), true)`)
	p.await(`document.querySelector("#share-citation") !== null`)
	p.says("#share-citation", "@", "lastiterate")
	p.says("#share-statement", "This holds for training with weight averaging")
}

// In the smallest embed the words over the ruler do not touch the line before them, and the frame of 160 pixels is not scrolled.
func TestSmallestEmbedKeepsLinesApart(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed"+strings.TrimPrefix(aLink, "/")+"&size=number")
	p.do(chromedp.EmulateViewport(300, 160))
	p.await(ready + ` && innerWidth === 300 && document.querySelector(".ruler svg text") !== null`)
	gap := eval[float64](p, `Math.min(...[...document.querySelectorAll(".ruler svg text")].map((e) => e.getBoundingClientRect().top)) -
		document.querySelector("#answer-sentence").getBoundingClientRect().bottom`)
	if gap < 0 {
		t.Errorf("the words over the ruler begin %v pixels before the line above them ends", -gap)
	}
	if high := eval[float64](p, `document.documentElement.scrollHeight`); high > 160 {
		t.Errorf("the embed is %v pixels high", high)
	}
}
