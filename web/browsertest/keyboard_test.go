//go:build e2e

package browsertest

import (
	"fmt"
	"testing"

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
	if (!c || c === document.body || c.matches("dialog") || reached.has(c)) return true;
	reached.add(c);
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
	globalThis.typedInto = kindOf(c) === "text" ? c : null;
	globalThis.before = everything();
	return document.activeElement === c;
}`

// keys are what a person presses on a control of a kind. A link is followed by
// Enter, which is the browser's doing.
var keys = map[string]string{
	"press": kb.Enter, "radio": kb.ArrowRight, "tab": kb.ArrowRight, "select": kb.ArrowDown, "arrows": kb.ArrowRight, "text": "?",
}

// With the keyboard alone one comes to every control of every view, sees where
// one is, is held nowhere, and can operate it.
func TestKeyboardAlone(t *testing.T) {
	operated := map[string]bool{}
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			p := v.newPage(t)
			p.runFirst(clicker + walker)
			p.inTheme("dark")
			p.show(v)
			p.walk()
			for _, name := range eval[[]string](p, `unseen`) {
				t.Errorf("the focus cannot be seen on %s", name)
			}
			for _, name := range eval[[]string](p, `controls().filter((c) => !comesTo(c)).map(nameOf)`) {
				t.Errorf("Tab does not come to %s", name)
			}
			type control struct{ Name, Kind, Type string }
			for _, c := range eval[[]control](p, `controls().map((c) => ({Name: nameOf(c), Kind: kindOf(c), Type: c.type ?? ""}))`) {
				press, known := keys[c.Kind]
				if operated[c.Name] || !known {
					continue
				}
				operated[c.Name] = true
				if c.Type == "checkbox" {
					press = " "
				}
				there := fmt.Sprintf(`byName(%q) !== undefined`, c.Name)
				settled := there + ` && ` + steady
				if v.busy {
					settled = there
				}
				if !eval[bool](p, there+` && `+steady) {
					p.show(v)
					p.await(settled)
				}
				// A picture that was drawn just now has other handles than the one before.
				aim := fmt.Sprintf(`%s && aim(%q)`, there, c.Name)
				if !eval[bool](p, aim) {
					p.await(settled)
					if !eval[bool](p, aim) {
						t.Errorf("%s does not take the focus", c.Name)
						continue
					}
				}
				p.do(chromedp.KeyEvent(press))
				followed := eval[bool](p, `follows(() => before)`)
				if c.Kind == "text" && !followed { // a field that waits for Enter
					press += kb.Enter
					p.do(chromedp.KeyEvent(kb.Enter))
					followed = eval[bool](p, `follows(() => before)`)
				}
				if !followed {
					t.Errorf("nothing happens on %s by %q", c.Name, press)
				}
				if c.Kind == "text" {
					p.do(chromedp.KeyEvent(kb.Escape))
					if eval[bool](p, `typedInto.isConnected && typedInto.value === "?"`) {
						p.show(v) // a field without Escape
					}
				}
				if !v.busy {
					p.await(steady)
				}
			}
		})
	}
	if len(operated) < 80 {
		t.Errorf("only %d controls were operated in %d views", len(operated), len(views))
	}
}

// walk presses Tab from the top of the page to its end.
func (p *page) walk() {
	p.Helper()
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
