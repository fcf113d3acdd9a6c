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
		.filter((c) => c.checkVisibility()); // not what is folded away in a closed <details>
}

function kindOf(c) {
	const role = c.getAttribute("role");
	if (role === "tab") return "tab";
	if (role === "slider" || role === "application" || c.type === "range") return "arrows";
	if (c.tagName === "A") return c.href ? "link" : "";
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
// about the answer comes later by itself, so it does not count; nor does what
// stands in the field that is typed into.
function everything() {
	const said = document.querySelector("#status")?.outerHTML ?? "";
	const held = [...document.querySelectorAll("input, select, details, dialog")].filter((c) => c !== globalThis.typedInto).map((c) => [c.value, c.checked, c.open].join());
	return [document.body.innerHTML.replace(said, ""), location.href, document.activeElement?.id, scrollY, getSelection().toString(), ...held].join("\n");
}

// Reports whether anything follows, as long as a loaded machine may need.
async function follows(act) {
	const before = act();
	for (let i = 0; i < 500; i++) {
		if (everything() !== before) return true;
		await new Promise((done) => setTimeout(done, 20));
	}
	return false;
}

// What is chosen already can only be chosen after another.
function another(c) {
	const group = c.type === "radio" ? [...document.getElementsByName(c.name)] : [...c.closest("[role=tablist]").querySelectorAll("[role=tab]")];
	return group.find((other) => other !== c);
}

function key(c, name) {
	c.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
}

async function tryControl(name) {
	const c = byName(name), kind = kindOf(c);
	const press = (c) => follows(() => {
		c.focus();
		const before = everything();
		c.click();
		return before;
	});
	switch (kind) {
	case "press":
		return press(c);
	case "radio":
	case "tab":
		if (c.checked || c.ariaSelected === "true") await press(another(c));
		return press(byName(name) ?? c);
	case "select":
		return follows(() => {
			c.selectedIndex = c.selectedIndex > 0 ? 0 : 1;
			const chosen = everything(); // the choice is our doing; the page must follow
			c.dispatchEvent(new Event("input", {bubbles: true}));
			c.dispatchEvent(new Event("change", {bubbles: true}));
			return chosen;
		});
	case "arrows":
		return follows(() => {
			c.focus();
			const before = everything();
			key(c, "ArrowRight");
			return before;
		});
	case "text": {
		c.focus();
		const held = c.value;
		const write = (text) => { c.value = text; c.dispatchEvent(new Event("input", {bubbles: true})); };
		const followed = await follows(() => {
			c.value = "?";
			const typed = everything();
			write("?");
			key(c, "Enter");
			c.dispatchEvent(new Event("change", {bubbles: true})); // as Enter does
			return typed;
		});
		write(held);
		c.dispatchEvent(new Event("change", {bubbles: true}));
		return followed;
	}
	case "link": // a link is followed by the browser; ours must say where to, and not break out of the page
		return Boolean(c.href.startsWith("http") && (c.target === "_blank" || c.origin === location.origin) && c.innerText.trim());
	case "fixed": // can be read and copied, and says why it cannot be changed
		return Boolean(document.getElementById(c.getAttribute("aria-describedby")?.split(" ")[0])?.innerText);
	case "region":
		return true;
	}
	return false;
}`

// steady waits until the page shows no work in progress.
const steady = `document.documentElement.dataset.state !== "computing"`

// drawn is true once the picture is being refined no more.
const drawn = `!document.querySelector("#plot-stop")`

// Whatever can be operated in any view does something when it is. A control of
// a kind that this test cannot operate fails it, so none is left out.
func TestNoControlIsInert(t *testing.T) {
	operated := map[string]bool{}
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			p := v.newPage(t)
			p.runFirst(clicker)
			p.inTheme("light")
			p.show(v)
			type control struct {
				Name, Kind string
				Afresh     bool
			}
			if !v.busy {
				p.await(drawn) // what cancels the drawing has a test of its own
			}
			list := eval[[]control](p, fmt.Sprintf(`controls().map((c) => ({Name: nameOf(c), Kind: kindOf(c), Afresh: c.closest(%q) !== null}))`, v.selector()))
			if len(list) < 10 {
				t.Fatalf("only %d controls found: %v", len(list), list)
			}
			for _, c := range list {
				if operated[c.Name] && !c.Afresh {
					continue
				}
				operated[c.Name] = true
				if c.Kind == "" {
					t.Errorf("no test knows how to operate %s", c.Name)
					continue
				}
				// Operating one may take others away; then the view is come to afresh.
				there := fmt.Sprintf(`byName(%q) !== undefined`, c.Name)
				if !eval[bool](p, there+` && `+steady) {
					p.show(v)
					p.await(there)
				}
				if !eval[bool](p, fmt.Sprintf(`tryControl(%q)`, c.Name)) {
					t.Errorf("nothing happens on the %s %s", c.Kind, c.Name)
				}
				if !v.busy {
					p.await(steady)
				}
			}
		})
	}
	if len(operated) < 100 {
		t.Errorf("only %d controls were operated in %d views", len(operated), len(views))
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
