//go:build e2e

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a field means is one line of the form, on a desk and on a telephone; the rest is behind
// a word beside it, which the keyboard opens.
func TestHelpIsALine(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	for _, width := range []int64{1440, 1024, 390} {
		p.window(width, 900)
		if long := eval[[]string](p, `[...document.querySelectorAll("#run .group")].flatMap((group) => {
			const fold = group.querySelector(".fold");
			if (fold.checkVisibility() && fold.ariaExpanded === "false") fold.click();
			return [...group.querySelectorAll("div.help")];
		}).filter((e) => e.checkVisibility() && e.offsetHeight > 30).map((e) => e.innerText)`); len(long) > 0 {
			t.Errorf("%d wide: more than a line: %q", width, long)
		}
		p.await(`document.querySelector("#help-n").checkVisibility()`)
	}
	if got := eval[string](p, `document.querySelector("#field-group").value`); got != "1" {
		t.Errorf("one example of a person is shown as %s", got)
	}
	if eval[bool](p, `document.querySelector("#more-adjacency p").checkVisibility()`) {
		t.Error("the rest is seen at once")
	}
	p.do(chromedp.Focus(chromedp.CSS("#more-adjacency summary")), chromedp.KeyEvent(kb.Enter))
	p.await(`document.querySelector("#more-adjacency p").checkVisibility()`)
	before := eval[string](p, `location.hash`)
	p.do(chromedp.Focus(chromedp.CSS("#field-group")), chromedp.KeyEvent(kb.ArrowUp))
	p.await(`document.querySelector("#field-group").value === "2"`)
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	p.await(`document.querySelector("#field-group").value === "1"`)
	p.awaitReady()
	p.await(`!location.hash.includes("group=")`)
	if strings.Contains(before, "group=") {
		t.Errorf("the link states one example: %s", before)
	}
}

// Where no bound applies at any value of a parameter the place of the picture says why; where
// one does at a single value, its title says no more than that.
func TestRefusedSweepSaysWhy(t *testing.T) {
	t.Parallel()
	const refused = "/#v=1&n=1000&b=100&T=160&eta=0.05&schedule=cosine&clip=1&sigma=1&noise=iterate&diameter=1&adjacency=add-remove" +
		"&scheme=poisson&group=2&loss=convex&smoothness=1&clipping=never&delta=1e-5&tab=sweep&sweep=after"
	p := visit(t, refused+"&after=10"+fewLines)
	p.await(`document.querySelector("#no-picture")?.innerText.includes("it covers the deletion of one example, not of several")`)
	p.follow(refused+fewLines, shows("after", "0"))
	p.await(`document.querySelector("#chart svg")?.ariaLabel.startsWith("In this range there is a bound only at K = 0")`)
	p.follow(strings.Replace(refused, "add-remove", "replace", 1)+"&after=10"+fewLines, shows("after", "10"))
	p.await(`document.querySelector("#no-picture")?.innerText.includes("not of several")`)
}
