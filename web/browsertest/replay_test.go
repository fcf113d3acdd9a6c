//go:build e2e

package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The two runs of the explanation move once by themselves, for five seconds at most, and along a slider. A reader
// who prefers less motion sees them stand.
func TestTheExplanationMoves(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	state := `(() => {
		const figure = document.querySelector(".replay"), until = figure.querySelector("clipPath rect").getAttribute("width");
		return [figure.querySelector("input").value, figure.querySelector("button").innerText, Math.round(until), figure.querySelector("output").innerText].join("|");
	})()`
	still := func(prefers string) {
		call(p, p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: prefers}},
		})
		p.goTo("/docs/hidden-state.html")
		p.await(`document.querySelector(".replay button")?.checkVisibility()`)
	}
	still("no-preference")
	eval[bool](p, `(document.querySelector(".replay svg").scrollIntoView({block: "center"}), true)`)
	p.await(`document.querySelector(".replay button").innerText === "Pause"`)
	begun := time.Now()
	p.await(`document.querySelector(".replay button").innerText === "Play"`)
	if took := time.Since(begun); took > 6*time.Second {
		t.Errorf("it moves for %v", took)
	}
	const end = "40|Play|390|After step 40: 0.039 apart; 0.000 with the noise shifted."
	if got := eval[string](p, state); got != end {
		t.Errorf("at the end it shows %s", got)
	}
	// The slider goes to a step, and says what is seen there, also to those who do not see it.
	if got := eval[string](p, `(() => {
		const slider = document.querySelector(".replay input");
		slider.value = 8;
		slider.dispatchEvent(new Event("input", {bubbles: true}));
		return slider.getAttribute("aria-valuetext");
	})()`); got != "Before step 9 of 40: 0.200 apart; 0.199 with the noise shifted." {
		t.Errorf("at the use it says %s", got)
	}
	p.do(chromedp.Click(".replay button"))
	p.await(`Number(document.querySelector(".replay input").value) > 8`)
	p.do(chromedp.Click(".replay button"))
	if got := eval[string](p, `document.querySelector(".replay button").innerText`); got != "Play" {
		t.Errorf("it does not stop: %s", got)
	}

	still("reduce")
	eval[bool](p, `(document.querySelector(".replay svg").scrollIntoView({block: "center"}), true)`)
	time.Sleep(500 * time.Millisecond)
	if got := eval[string](p, state); got != end {
		t.Errorf("with less motion it shows %s", got)
	}
}

// On a telephone a table of sentences is a list of cards, of which nothing has to be scrolled to.
func TestLoadersOnATelephone(t *testing.T) {
	t.Parallel()
	p := newPage(t, site)
	p.do(chromedp.EmulateViewport(390, 844))
	p.goTo("/docs/loader.html")
	if got := eval[string](p, `(() => {
		const table = document.querySelector("table.cards"), cells = [...table.querySelector("tbody tr").cells];
		const below = cells.every((cell, i) => i === 0 || cell.getBoundingClientRect().top >= cells[i - 1].getBoundingClientRect().bottom);
		return [below, table.parentElement.scrollWidth <= table.parentElement.clientWidth, getComputedStyle(cells[1], "::before").content].join("|");
	})()`); got != `true|true|"batches in the calculator: "` {
		t.Errorf("the loaders are shown as %s", got)
	}
}
