//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// composed is a run that composition answers, some of whose values are assumed.
const composed = "v=1&n=50000&b=256&T=3920&eta=0.5&clip=1&sigma=1.1&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson&" +
	"loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs&differs=momentum~schedule~averaging~loss~of-rate&" +
	"assumed=diameter~adjacency~delta"

// cut are the words of an answer of which a part is out of the frame, or hidden by the edge of what holds them.
const cut = `[...document.querySelectorAll(".epsilon, .what, .brief, .sizes, .provenance")].filter((e) => {
	if (!e.checkVisibility() || !e.innerText.trim()) return false;
	const range = document.createRange();
	range.selectNodeContents(e);
	const words = range.getBoundingClientRect();
	let outside = words.left < -1 || words.right > innerWidth + 1 || words.bottom > innerHeight + 1;
	for (let box = e; box !== document.body; box = box.parentElement) {
		const r = box.getBoundingClientRect();
		if (getComputedStyle(box).overflowX !== "visible" && r.width > 0) outside ||= words.right > r.right + 1;
	}
	return outside;
}).map((e) => e.innerText)`

// The smallest frame says all that its number means and assumes, whatever its width: where its words need more lines, they take the ruler's place.
func TestNumberEmbedCutsNoWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ link, of string }{
		{composed, "holds with momentum, a schedule, weight averaging and unknown smoothness · n = 50,000 · T = 3920 · Poisson · b = 256 · z = 1.1 · " +
			"C = 1 · add or remove one (assumed) · δ (assumed)"},
		{strings.Replace(composed, "differs=momentum", "differs=remainder~momentum", 1) + "~clip", "holds with momentum, a schedule, weight averaging and " +
			"unknown smoothness · n = 50,000 · T = 3920 · Poisson · b = 256 · z = 1.1 · C = 1 (assumed) · add or remove one (assumed) · δ (assumed)"},
		{theRun + "&delta=1e-6&release=tail&every=20", "for the last 20 iterates (or their average) n = 7 · T = 90 · full batch · σ = 1.5 · C = 2, never clipped · " +
			"η = 0.05 · convex, L = 1 · D = 3 · replace one"},
	} {
		p := newPage(t, site)
		p.window(480, 160)
		p.goTo("/embed/#" + c.link + "&size=number" + fewLines)
		p.awaitReady()
		for _, width := range []int64{240, 300, 320, 400, 700, 1200} {
			p.window(width, 160)
			p.await(fits + fmt.Sprintf(` && innerWidth === %d`, width))
			if got := eval[[]string](p, cut); len(got) > 0 {
				t.Errorf("%d wide: %q are cut", width, got)
			}
			if of := strings.Join(strings.Fields(eval[string](p, `document.querySelector(".of").innerText`)), " "); !strings.HasSuffix(of, c.of) {
				t.Errorf("%d wide: the number is of %q, want %q at the end", width, of, c.of)
			}
			if got := eval[[]string](p, crowded); len(got) > 0 {
				t.Errorf("%d wide: %q lie on each other", width, got)
			}
			if width >= 700 && !strings.Contains(c.link, "differs") && !eval[bool](p, `document.querySelector("#ruler").getBoundingClientRect().left < innerWidth`) {
				t.Errorf("%d wide: the ruler is out of sight", width)
			}
		}
	}
}

// The link below a picture does not lie over the words that say why there is none.
func TestRefusedEmbedHasItsLinkApart(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.window(300, 360)
	p.goTo("/embed/#v=1&n=&size=chart")
	p.await(`document.querySelector("#needed")`)
	if got := eval[bool](p, `(() => {
		const box = document.querySelector("#needed").getBoundingClientRect(), link = document.querySelector("#open-calculator").getBoundingClientRect();
		return link.top < box.bottom && link.bottom > box.top;
	})()`); got {
		t.Error("the link lies over the words")
	}
}

// An element keeps its room until its answer is drawn, and is never lower in between.
func TestElementsWaitForTheirAnswer(t *testing.T) {
	t.Parallel()
	body := ""
	for _, look := range []string{`show="answer"`, `size="number"`} {
		body += `<div style="width: 300px"><last-iterate` + attributes("delta=1e-6") + ` ` + look + `>Words.</last-iterate></div>`
	}
	p := visitEmbedder(t, newEmbedder(t, "", map[string]string{"/": `<!doctype html><title>Host</title><script>
		globalThis.heights = new Map(); globalThis.ready = 0;
		addEventListener("state", ({detail}) => { if (detail.state === "ready") setTimeout(() => ready++, 1500); });
		</script>` + body + `<script src="` + site + `/embed.js"></script><script>
		const elements = [...document.querySelectorAll("last-iterate")];
		const look = () => {
			for (const e of elements) heights.set(e, [...heights.get(e) ?? [], e.offsetHeight]);
			requestAnimationFrame(look);
		};
		look();</script>`}), "/")
	p.await(`ready === 2`)
	for i, heights := range eval[[][]float64](p, `[...heights.values()]`) {
		if least, last := slices.Min(heights), heights[len(heights)-1]; least < min(heights[0], last)-1 {
			t.Errorf("element %d is %v pixels high, then %v, at last %v", i+1, heights[0], least, last)
		}
	}
}
