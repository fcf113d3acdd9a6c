//go:build e2e

package browsertest

import (
	"testing"
)

// widths are those of telephones, tablets and desks, with both sides of every width at which the page is laid out anew.
var widths = []int64{320, 360, 390, 480, 639, 640, 768, 899, 900, 960, 1023, 1024, 1199, 1200, 1440}

// A number with a power of ten, and the mark of the example beside it, make no page wider than the screen, and the mark lies on
// no other words.
func TestLongNumberFitsEveryWidth(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	fits := func(when string) {
		t.Helper()
		for _, width := range widths {
			p.window(width, 844)
			if over := eval[float64](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%s, %d pixels: the page is %v pixels too wide", when, width, over)
			}
			if eval[bool](p, `(() => {
				const mark = document.querySelector("#example").getBoundingClientRect();
				return ["#attacker", ".epsilon", ".second", ".rest", "#waiting"].some((s) =>
					[...(document.querySelector("#answer " + s)?.getClientRects() ?? [])].some((e) =>
						mark.left < e.right - 1 && e.left < mark.right - 1 && mark.top < e.bottom - 3 && e.top < mark.bottom - 3));
			})()`) {
				t.Errorf("%s, %d pixels: the mark lies on other words", when, width)
			}
		}
	}
	fits("as it opens")
	p.enter("n", "10000")
	p.await(ready + ` && /10⁻⁵/.test(document.querySelector(".epsilon").textContent) && document.querySelector("#example").textContent.includes("changed")`)
	fits("after an edit")
	p.window(1440, 900)
	p.startFrom("jax-privacy")
	p.enter("sigma", "123456")
	p.await(ready + ` && document.querySelector("#example").textContent.includes("JAX Privacy-style, changed")`)
	fits("a preset, edited")
}

// On a telephone the line at the top says in full what there is instead of a number.
func TestTelephoneReadsWhyThereIsNoNumber(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&n=60000&b=256&T=3515&eta=0.1&clip=1&sigma=1.1&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=reshuffle"+
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5"+fewLines)
	for _, width := range []int64{390, 320} {
		p.window(width, 844)
		eval[bool](p, `(scrollTo(0, 2000), true)`)
		p.await(`document.querySelector("#digest").checkVisibility({visibilityProperty: true})`)
		if said := eval[string](p, `document.querySelector("#digest .digest-text").innerText`); said != "No theorem here applies to this run" {
			t.Errorf("the line at the top says %q", said)
		}
		if cut := eval[[]float64](p, `(() => {
			const line = document.querySelector("#digest .digest-text"), bar = document.querySelector("#digest");
			return [...line.children].map((e) => Math.max(e.scrollWidth - e.clientWidth, line.scrollHeight - line.clientHeight,
				line.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom));
		})()`); len(cut) != 1 || cut[0] > 1 {
			t.Errorf("%d pixels: the line at the top is cut by %v", width, cut)
		}
	}
}
