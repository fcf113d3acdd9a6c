//go:build e2e

package browsertest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// convexRun is Chien–Li's convex run at α = 2, whose window is 13 steps long
// and whose curves are quick.
const convexRun = figure1 + "&loss=convex&alpha=2"

// look chooses one of the picture's tabs and waits until it is drawn.
func (p *page) look(tab string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#tab-%s").click(), true)`, tab))
	p.awaitTab(tab)
}

// awaitTab waits until a tab is chosen, drawn and in the address. A radio button
// is checked before the page has heard of it; the address tells that it has.
func (p *page) awaitTab(tab string) {
	p.Helper()
	inAddress := fmt.Sprintf(`location.hash.includes("tab=%s")`, tab)
	if tab == "T" {
		inAddress = `!location.hash.includes("tab=")`
	}
	p.await(fmt.Sprintf(`%s && %s && document.querySelector("#tab-%s").checked && !document.querySelector("#picture").matches(".stale")`,
		ready, inAddress, tab))
}

// titles are those of the charts on show.
func (p *page) titles() []string {
	p.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#picture .frame .chart > svg")].map((s) => s.getAttribute("aria-label"))`)
}

// Every tab shows what its title says, travels in the link, and has a table.
func TestTabs(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun)
	var again *page // a tab that opens the first link, and follows the others
	for _, c := range []struct {
		tab    string
		titles []string
		reads  string // what the table's head has
	}{
		{"alpha", []string{`^The Rényi bound grows`}, "Rényi order α"},
		{"delta", []string{`ε`}, "failure probability δ"},
		{"sweep", []string{`^The bound falls from .* as the noise on the iterate goes from \S+ to 20`}, "noise on the iterate σ"},
		{"schedule", []string{`^Chien–Li, Theorem 3\.1, ε\(2\) ≤ 0\.\d+: half of the bound is spent in the last \d of 200 steps; \d+ % of each step’s noise hides the step itself`},
			"distance still hidden"},
		{"parts", []string{`^Chien–Li, Theorem 3\.1, ε\(2\) ≤ 0\.\d+: after τ = 18[78] steps the two runs are at most`, `^The distance at τ is \d+ % of the bound`}, "how far apart"},
		{"T", []string{`^The bound levels off after \d+ steps`}, "iterations T"},
	} {
		p.look(c.tab)
		titles := p.titles()
		if len(titles) != len(c.titles) {
			t.Fatalf("%s shows %q", c.tab, titles)
		}
		for i, pattern := range c.titles {
			if !regexp.MustCompile(pattern).MatchString(titles[i]) {
				t.Errorf("%s: %q is not %s", c.tab, titles[i], pattern)
			}
		}
		if head := eval[string](p, `[...document.querySelectorAll("#chart-table th")].map((c) => c.textContent).join("; ")`); !strings.Contains(head, c.reads) {
			t.Errorf("%s: the table's columns are %s", c.tab, head)
		}
		if rows := eval[int](p, `document.querySelectorAll("#chart-table tbody tr").length`); rows < 10 {
			t.Errorf("%s: a table of %d rows", c.tab, rows)
		}
		want := "tab=" + c.tab
		if c.tab == "T" {
			p.await(`!location.hash.includes("tab=")`)
			continue
		}
		p.await(fmt.Sprintf(`location.hash.includes(%q)`, want))
		// The title is of the answer's line.
		if link := "/" + eval[string](p, `location.hash + "&rows=" + document.querySelector("#answer").dataset.row`); again == nil {
			again = visit(t, link)
		} else {
			again.follow(link, fmt.Sprintf(`document.querySelector("#tab-%s").checked`, c.tab))
		}
		again.awaitTab(c.tab)
		if got := again.titles(); strings.Join(got, "|") != strings.Join(titles, "|") {
			t.Errorf("%s by link: %q, want %q", c.tab, got, titles)
		}
	}
}

