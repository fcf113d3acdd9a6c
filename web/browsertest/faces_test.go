//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Beside the form, however far one scrolls in it, stand the answer and its picture, to
// their last line; a telephone has the folded form within its first screen.
func TestAnswerStaysBeside(t *testing.T) {
	t.Parallel()
	desk := visit(t, "/")
	for _, size := range [][2]int64{{1024, 768}, {1280, 720}, {1440, 900}, {2560, 1440}} {
		p := desk.onScreen(size[0], size[1])
		for _, group := range []string{"training", "model", "question"} {
			got := eval[map[string]float64](p, `new Promise((done) => {
				document.querySelector("#fields-`+group+`").scrollIntoView({block: "center", behavior: "instant"});
				requestAnimationFrame(() => requestAnimationFrame(() => {
					const box = (s) => document.querySelector(s).getBoundingClientRect();
					const reading = box("#reading");
					done({above: -reading.top, below: innerHeight - reading.bottom, more: Math.max(0, reading.height - innerHeight),
						overlap: box("#run").right - reading.left, end: reading.bottom - box(".setting").bottom});
				}));
			})`)
			// What does not fit is above the screen, and no more; at the form's end it ends with it.
			if over := got["above"] - got["more"]; over > 2 && got["end"] < -2 {
				t.Errorf("at %v, with %s: %v px more than need be are out of sight", size, group, over)
			}
			if got["overlap"] > 0 || got["end"] > 2 {
				t.Errorf("at %v, with %s: %v", size, group, got)
			}
		}
	}
	desk.screen(390, 844)
	eval[bool](desk, `(scrollTo({top: 0, behavior: "instant"}), true)`)
	if top := eval[float64](desk, `document.querySelector("#run").getBoundingClientRect().top`); top > 500 {
		t.Errorf("on a telephone the form begins at %v", top)
	}
	if tops := eval[[]float64](desk, `["#answer", "#run", "#solve", ...[...document.querySelectorAll("#run .group")].map((e) => "#" + e.querySelector("h3").id), ".picture", "#behind"].map((s) => {
		const e = document.querySelector(s);
		return (e.checkVisibility() ? e : e.parentElement).getBoundingClientRect().top;
	})`); !slices.IsSorted(tops) {
		t.Errorf("on a telephone the parts begin at %v", tops)
	}
}

// While the answer above changes its height, the field in which one types stays where it is on a telephone, in a browser that does
// not see to this itself, too.
func TestFieldStaysWhereItIs(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateTouch))
	p.goTo(figure1 + fewLines)
	p.awaitReady()
	p.choose("n")
	start := eval[float64](p, `(() => {
		document.documentElement.style.overflowAnchor = "none";
		scrollTo({top: 250, behavior: "instant"});
		const field = document.activeElement;
		window.tops = [];
		window.heights = new Set();
		const observer = new ResizeObserver(() => { // after the page's own, before the screen shows it
			tops.push(field.getBoundingClientRect().top);
			heights.add(document.querySelector("#answer").offsetHeight);
		});
		for (const of of ["#answer", "#run"]) observer.observe(document.querySelector(of));
		return field.getBoundingClientRect().top;
	})()`)
	for _, key := range "60000" {
		before := p.answer()
		p.do(chromedp.KeyEvent(string(key)))
		p.awaitOther(before)
	}
	if heights := eval[int](p, `heights.size`); heights < 3 {
		t.Fatalf("the answer had %d heights, want several", heights)
	}
	// A margin alone, of a few pixels, changes no height.
	if drift := eval[float64](p, `Math.max(...tops) - Math.min(...tops)`); drift > 10 {
		t.Errorf("a field at %v moved by %v px", start, drift)
	}
}

// A tablet has on its first screen the number, all groups of the form with their values, and most of the picture.
func TestTabletShowsTheForm(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(768, 1024))
	p.goTo("/")
	p.awaitReady()
	const ends = `["#answer-sentence", "#start", ".groups > :first-child .fold", ".groups > :last-child .fold", "#picture .tabs"].map((s) => {
		const e = document.querySelector(s);
		return e?.checkVisibility() ? e.getBoundingClientRect().bottom : 1e9;
	})`
	if at := eval[[]float64](p, ends); slices.Max(at) > 720 || !slices.IsSorted(at) {
		t.Errorf("the parts end at %v", at)
	}
}

// apart finds lines of words that lie over each other within an element. What is out of reach, as a picture of the last
// setting is, may have words over it.
const apart = `((selector) => {
	const lines = [], found = [];
	const walk = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.textContent.trim() || e.closest("math, .hidden-text, .skip, .draw, sub, sup, option, [inert]") || !e.checkVisibility({visibilityProperty: true})) continue;
		const range = document.createRange();
		range.selectNodeContents(walk.currentNode);
		for (const r of range.getClientRects())
			if (r.width > 1 && r.height > 1) lines.push([r, walk.currentNode.textContent.trim().slice(0, 40), e]);
	}
	for (const [a, words, e] of lines) for (const [b, others, f] of lines)
		if (e !== f && words < others && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height))
			found.push(words + " | " + others);
	return [...new Set(found)];
})`

