//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lastiterate/web/browser"
)

// screen makes the window this large and waits until the chart follows.
func (p *page) screen(width, height int64) {
	p.Helper()
	p.resize(width, height)
	p.awaitReady()
}

// resize is screen for a page that need not be ready.
func (p *page) resize(width, height int64) {
	p.Helper()
	p.window(width, height)
	p.await(`(() => {
		const svg = document.querySelector("#chart > svg"), frame = document.querySelector("#picture");
		return svg !== null && Math.abs(svg.viewBox.baseVal.width - frame.clientWidth) < 2;
	})()`)
}

// window makes the window this large, whatever the page does then.
func (p *page) window(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	p.await(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, width, height))
}

// onScreen is the opening run on a screen: in this tab, or, where type grows with the
// window and the picture is scaled, in one that is opened on such a screen.
func (p *page) onScreen(width, height int64) *page {
	p.Helper()
	if width <= 1440 {
		p.screen(width, height)
		return p
	}
	large := newPage(p.TB, site)
	large.do(chromedp.EmulateViewport(width, height))
	large.goTo("/")
	large.awaitReady()
	return large
}

// bottoms is where the lowest of some elements ends, in pixels from the window's top.
const bottoms = `((selector) => Math.max(...[...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect().bottom)))`

// Without scrolling one sees the number, its ruler, and the picture with the name
// of its horizontal axis.
func TestFirstScreen(t *testing.T) {
	t.Parallel()
	desk := visit(t, "/")
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {2560, 1440}} {
		p := desk.onScreen(size[0], size[1])
		if size[0] == 2560 { // where type grows, the picture grows with it, but not over 1,100 pixels
			if width := eval[float64](p, `document.querySelector("#chart > svg").getBoundingClientRect().width`); width < 1000 ||
				width > 1100 {
				t.Errorf("at %v the picture is %v pixels wide", size, width)
			}
			if got := eval[float64](p, bottoms+`("#chart .plot-axis")`); got > float64(size[1]) {
				t.Errorf("at %v the axis is named at %v", size, got)
			}
			continue
		}
		got := eval[map[string]float64](p, `({
			header: document.querySelector(".masthead").getBoundingClientRect().bottom,
			answer: document.querySelector("#answer").getBoundingClientRect().height,
			number: parseFloat(getComputedStyle(document.querySelector(".epsilon")).fontSize),
			picture: document.querySelector("#picture").getBoundingClientRect().top,
			axis: `+bottoms+`("#chart .plot-axis"),
			before: document.querySelector("#chart").getBoundingClientRect().bottom - document.querySelector("#behind").getBoundingClientRect().top,
		})`)
		for name, most := range map[string]float64{"header": 56, "answer": 180, "picture": 280, "axis": float64(size[1]), "before": 0} {
			if got[name] > most {
				t.Errorf("at %v: %s is %v, at most %v", size, name, got[name], most)
			}
		}
		if got["number"] != 56 {
			t.Errorf("the number is set in %v pixels", got["number"])
		}
	}
}

// warnedRun is one with a warning, and with a line whose name has four authors.
const warnedRun = "/#v=1&n=50&b=5&T=100&eta=0.1&clip=1&sigma=1&noise=multiplier&diameter=1&scheme=cyclic&loss=convex&smoothness=1&delta=0.1"

// A warning is seen above the picture, whose axis stays on the first screen. What is unfolded
// there moves the picture and does not draw it anew.
func TestAWarningLeavesTheAxisOnTheScreen(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	const axis = bottoms + `("#chart .plot-axis")`
	for _, c := range []struct {
		width, height int64
		address, said string
	}{
		{1280, 720, strings.NewReplacer("n=50", "n=52", "delta=0.1", "delta=1e-5").Replace(warnedRun),
			"The batch size 5 does not divide the dataset size 52: each pass leaves out the last 2 examples. more"},
		{1440, 900, warnedRun, "δ = 0.1 is not below 1/n = 1/50: the guarantee may be empty. more"},
	} {
		p.do(chromedp.EmulateViewport(c.width, c.height), chromedp.Navigate("about:blank"))
		p.goTo(c.address)
		p.awaitReady()
		p.await(fmt.Sprintf(`%s <= %d`, axis, c.height))
		p.says("#warnings", c.said)
		if height := eval[float64](p, `document.querySelector("#warnings").getBoundingClientRect().height`); height > 28 {
			t.Errorf("at %d by %d the warning is %v pixels high", c.width, c.height, height)
		}
	}
	eval[bool](p, `(globalThis.drawn = document.querySelector("#chart > svg"), true)`)
	unfold("warnings")(p)
	p.says("#warnings", "publishing one randomly drawn example in full", "Choose δ well below 1/n.")
	if !eval[bool](p, `drawn === document.querySelector("#chart > svg")`) {
		t.Error("the picture was drawn anew")
	}
}

