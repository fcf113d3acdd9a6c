//go:build e2e

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// clicker finds the page's controls and tries them. A control is known by
// nameOf. Text fields, links to elsewhere and options that are chosen already
// are not asked for.
const clicker = `
function controls() {
	return [...document.querySelectorAll("button, summary, select, input[type=radio], input[type=checkbox], [role=button], [role=switch], [role=tab]")]
		.filter((c) => (c.offsetParent ?? c.labels?.[0]?.offsetParent) && !c.disabled && !(c.type === "radio" && c.checked))
		.filter((c) => c.checkVisibility()) // not what is folded away in a closed <details>
		.filter((c) => !globalThis.within || c.closest(within));
}

function nameOf(c) {
	return [c.tagName, c.id, c.name, c.ariaLabel, c.tagName === "SELECT" ? "" : c.innerText].filter(Boolean).join(" ");
}

// All that a click could change. What is said to screen readers comes later by
// itself, so it does not count.
function everything() {
	const said = document.querySelector("#status")?.outerHTML ?? "";
	const held = [...document.querySelectorAll("input, select, details")].map((c) => [c.value, c.checked, c.open].join());
	return [document.body.innerHTML.replace(said, ""), location.href, document.activeElement?.id, scrollY, ...held].join("\n");
}

// Reports whether anything follows within a second.
async function follows(act) {
	const before = act();
	for (let i = 0; i < 50; i++) {
		if (everything() !== before) return true;
		await new Promise((done) => setTimeout(done, 20));
	}
	return false;
}

function tryControl(name) {
	const c = controls().find((c) => nameOf(c) === name);
	return follows(() => {
		if (c.tagName === "SELECT") {
			c.selectedIndex = c.selectedIndex > 0 ? 0 : 1;
			const chosen = everything(); // the choice is our doing; the page must follow
			c.dispatchEvent(new Event("input", {bubbles: true}));
			c.dispatchEvent(new Event("change", {bubbles: true}));
			return chosen;
		}
		c.focus();
		const focused = everything();
		c.click();
		return focused;
	});
}`

// Whatever looks as if it could be clicked does something.
func TestNoControlIsInert(t *testing.T) { noControlIsInert(t, "/", "", 10) }

// The same for each of the picture's tabs.
func TestNoPictureControlIsInert(t *testing.T) {
	for tab, least := range map[string]int{"alpha": 10, "sweep": 11, "schedule": 6, "parts": 6} {
		t.Run(tab, func(t *testing.T) { noControlIsInert(t, convexRun+"&tab="+tab, "#picture", least) })
	}
}

// noControlIsInert clicks every control of a page, or of a part of it, of which
// there must be so many at least.
func noControlIsInert(t *testing.T, address, part string, least int) {
	p := newPage(t, site)
	p.runFirst(fmt.Sprintf("globalThis.within = %q;", part) + clicker)
	p.goTo(address)
	p.awaitReady()
	names := eval[[]string](p, `controls().map(nameOf)`)
	if len(names) < least {
		t.Fatalf("only %d controls found: %q", len(names), names)
	}
	for _, name := range names {
		// A click may take other controls away; then the page starts afresh.
		there := fmt.Sprintf(`controls().some((c) => nameOf(c) === %q)`, name)
		if !eval[bool](p, ready+" && "+there) {
			p.goTo("/404.html")
			p.goTo(address)
			p.awaitReady()
			p.await(there)
		}
		if !eval[bool](p, fmt.Sprintf(`tryControl(%q)`, name)) {
			t.Errorf("nothing happens on %s", name)
		}
		p.await(`document.documentElement.dataset.state !== "computing"`)
	}
}

// The pointer over the picture reads all its lines at that place, and away
// from it the reading goes.
func TestHoverReadsTheLines(t *testing.T) {
	p := visit(t, "/")
	// The readings are drawn over the picture, which itself may be refined at
	// any time.
	const overlay = `document.querySelector("#chart-overlay").innerHTML`
	if shown := eval[string](p, overlay); shown != "" {
		t.Errorf("before any hovering the picture reads %q", shown)
	}
	eval[bool](p, `(document.querySelector("#chart svg").scrollIntoView({block: "center"}), true)`)
	at := eval[[]float64](p, `(() => { const r = document.querySelector("#chart svg").getBoundingClientRect(); return [r.left + r.width / 3, r.top + r.height / 2]; })()`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	p.await(overlay + ` !== ""`)
	first := eval[string](p, overlay)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+80, at[1]))
	p.await(fmt.Sprintf(overlay+` !== %q`, first))
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	p.await(overlay + ` === ""`)
}
