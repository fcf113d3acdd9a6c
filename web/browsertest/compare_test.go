//go:build e2e

package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pinnedTo adds a pinned run to an address as its n-th: the run of allLinesLink with so many
// steps.
func pinnedTo(address string, n int, steps string) string {
	own := strings.TrimPrefix(strings.Replace(allLinesLink, "T=90", "T="+steps, 1), "/#v=1&")
	for field := range strings.SplitSeq(own, "&") {
		name, value, _ := strings.Cut(field, "=")
		address += fmt.Sprintf("&%s.%d=%s", name, n, value)
	}
	return address + fmt.Sprintf("&label.%d=run%%20%[1]d", n)
}

var _ = register(view{name: "side by side", address: pinnedTo(pinnedTo(strings.Replace(allLinesLink, "T=90", "T=20", 1), 1, "90"), 2,
	"30") + fewLines + "~pin-1~pin-2", open: func(p *page) {
	p.await(`document.querySelector("#label-2") !== null && ` + compareIdle)
	p.besideDrawn(2) // their lines come after the run's own, with boxes in the legend
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
	t.Parallel()
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
	if same := eval[string](p, `document.querySelector("#compare .same").innerText`); !strings.Contains(same, "η = 0.05") ||
		strings.Contains(same, "T =") {
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
	if got := eval[[]string](other, `[...document.querySelectorAll("#compared input")].map((i) => i.value)`); !slices.Equal(got,
		[]string{"run 1", "short run"}) {
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
	t.Parallel()
	p := visit(t, aLink)
	for i, steps := range []string{"10", "20", "30", "40", "50"} {
		before := p.answer()
		p.enter("T", steps)
		p.awaitOther(before)
		p.press("#pin")
		p.await(fmt.Sprintf(`document.querySelectorAll("#compared input").length === %d`, min(i+1, 4)))
		// Each heading is the label of its own run, though columns have moved.
		labels := []string{"run 1", "run 2", "run 3", "run 4"}[:min(i+1, 4)]
		if got := eval[[]string](p, `[...document.querySelectorAll("#compared input")].map((e) => e.value)`); !slices.Equal(got, labels) {
			t.Errorf("the labels are %q, want %q", got, labels)
		}
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

// besideDrawn awaits the lines of pinned runs in the picture.
func (p *page) besideDrawn(n int) {
	p.Helper()
	p.await(fmt.Sprintf(ready+` && document.querySelectorAll('#chart path[data-series^="pin-"]').length === %d`, n))
}

// Pinned runs are drawn together with the form's: a line each, named where it
// ends, in the legend, the table and the file, at the numbers of the engine; a
// link opens the same picture, and every line can be taken away.
func TestPinnedRunsAreDrawn(t *testing.T) {
	t.Parallel()
	address := allLinesLink + "&only=published" // the lines of our own results take their time
	if *weekly {
		address = allLinesLink
	}
	p := visit(t, address)
	p.press("#pin")
	first := p.answer()
	p.enter("sigma", "2.5")
	p.awaitOther(first)
	p.besideDrawn(1)
	if n := eval[int](p, `document.querySelectorAll("#chart path[data-series]").length`); n != 2 {
		t.Errorf("%d lines for two runs", n)
	}
	words := eval[string](p, `document.querySelector("#chart svg").textContent`)
	if !strings.Contains(words, "run 1") || !strings.Contains(words, "this run") {
		t.Errorf("the lines are not named: %s", words)
	}
	unfold("chart-table")(p)
	head := eval[[]string](p, `[...document.querySelectorAll("#chart-table th")].map((c) => c.innerText)`)
	own := eval[[]string](p, `[...document.querySelectorAll("#chart-table tbody tr")].find((r) => r.cells[0].innerText === "90") ? [...[...document.querySelectorAll("#chart-table tbody tr")].find((r) => r.cells[0].innerText === "90").cells].map((c) => c.innerText) : []`)
	if len(own) != 3 || !strings.HasPrefix(head[2], "run 1, σ = 1.5: ") {
		t.Fatalf("the table has the columns %q and at T = 90 %q", head, own)
	}
	if got := p.compared("released-model"); !slices.Equal(got, own[1:]) {
		t.Errorf("at T = 90 the picture's table says %q, the comparison %q", own[1:], got)
	}
	folder := p.downloads()
	unfold("export")(p)
	p.press("#export-csv")
	_, content := p.saved(folder, ".csv")
	p.tableAgrees(content)
	p.press("#export-svg")
	if _, svg := p.saved(folder, ".svg"); !strings.Contains(string(svg), `data-series="pin-1"`) {
		t.Error("the picture that is saved lacks the pinned run")
	}

	// Every tab that is a curve has them.
	for _, tab := range []string{"alpha", "delta", "sweep", "T"} {
		p.press("#tab-" + tab)
		p.await(fmt.Sprintf(`document.querySelector("#tab-%s").ariaSelected === "true" || document.querySelector("#tab-%[1]s").checked`, tab))
		p.besideDrawn(1)
	}

	// The legend takes the line away, and the link says so.
	p.await(`document.querySelector("#legend-pin-1").checked`)
	eval[bool](p, `(document.querySelector("#legend-pin-1").click(), true)`)
	p.besideDrawn(0)
	p.await(`/rows=[^&]+/.test(location.hash) && !/rows=[^&]*pin-1/.test(location.hash)`)
	eval[bool](p, `(document.querySelector("#legend-pin-1").click(), true)`)
	p.besideDrawn(1)
	p.await(`/rows=[^&]*pin-1/.test(location.hash)`)
	other := visit(t, "/"+eval[string](p, `location.hash`))
	other.besideDrawn(1)

	// A run that asks another kind of question is left out, in words.
	p.pick("question-kind", "alpha")
	p.await(`/run 1 is not drawn: it asks for ε at a δ/.test(document.querySelector("#left-out")?.innerText ?? "")`)
}