// Lines keep their names where one of them has four authors.
func TestLongNamesStandAtTheirLines(t *testing.T) {
	t.Parallel()
	p := visit(t, warnedRun)
	p.screen(1440, 900)
	p.await(`[...document.querySelectorAll("#chart > svg .plot-label")].some((name) => name.textContent.includes("Talwar–Thakurta") &&
		name.getBoundingClientRect().left > Math.max(...[...document.querySelectorAll("#chart > svg .plot-rule")].map((rule) => rule.getBoundingClientRect().right)))`)
}

// While the answer is out of sight one line of it stays, and leads back.
func TestAnswerStaysInOneLine(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		p.screen(size[0], size[1])
		eval[bool](p, `(scrollTo({top: 0, behavior: "instant"}), true)`)
		const shown = `getComputedStyle(document.querySelector("#digest")).visibility === "visible"`
		p.await(`!(` + shown + `)`) // beside the answer itself it is not there
		if size[0] == 390 {         // it comes when the number goes, though more of the answer is in sight
			eval[bool](p, `(scrollTo(0, document.querySelector("#answer-sentence").getBoundingClientRect().bottom + 40), true)`)
			p.await(shown + ` && document.querySelector("#answer").getBoundingClientRect().bottom > 60`)
		}
		eval[bool](p, `(document.querySelector("#rows").scrollIntoView(), true)`)
		p.await(shown)
		p.await(`document.querySelector("#digest").getBoundingClientRect().top === 0`)
		if height := eval[float64](p, `document.querySelector("#digest").getBoundingClientRect().height`); height > 44 {
			t.Errorf("at %v the line is %v pixels high", size, height)
		}
		text := eval[string](p, `document.querySelector("#digest").innerText`)
		for _, want := range []string{"ε ≤ 0.383", "δ 10⁻⁵", "Profile contraction", "13× less than composition"} {
			if !strings.Contains(text, want) {
				t.Errorf("the line %q does not say %q", text, want)
			}
		}
		// What has no room is left out, and nothing is cut off.
		seen := eval[string](p, `(() => {
			const line = document.querySelector("#digest .digest-text"), within = line.getBoundingClientRect();
			return [...line.children].filter((e) => e.getBoundingClientRect().top < within.bottom)
				.map((e) => e.textContent + (e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > within.right ? " cut" : "")).join("");
		})()`)
		if want := map[int64]string{1440: text, 390: strings.TrimSuffix(text, " · Profile contraction")}[size[0]]; seen != want {
			t.Errorf("at %v the line shows %q of %q", size, seen, text)
		}
		for _, stop := range []string{"#chart-handle", "#picture input"} {
			eval[bool](p, fmt.Sprintf(`(scrollTo(0, 1e6), document.querySelector(%q).focus(), true)`, stop))
			p.await(fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().top >= 44`, stop)) // not under the line
		}
		eval[bool](p, `(scrollTo(0, 1e6), true)`)
		p.await(shown)
		// It stays while the answer changes, and tells the new one.
		for _, eta := range []string{"0.05", "0.1"} {
			old := eval[string](p, `document.querySelector("#digest").innerText`)
			eval[bool](p, `(scrollTo(0, 1e6), true)`)
			p.edit("field-eta", eta, "0")
			p.await(fmt.Sprintf(`document.querySelector("#digest").innerText !== %q && !document.querySelector("#digest").matches(".stale")`, old))
			eval[bool](p, `(scrollTo(0, 1e6), true)`)
			p.await(shown)
		}
		p.press("#digest button")
		p.await(`!(` + shown + `) && document.activeElement.id === "answer"`)
	}
}

// While a field is wrong the line says so, and leads to the field with what is wrong of it.
func TestOneLineSaysWhatToMend(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for _, size := range [][2]int64{{390, 844}, {768, 1024}} {
		p.screen(size[0], size[1])
		p.enter("eta", "-1")
		p.await(`document.querySelector("#error-eta") !== null`)
		eval[bool](p, `(scrollTo(0, 1e6), true)`)
		p.await(`document.querySelector("#digest").getBoundingClientRect().top === 0`)
		const first = `document.querySelector("#digest .digest-first")`
		if got := eval[string](p, first+`?.innerText ?? ""`); got != "Out of date: fix learning rate η" {
			t.Errorf("at %v the line says %q", size, got)
		}
		if eval[bool](p, first+`.scrollWidth > `+first+`.clientWidth`) {
			t.Errorf("at %v what is to be mended is cut", size)
		}
		p.press("#digest button")
		p.await(`document.activeElement.id === "field-eta" && ["#field-eta", "#error-eta"].every((part) => {
			const at = document.querySelector(part).getBoundingClientRect();
			return at.top >= 44 && at.bottom <= innerHeight;
		})`)
		p.enter("eta", "0.1")
		p.await(ready + ` && ` + first + ` === null`)
	}
}

// Who does not see the ruler hears the sentence, and it is drawn as wide as the page.
func TestRulerIsRead(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for _, size := range [][2]int64{{1440, 900}, {320, 640}} {
		p.screen(size[0], size[1])
		p.await(`Math.abs(document.querySelector("#ruler svg").viewBox.baseVal.width - document.querySelector("#ruler").clientWidth) < 2`)
		label := eval[string](p, `document.querySelector('#ruler svg[role="img"]').getAttribute("aria-label")`)
		sentence := strings.NewReplacer("Toy run: n = 5", "", ", a paper’s figure", "", " (1.34 by published theorems) ", "").
			Replace(strings.Join(strings.Fields(p.sentence()), " "))
		if !strings.HasPrefix(label, sentence+" The true ε, the worst case") || !strings.Contains(label, "Bok–Su–Altschuler, gives 1.34") {
			t.Errorf("the ruler says %q", label)
		}
	}
}

// Nothing that is read is set smaller than 14 pixels, on the page, in its folded parts,
// in its pictures and in its documentation. (Raised and lowered signs of formulas are.)
func TestNoSmallType(t *testing.T) {
	t.Parallel()
	const small = `(() => {
		for (const d of document.querySelectorAll("details")) d.open = true;
		const found = new Set();
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement;
			if (!walk.currentNode.textContent.trim() || e.closest("script, style, math, sub, sup, noscript, .hidden-text") || !e.checkVisibility()) continue;
			let size = parseFloat(getComputedStyle(e).fontSize);
			const svg = e.closest("svg");
			if (svg && svg.viewBox.baseVal) size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
			if (size < 13.9) found.add(size.toFixed(1) + " " + e.tagName + "." + e.getAttribute("class") + " " + walk.currentNode.textContent.trim().slice(0, 30));
		}
		return [...found];
	})()`
	p := newPage(t, site)
	for _, view := range []string{"/", "/#" + theRun + "&delta=1e-6&tab=parts&open=shift" + fewLines, "/#v=1&figure=chien-li-1a" + fewLines,
		"/embed/#" + theRun + "&delta=1e-6&size=chart" + fewLines,
		"/lab/#v=1&lab=audit&members=100&true_positives=60&non_members=100&false_positives=10&delta=1e-5&level=0.95&run=opening",
		"/lab/#v=1&lab=tradeoff&run=opening"} {
		switch {
		case strings.Contains(view, "figure="):
			p.follow(view, figureDone)
		case strings.HasPrefix(view, "/#"):
			p.follow(view, shows("T", "90")+` && document.querySelector("#tab-parts").checked`)
		default:
			p.do(chromedp.Navigate("about:blank"))
			p.goTo(view)
			p.awaitReady()
		}
		for _, size := range [][2]int64{{1280, 720}, {390, 844}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			// What is drawn follows the window a moment later.
			if err := browser.Await(p.ctx, fmt.Sprintf(`innerWidth === %d && %s && %s.length === 0`, size[0], steady, small),
				10*time.Second); err != nil {
				t.Errorf("%s at %v: %q", view, size, eval[[]string](p, small))
			}
		}
	}
	p.goTo("/docs/hidden-state.html")
	p.await(`document.readyState === "complete"`)
	if found := eval[[]string](p, small); len(found) > 0 {
		t.Errorf("documentation: %q", found)
	}
}

// The page of the opening run is read on a telephone in little more than six screens: number, ruler,
// picture, run, table, in this order; all tabs of the picture are in sight, in two rows.
func TestTelephone(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(390, 844))
	p.goTo("/")
	p.awaitReady()
	if height := eval[float64](p, `document.documentElement.scrollHeight`); height > 6.1*844 {
		t.Errorf("the page is %v pixels long", height)
	}
	tops := eval[[]float64](p, `["#answer-sentence", "#ruler", "#run", "#chart", "#rows"].map((s) => document.querySelector(s).getBoundingClientRect().top)`)
	if !slices.IsSorted(tops) {
		t.Errorf("number, ruler, run, picture and table begin at %v", tops)
	}
	// Below the whole answer there is room for the doors and the values of all groups, and the picture is not far.
	if ends := eval[float64](p, `document.querySelector(".fold[data-group=question]").getBoundingClientRect().bottom`); ends > 844 {
		t.Errorf("the form ends at %v, below the first screen", ends)
	}
	if begins := eval[float64](p, `document.querySelector("#picture").getBoundingClientRect().top`); begins > 860 {
		t.Errorf("the picture begins at %v", begins)
	}
	if faint := eval[[]string](p, `[...document.querySelectorAll("#run .label > .symbol")].filter((e) =>
		getComputedStyle(e).color !== getComputedStyle(e.parentElement).color).map((e) => e.textContent)`); len(faint) > 0 {
		t.Errorf("letters are fainter than names: %q", faint)
	}
	if rows := eval[int](p, `new Set([...document.querySelectorAll(".tab")].map((e) => e.getBoundingClientRect().top)).size`); rows != 2 {
		t.Errorf("the tabs take %d rows", rows)
	}
	if hidden := eval[bool](p, `[...document.querySelectorAll("#run .group")].every((g) => getComputedStyle(g.querySelector(".fields")).display === "none" && g.querySelector(".fold-value").innerText !== "")`); !hidden {
		t.Error("the groups of the run are not folded with their values")
	}
}
