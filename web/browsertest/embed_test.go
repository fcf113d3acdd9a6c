//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// theRun is a run as a link has it, without its question.
const theRun = "v=1&n=7&b=7&T=90&eta=0.05&clip=2&sigma=1.5&noise=iterate&diameter=3&adjacency=replace&scheme=full&loss=convex&smoothness=1&clipping=never"

// hearAll collects in the host what embeds tell of themselves.
const hearAll = `
	globalThis.heard = [];
	addEventListener("message", (e) => heard.push({origin: e.origin, ...e.data}));`

// The three ways to write an embed's address show the same answer as the
// calculator's own page, with no header, and only the parts asked for.
func TestEmbedShowsItsParts(t *testing.T) {
	t.Parallel()
	want := answerTo(t, "/#"+theRun+"&delta=1e-6")
	for _, c := range []struct {
		address string
		parts   string // of answer, chart, run, rows
	}{
		{"/embed/#" + theRun + "&delta=1e-6" + fewLines, "answer chart"},
		{"/embed.html?" + theRun + "&delta=1e-6&show=answer,form", "answer run"},
		{"/embed.html#" + theRun + "&delta=1e-6&show=answer~table&theme=dark", "answer rows"},
		{"/embed/#" + theRun + "&delta=1e-6&show=answer,chart,form,table&size=compact" + fewLines, "answer chart run rows"},
		{"/embed/?" + theRun + "&delta=1e-6&show=answer", "answer"},
	} {
		t.Run(c.address[:7]+" "+c.parts, func(t *testing.T) {
			p := visit(t, c.address)
			if got := p.answer(); got != want {
				t.Errorf("the embed says %v, the page %v", got, want)
			}
			if got := eval[string](p, `["answer", "chart", "run", "rows"].filter((id) => document.getElementById(id)).join(" ")`); got != c.parts {
				t.Errorf("it shows %s, want %s", got, c.parts)
			}
			if eval[bool](p, `Boolean(document.querySelector("header"))`) {
				t.Error("it has a header")
			}
			theme := "light"
			if strings.Contains(c.address, "theme=dark") {
				theme = "dark"
			}
			if dark := eval[string](p, `getComputedStyle(document.documentElement).backgroundColor`) == "rgb(20, 22, 26)"; dark != (theme == "dark") {
				t.Errorf("the theme is not %s", theme)
			}
			if text := eval[string](p, `document.querySelector("#problems:not([hidden])")?.innerText ?? ""`); text != "" {
				t.Errorf("it complains: %s", text)
			}
		})
	}
}

// The sizes fit into the frames that they are made for, with the ruler in them, and
// show what they are to show.
func TestEmbedSizes(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	for _, c := range []struct {
		size          string
		width, height int64
		parts         string
	}{
		{"number", 320, 160, "answer ruler"},
		{"chart", 480, 400, "answer ruler chart"},
		{"full", 1200, 2000, "answer ruler chart run rows"},
	} {
		p.do(chromedp.EmulateViewport(c.width, c.height))
		if link := "/embed/#" + theRun + "&delta=1e-6&size=" + c.size + fewLines; c.size == "number" {
			p.goTo(link)
			p.awaitReady()
		} else { // from the run without a diameter
			p.follow(strings.TrimPrefix(link, "/embed"), `document.documentElement.dataset.size === "`+c.size+`"`)
		}
		for _, diameter := range []string{"3", "inf"} {
			if diameter != "3" {
				before := p.answer()
				eval[bool](p, fmt.Sprintf(`(location.hash = location.hash.replace("diameter=3", "diameter=%s"), true)`, diameter))
				p.awaitOther(before)
			}
			if got := eval[string](p, `["answer", "ruler", "chart", "run", "rows"].filter((id) => document.getElementById(id)).join(" ")`); got != c.parts {
				t.Errorf("%s shows %s, want %s", c.size, got, c.parts)
			}
			p.await(`Math.abs(document.querySelector("#ruler svg").viewBox.baseVal.width - document.querySelector("#ruler").clientWidth) < 2`)
			if c.size != "full" {
				p.await(fmt.Sprintf(`document.documentElement.getBoundingClientRect().height <= %d && document.documentElement.scrollWidth <= %d`,
					c.height, c.width))
			}
			if text := eval[string](p, `document.querySelector(".sentence").innerText`); !strings.Contains(text, "ε ≤ ") && !strings.Contains(text, "ε = ") ||
				!strings.Contains(text, "at δ = 10⁻⁶") {
				t.Errorf("%s says %q", c.size, text)
			}
			if small := eval[float64](p, `Math.min(...[...document.querySelectorAll("#ruler text")].map((e) => parseFloat(getComputedStyle(e).fontSize)))`); small < 14 {
				t.Errorf("%s has words of %v pixels on its ruler", c.size, small)
			}
		}
	}
}

