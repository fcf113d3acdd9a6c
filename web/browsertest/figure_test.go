//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lastiterate/bounds/figure"
)

const figureDone = `document.querySelector("#figures").dataset.status === "done" && document.querySelector("#figure svg") !== null`

// choosing picks an option of the menu of figures, as a person would.
func (p *page) choosing(id string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const menu = document.querySelector("#figure-choice");
		menu.value = %q;
		menu.dispatchEvent(new Event("change", {bubbles: true}));
		return menu.value === %q;
	})()`, id, id))
}

// Every figure can be chosen: it fills the form, draws each of its lines, and
// every number that was checked agrees on the screen.
func TestFigures(t *testing.T) {
	p := visit(t, "/")
	for _, f := range figure.All() {
		p.choosing(f.ID)
		p.await(`location.hash.includes("figure=` + f.ID + `")`)
		p.await(figureDone + fmt.Sprintf(` && document.querySelector("#figure svg").ariaLabel.includes(%q)`, f.Title))
		for _, l := range f.Lines {
			if !eval[bool](p, fmt.Sprintf(`document.querySelector('#figure path[data-series="%s"]') !== null`, l.ID)) {
				t.Errorf("%s: %s is not drawn", f.ID, l.ID)
			}
		}
		if got, want := p.text("T"), fmt.Sprint(f.Run.T); !sameNumber(got, want) {
			t.Errorf("%s: T is %s in the form, want %s", f.ID, got, want)
		}
		rows := eval[[]string](p, `[...document.querySelectorAll("#figure-checks tbody tr")].map((r) => r.innerText)`)
		if len(rows) != len(f.Checks) {
			t.Errorf("%s: %d of %d numbers are checked", f.ID, len(rows), len(f.Checks))
		}
		for _, row := range rows {
			if !strings.Contains(row, "agrees in every digit") {
				t.Errorf("%s: %s", f.ID, row)
			}
		}
		if text := eval[string](p, `document.querySelector("#figures").innerText`); !strings.Contains(text, f.Seen) || !strings.Contains(text, f.Open) {
			t.Errorf("%s: the page does not say what is seen and what is open", f.ID)
		}
		if eval[bool](p, `document.querySelector("#figure-other") !== null`) {
			t.Errorf("%s: the form holds other parameters", f.ID)
		}
	}
}

// A figure is a step in the history, travels in the link, and says when the
// form has left its parameters; a click brings them back.
func TestFigureInLinkAndHistory(t *testing.T) {
	p := visit(t, aLink)
	first := p.answer()
	eval[bool](p, `(document.querySelector("#figure-choice").focus(), true)`)
	p.do(chromedp.KeyEvent("F")) // the first option that begins so
	p.await(`location.hash.includes("figure=chien-li-1a")`)
	p.await(figureDone)
	p.awaitReady()
	link := eval[string](p, `location.hash`)

	again := visit(t, "/"+link)
	again.await(figureDone)
	if got := eval[string](again, `document.querySelector("#figure-choice").value`); got != "chien-li-1a" {
		t.Errorf("the link opens the figure %q", got)
	}
	again.enter("eta", "0.05")
	again.await(`document.querySelector("#figure-other") !== null`)
	eval[bool](again, `(document.querySelector("#figure-load").focus(), true)`)
	again.do(chromedp.KeyEvent(kb.Enter))
	again.await(`document.querySelector("#figure-other") === null`)
	if got := again.text("eta"); got != "0.1" {
		t.Errorf("the learning rate is %s after the figure was loaded again", got)
	}

	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(first, 1e-12)
	p.await(`document.querySelector("#figure") === null && document.querySelector("#figure-choice").value === "none"`)
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %s after going back", got)
	}
}

// A figure that does not exist is told, and everything else is opened.
func TestUnknownFigure(t *testing.T) {
	p := visit(t, aLink+"&figure=figure-9")
	if text := eval[string](p, `document.querySelector("#problems").innerText`); !strings.Contains(text, "figure-9") {
		t.Errorf("the page says %q", text)
	}
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %s", got)
	}
}
