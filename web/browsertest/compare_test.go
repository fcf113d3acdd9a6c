//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var _ = register(view{name: "side by side", address: aLink, open: func(p *page) {
	p.press("#pin")
	p.await(`document.querySelector("#label-1") !== null`)
	before := p.answer()
	p.enter("T", "30")
	p.awaitOther(before)
	p.press("#pin")
	p.await(`document.querySelector("#label-2") !== null && ` + compareIdle)
	p.enter("T", "20")
	p.awaitReady()
}})

// compared is a line of the comparison, as shown.
func (p *page) compared(line string) []string {
	p.Helper()
	return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('#compared [data-line="%s"] td')].map((c) => c.innerText)`, line))
}

const compareIdle = `!/Comput/.test(document.querySelector("#compare-status").innerText)`

// Runs that are pinned stand side by side with the form's, their differences
// marked, and all of them travel in the link.
func TestCompare(t *testing.T) {
	p := visit(t, aLink)
	first := p.answer()
	p.press("#pin")
	p.await(`document.querySelector("#label-1")?.value === "run 1"`)
	if n := eval[int](p, `document.querySelectorAll("#compared .differs").length`); n != 0 {
		t.Errorf("one run differs from itself in %d lines", n)
	}
	p.enter("T", "30")
	second := p.awaitOther(first)
	p.await(compareIdle)
	if got := p.compared("iterations"); !slices.Equal(got, []string{"30", "90"}) {
		t.Errorf("iterations: %q", got)
	}
	if n := eval[int](p, `document.querySelectorAll("#compared .differs").length`); n != 1 {
		t.Errorf("%d lines are marked, the runs differ in one", n)
	}
	if same := eval[string](p, `document.querySelector("#compare .same").innerText`); !strings.Contains(same, "η = 0.05") || strings.Contains(same, "T =") {
		t.Errorf("the same in all: %q", same)
	}
	p.press("#pin")
	p.await(`document.querySelector("#label-2") !== null`)
	eval[bool](p, `(document.querySelector("#label-2").select(), true)`)
	p.do(chromedp.Focus(chromedp.CSS("#label-2")))
	eval[bool](p, `(document.querySelector("#label-2").select(), true)`)
	p.do(chromedp.KeyEvent(strings.Repeat("x", 60)))
	p.await(`/at most [0-9]+ characters/.test(document.querySelector("#error-label-2").innerText)`)
	eval[bool](p, `(document.querySelector("#label-2").select(), true)`)
	p.do(chromedp.KeyEvent("short run\r"))
	p.await(`location.hash.includes("label.2=short%20run")`)

	// The same in another tab, from the link alone.
	other := visit(t, "/"+eval[string](p, `location.hash`))
	other.await(compareIdle)
	if got := eval[[]string](other, `[...document.querySelectorAll("#compared input")].map((i) => i.value)`); !slices.Equal(got, []string{"run 1", "short run"}) {
		t.Errorf("the link's labels are %q", got)
	}
	want := p.compared("released-model")
	if got := other.compared("released-model"); !slices.Equal(got, want) || len(got) != 2 || got[0] == got[1] || slices.Contains(got, "—") {
		t.Errorf("by link ε is %q, it was %q", got, want)
	}

	// A pinned run is loaded into the form, and Back undoes that.
	p.press("#load-1")
	p.awaitAnswer(first, 1e-12)
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %s after loading the first run", got)
	}
	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(second, 1e-12)
	p.press("#unpin-1")
	p.await(`document.querySelectorAll("#compared input").length === 1`)
	if got := eval[string](p, `document.querySelector("#label-1").value`); got != "short run" {
		t.Errorf("the run left is called %q", got)
	}
	eval[bool](p, `(history.back(), true)`)
	p.await(`document.querySelectorAll("#compared input").length === 2 && document.querySelector("#label-1").value === "run 1"`)
}

// Four runs are as many as can be pinned; the button then shows them.
func TestFourPinnedRuns(t *testing.T) {
	p := visit(t, aLink)
	for i, steps := range []string{"10", "20", "30", "40", "50"} {
		before := p.answer()
		p.enter("T", steps)
		p.awaitOther(before)
		p.press("#pin")
		p.await(fmt.Sprintf(`document.querySelectorAll("#compared input").length === %d`, min(i+1, 4)))
	}
	p.await(`document.activeElement.id === "compare"`)
	p.await(`/unpin one/.test(document.querySelector("#compare-status").innerText)`)
	if got := p.compared("iterations"); !slices.Equal(got, []string{"50", "10", "20", "30", "40"}) {
		t.Errorf("iterations: %q", got)
	}
	p.await(`location.hash.includes("T=50&")`)
	if n := eval[int](p, `location.hash.length`); n > 8000 {
		t.Errorf("the link has %d characters", n)
	}
}