// crowded are texts that lie on each other: those of pictures, and the lines of the others.
const crowded = `(() => {
	const seen = [], out = [];
	for (const e of document.querySelectorAll("svg text")) {
		if (e.checkVisibility({visibilityProperty: true})) seen.push([e.textContent, e.getBoundingClientRect()]);
	}
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; node = walk.nextNode();) {
		const e = node.parentElement;
		if (!node.data.trim() || e.closest("svg, script, .hidden-text, .open-in") || !e.checkVisibility({visibilityProperty: true})) continue;
		const range = document.createRange(), size = parseFloat(getComputedStyle(e).fontSize);
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			const middle = (r.top + r.bottom) / 2; // a line's box is higher than its letters
			seen.push([node.data, {left: r.left, right: r.right, top: middle - 0.4 * size, bottom: middle + 0.35 * size}]);
		}
	}
	seen.forEach(([a, p], i) => seen.slice(0, i).forEach(([b, q]) => {
		if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 2) out.push(a + " and " + b);
	}));
	return out;
})()`

// drawnWide is the width for which an embed's ruler is drawn, or its chart in a frame so narrow that the chart takes the ruler's height.
const drawnWide = `[...document.querySelectorAll("#ruler svg, #chart svg")].find((e) => e.checkVisibility())?.viewBox.baseVal.width`

// In the narrowest frame, whatever the type that the browser is set to, no words lie on
// others, no number is broken, and pictures are set in type that can be read.
func TestNarrowEmbedWithLargeType(t *testing.T) {
	t.Parallel()
	// Small losses are written as long numbers; the opening run is one that every row answers.
	small := strings.Replace(theRun, "sigma=1.5", "sigma=1500", 1) + "&delta=1e-12"
	var links [][2]string
	for _, run := range []string{theRun + "&delta=1e-6", "v=1", small} {
		links = append(links, [2]string{run, "number"}, [2]string{run, "chart"})
	}
	p := newPage(t, site)
	for i, letters := range []int64{12, 16, 20, 24, 32} {
		call(p, p.ctx, cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: letters}})
		p.do(chromedp.EmulateViewport(240, 400), chromedp.Navigate("about:blank"))
		// Type of each size opens another of the links, and the others in the same tab.
		before, shown := "", ""
		for k := range links {
			run, size := links[(i+k)%len(links)][0], links[(i+k)%len(links)][1]
			link := "#" + run + "&size=" + size + fewLines
			if k == 0 {
				p.goTo("/embed/" + link)
				p.awaitReady()
			} else {
				p.follow(link, fmt.Sprintf(`document.documentElement.dataset.size === %q && (document.querySelector("#answer").dataset.epsilon === %q) === %t`,
					size, shown, run == before))
			}
			if size == "chart" {
				p.await(`document.querySelector("#chart svg") !== null && ` + ready)
			}
			before, shown = run, eval[string](p, `document.querySelector("#answer").dataset.epsilon`)
			p.await(fmt.Sprintf(`getComputedStyle(document.documentElement).fontSize === "%dpx" && `+drawnWide+` <= 320`, letters))
			where := fmt.Sprintf("%s with type of %d pixels, %s", size, letters, run)
			if got := eval[[]string](p, crowded); len(got) > 0 {
				t.Errorf("%s: %q lie on each other", where, got)
			}
			if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s: it is %v pixels too wide", where, over)
			}
			if least := eval[float64](p, `Math.min(...[...document.querySelectorAll("svg text")].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().height))`); least < 9 {
				t.Errorf("%s: there are letters of %v pixels", where, least)
			}
		}
	}
}