// selectOption chooses an option of a native select.
func (p *page) selectOption(id, value string) {
	p.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#%s option[value='%s']") !== null`, id, value))
	eval[bool](p, fmt.Sprintf(`(() => {
		const s = document.querySelector("#%s");
		s.value = %q;
		s.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, id, value))
}

// Any number of the run can be swept; its own value is marked and can be moved,
// and the form follows.
func TestSweep(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+"&warmup=2&weight_decay=0.01&group=2"+fewLines+"&tab=sweep")
	options := eval[[]string](p, `[...document.querySelectorAll("#sweep option")].map((o) => o.value)`)
	if strings.Join(options, " ") != "n T eta warmup weight_decay clip sigma diameter after group smoothness" {
		t.Errorf("a convex full-batch run can vary %q", options)
	}
	for _, name := range options {
		if name == "after" { // no row follows several deleted examples under a schedule
			p.follow(convexRun+"&after=2&group=2"+fewLines+"&tab=sweep", shows("after", "2"))
		}
		p.selectOption("sweep", name)
		p.await(fmt.Sprintf(`%s && location.hash.includes("sweep=%s") && !document.querySelector("#picture").matches(".stale")`,
			ready, name))
		p.await(fmt.Sprintf(`Number(document.querySelector("#chart-handle").getAttribute("aria-valuenow")) === Number(document.querySelector("#field-%s").value)`, name))
	}
	p.selectOption("sweep", "diameter")
	p.await(ready + ` && location.hash.includes("sweep=diameter") && !document.querySelector("#picture").matches(".stale")`)
	before := p.answer()
	p.drag("#chart-handle", 60, 0)
	p.awaitOther(before)
	if got := p.number(`document.querySelector("#field-diameter").value`); got <= 1 || got > 100 {
		t.Errorf("dragged to the right the diameter is %v", got)
	}
	// The arrow keys move it as they do in its field.
	before = p.answer()
	p.do(chromedp.Focus(chromedp.CSS("#chart-handle")), chromedp.KeyEvent(kb.ArrowUp))
	p.awaitOther(before)
}

// pictureSettled is true once the page is ready and its picture is of the run.
const pictureSettled = ready + ` && !document.querySelector("#picture").matches(".stale")`

// By keyboard alone every point of a chart can be read, one after the other,
// from the first to the last.
func TestKeyboardReachesEveryPoint(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+"&tab=schedule&plan=chien-li-3.1")
	const heard = `document.querySelector("#chart-reading").textContent`
	steps := eval[int](p, `document.querySelectorAll("#chart-table table")[0].querySelectorAll("tbody tr").length`)
	p.do(chromedp.Focus(chromedp.CSS("#chart")), chromedp.KeyEvent(kb.Home))
	p.await(`/^t = 18[78];/.test(` + heard + `)`)
	read := map[string]bool{}
	for range 40 {
		text := eval[string](p, heard)
		read[strings.Split(text, ";")[0]] = true
		if strings.HasPrefix(text, "t = 200;") {
			break
		}
		p.do(chromedp.KeyEvent(kb.ArrowRight))
		p.await(fmt.Sprintf(heard+` !== %q`, text))
	}
	if len(read) < steps || !read["t = 200"] || !read["t = 193"] {
		t.Errorf("of %d points and more %d were read: %v", steps, len(read), read)
	}
}

// A click pins the reading until another click, or until another picture is chosen.
func TestPinnedReading(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+fewLines)
	const overlay = `document.querySelector("#chart-overlay").innerHTML`
	at := eval[[]float64](p, `(() => { const e = document.querySelector("#chart svg"); e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.left + r.width / 3, r.top + r.height / 2]; })()`)
	click := func() { p.do(chromedp.MouseClickXY(at[0], at[1])) }
	click()
	p.await(hair)
	pinned := eval[string](p, overlay)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+90, at[1]))
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	if got := eval[string](p, overlay); got != pinned {
		t.Errorf("the pinned reading became %q", got)
	}
	click()
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	p.await(`!` + hair)
	// What was read is dropped with the axis on which it was read.
	click()
	p.await(hair)
	p.look("alpha")
	if eval[bool](p, hair) {
		t.Error("another picture shows the reading of the one before")
	}
}

// hair is true while the picture is being read.
const hair = `document.querySelector("#chart-overlay .plot-hair") !== null`

// Wherever there is a line there is a number in the strip above the plot, between the
// values that were computed too, and none of its words lies over a line.
func TestReadingIsInTheStrip(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun)
	for _, size := range [][2]int64{{1280, 720}, {390, 844}} {
		p.screen(size[0], size[1])
		p.await(`document.querySelector("#chart-overlay .plot-reading-best") !== null`) // at the run's own value
		plot := eval[map[string]float64](p, `(() => {
			document.querySelector("#chart").scrollIntoView({block: "center"});
			const r = document.querySelector("#chart svg clipPath rect"), svg = document.querySelector("#chart > svg").getBoundingClientRect();
			const scale = svg.width / document.querySelector("#chart > svg").viewBox.baseVal.width;
			const n = (name) => r[name].baseVal.value * scale;
			return {left: svg.left + n("x"), top: svg.top + n("y"), width: n("width"), height: n("height")};
		})()`)
		lines := eval[int](p, `document.querySelectorAll("#chart path[data-series]").length`)
		for share := 0.04; share < 1; share += 0.19 {
			p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, plot["left"]+share*plot["width"],
				plot["top"]+plot["height"]/2))
			p.await(hair)
			words := eval[[]string](p, `[...document.querySelectorAll("#chart-overlay text")].map((e) => e.textContent)`)
			if len(words) != lines+1 {
				t.Errorf("at %v of the axis %d lines read %q", share, lines, words)
			}
			for _, w := range words {
				if strings.Contains(w, "—") {
					t.Errorf("at %v of the axis a line has no number: %q", share, words)
				}
			}
			if bottom := eval[float64](p, `Math.max(...[...document.querySelectorAll("#chart-overlay text")].map((e) => e.getBoundingClientRect().bottom))`); bottom > plot["top"]+1 {
				t.Errorf("at %v of the axis words end at %v, the plot begins at %v", share, bottom, plot["top"])
			}
		}
	}
}

// All lines can be drawn at once, and the page's own choice comes back. Lines that are
// there go where they belong.
func TestDrawAllLines(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun)
	const drawn = `document.querySelectorAll("#chart svg path[data-series]").length`
	few := eval[int](p, drawn)
	p.press("#lines-all")
	p.await(fmt.Sprintf(`%s && %s > %d && document.querySelector("#lines-all") === null`, ready, drawn, few))
	p.press("#lines-auto")
	p.await(fmt.Sprintf(`%s && %s === %d`, ready, drawn, few))

	// Lines go where another run has them, and end there; unless nothing is to move.
	eval[bool](p, `(() => {
		globalThis.moved = [];
		const animate = SVGElement.prototype.animate;
		SVGElement.prototype.animate = function (frames, options) {
			const motion = animate.call(this, frames, options);
			const middle = (motion.currentTime = options / 2, getComputedStyle(this).d);
			moved.push({line: this.dataset.series, options, between: middle !== frames[0].d && middle !== frames[1].d});
			motion.currentTime = 0;
			return motion;
		};
		return true;
	})()`)
	p.enter("eta", "0.08")
	p.awaitReady()
	type move struct {
		Line    string
		Options float64
		Between bool
	}
	moves := eval[[]move](p, `moved`)
	if len(moves) == 0 {
		t.Error("no line moves to where another run has it")
	}
	for _, m := range moves {
		if m.Options != 150 || !m.Between {
			t.Errorf("a line moves so: %+v", m)
		}
	}
	call(p, p.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	eval[bool](p, `(moved.length = 0, true)`)
	p.enter("eta", "0.1")
	p.awaitReady()
	if moves := eval[[]move](p, `moved`); len(moves) > 0 {
		t.Errorf("against the person's wish %d lines move", len(moves))
	}
}

// Whoever goes back to a picture while the next one is under way keeps it: what
// was under way does not take its place when it comes.
func TestBackToThePictureOnShow(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun+fewLines+"&tab=alpha")
	eval[bool](p, `(document.querySelector("#tab-delta").click(), true)`)
	p.await(ready + ` && location.hash.includes("tab=delta")`)
	for delay := 0; delay <= 100; delay += 20 {
		eval[bool](p, fmt.Sprintf(`(document.querySelector("#tab-T").click(), setTimeout(() => document.querySelector("#tab-delta").click(), %d), true)`, delay))
		p.do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => setTimeout(() => done(null), 500))`, chromedp.EvalAwaitPromise))
		p.await(pictureSettled)
		eval[bool](p, `(document.querySelector("#tab-delta").click(), true)`)
		p.await(ready + ` && location.hash.includes("tab=delta")`)
	}
}
