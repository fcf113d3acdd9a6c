//go:build e2e

package browsertest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The answer says what it leaves to an attacker, and the tab's number, by the whole profile, once that is known; the tab says
// both.
func TestAttacker(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	said := eval[string](p, `document.querySelector("#attacker").textContent`)
	if !regexp.MustCompile(`^At a 1 % false-positive rate an attack notices a replaced example at most 1\.47.% of the time, by ε and δ alone \(guessing: 1.%\); at.0\.1.%:.0\.148.%\. Tighten it$`).MatchString(said) {
		t.Errorf("the answer says %q", said)
	}
	p.do(chromedp.EmulateViewport(1440, 900))
	if eval[bool](p, `(() => {
		const a = document.querySelector("#attacker").getBoundingClientRect(), range = document.createRange();
		range.selectNodeContents(document.querySelector(".epsilon"));
		const n = range.getBoundingClientRect();
		return !(a.left > n.right && a.bottom <= document.querySelector("#answer .rest").getBoundingClientRect().top + 4);
	})()`) {
		t.Error("it does not stand beside the number")
	}

	const top = `document.querySelector("#picture").getBoundingClientRect().top`
	began := eval[float64](p, top)
	// While another picture is chosen than the one that is there, no line of that is seen.
	if !eval[bool](p, `(() => {
		const picture = document.querySelector("#picture"), frame = document.querySelector("#picture .frame > .chart");
		picture.classList.add("another");
		const hidden = getComputedStyle(frame).visibility === "hidden";
		picture.classList.remove("another");
		return hidden && getComputedStyle(frame).visibility === "visible";
	})()`) {
		t.Error("the picture of another tab is seen")
	}
	p.press("#attacker a") // leads to the tab
	p.awaitTab("attacker")
	titles := p.titles()
	if len(titles) != 1 || !regexp.MustCompile(`^At a 1 % false-positive rate an attack notices a replaced example at most 1\.3\d.% of the time, `+
		`by the whole profile, 1\.47.% by ε and δ alone$`).MatchString(titles[0]) {
		t.Errorf("the picture is called %q", titles)
	}
	if begins := eval[float64](p, top); begins != began {
		t.Errorf("what an attacker can do has become longer, and moved the picture from %v to %v", began, begins)
	}
	share := regexp.MustCompile(`at most \S+ of the time`)
	if above := p.reads("#attacker"); share.FindString(above) == share.FindString(said) ||
		share.FindString(above) != share.FindString(titles[0]) || strings.Contains(above, "Tighten") {
		t.Errorf("above the tabs it is said %q, in the tab %q", above, titles)
	}
	if eval[bool](p, `document.querySelector("#chart-handle") !== null || document.querySelector(".legend") !== null`) {
		t.Error("a tab without the run's own value has its handle, or a legend of rows")
	}
	if head := eval[string](p, `(document.querySelector(".chart-table summary").click(), document.querySelector(".chart-table thead").textContent)`); !strings.Contains(head, "false-positive rate") || !strings.Contains(head, "guessing") {
		t.Errorf("its table is headed %q", head)
	}
	// A stretch of its axis is drawn without another question.
	eval[bool](p, `(() => {
		const e = document.querySelector("#range-to");
		e.value = "1";
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`)
	p.await(ready + ` && location.hash.includes("&to=1") && document.querySelector("#range-to").value === "1" && document.querySelector("#chart svg .plot-axis") !== null`)

	// With the noise reduced so far that nothing is private it says so.
	p.goTo(strings.Replace(figure1, "sigma=1", "sigma=0.001", 1) + "&loss=convex&delta=1e-5")
	p.awaitReady()
	if said := eval[string](p, `document.querySelector("#attacker").innerText`); said != "This bound does not rule out an attack that always notices a replaced example." {
		t.Errorf("without privacy the answer says %q", said)
	}
}

// On a telephone the attacker's tab is far below the answer: the link brings it into view and gives it the focus.
func TestTighteningIsSeen(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.window(390, 844)
	eval[bool](p, `(scrollTo(0, 0), true)`)
	p.press("#attacker a")
	p.awaitTab("attacker")
	p.await(`document.activeElement.id === "picture"`)
	const top = `document.querySelector("#picture").getBoundingClientRect().top`
	p.await(top + ` >= 0 && ` + top + ` < 120`)
	if wide := visit(t, openingRun); true {
		wide.press("#attacker a")
		wide.awaitTab("attacker")
		if y := eval[float64](wide, `scrollY`); y != 0 {
			t.Errorf("beside the form the picture is in view, and the page scrolled by %v", y)
		}
	}
}
