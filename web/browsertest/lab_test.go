//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// labTool is the address of a tool of the laboratory.
func labTool(fields string) string { return "/lab/#v=1&lab=" + fields }

// quickRun has a tool look at a run that is answered soon: the curve of the opening run takes the page some
// six seconds, and the tool shows the same parts of this one.
var quickRun = "&run=" + url.QueryEscape(strings.NewReplacer("T=90", "T=9", "diameter=3", "diameter=inf").Replace(theRun)+"&delta=1e-6")

// short is an estimate that takes a moment, and long one that does not end by itself.
const (
	shortEstimate = "hoelder&starts=1&epochs=3&points=2&radius=1&seed=7"
	longEstimate  = "hoelder&starts=1000&epochs=1000&points=10&radius=1&seed=7"
)

// fill types into a field of the tool that is shown.
func (p *page) fill(tool, field, text string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const e = document.querySelector("#lab-%s-%s");
		e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`, tool, field, text))
}

// answers awaits the sentence of the answer.
func (p *page) answers(part string) {
	p.Helper()
	p.await(ready + fmt.Sprintf(` && document.querySelector("p.lab-answer")?.innerText`+unbroken+`.includes(%q)`, part))
}

// followTool has the open laboratory follow another of its links, and waits for the answer of its tool,
// which was another's before.
func (p *page) followTool(address string) {
	p.Helper()
	tool, _, _ := strings.Cut(strings.TrimPrefix(address, labTool("")), "&")
	p.follow(strings.TrimPrefix(address, "/lab"), fmt.Sprintf(`document.querySelector('[data-tool="%s"]').ariaCurrent === "page"`, tool))
}

// Each tool answers as it opens, follows what is typed, and has it in its link.
func TestLaboratory(t *testing.T) {
	t.Parallel()
	p := visit(t, "/lab/")
	p.answers("The attack shows ε ≥ 0.217 at δ = 10⁻⁵, with 95 % confidence.")
	p.fill("audit", "true_positives", "80")
	p.answers("ε ≥ 0.721")
	p.await(`location.hash.includes("&true_positives=80&")`)

	// Counts that cannot be are said beside their field; nothing typed is lost.
	p.fill("audit", "true_positives", "800")
	p.await(`document.querySelector("#error-lab-audit-true_positives").innerText.includes("more positives than the 100")`)
	p.fill("audit", "members", "a lot")
	p.await(`document.querySelector("#error-lab-audit-members").innerText !== ""`)
	if got := eval[string](p, `document.querySelector("#lab-audit-true_positives").value`); got != "800" {
		t.Errorf("the field holds %q", got)
	}
	p.fill("audit", "members", "1000")
	p.answers("The attack shows ε ≥ ")

	for tool, says := range map[string]string{
		"noise": "σ = 0.2416 is enough", "regression": "Smoothness 8.6,", "operators": "by at most 0.01584.",
		"tradeoff": "At a 1 % false-positive rate", "risk": "At π = 0.5 no attack errs", "fit": "bounds the curve at rates from",
		"utility": "Halving the diameter multiplies", "dynamics": "after 50 steps, 5 of which use the example; by composition", "account": "Together ε ≤ ",
	} {
		p.press(`[data-tool="` + tool + `"]`)
		p.answers(says)
	}
	p.do(chromedp.Navigate("about:blank"))
	p.goTo(labTool("audit&members=100&true_positives=90&non_members=100&false_positives=40&delta=1e-5&level=0.95"))
	p.answers("ε ≥ 1.03")
	if got := eval[string](p, `document.querySelector("#lab-audit-true_positives").value`); got != "90" {
		t.Errorf("a link's field holds %q", got)
	}
	// Another link in the address bar of the open page.
	eval[bool](p, `(location.hash = "v=1&lab=noise&n=1000&b=10&epochs=10&clip=1&smoothness=1&weak_convexity=0.1&alpha=8&epsilon=1", true)`)
	p.answers("σ = 0.2416 is enough")
	if href := eval[string](p, `document.querySelector(".lab-links a").href`); !strings.Contains(href, "weak_convexity=0.1") ||
		strings.Contains(href, "/lab/") {
		t.Errorf("the run opens at %s", href)
	}
}

// The answer to a run has a number soon, that of the calculator's own sentence. It holds, and is not greyed, while the sharper one is
// computed.
func TestFirstLimitComesSoon(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool("audit&members=100&true_positives=60&non_members=100&false_positives=10&delta=1e-5&level=0.95&run=opening"))
	p.answers("the run is proved to have ε ≤ 0.383")
	eval[bool](p, `(globalThis.seen = [], new MutationObserver(() => {
		const said = document.querySelector("p.lab-answer")?.innerText;
		const at = (document.querySelector(".lab-result.stale") ? "stale: " : document.querySelector("#lab-bar") ? "first: " : "whole: ") + said;
		if (said && seen.at(-1) !== at) seen.push(at);
	}).observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true, attributes: true}), true)`)
	p.press(`[data-tool="tradeoff"]`)
	p.answers("at most 1.34 % of the time")
	seen := strings.ReplaceAll(strings.Join(eval[[]string](p, "seen"), "; "), "\u00a0", " ")
	first, whole := strings.Index(seen, "first: At a 1 % false-positive rate an attack notices a replaced example at most 1.47 %"), strings.Index(seen, "whole: At")
	if first < 0 || whole < first || strings.Contains(seen, "stale: At") {
		t.Errorf("the answers were %s", seen)
	}
}

// An estimate counts its steps, can be cancelled and asked for again, and the page
// is not held up by it.
func TestEstimateIsCancelled(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool(longEstimate))
	eval[bool](p, `(globalThis.longest = 0, new PerformanceObserver((l) => { for (const e of l.getEntries()) longest = Math.max(longest, e.duration); }).observe({type: "longtask"}), true)`)
	p.press("#lab-start")
	p.await(`/[1-9]\S* of/.test(document.querySelector(".lab-progress label")?.innerText)`)
	p.press("#lab-cancel")
	p.await(`document.querySelector("#lab-start") !== null && ` + ready)
	t.Logf("longest task of the page: %v ms", eval[float64](p, "longest"))
	for field, text := range map[string]string{"starts": "1", "epochs": "3", "points": "2"} {
		p.fill("hoelder", field, text)
	}
	p.press("#lab-start")
	p.answers("Estimated L = ")
	first := eval[string](p, `document.querySelector("p.lab-answer").innerText`)
	p.fill("hoelder", "seed", "8")
	p.press("#lab-start")
	p.await(ready + fmt.Sprintf(` && document.querySelector("p.lab-answer").innerText !== %q`, first))
	if !eval[bool](p, `document.querySelector(".lab-below svg[role=img]").getAttribute("aria-label").startsWith("Figure 2(a)")`) {
		t.Error("the figure is not redrawn")
	}
	if eval[int](p, `document.querySelectorAll(".lab-links a").length`) != 4 {
		t.Error("the estimate opens no runs")
	}
}

// A file is read here; one that is too large is refused in words, unread.
func TestTablesFromFiles(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool("audit&members=100&non_members=100&delta=1e-5&level=0.95&true_positives=60&false_positives=10"))
	give := func(text string) {
		eval[bool](p, fmt.Sprintf(`(() => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([%s], "roc.csv"));
			const input = document.querySelector("#lab-audit-table-file");
			input.files = transfer.files;
			input.dispatchEvent(new Event("change", {bubbles: true}));
			return true;
		})()`, text))
	}
	give(`"tp,fp\n60,10\n20,1\n"`)
	p.await(`[...document.querySelectorAll(".lab-note")].some((e) => e.innerText.includes("of 2 proves the most"))`)
	give(`"tp,fp\n60,10\n20,x\n"`)
	p.await(`document.querySelector("#error-lab-audit-table").innerText.includes("line 3: number of false positives must be a number") || document.querySelector("#error-lab-audit-table").innerText.includes('line 3: false positives must be a number; it is "x"')`)
	// The same, dropped on the page: beside the field, and on the answer.
	drop := func(where, parts string) {
		if !eval[bool](p, fmt.Sprintf(`(() => {
			const transfer = new DataTransfer();
			for (const part of [%s]) transfer.items.add(new File([part], "roc.csv"));
			const on = document.querySelector(%q), how = { dataTransfer: transfer, bubbles: true, cancelable: true };
			return !on.dispatchEvent(new DragEvent("dragover", how)) && !on.dispatchEvent(new DragEvent("drop", how));
		})()`, parts, where)) {
			t.Errorf("the browser leaves the page for a file dropped on %s", where)
		}
	}
	drop("#lab-audit-table", `"tp,fp\n60,10\n20,1\n10,0\n"`)
	p.await(`[...document.querySelectorAll(".lab-note")].some((e) => e.innerText.includes("of 3 proves the most"))`)
	drop("#lab-answer", `"tp,fp\n60,10\n20,x\n"`)
	p.await(`document.querySelector("#error-lab-audit-table").innerText.includes("line 3: ")`)
	drop("#lab-answer", `"tp,fp\n1,1\n", "tp,fp\n2,2\n"`)
	p.await(`document.querySelector("#error-lab-audit-table").innerText.includes("one table is read at a time")`)
	give(`new Uint8Array(100_000_000)`)
	p.await(`document.querySelector("#error-lab-audit-table").innerText.includes("100.0 MB; at most 10 MB")`)
	if got := eval[string](p, `document.querySelector("#lab-audit-table").value`); !strings.Contains(got, "20,x") {
		t.Errorf("the table was lost: %q", got)
	}
	// A person's own data for the network, too.
	p.press(`[data-tool="hoelder"]`)
	p.await(`document.querySelector("#lab-hoelder-table") !== null`)
	drop("#lab-answer", `"a,b,class\n1,2,u\n1,two,v\n"`)
	p.await(`document.querySelector("#lab-hoelder-table").value.includes("two")`)
	p.press("#lab-start")
	p.await(`document.querySelector("#error-lab-hoelder-table").innerText.includes('line 3: b must be a number; it is "two"')`)
}

// Everything works without a pointer, and the rules of accessibility hold, in both
// themes and on a telephone.
func TestLaboratoryIsAccessible(t *testing.T) {
	t.Parallel()
	axe, on := axeCore(t), ""
	p := newPage(t, site)
	for _, c := range []struct {
		address string
		width   int64
	}{
		{labTool("audit&run=opening"), 1440}, {labTool("noise"), 390}, {labTool("regression&clip=1"), 390}, {labTool("operators"), 1440},
		{labTool("utility"), 1440}, {labTool("risk" + quickRun), 390}, {labTool("fit" + quickRun), 1440}, {labTool("replay&seed=3"), 390},
		{labTool("replay&seed=3"), 1440},
	} {
		p.window(c.width, 900)
		switch {
		case on == "":
			p.goTo(c.address)
			p.awaitReady()
			eval[bool](p, axe)
		case c.address != on:
			p.followTool(c.address)
		}
		on = c.address
		p.axe(c.address)
		if c.width < 600 && !eval[bool](p, `(() => {
			const row = document.querySelector(".lab-tabs").getBoundingClientRect();
			const tab = document.querySelector(".lab-tab[aria-current]").getBoundingClientRect();
			return row.height < 90 && tab.left >= 0 && tab.right <= innerWidth;
		})()`) {
			t.Errorf("%s: the tools are not one row that shows the current one", c.address)
		}
		if c.width < 600 && !eval[bool](p, `(() => {
			const row = document.querySelector(".lab-tabs");
			const at = getComputedStyle(row).backgroundAttachment;
			return row.scrollWidth > row.clientWidth && at.includes("local") && at.includes("scroll");
		})()`) {
			t.Errorf("%s: nothing tells that the row of tools is cut off", c.address)
		}
		if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %v pixels beyond a screen of %d", c.address, over, c.width)
		}
	}
	p.followTool(labTool(shortEstimate))
	// What leads to the answer is there where this does not stand beside the inputs.
	reached := eval[[]string](p, `[...document.querySelectorAll("button:not(#lab-to-answer), input, textarea, a[href]")].filter((e) => e.tabIndex < 0 || !e.checkVisibility()).map((e) => e.outerHTML)`)
	for _, e := range reached {
		t.Errorf("the keyboard does not reach %s", e)
	}
	below := `document.querySelector("#lab-answer").getBoundingClientRect().top > document.querySelector("#lab-inputs").getBoundingClientRect().bottom - 1`
	for _, width := range []int64{390, 1440} {
		p.window(width, 900)
		p.await(fmt.Sprintf(`innerWidth === %d && document.querySelector("#lab-to-answer").checkVisibility() === (%s)`, width, below))
	}
	p.window(390, 900)
	p.await(`innerWidth === 390 && document.querySelector("#lab-inputs").getBoundingClientRect().top + scrollY < innerHeight`)
	p.press("#lab-to-answer")
	p.await(`document.activeElement.id === "lab-answer" && document.activeElement.getBoundingClientRect().top < innerHeight`)
}

// A first visit to the calculator asks for nothing of the laboratory's, and what
// its service worker fetches is not of it either.
func TestFirstVisitLoadsNothingOfTheLaboratory(t *testing.T) {
	t.Parallel()
	p := newcomer(t)
	asked := make(chan string, 1000)
	requests := chromedp.Events(p.ctx, network.RequestWillBeSent)
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			asked <- r.Request.URL
		}
	}()
	p.goTo("/")
	p.awaitReady()
	p.await(`navigator.serviceWorker?.controller !== undefined`)
	kept := eval[[]string](p, `(async () => {
		await navigator.serviceWorker?.ready;
		const names = [];
		for (const name of await caches.keys()) for (const r of await (await caches.open(name)).keys()) names.push(r.url);
		return names;
	})()`)
	seen := 0
	for len(asked) > 0 {
		seen++
		kept = append(kept, <-asked)
	}
	for _, address := range kept {
		if strings.Contains(address, "/lab/") || strings.Contains(address, "/lab-") {
			t.Errorf("a first visit loads %s", address)
		}
	}
	if seen < 5 {
		t.Errorf("only %d requests were seen", seen)
	}
	if href := eval[string](p, `[...document.querySelectorAll(".masthead a")].map((a) => a.href).join()`); !strings.Contains(href, "/lab/") {
		t.Errorf("the laboratory is not linked: %s", href)
	}
}

// Other pages reach the laboratory by engine.js, which loads its program where it is
// asked for: all other methods are there too, counts come, and a request can be
// given up.
func TestEngineInterfaceOfTheLaboratory(t *testing.T) {
	t.Parallel()
	host := newEmbedder(t, strictHost(), map[string]string{
		"/module.js": `import { engine } from "` + site + `/engine.js";
			globalThis.plain = await engine(); globalThis.li = await engine({ lab: true });
			globalThis.counts = { members: 100, true_positives: 60, non_members: 100, false_positives: 10, delta: 1e-5 };
			globalThis.run = {n: 7, b: 7, T: 90, eta: 0.05, clip: 2, sigma: 1.5, diameter: 3, scheme: "full", loss: "convex", smoothness: 1, clipping: "never"};`,
		"/": `<!doctype html><title>Host</title><script type="module" src="/module.js"></script>`,
	})
	p := visitEmbedder(t, host, "/")
	p.await(`globalThis.run`)
	if got := eval[float64](p, `li.lab.audit({input: counts}).then((r) => r.epsilon)`); math.Abs(got-1.0372426951) > 1e-9 {
		t.Errorf("lab.audit says %v", got)
	}
	if !eval[bool](p, `li.evaluate({run, question: {alpha: 2}, rows: ["composition"]}).then((r) => r.answer.epsilon > 0)`) {
		t.Error("the laboratory's engine does not evaluate")
	}
	if got := eval[string](p, `plain.ask("lab.audit", {input: counts}).catch((e) => e.code)`); got != "unknown-method" {
		t.Errorf("the calculator's engine answers lab.audit with %q", got)
	}
	said := eval[string](p, `(async () => {
		const stop = new AbortController();
		const progress = ({ done }) => { if (done > 0) stop.abort(); };
		try {
			await li.lab.hoelder({input: {starts: 1000, epochs: 1000, points: 10}}, {progress, signal: stop.signal});
			return "an answer";
		} catch (e) {
			return e.name;
		}
	})()`)
	if said != "AbortError" {
		t.Errorf("an estimate that was given up ends in %q", said)
	}
	if got := eval[int](p, `li.lab.hoelder({input: {starts: 1, epochs: 2, points: 1}}).then((r) => r.compared)`); got != 2 {
		t.Errorf("afterwards an estimate compares %d pairs", got)
	}
}

// A replay is stepped by hand, plays by itself, and does not where nothing is to move.
func TestReplay(t *testing.T) {
	t.Parallel()
	p := visit(t, labTool("replay&seed=3"))
	p.answers("the noise hides a distance of 8.00")
	const step = `document.querySelector("#lab-step").valueAsNumber`
	steps := eval[int](p, step)
	if steps < 5 || eval[int](p, `document.querySelectorAll("#lab-answer .frame svg").length`) != 3 {
		t.Fatalf("%d steps, %d charts", steps, eval[int](p, `document.querySelectorAll("#lab-answer .frame svg").length`))
	}
	drawn := func() string {
		return eval[string](p, `document.querySelector("#lab-answer .frame svg").innerHTML`)
	}
	end := drawn()
	p.press("#lab-back")
	p.await(fmt.Sprintf(step+` === %d`, steps-1))
	if drawn() == end {
		t.Error("a step back draws nothing else")
	}
	p.press("#lab-next")
	p.await(fmt.Sprintf(step+` === %d && document.querySelector("#lab-next").disabled`, steps))
	// A stretch that was chosen stays while steps are shown.
	const ticks = `[...document.querySelectorAll("#lab-chart > svg text")].map((e) => e.textContent).filter((t) => /^\d+$/.test(t)).join()`
	whole := eval[string](p, ticks)
	p.do(chromedp.Focus(chromedp.CSS("#lab-chart")))
	p.do(chromedp.KeyEvent("+"))
	p.await(fmt.Sprintf(ticks+` !== %q`, whole))
	near := eval[string](p, ticks)
	p.press("#lab-back")
	p.await(fmt.Sprintf(step+` === %d`, steps-1))
	if got := eval[string](p, ticks); got != near {
		t.Errorf("a step takes the axis from %s to %s", near, got)
	}
	p.press("#lab-next")
	p.await(fmt.Sprintf(step+` === %d`, steps))
	p.do(chromedp.Focus(chromedp.CSS("#lab-chart")))
	p.do(chromedp.KeyEvent("0"))
	p.await(fmt.Sprintf(ticks+` === %q`, whole))
	p.await(`document.querySelector("#lab-said").innerText.includes(": 0 left to hide, at most 0 allowed;")`)
	eval[bool](p, `(() => {
		const e = document.querySelector("#lab-step");
		e.value = 2;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`)
	p.await(`document.querySelector("#lab-said").innerText.startsWith("Before step ")`)
	p.press("#lab-play")
	p.await(step + ` > 3 && document.querySelector("#lab-play").innerText === "Pause"`)
	p.press("#lab-play")
	p.await(`document.querySelector("#lab-play").innerText === "Play"`)
	p.press("#lab-play")
	p.await(fmt.Sprintf(step+` === %d && document.querySelector("#lab-play").innerText === "Play"`, steps))

	call(p, p.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	p.press("#lab-back")
	p.await(fmt.Sprintf(step+` === %d && document.querySelector("#lab-play") === null`, steps-1))
	p.fill("replay", "run", "v=1&n=50&b=5&T=60&eta=0.1&clip=5&sigma=1&noise=iterate&diameter=6&adjacency=replace&scheme=reshuffle&loss=convex&smoothness=1&clipping=never&delta=1e-5")
	p.await(`document.querySelector("#error-lab-replay-run").innerText.includes("step-by-step schedule")`)
}