// An embed says what it cannot show.
func TestEmbedReportsProblems(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed/#"+theRun+"&delta=1e-6&show=answer,graph&size=huge")
	text := eval[string](p, `document.querySelector("#problems").innerText`)
	for _, want := range []string{"graph", "an embed can show answer", "huge", "compact"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	p.goTo("/embed/#" + strings.Replace(theRun, "eta=0.05", "eta=-1", 1) + "&delta=1e-6")
	p.await(`document.querySelector("#needed") !== null`)
	if text := eval[string](p, `document.querySelector("#problems").innerText`); !strings.Contains(text, "eta=-1") ||
		!strings.Contains(text, "positive") {
		t.Errorf("without a form a bad value is not reported: %q", text)
	}
}

// The browser refuses to frame the page and frames the embed, on a host with a
// strict policy; the embed tells its height, and its answer.
func TestOnlyTheEmbedMayBeFramed(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/hear.js": hearAll,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script>
			<iframe id="page" title="the page" src="` + site + `/#` + theRun + `&delta=1e-6"></iframe>
			<iframe id="embed" title="the embed" width="600" height="300" src="` + site + `/embed.html#` + theRun + `&delta=1e-6"></iframe>`,
	})
	p := newPage(t, host, site)
	p.expect("frame-ancestors")
	p.goTo("/")
	embed := p.frames(site+"/embed.html", 1)[0]
	embed.awaitReady()
	p.await(`heard.some((m) => m.type === "last-iterate:answer")`)
	answer := embed.answer()
	if told := eval[float64](p, `heard.findLast((m) => m.type === "last-iterate:answer").epsilon`); told != answer {
		t.Errorf("the host is told %v, the embed shows %v", told, answer)
	}
	p.await(`heard.findLast((m) => m.type === "last-iterate:height")?.height > 300`)
	height := eval[float64](embed, `document.documentElement.getBoundingClientRect().height`)
	p.await(fmt.Sprintf(`heard.findLast((m) => m.type === "last-iterate:height")?.height === %v`, math.Ceil(height)))
	if link := eval[string](p, `heard.findLast((m) => m.type === "last-iterate:answer").link`); !strings.HasPrefix(link, site+"/#"+theRun) {
		t.Errorf("the host is told the link %s", link)
	}
	// The refused frame is the browser's own page of errors, nothing of ours.
	for _, origin := range eval[[]string](p, `heard.map((m) => m.origin)`) {
		if origin != originOf(site) {
			t.Errorf("a message came from %s", origin)
		}
	}
	refused := p.frames(site+"/#", 1)[0]
	if at := eval[string](refused, `location.href`); !strings.HasPrefix(at, "chrome-error:") {
		t.Errorf("the page is framed: %s", at)
	}
	if eval[bool](refused, `Boolean(document.querySelector("#first-paint, .calculator"))`) {
		t.Error("something of the page is in the frame")
	}
}

// From an opaque origin no worker starts: the embed says what to add and leads
// to the page.
func TestSandboxedEmbedExplains(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, "", map[string]string{
		"/hear.js": hearAll,
		"/": `<!doctype html><title>Host</title><script src="/hear.js"></script>
			<iframe title="the embed" sandbox="allow-scripts" src="` + site + `/embed.html#` + theRun + `&delta=1e-6"></iframe>`,
	})
	p := visitEmbedder(t, host, "/")
	embed := p.frames(site+"/embed.html", 1)[0]
	embed.await(`document.querySelector("#embed-refused")`)
	text := eval[string](embed, `document.querySelector("#embed-refused").innerText`)
	if !strings.Contains(text, "allow-same-origin") {
		t.Errorf("it says %q", text)
	}
	if href := eval[string](embed, `document.querySelector("#embed-refused a").href`); href != site+"/#"+theRun+"&delta=1e-6" {
		t.Errorf("it leads to %s", href)
	}
	p.await(`heard.some((m) => m.type === "last-iterate:height" && m.height > 20)`)
}

// A browser that forbids frames of strangers to keep anything still computes.
func TestEmbedWithoutStorage(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.runFirst(`for (const name of ["localStorage", "sessionStorage"])
		Object.defineProperty(globalThis, name, {configurable: true, get() { throw new DOMException("denied", "SecurityError"); }});`)
	p.goTo("/embed/#" + theRun + "&delta=1e-6" + fewLines)
	p.awaitReady()
	if got, want := p.answer(), answerTo(t, "/#"+theRun+"&delta=1e-6"); got != want {
		t.Errorf("the embed says %v, the page %v", got, want)
	}
}

// What a picture after a deletion is of takes two lines on a telephone, beside the link to the page and not under it.
func TestNarrowEmbedAfterADeletion(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed/#"+theRun+"&delta=1e-6&after=20&size=chart"+fewLines)
	for _, width := range []int64{440, 400, 374, 358, 340, 300} {
		p.window(width, 420)
		p.await(fmt.Sprintf(`Math.abs(`+drawnWide+` - %d) < 2`, width-16))
		if got := eval[[]string](p, crowded); len(got) > 0 {
			t.Errorf("%d wide: %q lie on each other", width, got)
		}
	}
}

// The link under an embed opens the page in a new tab on what the embed shows,
// also after the form was changed.
func TestEmbedOpensThePage(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed/#"+theRun+"&delta=1e-6&show=answer,form&theme=light")
	before := p.answer()
	p.enter("eta", "0.07")
	want := p.awaitOther(before)
	p.do(chromedp.Click("#open-calculator"))
	full := p.opened(site + "/#")
	if got := full.answer(); got != want {
		t.Errorf("the page says %v, the embed %v", got, want)
	}
	if hash := eval[string](full, `location.hash`); strings.Contains(hash, "show=") || strings.Contains(hash, "theme=") ||
		!strings.Contains(hash, "eta=0.07&") {
		t.Errorf("the page's address is %s", hash)
	}
}

// A long answer fits into the smallest frame of a picture with the departures under which it holds, and none of its lines begins with a dash
// or a dot.
func TestNarrowEmbedOfComposition(t *testing.T) {
	t.Parallel()
	p := visit(t, "/embed/#v=1&n=50000&b=511&T=1960&eta=0.5&clip=1.2&sigma=1.1&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson&"+
		"loss=smooth&smoothness=1&clipping=active&delta=1e-5&size=chart&differs=momentum~schedule~averaging~loss&assumed=diameter~adjacency")
	for _, width := range []int64{480, 640, 1200, 300, 240} {
		p.window(width, 360)
		p.await(fmt.Sprintf(`innerWidth === %d && document.querySelector("#chart svg, .frame svg") !== null &&
			document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth`, width))
		const holds = "holds with momentum, a schedule, weight averaging and unknown smoothness"
		of := strings.ReplaceAll(eval[string](p, `document.querySelector(".of").innerText`), "\u00a0", " ")
		if strings.Count(of, "holds with") != 1 || !strings.Contains(of, holds) || !strings.HasSuffix(of, "C = 1.2 · add or remove one (assumed)") {
			t.Errorf("%d wide: the number is of %q, want %q and the mark of what was assumed", width, of, holds)
		}
		if width == 480 {
			p.await(`Math.max(...[...document.querySelectorAll("#chart svg :is(path, line)")].map((e) => e.getBoundingClientRect().height)) >= 200`)
		}
		if what := eval[string](p, `document.querySelector(".what").innerText`); !strings.HasPrefix(what, "by composition") {
			t.Errorf("%d wide: a line begins %q", width, what)
		}
		if !eval[bool](p, `(() => {
			const words = [...document.querySelector(".brief").childNodes].find((e) => e.data?.includes("·")), range = document.createRange();
			const left = document.querySelector(".of").getBoundingClientRect().left;
			return [...words.data.matchAll("·")].every(({index}) => {
				range.setStart(words, index);
				range.setEnd(words, index + 1);
				return range.getBoundingClientRect().left > left + 1;
			});
		})()`) {
			t.Errorf("%d wide: a line begins with a dot", width)
		}
	}
}

// A picture alone says above it the departures under which its numbers hold, once, and which values were assumed.
func TestPictureAloneNamesDepartures(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.window(300, 360)
	p.goTo("/embed/#" + composed + "&size=chart&show=chart")
	p.await(`document.querySelector("#sizes")?.innerText.includes("n\u00a0=")`)
	of := strings.ReplaceAll(eval[string](p, `document.querySelector("#sizes").innerText`), "\u00a0", " ")
	for _, want := range []string{"at δ = 10⁻⁵ — by composition: ", "holds with momentum, a schedule, weight averaging and unknown smoothness · n = 50,000",
		"C = 1 · add or remove one (assumed) · δ (assumed)"} {
		if strings.Count(of, want) != 1 || strings.Count(of, "holds with") != 1 {
			t.Errorf("above the picture is %q, want %q once", of, want)
		}
	}
}
