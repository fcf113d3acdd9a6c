//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// screen makes the window this large and waits until the chart follows.
func (p *page) screen(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	p.await(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, width, height))
	p.await(ready + ` && (() => {
		const svg = document.querySelector("#chart > svg"), frame = document.querySelector("#picture");
		return svg !== null && Math.abs(svg.viewBox.baseVal.width - frame.clientWidth) < 2;
	})()`)
}

// bottoms is where the lowest of some elements ends, in pixels from the window's top.
const bottoms = `((selector) => Math.max(...[...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect().bottom)))`

// Without scrolling one sees the number, its ruler, and the picture with the name
// of its horizontal axis.
func TestFirstScreen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}} {
		p := newPage(t, site)
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.goTo("/")
		p.awaitReady()
		p.screen(size[0], size[1])
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

// While the answer is out of sight one line of it stays, and leads back.
func TestAnswerStaysInOneLine(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		p := visit(t, "/")
		p.screen(size[0], size[1])
		const shown = `getComputedStyle(document.querySelector("#digest")).visibility === "visible"`
		if eval[bool](p, shown) {
			t.Error("the line is there beside the answer itself")
		}
		eval[bool](p, `(document.querySelector("#rows").scrollIntoView(), true)`)
		p.await(shown)
		p.await(`document.querySelector("#digest").getBoundingClientRect().top === 0`)
		if height := eval[float64](p, `document.querySelector("#digest").getBoundingClientRect().height`); height > 44 {
			t.Errorf("at %v the line is %v pixels high", size, height)
		}
		text := eval[string](p, `document.querySelector("#digest").innerText`)
		for _, want := range []string{"ε 0.405", "δ 10⁻⁵", "Profile contraction", "12× less than composition"} {
			if !strings.Contains(text, want) {
				t.Errorf("the line %q does not say %q", text, want)
			}
		}
		for _, stop := range []string{"#chart-handle", "#picture input"} {
			top := eval[float64](p, fmt.Sprintf(`(() => {
				scrollTo(0, 1e6);
				const e = document.querySelector(%q);
				e.focus();
				return e.getBoundingClientRect().top;
			})()`, stop))
			if top < 44 {
				t.Errorf("with the focus %s lies at %v, under the line", stop, top)
			}
		}
		eval[bool](p, `(scrollTo(0, 1e6), true)`)
		p.await(shown)
		p.press("#digest button")
		p.await(`!(` + shown + `) && document.activeElement.id === "answer"`)
	}
}

// Who does not see the ruler hears the sentence, and it is drawn as wide as the page.
func TestRulerIsRead(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	for _, size := range [][2]int64{{1440, 900}, {320, 640}} {
		p.screen(size[0], size[1])
		p.await(`Math.abs(document.querySelector("#ruler svg").viewBox.baseVal.width - document.querySelector("#ruler").clientWidth) < 2`)
		label := eval[string](p, `document.querySelector('#ruler svg[role="img"]').getAttribute("aria-label")`)
		sentence := strings.Join(strings.Fields(p.sentence()), " ")
		if !strings.HasPrefix(label, sentence+" The true value") || !strings.Contains(label, "Bok–Su–Altschuler, gives 1.34") {
			t.Errorf("the ruler says %q", label)
		}
	}
}