// What is said of the answer, of the engine's work and of a field that needs attention
// lies nowhere over other words.
func TestWordsKeepApart(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	for _, state := range []string{"", "a lot"} {
		if state != "" {
			p.enter("T", state)
			p.await(`document.querySelector("#waiting") !== null`)
		}
		for _, size := range [][2]int64{{1280, 720}, {1440, 900}, {390, 844}} {
			p.resize(size[0], size[1])
			for _, part := range []string{"#answer", "#picture", "#behind", "#run"} {
				if found := eval[[]string](p, apart+fmt.Sprintf("(%q)", part)); len(found) > 0 {
					t.Errorf("at %v, T = %q, in %s: %q", size, state, part, found)
				}
			}
		}
	}
}

// So it is in the laboratory, and where an embed holds the form.
func TestFormsKeepApart(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(1440, 900))
	for _, address := range []string{
		labTool("audit&members=100&true_positives=60&non_members=100&false_positives=10&delta=1e-5&level=0.95"),
		labTool("regression&features=4&classes=10&bias=yes&reg=0.1&clip=1&eta=0.02"),
		"/embed/#" + theRun + "&delta=1e-6&show=answer~chart~form~table" + fewLines, "/embed/#" + theRun + "&delta=1e-6&show=form",
	} {
		switch {
		case strings.Contains(address, "lab=regression"):
			p.followTool(address)
		case strings.HasSuffix(address, "&show=form"):
			p.follow(strings.TrimPrefix(address, "/embed"), `!document.querySelector("#answer")`)
		default:
			p.goTo(address)
			p.awaitReady()
		}
		if found := eval[[]string](p, apart+`("#main")`); len(found) > 0 {
			t.Errorf("%s: %q", address, found)
		}
	}
}

// Nothing that can be unfolded is wider than a telephone, and no words are cut there
// but in what scrolls by itself.
func TestUnfoldedFitsTelephone(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(390, 844))
	for _, address := range []string{"/", "/#" + theRun + "&delta=1e-6&tab=parts&open=shift"} {
		if address == "/" {
			p.goTo(address)
			p.awaitReady()
		} else {
			p.follow(address, shows("T", "90")+` && document.querySelector("#tab-parts").checked`)
		}
		p.await(`document.querySelector("#statement-text") !== null`)
		if wide := eval[[]string](p, `(() => {
			for (const d of document.querySelectorAll("details")) d.open = true;
			for (const f of document.querySelectorAll('.fold[aria-expanded="false"]')) f.click();
			return [...document.querySelectorAll("#main *, .masthead *, .colophon *")]
				.filter((e) => e.checkVisibility() && !e.closest(".scrolls, .formula, .tab-list, .hidden-text, .rows thead, .draw, svg") && e.getBoundingClientRect().right > innerWidth + 0.5)
				.map((e) => e.tagName + "." + e.className + " ends at " + e.getBoundingClientRect().right);
		})()`); len(wide) > 0 {
			t.Errorf("%s: %q", address, wide)
		}
		if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %v pixels too wide", address, over)
		}
	}
}

// Where the tabs have no room beside each other all of them are in view, in as many rows as
// that takes, from whichever side one reads.
func TestEveryTabIsSeen(t *testing.T) {
	t.Parallel()
	const hidden = `[...document.querySelectorAll(".tab")].filter((tab) => {
		const at = tab.getBoundingClientRect(), row = document.querySelector(".tab-list").getBoundingClientRect();
		return at.width === 0 || at.left < Math.max(row.left, 0) - 1 || at.right > Math.min(row.right, innerWidth) + 1 || at.bottom > row.bottom + 1;
	}).map((tab) => tab.innerText).join()`
	p := newPage(t, site)
	p.goTo("/#" + theRun + "&delta=1e-6")
	p.awaitReady()
	for _, way := range []string{"ltr", "rtl"} {
		eval[bool](p, `(document.documentElement.dir = "`+way+`", true)`)
		for _, width := range []int64{320, 390, 768} {
			p.do(chromedp.EmulateViewport(width, 844))
			p.await(fmt.Sprintf(`innerWidth === %d`, width))
			if got := eval[string](p, hidden); got != "" {
				t.Errorf("%s, %d pixels: %s cannot be seen", way, width, got)
			}
			if got := eval[string](p, `[...document.querySelectorAll("#chart text, #ruler text")].filter((e) => {
				const at = e.getBoundingClientRect(), svg = e.closest("svg").getBoundingClientRect();
				return at.left < svg.left - 2 || at.right > svg.right + 2;
			}).map((e) => e.textContent).join()`); got != "" {
				t.Errorf("%s, %d pixels: %s leave the picture", way, width, got)
			}
			if rows := eval[int](p, `new Set([...document.querySelectorAll(".tab")].map((tab) => tab.getBoundingClientRect().top)).size`); rows > 2 {
				t.Errorf("%s, %d pixels: the tabs take %d rows", way, width, rows)
			}
		}
	}
}
