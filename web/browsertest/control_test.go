//go:build e2e

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// clicker finds what a page offers to be operated and tries it. A control is
// known by nameOf, and kindOf says how it is operated: "" means that no test
// knows how.
const clicker = `
function controls() {
	const modal = document.querySelector("dialog:modal"); // while it is open, nothing else can be operated
	return [...document.querySelectorAll("a, button, input, select, textarea, summary, iframe, audio, video, [tabindex], [contenteditable], [role=button], [role=switch], [role=tab], [role=slider], [role=menuitem], [role=option]")]
		.filter((c) => c.tabIndex >= 0 || c.matches("[role=tab], [role=menuitem], [role=option]"))
		.filter((c) => (c.offsetParent ?? c.labels?.[0]?.offsetParent ?? c.closest("dialog[open]")) && !c.disabled && c.type !== "hidden")
		.filter((c) => !modal || modal.contains(c))
		.filter((c) => c.id !== "plot-stop") // comes and goes with a picture under way; a test of its own presses it
		.filter((c) => !c.closest("#digest")) // there while the answer is out of sight; a test of its own presses it
		.filter((c) => !c.closest("[inert]")) // a picture of the last setting
		.filter((c) => c.checkVisibility()); // not what is folded away in a closed <details>
}

function kindOf(c) {
	const role = c.getAttribute("role");
	if (role === "tab") return "tab";
	if (role === "slider" || role === "application" || c.type === "range") return "arrows";
	if (c.tagName === "A") return c.href ? "link" : "";
	if (c.tagName === "IFRAME") return "frame"; // what is in it has tests of its own
	if (c.tagName === "SELECT") return "select";
	if (c.tagName === "TEXTAREA" || (c.tagName === "INPUT" && ["text", "search", "url", "number"].includes(c.type))) return c.readOnly ? "fixed" : "text";
	if (c.tagName === "INPUT") return {radio: "radio", checkbox: "press"}[c.type] ?? "";
	if (c.tagName === "BUTTON" || c.tagName === "SUMMARY" || role === "button" || role === "switch") return "press";
	if (c.hasAttribute("tabindex") && (c.ariaLabel || c.getAttribute("aria-labelledby")) && role) return "region"; // scrolls
	return "";
}

function nameOf(c) {
	if (c.getAttribute("role") === "application") return c.id; // its label says what is seen, which changes
	return [c.tagName, c.id, c.name, c.ariaLabel, c.href, c.ariaLabel || c.tagName === "SELECT" ? "" : c.innerText?.slice(0, 80)].filter(Boolean).join(" ");
}

function byName(name) { return controls().find((c) => nameOf(c) === name); }

// All that operating a control could change. What is said to screen readers
// about the answer comes later by itself, so it does not count; nor does the address, also
// that at the foot of a printed page, which is written when the form has rested, after the
// next control is operated; nor what the browser itself does to the control: the page
// must follow.
function everything() {
	const late = [...document.querySelectorAll("#status, .here")].map((e) => e.outerHTML);
	const page = late.reduce((html, part) => html.replace(part, ""), document.body.innerHTML);
	const held = [...document.querySelectorAll("input, select, details, dialog")].filter((c) => !globalThis.operated?.includes(c)).map((c) => [c.value, c.checked, c.open].join());
	return [page, document.activeElement?.id, scrollY, getSelection().toString(), ...held].join("\n");
}

// Resolves once the page has come to rest, so that what comes late of one control is not
// taken for what the next one does: no answer and no picture are on their way, and what
// came last is on the screen. That is told in frames, which a loaded machine has fewer of.
async function rest(frames = 3) {
	let calm = 0;
	const watch = new MutationObserver(() => { calm = 0; });
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	while (calm < frames) {
		await new Promise(requestAnimationFrame);
		calm = ` + steady + ` && ` + drawn + ` ? calm + 1 : 0;
	}
	watch.disconnect();
	return true;
}

// Reports whether anything follows, as long as a loaded machine may need.
async function follows(act, looks = 500) {
	const before = act();
	for (let i = 0; i < looks; i++) {
		if (everything() !== before) return true;
		await new Promise((done) => setTimeout(done, 20));
	}
	return false;
}

// What is chosen already can only be chosen after another.
function another(c) {
	return [...c.closest("[role=tablist]").querySelectorAll("[role=tab]")].find((other) => other !== c);
}

// What the keyboard does not do: a click of the pointer, and what a control that
// is not operated but followed, read or scrolled must say of itself.
async function tryControl(name) {
	const c = byName(name);
	const press = (c) => follows(() => {
		c.focus();
		const before = everything();
		c.click();
		return before;
	});
	switch (kindOf(c)) {
	case "press":
		return press(c);
	case "tab":
		if (c.ariaSelected === "true") await press(another(c));
		return press(byName(name) ?? c);
	case "link": // a link is followed by the browser; ours must say where to, and not break out of the page
		return Boolean(c.href.startsWith("http") && (c.target === "_blank" || c.origin === location.origin) && c.innerText.trim());
	case "fixed": // can be read and copied, and says why it cannot be changed
		c.focus();
		return Boolean(document.getElementById(c.getAttribute("aria-describedby")?.split(" ")[0])?.innerText);
	case "frame":
		return Boolean(c.title && c.src.startsWith(location.origin));
	case "region":
		return true;
	}
	return false;
}`

// steady waits until the page shows no work in progress.
const steady = `document.documentElement.dataset.state !== "computing"`

// drawn is true once no other picture is on its way.
const drawn = `!document.querySelector("#picture[aria-busy]")`

// The pointer over the picture reads all its lines at that place, and away
// from it the reading goes.
func TestHoverReadsTheLines(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	// The readings are drawn over the picture, which itself may be refined at
	// any time.
	const overlay = `document.querySelector("#chart-overlay").innerHTML`
	if shown := eval[string](p, overlay); eval[bool](p, hair) {
		t.Errorf("before any hovering the picture reads %q", shown)
	}
	eval[bool](p, `(document.querySelector("#chart svg").scrollIntoView({block: "center"}), true)`)
	at := eval[[]float64](p, `(() => { const r = document.querySelector("#chart svg").getBoundingClientRect(); return [r.left + r.width / 3, r.top + r.height / 2]; })()`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	p.await(hair)
	first := eval[string](p, overlay)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+80, at[1]))
	p.await(fmt.Sprintf(overlay+` !== %q`, first))
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	p.await(`!` + hair)
}
