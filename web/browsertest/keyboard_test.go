//go:build e2e

package browsertest

import (
	"fmt"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walker notes what Tab comes to, and whether one sees that it is there.
const walker = `
globalThis.reached = new Set();
globalThis.unseen = [];

// Reports whether the walk is over: Tab has left the page or come round.
function step() {
	const c = document.activeElement;
	// Within a frame, which shows the focus itself, it is the frame that has it out here.
	const within = c?.matches("iframe") && globalThis.last === c;
	globalThis.last = c;
	if (within) return false;
	if (!c || c === document.body || c.matches("dialog") || reached.has(c)) return true;
	reached.add(c);
	if (c.matches("iframe")) return false;
	// A choice among segments shows its focus on the text beside it.
	const outlined = (e) => e && getComputedStyle(e).outlineStyle !== "none" && parseFloat(getComputedStyle(e).outlineWidth) > 0;
	if (!outlined(c) && !outlined(c.nextElementSibling)) unseen.push(nameOf(c));
	return false;
}

// Of options of which one is chosen, Tab comes to one.
function comesTo(c) {
	if (reached.has(c)) return true;
	if (kindOf(c) === "radio") return [...document.getElementsByName(c.name)].some((other) => reached.has(other));
	const group = c.closest("[role=tablist], [role=menu], [role=listbox]");
	return Boolean(group) && [...reached].some((other) => group.contains(other));
}

// Puts the focus where the keys are to go, and remembers how things stood.
function aim(name) {
	let c = byName(name);
	if (kindOf(c) === "radio") c = [...document.getElementsByName(c.name)].find((other) => other.checked) ?? c;
	c.focus();
	c.select?.();
	globalThis.operated = c.matches("summary, button") ? [] : c.type === "radio" ? [...document.getElementsByName(c.name)] : [c];
	globalThis.held = c.value;
	globalThis.before = everything();
	return document.activeElement === c;
}

// Puts back what stood in the field that was typed into, where Escape did not.
function restore() {
	const [c] = operated;
	if (!c?.isConnected || c.value !== "?") return;
	c.value = held;
	c.dispatchEvent(new Event("input", {bubbles: true}));
	c.dispatchEvent(new Event("change", {bubbles: true}));
}`

// keys are what a person presses on a control of a kind. A link is followed by
// Enter, which is the browser's doing.
var keys = map[string]string{
	"press": kb.Enter, "radio": kb.ArrowRight, "tab": kb.ArrowRight, "select": kb.ArrowDown, "arrows": kb.ArrowRight, "text": "?",
}

// walk presses Tab from the top of the page to its end. On the way it comes to
// every control, and one sees where one is.
func (p *page) walk() {
	p.Helper()
	defer func() {
		p.Helper()
		for _, name := range eval[[]string](p, `unseen`) {
			p.Errorf("the focus cannot be seen on %s", name)
		}
		for _, name := range eval[[]string](p, `controls().filter((c) => !comesTo(c)).map(nameOf)`) {
			p.Errorf("Tab does not come to %s", name)
		}
	}()
	// Tab goes on from where the focus or the last click was: begin at the top,
	// of the page or of the dialog that is open.
	eval[bool](p, `(() => {
		const top = document.querySelector("dialog:modal") ?? document.body;
		top.tabIndex = -1;
		top.focus();
		top.removeAttribute("tabindex");
		return document.activeElement === top;
	})()`)
	const most = 400
	for range most {
		p.do(chromedp.KeyEvent(kb.Tab))
		if eval[bool](p, `step()`) {
			return
		}
	}
	p.Errorf("Tab does not come to an end in %d steps", most)
}

// After the form's last control Tab comes to the answer, whose upper part is above the screen then: it is scrolled into view, and
// so is all that follows. So is every other control of the answer, and of the picture, that gets the focus while the form's end is
// on the screen. With larger type the line at the top, which covers part of the screen, is higher.
func TestFocusIsInSight(t *testing.T) {
	t.Parallel()
	for _, letters := range []int64{16, 24} {
		focusIsInSight(t, letters)
	}
}

func focusIsInSight(t *testing.T, letters int64) {
	t.Helper()
	p := newPage(t, site)
	call(p, p.ctx, cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: letters}})
	p.goTo(openingRun)
	p.awaitReady()
	p.window(90*letters, 40*letters)
	const atTheEnd = `(() => {
		const stops = (within) => [...document.querySelectorAll(within + " :is(a, button, input, select, summary, [tabindex='0'])")].filter(
			(e) => e.checkVisibility() && e.tabIndex >= 0);
		stops(".setting").at(-1).focus();
		globalThis.answers = stops("#reading");
		return scrollY > 500 ? answers.length : 0;
	})()`
	const inSight = `(() => {
		const e = document.activeElement, bar = document.querySelector("#digest");
		const at = e.getBoundingClientRect(), under = bar.checkVisibility({visibilityProperty: true}) ? bar.getBoundingClientRect().bottom : 0;
		return e.closest("#reading") !== null && at.top >= under && at.bottom <= innerHeight;
	})()`
	stops := eval[int](p, atTheEnd)
	if stops < 12 {
		t.Fatalf("with type of %d pixels the answer and the picture have %d stops, want 12 or more, and a scrolled page", letters, stops)
	}
	for range 12 {
		p.do(chromedp.KeyEvent(kb.Tab))
		p.await(inSight)
	}
	for i := range stops {
		eval[int](p, atTheEnd)
		p.await(`document.activeElement.closest(".setting") !== null`)
		eval[bool](p, fmt.Sprintf(`(answers[%d].focus(), true)`, i))
		p.await(inSight)
	}
}
