//go:build e2e

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// linesOf are the lines of an element's text as they stand on the screen.
const linesOf = `(element) => {
	const lines = [];
	const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	for (let node; node = walk.nextNode();) {
		for (const word of node.data.matchAll(/[^ ]+/g)) {
			const range = document.createRange();
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const top = Math.round(range.getBoundingClientRect().bottom);
			const last = lines.at(-1);
			if (last && Math.abs(last.top - top) < 6) last.words.push(word[0]);
			else lines.push({top, words: [word[0]]});
		}
	}
	return lines.map((l) => l.words);
}`

// No word of the answer's sentence stands alone on its last line, and no equation is
// broken.
func TestSentencesBreakWell(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink+"&tab=schedule")
	for _, width := range []int64{390, 768, 1280, 1440} {
		p.do(chromedp.EmulateViewport(width, 900))
		p.await(`document.querySelector("#explained") !== null`)
		if lines := eval[[][]string](p, `(`+linesOf+`)(document.querySelector("#answer .rest"))`); len(lines) > 1 &&
			len(lines[len(lines)-1]) < 2 {
			t.Errorf("%d pixels: the sentence ends %q", width, lines)
		}
		for _, line := range eval[[][]string](p, `(`+linesOf+`)(document.querySelector("#explained"))`) {
			if first, last := line[0], line[len(line)-1]; first == "=" || last == "=" {
				t.Errorf("%d pixels: an equation is broken at %q", width, line)
			}
		}
	}
}

// On a telephone a formula with the run's numbers is broken before its second sign of
// equality, and what was checked of a figure is whole on the screen.
func TestTelephoneCutsNothing(t *testing.T) {
	t.Parallel()
	const cut = `(s) => { const e = document.querySelector(s); return e.scrollWidth - e.clientWidth; }`
	p := visit(t, aLink)
	p.do(chromedp.EmulateViewport(390, 844))
	eval[bool](p, `(document.querySelector('#rows [data-row="chien-li-3.7"] .open').click(), true)`)
	p.await(`document.querySelectorAll("#detail-chien-li-3\\.7 .formula math").length > 2 && [...document.fonts].some((f) => f.family.includes("Formula") && f.status === "loaded")`)
	if wider := eval[float64](p, `Math.max(...[...document.querySelectorAll("#detail-chien-li-3\\.7 .formula")].map((e) => e.scrollWidth - e.clientWidth))`); wider > 0 {
		t.Errorf("a formula is %v pixels wider than its place", wider)
	}
	if behind := eval[string](p, `getComputedStyle(document.querySelector("#detail-chien-li-3\\.7 .formula")).backgroundImage`); behind == "none" {
		t.Error("nothing says that a formula scrolls")
	}
	if family := eval[string](p, `getComputedStyle(document.querySelector("#detail-chien-li-3\\.7 p math")).fontFamily`); family != eval[string](p, `getComputedStyle(document.querySelector("#detail-chien-li-3\\.7 .formula math")).fontFamily`) {
		t.Errorf("a symbol in a sentence is set in %s", family)
	}
	eval[bool](p, `(location.hash = "v=1&figure=liang-2b", true)`)
	p.await(`document.querySelector("#figure-checks tbody tr") !== null`)
	if wider := eval[float64](p, `(`+cut+`)("#figure-checks")`); wider > 0 {
		t.Errorf("what was checked is %v pixels wider than the screen", wider)
	}
	for _, lines := range eval[[]int](p, `[...document.querySelectorAll("#figure-checks td")].map((td) => td.getBoundingClientRect().height / parseFloat(getComputedStyle(td).lineHeight) | 0)`) {
		if lines > 3 {
			t.Errorf("a cell of what was checked takes %d lines", lines)
		}
	}
}

// The mark of a remark is explained where a row on show has it.
func TestRemarksAreExplained(t *testing.T) {
	t.Parallel()
	const marks, notes = `document.querySelectorAll("#rows .mark").length`, `document.querySelectorAll(".rows .remark").length`
	p := visit(t, aLink)
	if m, n := eval[int](p, marks), eval[int](p, notes); m == 0 || n != 1 {
		t.Errorf("%d rows have a mark, %d notes explain it", m, n)
	}
	p.press("#cover > summary")
	p.press("#departure-momentum")
	p.await(`document.querySelector("#rows-count").innerText === "None applies"`)
	if m, n := eval[int](p, marks), eval[int](p, notes); m != 0 || n != 0 {
		t.Errorf("%d rows have a mark, %d notes explain it", m, n)
	}
}

// The laboratory's line of values is as wide as what stands below it.
func TestLaboratoryLineFillsItsPlace(t *testing.T) {
	t.Parallel()
	p := visit(t, "/lab/#v=1&lab=account&run=opening")
	for _, width := range []int64{390, 1440, 2560} {
		p.do(chromedp.EmulateViewport(width, 1000))
		p.await(`document.querySelector(".lab-scale svg") !== null`)
		got := eval[[]float64](p, `[".lab-scale svg", ".lab-facts"].map((s) => document.querySelector(s).getBoundingClientRect().width)`)
		if d := got[0] - got[1]; d > 1 || d < -1 {
			t.Errorf("%d pixels: the line is %v wide, the table %v", width, got[0], got[1])
		}
		if out := eval[float64](p, `Math.max(...[...document.querySelectorAll(".lab-scale text")].map((t) => document.querySelector(".lab-scale").getBoundingClientRect().left - t.getBoundingClientRect().left))`); out > 1 {
			t.Errorf("%d pixels: a word begins %v before the line", width, out)
		}
	}
}
